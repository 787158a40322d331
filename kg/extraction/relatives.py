"""Family, friends, colleagues and pets: from possessives, appositions and sentences such as "Meera is my mother"."""

from __future__ import annotations

from kg.extraction.certainty import AGREED
from kg.extraction.noun_phrases import Phrase, bare
from kg.extraction.sentence_reader import Reading
from kg.extraction.word_lists import KIN, PETS


def predicate(kin: str) -> str:
    """The predicate from the owner to what the word names, or ""."""
    return "has_pet" if kin in PETS else KIN.get(kin, "")


def past(phrase: Phrase) -> bool:
    """Whether the relation is over: my ex-wife, her former boss."""
    former = any(word.lower().startswith("ex-") for word in phrase.words)
    return former or (
        bool({"ex", "former", "ex-wife", "late", "previous", "old"} & {word.lower() for word in phrase.words[:-1]})
        and (predicate(phrase.kin) not in {"friend_of", "has_pet"})
    )


def from_phrase(reading: Reading, phrase: Phrase, place: int) -> None:
    """What a phrase states by itself: "my brother Jakob", "Pieter's manager Ilse", "Yusuf, the CFO of Halden"."""
    if phrase.owner is not None and phrase.owner.owner is not None:
        from_phrase(reading, phrase.owner, place)
    if phrase.role is not None and phrase.name:
        reading.say([phrase.name], "role", [bare(phrase.role)])
        if phrase.at is not None and phrase.at.name:
            home = phrase.at.label == "place" and phrase.at.sure
            reading.say([phrase.name], "from" if home else "works_at", [phrase.at.name])
    if phrase.kin and phrase.owner is not None and phrase.name:
        relate(reading, phrase.owner, phrase, [phrase.name, *_more(reading, phrase, place)])
    elif phrase.kin and phrase.owner is not None and phrase.plural and (names := reading.behind(f"#{place}")):
        relate(reading, phrase.owner, phrase, names)


def _more(reading: Reading, phrase: Phrase, place: int) -> list[str]:
    """The other names in "my sons Tom and Ben"."""
    names: list[str] = []
    while phrase.plural and place + 2 < len(reading.line) and reading.line[place + 1].code in {"and", ","}:
        other = reading.line[place + 2].phrase
        if other is None or other.owner or other.kin or not other.words:
            break
        names.append(other.text)
        place += 2
    return names


def pets(reading: Reading, codes: str, found: list[Phrase]) -> list[str]:
    """The pets in a piece of code, by name or else by species: "a cat called Biscuit and two goldfish", "a kitten, Perle".

    Args:
        reading: of the sentence.
        codes: of the phrases behind the verb.
        found: those of them that are pets.
    """
    named = [each for each in reading.phrases(codes) if each.name and each.kin not in PETS and not each.det]
    bare_ones = [each for each in found if not each.name]
    if len(bare_ones) == 1 and (named or reading.behind(codes)) and (bare_ones[0].plural or len(named) <= 1):
        return [each.name for each in found if each.name] + ([each.name for each in named] or reading.behind(codes))
    return [each.name or bare(each) for each in found]


def relate(
    reading: Reading,
    owner: Phrase,
    phrase: Phrase,
    names: list[str],
    times: tuple[str | None, str | None] = (None, None),
) -> None:
    """State what names are to an owner."""
    kind, whose = predicate(phrase.kin), reading.people.name(owner)
    if kind != "has_pet":
        # A common noun is nobody's sister.
        names = [
            name for name in names if "'s " in name or phrase.name or reading.people.someone(name) or name[0].isupper()
        ]
    if kind and whose:
        reading.people.saw(owner)
        reading.say([whose], kind, names, (None, "past") if past(phrase) else times, confidence=AGREED)
