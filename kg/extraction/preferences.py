"""Reading the objects of likes, dislikes and preferences: kinds of things, but not the particular one under discussion."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import KIN, LANGUAGES, word_set

PREFERENCE_PREDICATES = frozenset({"likes", "dislikes", "prefers"})
"""The predicates whose objects this module reads."""

# "I love that photo", "such fun", "every bit": about one occasion, no preference.
_POINTING = word_set("this that these those such every each no any another all both 's his her their its your ur")
# With "the" these are still generic: the sea, the smell of rain.
_GENERIC_NOUNS = word_set(
    "sea ocean sun sunshine rain snow cold heat mountains mountain beach outdoors countryside city forest woods desert theatre "
    "theater opera cinema ballet gym circus dentist news internet wind weather summer winter spring autumn piano violin guitar "
    "cello drums harp sound smell taste"
)
_VAGUE = word_set(
    "thing things stuff lot way idea day days time times one ones part fact vibe vibes color colors colour colours energy "
    "feeling feelings moment moments much bit ride look looks work game app photo pic picture pics set support effort help "
    "advice attitude message people someone sort kind place person thanks results result suggestion suggestions question answer "
    "theme themes design style fun sentiment challenge process same more most rest"
)
# These need what follows them: going to concerts, spending time outdoors.
_LIGHT_GERUNDS = word_set(
    "going listening looking being getting having seeing doing making taking spending working trying learning curling diving "
    "sinking escaping experimenting holding sharing keeping bringing giving talking watching visiting using meeting helping "
    "playing teaching telling exploring staying coming living finding putting building creating collecting wearing knowing "
    "hearing"
)
_PREPOSITIONS = frozenset({"to", "on", "at", "in", "with", "about", "for", "into", "up"})


def read_preferences(reading: SentenceReading, codes: str, who: list[str] | None = None) -> list[str]:
    """Return the objects of liking in a piece of sentence code, as typed.

    Args:
        reading: of the sentence.
        codes: a list of phrases such as "#3 , #5 and #7".
        who: names of the subjects; things they own count as generic: "she hates her job".
    """
    found: list[str] = []
    pointed = False
    for number in re.findall(r"#(\d+)", codes):
        index = int(number)
        phrase = reading.line[index].phrase
        if phrase is None or (pointed and not phrase.det and not phrase.name):
            continue
        # "Love the colours and texture": the second noun is about the same occasion.
        if (
            phrase.owner is not None
            and phrase.owner.pronoun
            and reading.references.resolve_name(phrase.owner) in (who or ())
        ):
            phrase = replace(phrase, det="my")
        pointed = phrase.det in _POINTING | {"the"} and not _is_generic(phrase)
        if name := _preference_name(reading, phrase, index):
            found.append(name)
    return found


def _preference_name(reading: SentenceReading, phrase: Phrase, index: int) -> str | None:  # noqa: PLR0911 - one for each test
    if phrase.pronoun:
        return reading.references.resolve_liked_thing(phrase) if phrase.pronoun in {"it", "them"} else None
    if not phrase.words:
        return None
    if phrase.words[0].lower().endswith("ing") and not phrase.det and not phrase.name:
        return _activity_name(reading, phrase, index)
    if (phrase.det in _POINTING | {"the"} and not _is_generic(phrase)) or (
        phrase.owner is not None and not phrase.owner.pronoun
    ):
        return None
    if phrase.head in _VAGUE or not phrase.ends_in_noun or (phrase.kin in KIN and phrase.kin):
        return None
    after = reading.line[index + 1] if index + 1 < len(reading.line) else None
    following = (after.phrase.pronoun if after.phrase is not None else after.code) if after is not None else ""
    if following in {"that", "which", "who", "where", "whose", "of"} and not phrase.name:
        return None
    return phrase.text


def _is_generic(phrase: Phrase) -> bool:
    """Return whether a phrase with "the" is generic: the sea, the Beatles."""
    return phrase.det == "the" and bool(phrase.name or {word.lower() for word in phrase.words} & _GENERIC_NOUNS)


def _activity_name(reading: SentenceReading, phrase: Phrase, index: int) -> str | None:
    """Return a gerund with its complement ("going on road trips", "swimming", "helping the community"); None if vague."""
    after = reading.line[index + 1 : index + 3]
    first = after[0] if after else None
    if first is None or (first.phrase is None and first.code not in _PREPOSITIONS):
        return None if phrase.head in _LIGHT_GERUNDS else phrase.text
    if phrase.words[-1].lower() == "time":
        other = after[1].phrase if len(after) > 1 and first.code == "with" else None
        return _join_phrases(reading, phrase, other) if other is not None and other.det != "the" else None
    if first.phrase is not None:
        return _join_phrases(reading, phrase, first.phrase)
    behind = after[1].phrase if len(after) > 1 else None
    if len(phrase.words) == 1 and (phrase.head in _LIGHT_GERUNDS or first.code in {"up", "into"}):
        return _join_phrases(reading, phrase, behind) if behind is not None else None
    return phrase.text


def _join_phrases(reading: SentenceReading, phrase: Phrase, other: Phrase) -> str | None:
    if other.pronoun or other.det in _POINTING - {"no", "all"} or other.head in _VAGUE:
        return None
    return " ".join(reading.text[phrase.start : other.end].split())


def is_preference_object(phrase: Phrase) -> bool:
    """Return whether a phrase can be the object of a preference: neither a pronoun nor a particular thing."""
    return bool(phrase.words) and phrase.det not in _POINTING and phrase.head not in _VAGUE


def find_language(phrase: Phrase) -> str | None:
    """Return the language that a phrase names, or None."""
    return next((word for word in phrase.words if word.lower() in LANGUAGES), None)
