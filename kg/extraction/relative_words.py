"""Finding the word for a relative or a pet in a noun phrase, and the name after it: "my gf kasia", "our dog Rex"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.extraction.word_lists import JOBS, KIN, LANGUAGES, NATIONALITIES, PETS, is_job, to_singular, word_set

if TYPE_CHECKING:
    from kg.extraction.noun_phrases import NounPhraseReader

SURE_SCORE = 0.75
"""Below this score a name finder's label is a guess, and the context decides."""
_ORIGIN = re.compile(r"[a-z]+(?:arian|erian|ivian|onian|anian|ese|ddhist|heist|sraeli|raqi|akistani|ngladeshi)")
# "My dog food", "her mother ship": the kin word is only a modifier.
_KIN_THINGS = word_set("food show family club day video school tongue")


def _is_lower_case_name(reader: NounPhraseReader, at: int, *, plural: bool) -> bool:
    """Return whether a lower-case word after a kin word is a name: "my gf kasia", but not "my mother tongue"."""
    span = reader.spans_by_token.get(at)
    if span is not None:
        return span.label == "person"
    return not plural and reader.tokens[at].pos_ == "PROPN"


def split_kin(reader: NounPhraseReader, low: int, high: int, end: int, *, owned: bool) -> tuple[str, str, str, bool]:
    """Return the kin word of a phrase, in the singular, the name after it, the name's label, and whether it is a plural.

    Args:
        reader: of the text.
        low: index of the first word of the phrase.
        high: index after its last word.
        end: offset of its end.
        owned: whether the phrase may name a relative of a person.
    """
    if not owned:
        return "", "", "", False
    for at in range(low, high):
        raw = reader.tokens[at].text.lower()
        word = to_singular(raw.removeprefix("ex-"))
        span = reader.spans_by_token.get(at)
        person = span is not None and span.label == "person" and span.score > SURE_SCORE and at == low
        if (word not in KIN and word not in PETS) or (person and reader.tokens[at].text[0].isupper()):
            continue
        if at + 1 == high:
            return word, "", "", raw.removeprefix("ex-") != word
        follows = reader.tokens[at + 1].text
        compound = at > low and reader.tokens[at - 1].pos_ == "NOUN"
        if word in {"manager", "supervisor", "partner"} and compound and reader.tokens[at - 1].text.lower() != "line":
            continue
        if to_singular(follows) in KIN or follows.lower() in JOBS | _KIN_THINGS or follows in {"'s", "’s", "'"}:
            continue
        if (word in PETS or not follows[0].isupper()) and is_job(follows) and not follows[0].isupper():
            continue
        if follows[0].islower() and not _is_lower_case_name(reader, at + 1, plural=raw != word):
            continue
        name = reader.text[reader.tokens[at + 1].idx : end]
        return word, name, reader.name_label(at + 1, high) or "person", raw.removeprefix("ex-") != word
    return "", "", "", False


def is_origin(name: str) -> bool:
    """Return whether words after "is" say where a person is from, or what they believe: "Dutch", "Nigerian American"."""
    words = name.lower().split()
    return all(word in LANGUAGES or word in NATIONALITIES or _ORIGIN.fullmatch(word) for word in words)
