"""Extracting favourites: "my favourite film is Stalker", "my favourite album has got to be Kind of Blue"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import word_set
from kg.protocols import ExtractedStatement

FAVOURITE = {"favourite", "favorite", "fav", "fave"}
"""Words for what is liked best."""
_COLOUR_WORDS = {"colour", "color"}
_COLOURS = word_set("red orange yellow green blue purple pink brown black white grey gray turquoise violet teal")
_POINTING = {"such", "no", "this", "that", "any", "every", "each", "some", "another"}


def add_favourite_kinds(statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements of a message, the favourites with their kind, of which a person has one: the favourite band."""
    return [
        replace(each, aspect=f"favourite {kind.lower()}")
        if each.predicate == "favourite" and (kind := each.object.partition(": ")[0])
        else each
        for each in statements
    ]


def state_firm_favourite(reading: SentenceReading, after: str) -> None:
    """State "my favourite album has got to be Kind of Blue"."""
    opening = re.match(
        r"#(\d+) (?:have/P (?:get/\w )?to|must|get/\w ta) be/B$", reading.code[: len(reading.code) - len(after)]
    )
    phrase = re.match(r" #(\d+)", after)
    if opening and phrase:
        kind, value = (reading.line[int(each[1])].phrase for each in (opening, phrase))
        if kind is not None and value is not None:
            state_favourite(reading, kind, value, single=True)


def state_listed_favourite(reading: SentenceReading) -> None:
    """State "Favourite author: Bessie Head"."""
    listed = re.match(r"#(\d+) [:,] #(\d+)(?= [,.]|$)", reading.code)
    kind, value = (reading.line[int(each)].phrase for each in listed.groups()) if listed else (None, None)
    if kind is not None and value is not None and kind.words and kind.words[0].lower() in FAVOURITE:
        state_favourite(reading, kind, value, single=True)


def state_favourite(reading: SentenceReading, subject: Phrase, phrase: Phrase, *, single: bool) -> bool:
    """State "my favourite film is Stalker", in either order; return whether it matched."""
    for kind, value in ((subject, phrase), (phrase, subject)):
        words = [word.lower() for word in kind.words]
        is_two = any(word.lower() in FAVOURITE for word in value.words)
        if len(words) < 2 or words[0] not in FAVOURITE or is_two or not (value.words or value.pronoun):
            continue
        bare_one = kind.owner is None and not kind.det
        owner = reading.references.resolve_name(kind.owner) if kind.owner is not None else None
        owner = reading.references.speaker if bare_one else owner
        is_value = value.ends_in_noun or (kind.head in _COLOUR_WORDS and value.head in _COLOURS)
        if owner and kind.owner is not None and not kind.owner.pronoun:
            reading.references.persons.append((owner, ""))
        if owner and value.words and is_value and value.det not in _POINTING and single:
            reading.add_statement([owner], "favourite", [f"{' '.join(kind.words[1:])}: {value.text}"])
        return True
    return False
