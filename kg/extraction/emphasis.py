"""Words in capitals for emphasis: "I DONT eat meat", "we will NOT renew", and messages without a small letter."""

from __future__ import annotations

import re

from kg.extraction.word_lists import word_set

# No acronyms (IT, US, AM), and no words that programs write in capitals (FROM, WHERE, AND).
_EMPHASISED = word_set(
    "not never no dont don't cant can't cannot wont won't isnt isn't arent aren't wasnt wasn't werent weren't aint ain't didnt "
    "didn't doesnt doesn't havent haven't hasnt hasn't hadnt hadn't couldnt couldn't wouldnt wouldn't shouldnt shouldn't "
    "is are was were be been have has had do did does will would could should must "
    "hate hates hated love loves loved need needs needed want wants wanted please stop stopped started quit moved sold "
    "booked cancelled canceled finished failed passed "
    "now always still really very so too every only just again already finally today tomorrow tonight "
    "the this that these those my your our their his her we they you he she me him them but because without "
)
_RUN = re.compile(r"(?<![\w.'’/@#_$-])[A-Z][A-Z'’]+(?: [A-Z][A-Z'’]+)*(?![\w'’/@_-]|\.\w)")
# "I AM", which no clock shows.
_I_AM = re.compile(r"(?<![\w'’])I AM(?![\w'’])")
_ALONE = re.compile(r"\bi\b")
_FEWEST_WORDS, _FEWEST_LETTERS, _MOST_IN_RUN = 3, 10, 4


def lower_emphasis(text: str) -> str:
    """Return the text with words in capitals that are only stressed in small letters; its length is preserved.

    A message that is all in capitals is in small letters then. Acronyms, code and words next to them stay as they are.
    """
    if "```" in text:
        return text
    # What another wrote may begin with a name or a time: "MARIA 10:02", "MARIA: ...".
    is_one_line = "\n" not in text and ":" not in text
    if is_one_line and text.isupper() and _is_sentence(text):
        lowered = _ALONE.sub("I", text.lower())
        return lowered if len(lowered) == len(text) else text
    return _RUN.sub(_lower_run, _I_AM.sub("I am", text))


def _is_sentence(text: str) -> bool:
    """Whether a text is long enough to be no acronym or code."""
    letters = sum(char.isascii() and char.isalpha() for char in text)
    return len(text.split()) >= _FEWEST_WORDS and letters >= _FEWEST_LETTERS


def _lower_run(run: re.Match[str]) -> str:
    words = run[0].replace("’", "'").lower().split()
    is_stress = len(words) <= _MOST_IN_RUN and all(word in _EMPHASISED for word in words)
    return run[0].lower() if is_stress else run[0]
