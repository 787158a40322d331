"""Sentences of a text that instruct an agent: found by grammar and closed lists of words, without a language model.

Two kinds: tasks for whoever has tools (`tasks`), and speech to an agent about its rules, its silence, its memory and the power of
others (`speech`). Questions, advice and what friends ask of each other are neither, nor is a plain fact that is to be remembered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.language.english_pipeline import shipped
from kg.language.instructions.speech import overrides, poses
from kg.language.instructions.tasks import ENOUGH, asks
from kg.language.sentences import Span, sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

# As the English pipeline reads them: one character for another.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " "})
_STAGED = re.compile(r"\[shares? [^\[\]\n]*\]")
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_URGENT = re.compile(
    r"^\W*(?:important|attention|urgent|notice|note|warning|critical|reminder)\b[^:\n]{0,30}:", re.IGNORECASE
)


def instructing(text: str, doc: Doc | None = None) -> list[Span]:
    """Start and end of each sentence that instructs an agent, in their order.

    What an HTML comment hides, and what is called important, needs less to count; code needs more. A task in a quotation does not
    count where it is told who said it ("My boss said: 'Send the report'"); speech to an agent counts wherever it stands, for a
    quotation is its cheapest disguise.

    Args:
        text: any text.
        doc: the text as taken apart by an English pipeline, tags and lemmas are enough; None: the one that ships with kg does it.

    Raises:
        ModelUnavailable: no `doc`, and the pipeline cannot be loaded.
    """
    if doc is None:
        (doc,) = shipped().parse([text], trees=False)
    plain = _STAGED.sub(lambda staged: " " * len(staged[0]), text.translate(_PLAIN))
    hidden, code = _spans(_HIDDEN, plain), _spans(_CODE, plain)
    words = [word for word in doc if not word.is_space]
    found, first = [], 0
    for start, end in sentences(plain):
        while first < len(words) and words[first].idx < start:
            first += 1
        last = first
        while last < len(words) and words[last].idx < end:
            last += 1
        sentence = plain[start:end]
        enough = (
            ENOUGH - (_URGENT.match(sentence) is not None) - _within(start, end, hidden) + 3 * _within(start, end, code)
        )
        if overrides(sentence) or poses(sentence) or asks(words[first:last], sentence, start, enough=enough):
            found.append((start, end))
        first = last
    return found


def _spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in pattern.finditer(text)]


def _within(start: int, end: int, spans: list[Span]) -> bool:
    return any(low < end and start < high for low, high in spans)
