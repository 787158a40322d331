"""Diary entries without a language model: name the speakers and quote their most representative sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.language import extract_keywords, split_sentences
from kg.memories.tool_failures import truncate_text
from kg.types import Event

MAX_QUOTES = 3
"""Maximum number of quotations. With the sentence that names the speakers, an entry has 2 to 4 sentences."""
_MIN_WORDS = 4
_MAX_QUOTE_CHARS = 240
_MAX_NAMES = 6
_INNER_QUOTES = str.maketrans("“”", "‘’")


@dataclass(frozen=True)
class DiaryText:
    """The text of an entry that is not stored yet.

    Attributes:
        text: 2 to 4 sentences in the third person.
        participants: the speakers, as `platform:id`, in the order of their first message.
        sources: ids of the quoted events, oldest first.
        audience: the audience that all quoted events share.
    """

    text: str
    participants: tuple[str, ...]
    sources: tuple[str, ...]
    audience: str


def write_diary_texts(events: Iterable[Event]) -> Sequence[DiaryText]:
    """Describe events in the third person: one entry per audience; none where no sentence is long enough to quote.

    Quotes the sentences whose keywords are most frequent: at most one per event, one per speaker before a second of any, in
    chronological order. Each quotation names its speaker.

    Args:
        events: logged events, oldest first; events without a speaker and tool events are left out.
    """
    groups: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.speaker and event.id and event.kind == "message":
            groups[event.audience or "shared"].append(event)
    entries = (_write_entry(audience, group) for audience, group in sorted(groups.items()))
    return [one for one in entries if one is not None]


def _write_entry(audience: str, events: Sequence[Event]) -> DiaryText | None:
    counts = count_keyword_events(events)
    best = [found for place, event in enumerate(events) if (found := _best_sentence(event, place, counts))]
    if not best:
        return None
    chosen: list[tuple[float, int, str]] = []
    # One quotation per speaker before a second one of any speaker.
    for again in (False, True):
        for one in sorted(best, key=lambda each: (-each[0], each[1])):
            quoted_speakers = {events[place].speaker for _, place, _ in chosen}
            if (
                len(chosen) < MAX_QUOTES
                and one not in chosen
                and (again or events[one[1]].speaker not in quoted_speakers)
            ):
                chosen.append(one)
    chosen.sort(key=lambda each: each[1])
    names = list(dict.fromkeys(_speaker_name(event) for event in events))
    quoted = [f"{_speaker_name(events[place])} said: “{sentence}”" for _, place, sentence in chosen]
    return DiaryText(
        text=" ".join([_list_speakers(names), *quoted]),
        participants=tuple(dict.fromkeys(event.speaker for event in events if event.speaker)),
        sources=tuple(events[place].id or "" for _, place, _ in chosen),
        audience=audience,
    )


def count_keyword_events(events: Iterable[Event]) -> Counter[str]:
    """Return for each keyword the number of events that contain it."""
    return Counter(word for event in events for word in set(extract_keywords(event.text)))


def find_top_sentence(text: str, counts: Counter[str]) -> tuple[float, int, int] | None:
    """Return the sentence of a text whose keywords are most frequent, with its score. Questions are skipped.

    Args:
        text: the text of a message.
        counts: from `count_keyword_events`.

    Returns:
        Score, start and end offset; None where no sentence has enough words.
    """
    found = []
    for start, end in split_sentences(text):
        sentence = text[start:end]
        words = set(extract_keywords(sentence))
        if len(sentence.split()) >= _MIN_WORDS and words and not sentence.rstrip().endswith("?"):
            # Dividing by the square root keeps long sentences from winning by length alone.
            found.append((sum(counts[word] for word in words) / len(words) ** 0.5, start, end))
    return max(found, key=lambda each: each[0], default=None)


def _best_sentence(event: Event, place: int, counts: Counter[str]) -> tuple[float, int, str] | None:
    found = find_top_sentence(event.text, counts)
    if found is None:
        return None
    score, start, end = found
    return (
        score,
        place,
        truncate_text(" ".join(event.text[start:end].split()).translate(_INNER_QUOTES), _MAX_QUOTE_CHARS),
    )


def _list_speakers(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} spoke."
    shown = (
        list(names) if len(names) <= _MAX_NAMES else [*names[: _MAX_NAMES - 1], f"{len(names) - _MAX_NAMES + 1} others"]
    )
    return f"{', '.join(shown[:-1])} and {shown[-1]} spoke."


def _speaker_name(event: Event) -> str:
    return event.speaker_name or (event.speaker or "").partition(":")[2] or event.speaker or ""
