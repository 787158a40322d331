"""Quotations of messages that are clear alone, with speaker and date: what a statement would garble is quoted."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from kg.knowledge.lasting_value import estimate_lasting_value
from kg.language import extract_keywords, format_partial_date, is_clear_quotation, quote_text, split_sentences

# Attachments, what a program put in brackets before or after the text, and "voice note:".
_LEFT_OUT = re.compile(
    r"\[\s*(?:image|voice|photo|sticker|gif)\b[^\]]*\]|^\s*\[[^\]]*\]|\[[^\]]*\]\s*$|^\s*voice note:", re.IGNORECASE
)
# Emoji, dashes and bullets before the first word.
_SYMBOLS = re.compile(r"^[^\w\"'‘“(£$€]+")
# Words before the statement proper, which belong to the conversation: "also, my exam is on Monday". A negation is not one of
# them, except as an answer of its own: "no, my exam is on Monday".
_OPENING = re.compile(
    r"(?:(?:(?:also|and|but|so|then|well|ok|okay|yes|yeah|aye|oh|ah|anyway|btw|right|now|actually|hmm?|perfect|exactly|absolutely)\b"
    r"|(?:no|naw)(?=\s*[,.!:]|\s*-+\s))[\s,.:!-]*)+",
    re.IGNORECASE,
)
# "On the 3rd of May, and …" answers a question.
_ANSWER = re.compile(
    r"(?:(?i:on|until|till|from|by|at|in|since)\s+)?(?i:the\s+)?"
    r"(?:\d+(?:st|nd|rd|th)?(?:\s+of)?(?:\s+[A-Z]\w+)?|\w+day)\s*[,.]"
)
# A message with as many words is quoted whole if it is clear; of a longer one, up to so many sentences.
_WHOLE_WORDS, _FEWEST_WORDS, _MOST_SENTENCES = 28, 9, 4
_STATED_SHARE, _STEM = 0.6, 4

MAX_QUOTABLE_CHARS = 2_000
"""Maximum number of characters of a message that may be quoted; longer ones are documents."""
UNNAMED = "a person"
"""How a quotation calls a speaker without a name that may be shown."""


@dataclass(frozen=True)
class QuotableMessage:
    """A message that may be quoted.

    Attributes:
        id: id of its event.
        speaker: the name to show for its speaker.
        text: its text.
        at: its time.
        salience: the probability that it matters, 0 to 1.
        nearness: what its vector says of its lasting value, see `kg.knowledge.lasting_value`; None without a vector.
    """

    id: str
    speaker: str
    text: str
    at: dt.datetime
    salience: float = 0.0
    nearness: float | None = None


@dataclass(frozen=True)
class Quotation:
    """A quotation: its words, and the text that shows them with speaker and date."""

    words: str
    text: str


def quote_message(message: QuotableMessage, statement: str = "") -> Quotation | None:
    """Return clear sentences of a message: `Ann said on 3 May 2025: “I start at the clinic on Monday.”`; None without any.

    Args:
        message: the message.
        statement: what was read from it; the quotation contains the sentence that is nearest to it.
    """
    sentences = _sentences(message.text)
    whole = " ".join(sentences)
    quoted = _without_opening(whole) if len(whole.split()) <= _WHOLE_WORDS else ""
    if not quoted and sentences:
        words = set(extract_keywords(statement))
        places = [_nearest(sentences, statement)] if words else range(len(sentences))
        quoted = max((_window(sentences, place) for place in places), key=_value)
    if not quoted:
        return None
    day = format_partial_date(message.at.date().isoformat())
    return Quotation(quoted, f"{quote_text(message.speaker)} said on {day}: “{quote_text(quoted)}”")


def covers_sentence(statement: str, message: QuotableMessage) -> bool:
    """Return whether a statement has most words of the sentence that it was read from, whatever their endings."""
    sentences = _sentences(message.text)
    if not sentences:
        return False
    of_sentence = _stems(sentences[_nearest(sentences, statement)])
    return len(_stems(statement) & of_sentence) >= _STATED_SHARE * len(of_sentence)


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in extract_keywords(text)}


def _sentences(text: str) -> list[str]:
    plain = _LEFT_OUT.sub(" ", text)
    return [" ".join(plain[start:end].split()) for start, end in split_sentences(plain)]


def _value(text: str) -> float:
    return estimate_lasting_value(text) if text else 0.0


def _nearest(sentences: Iterable[str], statement: str) -> int:
    """Return the place of the sentence that shares most words, whatever their endings."""
    words = _stems(statement)
    shared = [len(words & _stems(sentence)) for sentence in sentences]
    return shared.index(max(shared)) if shared else 0


def _window(sentences: list[str], place: int) -> str:
    """Return the fewest sentences around one that are clear together, or nothing."""
    for count in range(1, _MOST_SENTENCES + 1):
        for first in range(place, max(-1, place - count), -1):
            clear = _without_opening(" ".join(sentences[first : first + count]))
            if len(clear.split()) >= _FEWEST_WORDS:
                return clear
    return ""


def _without_opening(text: str) -> str:
    """Return a text without the words that belong to the conversation, if it is clear then, or nothing."""
    plain = _SYMBOLS.sub("", text)
    stripped = _OPENING.sub("", plain, count=1) if _OPENING.match(plain) else plain
    if not is_clear_quotation(stripped) or _ANSWER.match(stripped):
        return ""
    return stripped if stripped == plain else f"… {stripped}"
