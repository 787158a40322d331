"""What somebody likes, dislikes or prefers: things as such, and not the one just shown or talked of."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.noun_phrases import Phrase
from kg.extraction.sentence_reader import Reading
from kg.extraction.word_lists import KIN, LANGUAGES, listed

TASTES = frozenset({"likes", "dislikes", "prefers"})
"""Predicates whose objects are read here."""

# "I love that photo", "such fun", "every bit": of one occasion, and no taste.
_POINTING = listed("this that these those such every each no any another all both 's his her their its your ur")
# With "the" these are things as such: the sea, the smell of rain.
_AS_SUCH = listed(
    "sea ocean sun sunshine rain snow cold heat mountains mountain beach outdoors countryside city forest woods desert theatre "
    "theater opera cinema ballet gym circus dentist news internet wind weather summer winter spring autumn piano violin guitar "
    "cello drums harp sound smell taste"
)
_VAGUE = listed(
    "thing things stuff lot way idea day days time times one ones part fact vibe vibes color colors colour colours energy "
    "feeling feelings moment moments much bit ride look looks work game app photo pic picture pics set support effort help "
    "advice attitude message people someone sort kind place person thanks results result suggestion suggestions question answer "
    "theme themes design style fun sentiment challenge process same more most rest"
)
# These say nothing without what follows them: going to concerts, spending time outdoors.
_LIGHT = listed(
    "going listening looking being getting having seeing doing making taking spending working trying learning curling diving "
    "sinking escaping experimenting holding sharing keeping bringing giving talking watching visiting using meeting helping "
    "playing teaching telling exploring staying coming living finding putting building creating collecting wearing knowing "
    "hearing"
)
_PREPOSITIONS = frozenset({"to", "on", "at", "in", "with", "about", "for", "into", "up"})


def tastes(reading: Reading, codes: str, who: list[str] | None = None) -> list[str]:
    """What a piece of code names as liked or disliked, as typed.

    Args:
        reading: of the sentence.
        who: likes it, by name: their own things count, "she hates her job".
        codes: phrases that are strung together, such as "#3 , #5 and #7".
    """
    found: list[str] = []
    pointed = False
    for number in re.findall(r"#(\d+)", codes):
        place = int(number)
        phrase = reading.line[place].phrase
        if phrase is None or (pointed and not phrase.det and not phrase.name):
            continue
        # "Love the colours and texture": what follows is of that occasion as well.
        if phrase.owner is not None and phrase.owner.pronoun and reading.people.name(phrase.owner) in (who or ()):
            phrase = replace(phrase, det="my")
        pointed = phrase.det in _POINTING | {"the"} and not _such(phrase)
        if name := _taste(reading, phrase, place):
            found.append(name)
    return found


def _taste(reading: Reading, phrase: Phrase, place: int) -> str | None:  # noqa: PLR0911 - one for each test
    if phrase.pronoun:
        return reading.people.thing(phrase) if phrase.pronoun in {"it", "them"} else None
    if not phrase.words:
        return None
    if phrase.words[0].lower().endswith("ing") and not phrase.det and not phrase.name:
        return _activity(reading, phrase, place)
    if (phrase.det in _POINTING | {"the"} and not _such(phrase)) or (
        phrase.owner is not None and not phrase.owner.pronoun
    ):
        return None
    if phrase.head in _VAGUE or not phrase.noun or (phrase.kin in KIN and phrase.kin):
        return None
    after = reading.line[place + 1] if place + 1 < len(reading.line) else None
    following = (after.phrase.pronoun if after.phrase is not None else after.code) if after is not None else ""
    if following in {"that", "which", "who", "of"} and not phrase.name:
        return None
    return phrase.text


def _such(phrase: Phrase) -> bool:
    """Whether "the" points at nothing: the sea, the Beatles."""
    return phrase.det == "the" and bool(phrase.name or {word.lower() for word in phrase.words} & _AS_SUCH)


def _activity(reading: Reading, phrase: Phrase, place: int) -> str | None:
    """A gerund with what it needs: "going on road trips", "swimming", "helping the community"; None where that is vague."""
    after = reading.line[place + 1 : place + 3]
    first = after[0] if after else None
    if first is None or (first.phrase is None and first.code not in _PREPOSITIONS):
        return None if phrase.head in _LIGHT else phrase.text
    if phrase.words[-1].lower() == "time":
        other = after[1].phrase if len(after) > 1 and first.code == "with" else None
        return _joined(reading, phrase, other) if other is not None and other.det != "the" else None
    if first.phrase is not None:
        return _joined(reading, phrase, first.phrase)
    behind = after[1].phrase if len(after) > 1 else None
    if len(phrase.words) == 1 and (phrase.head in _LIGHT or first.code in {"up", "into"}):
        return _joined(reading, phrase, behind) if behind is not None else None
    return phrase.text


def _joined(reading: Reading, phrase: Phrase, other: Phrase) -> str | None:
    if other.pronoun or other.det in _POINTING - {"no", "all"} or other.head in _VAGUE:
        return None
    return " ".join(reading.text[phrase.start : other.end].split())


def held(phrase: Phrase) -> bool:
    """Whether what somebody would rather have can be kept as a preference: no pronoun, and nothing that is pointed at."""
    return bool(phrase.words) and phrase.det not in _POINTING and phrase.head not in _VAGUE


def tongue(phrase: Phrase) -> str | None:
    """The language that a phrase names, or None."""
    return next((word for word in phrase.words if word.lower() in LANGUAGES), None)
