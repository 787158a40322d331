"""Sentences that take back what the sentence before them says: "I live in Lima. Not.", "I quit. Just kidding!"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LAUGHS = r"(?:(?:ha){1,8}h?|he(?:he){1,8}|lol|lmao|rofl|xd)"
_OPENINGS = rf"(?:(?:{_LAUGHS}|oh|ok(?:ay)?|wait|well|hm+|sorry|no|nah|and|but|i['’]?m|i am|i was)[ ,.!…]+){{0,3}}"
_CLOSINGS = rf"(?:[ ,.!…]+(?:{_LAUGHS}|of course|obviously|though|guys|folks|everyone|mate|man|dude|bro|sorry)){{0,2}}"
# What says so wherever it ends a sentence: "I live in Lima, said no one ever".
_MARKS = (
    r"(?:jk|j/k|(?<!\d )(?<!\d m )/s|/sarcasm|(?<!not )(?:just|only|totally) (?:kidding|joking)|"
    r"said (?:no ?one|nobody|noone)(?: ever)?|sike)"
)
# What says so after a comma or dash, and what says so only as a sentence. "No kidding" affirms.
_DENIALS = (
    r"(?:not|(?<!no )(?<!no, )(?<!not )(?:kidding|joking)|as if|yeah,? right|i wish|i lied|in (?:your|my) dreams|"
    r"april fools?(?:['’]s?)?(?: day)?)"
)
_REMARKS = (
    r"(?:not (?:really|true)|that['’]?s (?:not true|a lie|a joke)|(?:it|that) was a joke|scratch that|strike that)"
)
_WITHDRAWAL = re.compile(rf"\W*{_OPENINGS}(?:{_MARKS}|{_DENIALS}|{_REMARKS}){_CLOSINGS}\W*", re.IGNORECASE)
_ENDING = re.compile(
    rf"(?:(?<=\s)|(?<=[(,;:.!…–—-])){_MARKS}{_CLOSINGS}\W*\Z"
    rf"|(?:[^\w\s'’/]|\.\.|\s-)\s*{_OPENINGS}(?:{_DENIALS}){_CLOSINGS}\W*\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]++[\"')\]]*+(?=\s)|\n")
# A joke of that day is all of the message.
_OF_ALL = re.compile(r"april fool", re.IGNORECASE)
_HINT = re.compile(
    r"\b(?:not|no|noone|kidding|joking|joke|jk|j/k|nobody|dreams|fools?|sike|as if|right|wish|lied?|true|that)\b|/s",
    re.IGNORECASE,
)
_MOST_CHARS = 80


def find_withdrawn(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each sentence that is taken back, by its own end or by the sentence that follows.

    Args:
        text: the message.
    """
    # Most messages have none of these words.
    if not _HINT.search(text):
        return
    before: tuple[int, int] | None = None
    for start, end in _split(text):
        sentence = text[start:end]
        if not sentence.strip():
            continue
        if withdraws(sentence):
            if before is not None:
                yield 0 if _OF_ALL.search(sentence) else before[0], before[1]
        elif _ENDING.search(sentence):
            yield start, end
        before = start, end


def withdraws(sentence: str) -> bool:
    """Whether a sentence only takes back what is said before it: "Just kidding!", "Not."."""
    return len(sentence) <= _MOST_CHARS and _WITHDRAWAL.fullmatch(sentence) is not None


def _split(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        yield start, match.end()
        start = match.end()
    yield start, len(text)
