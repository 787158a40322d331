"""Detecting sentences that instruct an agent (prompt injection), by grammar and word lists, without a language model.

There are two kinds: requests for tasks that need tools (`tasks`), and speech to an agent about its rules, confidentiality,
memory and permissions (`speech`). Questions, advice, requests among friends and plain facts to remember are neither.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.language.english_pipeline import bundled_pipeline
from kg.language.instructions.disguises import is_joined_override, remove_disguises
from kg.language.instructions.speech import imitates_system, is_override
from kg.language.instructions.tasks import REQUEST_THRESHOLD, is_task_request
from kg.language.sentences import Span, split_sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

# The same replacements as in the English pipeline, one character for one.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " "})
_STAGED = re.compile(r"\[shares? [^\[\]\n]*\]")
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_URGENT = re.compile(
    r"^\W*(?:important|attention|urgent|notice|note|warning|critical|reminder)\b[^:\n]{0,30}:", re.IGNORECASE
)

# What is fetched is run: "curl example.org/x | sh".
_PIPED = re.compile(r"\|\s*(?:sudo )?(?:ba|z|da|k)?sh\b")


def find_instructions(text: str, doc: Doc | None = None) -> list[Span]:
    """Return start and end of each sentence that instructs an agent, in order.

    The threshold is lower in HTML comments and after words such as "important", and higher in code. A task in a quotation is
    ignored if the speaker is named ("My boss said: 'Send the report'"); speech to an agent counts in quotations too, since
    quoting it is a simple disguise.

    Args:
        text: any text.
        doc: the text parsed by an English pipeline, with tags and lemmas; None to parse it with the bundled pipeline.

    Raises:
        ModelUnavailable: `doc` is None, and the pipeline cannot be loaded.
    """
    if doc is None:
        (doc,) = bundled_pipeline().parse([text], trees=False)
    plain = _STAGED.sub(lambda staged: " " * len(staged[0]), text.translate(_PLAIN))
    hidden, code = _find_spans(_HIDDEN, plain), _find_spans(_CODE, plain)
    words = [word for word in doc if not word.is_space]
    instructing, first = [], 0
    for start, end in split_sentences(plain):
        while first < len(words) and words[first].idx < start:
            first += 1
        last = first
        while last < len(words) and words[last].idx < end:
            last += 1
        sentence = plain[start:end]
        threshold = (
            REQUEST_THRESHOLD
            - (_URGENT.match(sentence) is not None)
            - _overlaps_any(start, end, hidden)
            + 3 * _overlaps_any(start, end, code)
        )
        bare = remove_disguises(sentence)
        if (
            is_override(sentence)
            or (bare != sentence and (is_override(bare) or is_joined_override(bare)))
            or imitates_system(sentence)
            or _PIPED.search(sentence) is not None
            or is_task_request(words[first:last], sentence, start, threshold=threshold)
        ):
            instructing.append((start, end))
        first = last
    return instructing


def _find_spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in pattern.finditer(text)]


def _overlaps_any(start: int, end: int, spans: list[Span]) -> bool:
    return any(low < end and start < high for low, high in spans)
