"""Plain disguises of an instruction: look-alike letters of other scripts within a word, and letters with blanks between them."""

from __future__ import annotations

import re

from kg.language.name_keys import replace_lookalikes

_MIXED_WORD = re.compile(r"[A-Za-z][^\W\d_a-zA-Z]|[^\W\d_a-zA-Z][A-Za-z]")
_LETTER_RUN = re.compile(r"(?<!\S)\w(?:[ .\-_*]{1,3}\w){5,}(?!\S)")
_BETWEEN_WORDS = re.compile(r"[ .\-_*]{2,}")
_BETWEEN_LETTERS = re.compile(r"[ .\-_*]")
# Where words are not apart, the run is one word.
_JOINED_OVERRIDE = re.compile(
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|every|the|your|my|our|these|those|of)*"
    r"(?:previous|prior|earlier|above|preceding|existing|safety)*(?:instruction|rule|prompt|guideline|direction|order|message)",
    re.IGNORECASE,
)


def remove_disguises(sentence: str) -> str:
    """Return a sentence with Latin letters for look-alikes and without blanks between letters; itself if it has neither."""
    if not sentence.isascii() and _MIXED_WORD.search(sentence):
        sentence = replace_lookalikes(sentence)
    return _LETTER_RUN.sub(
        lambda run: " ".join(_BETWEEN_LETTERS.sub("", word) for word in _BETWEEN_WORDS.split(run[0])), sentence
    )


def is_joined_override(sentence: str) -> bool:
    """Return whether a sentence without disguises has an override of an agent's rules that is written as one word."""
    return _JOINED_OVERRIDE.search(sentence) is not None
