"""Patterns over facts, written without a language model: what comes up again and again, and what changed more than once.

Each reflection can be tested against its sources, the facts that it states.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kg.graph import MIN_TIME
from kg.knowledge import get_predicate
from kg.language import STOP_WORDS, extract_keywords
from kg.memories.memory_store import derive_memory_id
from kg.people import attribute_sentence
from kg.types import Fact

NO_NAMES: Mapping[str, str] = MappingProxyType({})
"""For texts that show subjects by their own names."""
NO_AUTHORS: Mapping[str, Sequence[str]] = MappingProxyType({})
"""For facts that are shown without who states them."""
LATEST_FACTS = 1_000
"""Number of newest facts that are considered."""
MIN_DAYS = 3
"""Minimum number of days on which a matter comes up."""
MIN_EARLIER = 2
"""Minimum number of earlier values of what changed."""
MAX_REFLECTIONS = 3
"""Maximum number of reflections per run."""
_MAX_PER_SUBJECT, _MAX_STATED, _MAX_EARLIER = 2, 4, 4
_LEAST_WORTH = 0.2
# A word is what a matter is named by if this share of its occurrences follow an article or a possessive, and none more than
# the other share are followed by a further noun, as "red" is in "the red door".
_NOUN_SHARE, _MODIFIER_SHARE = 0.5, 0.4
# Words that any conversation has and that name no matter.
_GENERAL_WORDS = """
good great nice right new old left back end side place name kind sort part way thing things lot bit idea question answer
word words life world friend friends person people someone everyone something nothing anything day days week weeks
weekend month months year years time times morning evening night today tomorrow yesterday hour hours minute minutes one
two three four five six seven eight nine ten half last next first second monday tuesday wednesday thursday friday
saturday sunday january february march april may june july august september october november december say says said
think thinks man woman guy lady plan message line start
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())


@dataclass(frozen=True)
class ReflectionDraft:
    """A reflection that is not stored yet.

    Attributes:
        id: derived from pattern, audience and sources, so that the same facts give the same id.
        text: what was found, with dates.
        subject: id of the entity that it is about.
        pattern: the subject's id and what comes up or changed; a later reflection on the same supersedes an earlier one.
        sources: ids of the facts that it states, sorted.
        audience: the audience that all its facts share.
    """

    id: str
    text: str
    subject: str
    pattern: str
    sources: tuple[str, ...]
    audience: str


@dataclass(frozen=True)
class _Pattern:
    what: str
    rank: tuple[float, ...]
    facts: tuple[Fact, ...]
    text: str


def draft_reflections(
    facts: Sequence[Fact],
    last_said: Mapping[str, dt.datetime] | None = None,
    names: Mapping[str, str] = NO_NAMES,
    authors: Mapping[str, Sequence[str]] = NO_AUTHORS,
) -> Sequence[ReflectionDraft]:
    """Draft reflections on facts: at most three, and two about one subject; the changes first, then what comes up on most days.

    Facts of different audiences are never combined.

    Args:
        facts: current and superseded facts, in any order.
        last_said: fact id → time it was last said; `recorded_at` for facts that are missing.
        names: id of a subject → the name to show, with account and tier where that is needed.
        authors: fact id → names of who states it, for facts that are shown with these.
    """
    times = {fact.id: (last_said or {}).get(fact.id) or fact.recorded_at or MIN_TIME for fact in facts}
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in sorted(facts, key=lambda each: (times[each.id], each.id)):
        if fact.status in {"current", "superseded"} and fact.subject_id and fact.kind != "task":
            groups[fact.subject_id, fact.audience].append(fact)
    found = [
        (key, pattern)
        for key, group in sorted(groups.items())
        for pattern in _first_patterns(group, times, names.get(key[0], group[0].subject), authors)
    ]
    found.sort(key=lambda each: each[1].rank, reverse=True)
    return [_draft(subject, audience, pattern) for (subject, audience), pattern in found[:MAX_REFLECTIONS]]


def _first_patterns(
    group: Sequence[Fact], times: Mapping[str, dt.datetime], name: str, authors: Mapping[str, Sequence[str]]
) -> list[_Pattern]:
    """Return the two strongest patterns of a subject that share no fact."""
    found = [*_changes(group, name, authors), *_matters(group, times, name, authors)]
    patterns = sorted(found, key=lambda each: each.rank, reverse=True)
    chosen: list[_Pattern] = []
    for pattern in patterns:
        used = {fact.id for one in chosen for fact in one.facts}
        if len(chosen) < _MAX_PER_SUBJECT and not used & {fact.id for fact in pattern.facts}:
            chosen.append(pattern)
    return chosen


