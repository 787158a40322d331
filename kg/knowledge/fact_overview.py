"""What matters about a person or thing: a few lines of facts, by subject matter and importance, each with its facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.knowledge.predicates import PREDICATES, format_fact_sentence, get_predicate
from kg.language import extract_keywords

# Groups of lines in their order, with the predicates of each, its importance, and its maximum number of lines.
_GROUPS: tuple[tuple[str, tuple[str, ...], float, int], ...] = (
    ("identity", ("name_is", "role", "works_at", "studies_at", "age", "born_on", "from", "speaks"), 0.85, 4),
    ("home", ("lives_in", "moved_to", "located_in"), 0.9, 1),
    ("family", ("married_to", "partner_of", "parent_of", "child_of", "sibling_of", "has_pet"), 0.85, 4),
    ("health", ("allergic_to", "diet"), 0.95, 2),
    ("work", ("founded", "reports_to", "member_of", "studied", "deadline"), 0.6, 2),
    ("tastes", ("likes", "favourite", "dislikes", "prefers"), 0.55, 3),
    ("contact", ("email", "phone"), 0.5, 2),
    ("things", ("owns", "uses", "knows", "friend_of", "colleague_of"), 0.35, 2),
)
_GROUP_OF = {
    name: (place, importance, most) for place, (_, names, importance, most) in enumerate(_GROUPS) for name in names
}
_OPEN_GROUPS = {"relation": 2, "trait": 0, "possession": 7, "preference": 5, "opinion": 5}
_STATES, _EVENTS = len(_GROUPS), len(_GROUPS) + 1
_MOST_STATES, _MOST_EVENTS, _MOST_OTHERS = 3, 5, 2
# Objects of these are listed in one line.
_LISTED = frozenset(
    {
        "likes",
        "dislikes",
        "has_pet",
        "parent_of",
        "child_of",
        "sibling_of",
        "speaks",
        "owns",
        "uses",
        "knows",
        "allergic_to",
    }
    | {"friend_of", "colleague_of", "member_of"}
)
_MOST_LISTED = 6
# Weights of what readers would note and of the message's salience; an event counts half after this time.
_WORTH, _SALIENCE, _HALF_LIFE = 0.6, 0.6, dt.timedelta(days=45)
_LEAST_IMPORTANCE = 0.3
_SAME_SHARE = 0.6


@dataclass(frozen=True)
class OverviewFact:
    """A fact that may be in an overview.

    Attributes:
        id: id of the fact.
        text: its sentence.
        subject: name of the subject.
        predicate: its predicate.
        object: name of the object, or a value.
        polarity: False if it is negated.
        kind: event, state, trait, preference, plan, opinion, relation, possession or task.
        worth: how worth noting it is, 0 to 1; 1 for closed predicates.
        salience: the salience of its most salient message, 0 to 1.
        at: when it was last said.
        sources: ids of its events.
        speaker: account of who states it; None if that is not known.
        said_by: names of who states it, for texts that show them; facts that differ in these share no line.
    """

    id: str
    text: str
    subject: str
    predicate: str
    object: str
    polarity: bool
    kind: str
    worth: float
    salience: float
    at: dt.datetime
    sources: tuple[str, ...] = ()
    speaker: str | None = None
    said_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class OverviewLine:
    """A line of an overview.

    Attributes:
        text: one sentence.
        facts: the facts that it states.
        importance: of the most important of these, 0 to 1.
    """

    text: str
    facts: tuple[OverviewFact, ...]
    importance: float


def write_overview(facts: Iterable[OverviewFact], now: dt.datetime, *, most: int) -> list[OverviewLine]:
    """Return the most important facts as lines: who a person is, home, family, health, work, tastes, states, then events.

    Tasks and plans without a date are left out, facts that do not name their subject, and what nearly repeats another line.

    Args:
        facts: current facts about one entity.
        now: the current time; events fade.
        most: maximum number of lines.
    """
    groups: dict[int, list[OverviewLine]] = {}
    named = [fact for fact in facts if _names_subject(fact)]
    for line in sorted(_to_lines(named, now), key=lambda each: (-each.importance, each.text)):
        if line.importance >= _LEAST_IMPORTANCE:
            groups.setdefault(_group(line.facts[0]), []).append(line)
    kept: list[tuple[int, OverviewLine]] = []
    for place, lines in groups.items():
        kept += [(place, line) for line in _without_repetitions(lines)[: _most(place)]]
    kept.sort(key=lambda each: -each[1].importance)
    chosen = sorted(kept[:most], key=lambda each: (each[0], _order(each)))
    return _without_repetitions([line for _, line in chosen])


def fact_importance(fact: OverviewFact, now: dt.datetime) -> float:
    """Return how important a fact is for a picture of its subject, 0 to 1."""
    if fact.kind == "task" or (fact.predicate == "plans" and fact.salience < _LEAST_IMPORTANCE):
        return 0.0
    if fact.predicate in _GROUP_OF:
        return _GROUP_OF[fact.predicate][1] * (0.8 + 0.2 * fact.salience)
    value = 1 - (1 - _WORTH * fact.worth) * (1 - _SALIENCE * fact.salience)
    return value * _fading(fact, now) if fact.kind in {"event", "plan"} else value


def _names_subject(fact: OverviewFact) -> bool:
    """Whether the sentence names the subject; what a person said of other things is stored with the person as its subject."""
    first = fact.subject.split()[0] if fact.subject.split() else ""
    return first.casefold() in fact.text.casefold()


def _fading(fact: OverviewFact, now: dt.datetime) -> float:
    age = max(dt.timedelta(), now - fact.at)
    return float(0.3 + 0.7 * 0.5 ** (age / _HALF_LIFE))


def _to_lines(facts: Iterable[OverviewFact], now: dt.datetime) -> list[OverviewLine]:
    listed: dict[tuple[str, str, tuple[str, ...]], list[OverviewFact]] = {}
    lines = []
    for fact in facts:
        if fact.predicate in _LISTED and fact.polarity:
            listed.setdefault((fact.subject, fact.predicate, fact.said_by), []).append(fact)
        else:
            lines.append(OverviewLine(fact.text, (fact,), fact_importance(fact, now)))
    for (subject, name, _), group in listed.items():
        best = sorted(group, key=lambda fact: (-fact_importance(fact, now), fact.object))
        shown = list({fact.object.casefold(): fact for fact in reversed(best)}.values())[::-1][:_MOST_LISTED]
        if len(shown) == 1:
            text = shown[0].text
        else:
            objects = [fact.object for fact in shown]
            text = format_fact_sentence(get_predicate(name), subject, f"{', '.join(objects[:-1])} and {objects[-1]}")
        lines.append(OverviewLine(text, tuple(shown), fact_importance(best[0], now)))
    return lines


def _group(fact: OverviewFact) -> int:
    if fact.predicate in _GROUP_OF:
        return _GROUP_OF[fact.predicate][0]
    if fact.kind in {"event", "plan"} or fact.predicate in PREDICATES:
        return _EVENTS
    return _OPEN_GROUPS.get(fact.kind, _STATES)


def _most(place: int) -> int:
    if place == _EVENTS:
        return _MOST_EVENTS
    return _MOST_STATES if place == _STATES else _GROUPS[place][3] + _MOST_OTHERS


def _order(each: tuple[int, OverviewLine]) -> float:
    """Return the order in a group: events by time, others by importance."""
    place, line = each
    return line.facts[0].at.timestamp() if place == _EVENTS else -line.importance


def _without_repetitions(lines: Sequence[OverviewLine]) -> list[OverviewLine]:
    kept: list[tuple[OverviewLine, frozenset[str]]] = []
    for line in lines:
        words = frozenset(extract_keywords(line.text))
        if not any(len(words & other) >= _SAME_SHARE * min(len(words), len(other)) > 0 for _, other in kept):
            kept.append((line, words))
    return [line for line, _ in kept]
