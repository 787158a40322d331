"""A diary entry without a language model: who spoke, and what they said that says most, each in their own name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.language.keywords import keywords
from kg.language.sentences import sentences
from kg.memories.tool_failures import bounded
from kg.types import Event

MOST_QUOTED = 3
"""With the sentence about who spoke an entry has 2 to 4."""
_LEAST_WORDS = 4
_LONGEST = 240
_NAMED = 6
_INNER = str.maketrans("“”", "‘’")


@dataclass(frozen=True)
class Told:
    """An entry that is not kept yet.

    Attributes:
        text: 2 to 4 sentences in the third person.
        participants: who spoke, as `platform:id`, in the order of their first words.
        sources: ids of the events that are quoted, oldest first.
        audience: of every one of them.
    """

    text: str
    participants: tuple[str, ...]
    sources: tuple[str, ...]
    audience: str


def tell(events: Iterable[Event]) -> Sequence[Told]:
    """What was said, told in the third person: an entry for each audience; none of what says too little to be told.

    The sentences whose words came up most are quoted, one of an event at most and of each speaker before a second of any, in the
    order in which they were said. Nobody is given another's words: each quotation stands behind the name of who said it.

    Args:
        events: as they were logged, oldest first; those without a speaker, and of tools, are left out.
    """
    groups: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.speaker and event.id and event.kind == "message":
            groups[event.audience or "shared"].append(event)
    told = (_entry(audience, group) for audience, group in sorted(groups.items()))
    return [one for one in told if one is not None]


def _entry(audience: str, events: Sequence[Event]) -> Told | None:
    counts = occurring(events)
    best = [found for place, event in enumerate(events) if (found := _best(event, place, counts))]
    if not best:
        return None
    chosen: list[tuple[float, int, str]] = []
    # Of each speaker one before a second of any.
    for again in (False, True):
        for one in sorted(best, key=lambda each: (-each[0], each[1])):
            heard = {events[place].speaker for _, place, _ in chosen}
            if len(chosen) < MOST_QUOTED and one not in chosen and (again or events[one[1]].speaker not in heard):
                chosen.append(one)
    chosen.sort(key=lambda each: each[1])
    names = list(dict.fromkeys(_name(event) for event in events))
    quoted = [f"{_name(events[place])} said: “{sentence}”" for _, place, sentence in chosen]
    return Told(
        text=" ".join([_roster(names), *quoted]),
        participants=tuple(dict.fromkeys(event.speaker for event in events if event.speaker)),
        sources=tuple(events[place].id or "" for _, place, _ in chosen),
        audience=audience,
    )


def occurring(events: Iterable[Event]) -> Counter[str]:
    """In how many of the events each keyword stands."""
    return Counter(word for event in events for word in set(keywords(event.text)))


def weightiest(text: str, counts: Counter[str]) -> tuple[float, int, int] | None:
    """The sentence of a text whose words came up most, with what it scores; questions say nothing by themselves.

    Args:
        text: what was said.
        counts: as `occurring` gives them.

    Returns:
        score, first and last character; None where no sentence says enough.
    """
    found = []
    for start, end in sentences(text):
        sentence = text[start:end]
        words = set(keywords(sentence))
        if len(sentence.split()) >= _LEAST_WORDS and words and not sentence.rstrip().endswith("?"):
            # The root keeps long sentences from winning by length alone.
            found.append((sum(counts[word] for word in words) / len(words) ** 0.5, start, end))
    return max(found, key=lambda each: each[0], default=None)


def _best(event: Event, place: int, counts: Counter[str]) -> tuple[float, int, str] | None:
    found = weightiest(event.text, counts)
    if found is None:
        return None
    score, start, end = found
    return score, place, bounded(" ".join(event.text[start:end].split()).translate(_INNER), _LONGEST)


def _roster(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} spoke."
    shown = list(names) if len(names) <= _NAMED else [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} others"]
    return f"{', '.join(shown[:-1])} and {shown[-1]} spoke."


def _name(event: Event) -> str:
    return event.speaker_name or (event.speaker or "").partition(":")[2] or event.speaker or ""