def _changes(group: Sequence[Fact], name: str, authors: Mapping[str, Sequence[str]]) -> Iterator[_Pattern]:
    """Yield what changed at least twice: one value holds at a time, and there are two earlier ones."""
    slots: dict[str, list[Fact]] = defaultdict(list)
    for fact in group:
        if fact.polarity and get_predicate(fact.predicate).is_single_valued:
            slots[fact.predicate].append(fact)
    for predicate, facts in slots.items():
        now = [fact for fact in facts if fact.status == "current"]
        past = sorted(
            (fact for fact in facts if fact.status == "superseded"), key=lambda fact: fact.valid_from or MIN_TIME
        )
        earlier = list(dict.fromkeys(fact.object for fact in past if fact.object not in {each.object for each in now}))
        if len(now) == 1 and len(earlier) >= MIN_EARLIER:
            values = ", then ".join(earlier[-_MAX_EARLIER:])
            stated = now[0].text.removesuffix(".") + _since(now[0])
            statements = attribute_sentence(f"{stated}; before that {values}.", _list_authors((*past, now[0]), authors))
            text = f"{name} ({len(earlier)} changes): {statements}"
            yield _Pattern(predicate, (1, len(earlier), 0), (*past, now[0]), text)


def _matters(
    group: Sequence[Fact], times: Mapping[str, dt.datetime], name: str, authors: Mapping[str, Sequence[str]]
) -> Iterator[_Pattern]:
    """Yield what comes up on at least three days, with its first, its last, and the most notable statements in between."""
    own = {word for fact in group for word in extract_keywords(fact.subject)} | set(extract_keywords(name))
    by_word: dict[str, list[Fact]] = defaultdict(list)
    for fact in group:
        if fact.status == "current" and fact.worth >= _LEAST_WORTH:
            for word in set(extract_keywords(fact.text)) - own - _GENERAL:
                if len(word) > 2 and word.isalpha():
                    by_word[word].append(fact)
    for word, facts in sorted(by_word.items()):
        days = {times[fact.id].date() for fact in facts}
        if len(days) >= MIN_DAYS and _names_matter(word, facts):
            stated = _choose_stated(facts, times)
            first, last = min(days), max(days)
            statements = " ".join(attribute_sentence(fact.text, authors.get(fact.id, ())) for fact in stated)
            text = f"{name}, {word} (on {len(days)} days, {first} to {last}): {statements}"
            yield _Pattern(word, (0, len(days), sum(fact.worth for fact in facts)), tuple(stated), text)


def _list_authors(facts: Iterable[Fact], authors: Mapping[str, Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(name for fact in facts for name in authors.get(fact.id, ())))


def _choose_stated(facts: Sequence[Fact], times: Mapping[str, dt.datetime]) -> list[Fact]:
    """Return one fact of the first and of the last day, and the most notable ones in between, in order of time."""
    best: dict[dt.date, Fact] = {}
    for fact in facts:
        day = times[fact.id].date()
        if day not in best or fact.worth > best[day].worth:
            best[day] = fact
    days = sorted(best)
    between = sorted(days[1:-1], key=lambda day: (-best[day].worth, day))[: _MAX_STATED - 2]
    return [best[day] for day in sorted({days[0], *between, days[-1]})]


def _names_matter(word: str, facts: Sequence[Fact]) -> bool:
    """Whether a word is the noun of a matter: mostly after an article or possessive, and rarely before a further noun."""
    noun = re.compile(
        rf"\b(?:the|a|an|his|her|their|its|this|that|\w+['’]s)(?: [\w-]+)? {re.escape(word)}\b", re.IGNORECASE
    )
    after = re.compile(rf"\b{re.escape(word)} ([a-z]+)", re.IGNORECASE)
    named = sum(noun.search(fact.text) is not None for fact in facts)
    followers = [match[1].lower() for fact in facts if (match := after.search(fact.text))]
    modifies = sum(follower not in STOP_WORDS for follower in followers)
    return named >= _NOUN_SHARE * len(facts) and modifies <= _MODIFIER_SHARE * len(facts)


def _since(fact: Fact) -> str:
    """Return " (since DATE)" unless the sentence has a date."""
    if fact.valid_from is None or "(since " in fact.text:
        return ""
    return f" (since {fact.valid_from:%Y-%m-%d})"


def _draft(subject: str, audience: str, pattern: _Pattern) -> ReflectionDraft:
    sources = tuple(sorted(fact.id for fact in pattern.facts))
    name = f"{subject}:{pattern.what}"
    identifier = derive_memory_id("reflection", name, audience, *sources)
    return ReflectionDraft(identifier, pattern.text, subject, name, sources, audience)
