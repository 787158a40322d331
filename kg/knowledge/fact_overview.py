"""What matters about a person or thing: a few lines of facts, by subject matter and importance, each with its facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.knowledge.lasting_value import estimate_lasting_value
from kg.knowledge.outdated_statements import date_statement, is_outdated
from kg.knowledge.passing_states import is_passed
from kg.knowledge.predicates import PREDICATES, format_fact_sentence, get_predicate
from kg.knowledge.quoted_messages import QuotableMessage, Quotation, covers_sentence, quote_message
from kg.language import extract_keywords, is_clear_statement, says_something_else
from kg.trust import CREDIBLE_TIERS

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
_MOST_STATES, _MOST_EVENTS, _MOST_OTHERS = 4, 7, 2
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
# Of the facts that matter, the share that a reader of cards would want.
_UNQUOTED_SHARE = 0.5
# Weights of what readers would note and of the message's salience; an event counts half after this time.
_WORTH, _SALIENCE, _HALF_LIFE = 0.6, 0.6, dt.timedelta(days=45)
# The least importance of a line, and of the first; the least worth of an open fact that cannot be quoted.
_LEAST_IMPORTANCE, _LEAST_OF_FIRST, _LEAST_UNQUOTED_WORTH = 0.2, 0.1, 0.6
_LEAST_PLAN_SALIENCE = 0.3
_SAME_SHARE, _OVERLAPPING_SHARE = 0.6, 0.4
# Predicates whose statements are read surely: others say less than the message, and this is quoted if they say little of it.
_SURE = frozenset({"allergic_to", "diet", "email", "phone", "prefers", "speaks"})
_TASTES = frozenset({"likes", "dislikes", "prefers"})
# Names are in the card already, and a plan of the moment or a thing at hand is no part of a picture.
_LEFT_OUT = frozenset({"name_is", "plans"})


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
        messages: its messages that may be quoted in its place.
        object_is_person: whether its object is a person.
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
    messages: tuple[QuotableMessage, ...] = ()
    object_is_person: bool = False


@dataclass(frozen=True)
class OverviewLine:
    """A line of an overview.

    Attributes:
        text: a sentence, or a quotation with speaker and date.
        facts: the facts that it states.
        importance: of the most important of these, 0 to 1.
        quoted: the message that it quotes; None if it quotes none.
    """

    text: str
    facts: tuple[OverviewFact, ...]
    importance: float
    quoted: QuotableMessage | None = None

    @property
    def at(self) -> dt.datetime:
        """When it was last said."""
        return self.facts[0].at if self.facts or self.quoted is None else self.quoted.at


def write_overview(
    facts: Iterable[OverviewFact], now: dt.datetime, *, most: int, messages: Iterable[QuotableMessage] = ()
) -> list[OverviewLine]:
    """Return the most important facts as lines: who a person is, home, family, health, work, tastes, states, then events.

    What is read alone must be clear: a statement that says only part of its message, or is no longer as it says, gives way to
    a quotation of the message with its speaker and date, and is left out if that is not clear either. Tasks and plans are
    left out, and what nearly repeats another line.

    Args:
        facts: current facts about one entity.
        now: the current time. Events fade by their age at the last of the facts and messages.
        most: maximum number of lines.
        messages: messages that may be quoted without a fact.
    """
    facts, messages = list(facts), list(messages)
    named = [
        fact
        for fact in facts
        if _names_subject(fact)
        and not _is_of_moment(fact)
        and not (fact.sources and is_passed(fact.text, fact.at, now))
    ]
    # While nothing more is said, nothing is overtaken: an old conversation reads as it did at its end.
    moments = [fact.at for fact in facts] + [message.at for message in messages]
    end = min(now, max(moments, default=now))
    lines = [shown for line in _to_lines(named, end) if (shown := _make_clear(line, now, end)) is not None]
    lines += _quote_messages(messages, lines, end)
    groups: dict[int, list[OverviewLine]] = {}
    for rank, line in enumerate(sorted(lines, key=lambda each: (-each.importance, each.text))):
        if line.importance >= (_LEAST_IMPORTANCE if rank else _LEAST_OF_FIRST):
            groups.setdefault(_group(line.facts[0]) if line.facts else _EVENTS, []).append(line)
    kept: list[tuple[int, OverviewLine]] = []
    for place, lines in groups.items():
        kept += [(place, line) for line in _without_repetitions(lines)[: _most(place)]]
    kept.sort(key=lambda each: -each[1].importance)
    chosen = sorted(kept[:most], key=lambda each: (each[0], _order(each)))
    return _without_repetitions([line for _, line in chosen])


def _make_clear(line: OverviewLine, now: dt.datetime, end: dt.datetime) -> OverviewLine | None:
    """Return a line as it is shown: the statement if it is clear, or a quotation; None if neither is."""
    fact = line.facts[0]
    if not fact.sources or len(line.facts) > 1:
        # Facts that were written by hand are shown as they are, and lists are of facts that were read surely.
        return line
    is_open = fact.predicate not in PREDICATES
    is_sure = fact.predicate in _SURE
    message = max(fact.messages, key=lambda each: (each.salience, each.at), default=None)
    outdated = is_outdated(fact.text, fact.subject, now)
    is_clear = not outdated and (is_sure or is_clear_statement(fact.text, fact.subject))
    is_whole = fact.worth >= _LEAST_UNQUOTED_WORTH if message is None else covers_sentence(fact.text, message)
    if is_clear and not is_open and (is_sure or is_whole):
        return line
    quotation = None if message is None else quote_message(message, fact.text)
    if message is not None and quotation is not None:
        return OverviewLine(quotation.text, line.facts, _quotation_value(message, quotation, end), message)
    if not (is_clear and is_open and is_whole):
        return None
    text = date_statement(fact.text, fact.subject, fact.at)
    return OverviewLine(text, line.facts, line.importance * _UNQUOTED_SHARE)


def _quote_messages(
    messages: Iterable[QuotableMessage], lines: Sequence[OverviewLine], now: dt.datetime
) -> list[OverviewLine]:
    """Quote messages that matter and last, and of which no line is a statement."""
    stated = {source for line in lines if line.quoted is None for fact in line.facts for source in fact.sources}
    quoted: list[OverviewLine] = []
    for message in messages:
        quotation = None if message.id in stated else quote_message(message)
        if quotation is not None:
            quoted.append(OverviewLine(quotation.text, (), _quotation_value(message, quotation, now), message))
    return quoted


def _quotation_value(message: QuotableMessage, quotation: Quotation, now: dt.datetime) -> float:
    """Return the probability that a reader would want a quotation; what was said long ago has often been overtaken."""
    # Whole days, so that what is written twice within minutes is the same.
    age = dt.timedelta(days=max(dt.timedelta(), now - message.at).days)
    return estimate_lasting_value(quotation.words, age=age, nearness=message.nearness) * _fading(age)


def fact_importance(fact: OverviewFact, now: dt.datetime) -> float:
    """Return how important a fact is for a picture of its subject, 0 to 1."""
    if fact.kind == "task" or (fact.predicate == "plans" and fact.salience < _LEAST_PLAN_SALIENCE):
        return 0.0
    if fact.predicate in _GROUP_OF:
        return _GROUP_OF[fact.predicate][1] * (0.8 + 0.2 * fact.salience)
    value = 1 - (1 - _WORTH * fact.worth) * (1 - _SALIENCE * fact.salience)
    return value * _fading(max(dt.timedelta(), now - fact.at)) if fact.kind in {"event", "plan"} else value


def _names_subject(fact: OverviewFact) -> bool:
    """Whether the sentence names the subject; what a person said of other things is stored with the person as its subject."""
    first = fact.subject.split()[0] if fact.subject.split() else ""
    return first.casefold() in fact.text.casefold()


def _is_of_moment(fact: OverviewFact) -> bool:
    """Whether a fact is no part of a picture: a name, a plan, and fondness of a person ("I like Saskia more with each story")."""
    is_fondness = fact.predicate in _TASTES and bool(fact.sources) and fact.object_is_person
    return fact.predicate in _LEFT_OUT or is_fondness


def _fading(age: dt.timedelta) -> float:
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
    return line.at.timestamp() if place == _EVENTS else -line.importance


def _without_repetitions(lines: Sequence[OverviewLine]) -> list[OverviewLine]:
    """Leave out what repeats another line; of quotations of several speakers the one of most authority stays."""
    kept: list[OverviewLine] = []
    for line in lines:
        same = next((place for place, other in enumerate(kept) if _is_same(line, other)), None)
        if same is None:
            kept.append(line)
        elif _precedes(line, kept[same]):
            kept[same] = line
    return kept


def _is_same(line: OverviewLine, other: OverviewLine) -> bool:
    words, others = (frozenset(extract_keywords(each.text)) for each in (line, other))
    shared = len(words & others) / max(1, min(len(words), len(others)))
    if line.quoted is not None and other.quoted is not None and line.quoted.id == other.quoted.id:
        # Two quotations of one message that overlap.
        return shared >= _OVERLAPPING_SHARE
    return shared >= _SAME_SHARE and not says_something_else(line.text, other.text)


def _precedes(line: OverviewLine, other: OverviewLine) -> bool:
    """Whether a line has more authority than the quotation of another speaker that it repeats: by trust, then by time."""
    if other.quoted is None or (line.quoted and line.quoted.speaker == other.quoted.speaker):
        return False
    return (_rank_speaker(line), line.at) < (_rank_speaker(other), other.at)


def _rank_speaker(line: OverviewLine) -> int:
    """Return how far the quoted speaker is from an owner, by the tier after their name; one without a tier is trusted."""
    if line.quoted is None or not line.quoted.speaker.endswith(")"):
        return 1
    tier = line.quoted.speaker.rpartition("(")[2][:-1].replace(" ", "_")
    return 0 if tier == "owner" else 1 if tier in CREDIBLE_TIERS else 2
