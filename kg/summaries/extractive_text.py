"""Summaries without a language model: sentences of facts, and of what mattered in messages. Pure functions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kg.graph import MIN_TIME
from kg.knowledge import (
    MAX_QUOTABLE_CHARS,
    UNNAMED,
    OverviewFact,
    OverviewLine,
    QuotableMessage,
    format_fact_sentence,
    get_predicate,
    write_overview,
)
from kg.language import extract_keywords, says_something_else
from kg.memories import (
    EventStatement,
    NotableSentence,
    add_questions,
    choose_notable,
    choose_statements,
    display_speaker,
    find_questions,
    shorten_names,
)
from kg.people import attribute_sentence
from kg.types import Event, SummarySentence

EXTRACTIVE_VERSION = "extractive/5"
"""Name and version of this writer, stored with each summary."""
NO_NEARNESS: Mapping[str, float | None] = MappingProxyType({})
_DUPLICATE_JACCARD = 0.6
_FACT_WORDS, _FACTS = 32, 5
# The least salience of a message that is quoted in addition to facts.
_QUOTED_SALIENCE = 0.1
_QUOTED = re.compile(r".{1,80} said: “")
# The tier of a speaker who is not trusted follows the name in brackets.
_QUOTED_WITH_TIER = re.compile(r"[^“]{1,80}\)(?: said| says)(?: on \d{1,2} \w+ \d{4})?: “")

# Rewrites first-person pronouns in the object of a fact to the third person.
_THIRD_PERSON = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves"}
_FIRST_PERSON_OBJECT = re.compile(r"\b(?:my|our|me|us|myself)\b", re.IGNORECASE)


@dataclass(frozen=True)
class SummaryFact:
    """A fact as a summary states it.

    Attributes:
        id: the fact's id.
        subject: name of its subject.
        predicate: its predicate, as lives_in.
        object: name of its object, or a value.
        polarity: False for a negated fact.
        since: as "2025-05", or "".
        sources: ids of the events that support it.
        sentence: the fact's own sentence, if its predicate is open; "" otherwise.
        kind: its kind, as event or state; "" for closed predicates.
        worth: how worth noting it is, 0 to 1; 1 for closed predicates.
        salience: the salience of its most salient event, 0 to 1.
        at: when it was last said.
        said_by: names of who states it, if presence alone gives them credit.
        object_is_person: whether its object is a person.
    """

    id: str
    subject: str
    predicate: str
    object: str
    polarity: bool = True
    since: str = ""
    sources: tuple[str, ...] = ()
    sentence: str = ""
    kind: str = ""
    worth: float = 1.0
    salience: float = 0.0
    at: dt.datetime = MIN_TIME
    said_by: tuple[str, ...] = ()
    object_is_person: bool = False

    @property
    def text(self) -> str:
        """The fact as a sentence, with the date since when it holds, and with those of `said_by`."""
        return _as_sentence([self]).text

    @property
    def unattributed_text(self) -> str:
        """The fact as a sentence, with the date since when it holds."""
        return _join_clauses([self])


def write_session_sentences(
    events: Sequence[Event], facts: Sequence[SummaryFact], *, most_facts: int, most_messages: int
) -> list[SummarySentence]:
    """Write what mattered in messages, oldest first: the best facts, and quotations of what no fact states.

    Args:
        events: messages, in any order, with the names to show for their speakers.
        facts: facts that rest on them.
        most_facts: maximum number of facts.
        most_messages: number of messages that matter most; one of them is quoted where no fact states it.
    """
    statements: dict[str, list[EventStatement]] = {}
    for fact in facts:
        # Names are known from the people.
        for source in fact.sources if fact.predicate != "name_is" else ():
            statements.setdefault(source, []).append(EventStatement(fact.id, fact.text, fact.worth))
    ordered = _by_time(events)
    shown = choose_statements(ordered, statements, most=most_facts)
    stated = {one.event.id for one in shown}
    notable = choose_notable(ordered, statements, most=most_messages)
    least = _QUOTED_SALIENCE if shown else 0.0
    shown += [one for one in notable if not one.facts and one.event.id not in stated and one.salience >= least]
    places = {event.id: place for place, event in enumerate(ordered)}
    shown.sort(key=lambda one: places[one.event.id])
    return _as_summary(shown, ordered)


def write_quotations(events: Sequence[Event], most: int) -> list[SummarySentence]:
    """Quote the messages that matter most, oldest first, each with its speaker.

    Args:
        events: messages, in any order, with the names to show for their speakers.
        most: maximum number of messages.
    """
    ordered = _by_time(events)
    return _as_summary(choose_notable(ordered, {}, most=most), ordered)


def _by_time(events: Iterable[Event]) -> list[Event]:
    return sorted(events, key=lambda event: (str(event.at), event.seq or 0))


def _as_summary(shown: Sequence[NotableSentence], events: Sequence[Event]) -> list[SummarySentence]:
    shown = add_questions(shown, find_questions(events))
    texts = shorten_names([one.text for one in shown], [display_speaker(event) for event in events])
    return [
        SummarySentence(text, (*one.facts, *one.messages), one.salience) for text, one in zip(texts, shown, strict=True)
    ]


def write_overview_sentences(
    facts: Sequence[SummaryFact],
    messages: Sequence[Event],
    now: dt.datetime,
    most: int,
    *,
    nearness: Mapping[str, float | None] = NO_NEARNESS,
) -> list[SummarySentence]:
    """Write the most important facts about one entity, each as a sentence, or a quotation of its message.

    Args:
        facts: facts about the entity.
        messages: messages that may be quoted, with the names to show for their speakers.
        now: the current time.
        most: maximum number of sentences.
        nearness: id of a message → what its vector says of its lasting value.
    """
    quotable = {each.id: message for each in messages if (message := _to_quotable(each, nearness)) is not None}
    rows = [
        OverviewFact(
            fact.id, fact.unattributed_text, fact.subject, fact.predicate, fact.object, fact.polarity, fact.kind,
            fact.worth, fact.salience, fact.at, fact.sources, said_by=fact.said_by,
            messages=tuple(quotable[source] for source in fact.sources if source in quotable),
            object_is_person=fact.object_is_person,
        )
        for fact in facts
    ]  # fmt: skip
    return [
        SummarySentence(
            line.text if line.quoted else attribute_sentence(line.text, line.facts[0].said_by),
            tuple(dict.fromkeys(_list_sources(line))),
            line.importance,
        )
        for line in write_overview(rows, now, most=most, messages=quotable.values())
    ]


def _to_quotable(event: Event, nearness: Mapping[str, float | None]) -> QuotableMessage | None:
    """Return an event as a message that may be quoted; None without a time, or if it is no message or too long."""
    if not isinstance(event.at, dt.datetime) or event.kind != "message" or len(event.text) > MAX_QUOTABLE_CHARS:
        return None
    speaker = display_speaker(event) or UNNAMED
    return QuotableMessage(
        event.id or "", speaker, event.text, event.at, event.salience or 0.0, nearness.get(event.id or "")
    )


def _list_sources(line: OverviewLine) -> Iterator[str]:
    for fact in line.facts:
        yield from (fact.id, *fact.sources)
    if line.quoted is not None:
        yield line.quoted.id


def write_fact_sentences(facts: Sequence[SummaryFact], most: int) -> list[SummarySentence]:
    """Write facts as sentences; facts of one subject and speaker share a sentence, objects of one predicate a list.

    Args:
        facts: the most important first.
        most: maximum number of sentences.
    """
    subjects: dict[tuple[str, tuple[str, ...]], list[SummaryFact]] = {}
    for fact in facts:
        subjects.setdefault((fact.subject, fact.said_by), []).append(fact)
    groups = [group for each in subjects.values() for group in _split_group(each)]
    # The first sentence of each subject precedes the second sentence of any.
    turns = sorted(
        enumerate(groups), key=lambda each: sum(g[0].subject == each[1][0].subject for g in groups[: each[0]])
    )
    return [_as_sentence(group) for _, group in turns[:most]]


def _split_group(facts: Sequence[SummaryFact]) -> list[list[SummaryFact]]:
    groups: list[list[SummaryFact]] = [[]]
    for fact in facts:
        words = sum(len(one.object.split()) + 2 for one in groups[-1])
        if len(groups[-1]) >= _FACTS or (groups[-1] and words + len(fact.object.split()) > _FACT_WORDS):
            groups.append([])
        groups[-1].append(fact)
    return groups


def _as_sentence(facts: Sequence[SummaryFact]) -> SummarySentence:
    sources = [name for fact in facts for name in (fact.id, *fact.sources)]
    text = attribute_sentence(_join_clauses(facts), facts[0].said_by)
    return SummarySentence(text, tuple(dict.fromkeys(sources)))


def _join_clauses(facts: Sequence[SummaryFact]) -> str:
    clauses: dict[tuple[str, bool, str], list[SummaryFact]] = {}
    for fact in facts:
        # A favourite states its category and gets a clause of its own, and so does an observation.
        alone = fact.sentence or (fact.object if fact.predicate == "favourite" else "")
        clauses.setdefault((fact.predicate, fact.polarity, alone), []).append(fact)
    subject = facts[0].subject
    parts: list[str] = []
    for (name, polarity, _), group in clauses.items():
        if group[0].sentence:
            parts.append(group[0].sentence.removesuffix(".").removeprefix(f"{subject} " if parts else ""))
            continue
        objects = _join_list([f"{each.object} ({each.since})" if each.since else each.object for each in group])
        clause = format_fact_sentence(get_predicate(name), subject, objects, polarity=polarity)[:-1]
        parts.append(clause.removeprefix(f"{subject} ") if parts else clause)
    return "; ".join(parts) + "."


def _join_list(objects: Iterable[str]) -> str:
    *some, last = dict.fromkeys(objects)
    listed = f"{', '.join(some)} and {last}" if some else last
    return _FIRST_PERSON_OBJECT.sub(lambda found: _THIRD_PERSON[found[0].lower()], listed)


def _is_duplicate(some: frozenset[str], others: frozenset[str]) -> bool:
    return len(some & others) >= _DUPLICATE_JACCARD * max(1, len(some | others))


def merge_child_sentences(children: Sequence[Sequence[SummarySentence]], *, most: int) -> list[SummarySentence]:
    """Merge the sentences of a branch's children, round-robin, the most important first, without duplicates.

    Fact sentences precede quotations. Of sentences that repeat each other, one of a trusted speaker is shown if there is one.

    Args:
        children: the sentences of each child, the most important child first.
        most: maximum number of sentences.
    """
    children = [sorted(child, key=_rank_sentence) for child in children]
    chosen: list[SummarySentence] = []
    for index in range(max((len(child) for child in children), default=0)):
        for one in (child[index] for child in children if index < len(child)):
            same = next((place for place, other in enumerate(chosen) if _repeats_sentence(other, one)), None)
            if same is None:
                chosen += [one] if len(chosen) < most else []
            elif _is_of_untrusted(chosen[same]) and not _is_of_untrusted(one):
                chosen[same] = one
    return sorted(chosen, key=_is_quotation)


def _rank_sentence(one: SummarySentence) -> tuple[bool, float]:
    """Facts precede quotations; sentences that are equally important stay in their order."""
    return _is_quotation(one), -one.importance


def _is_quotation(one: SummarySentence) -> bool:
    return _QUOTED.match(one.text) is not None


def _repeats_sentence(one: SummarySentence, other: SummarySentence) -> bool:
    """Whether one sentence repeats the other."""
    if set(other.sources) <= set(one.sources):
        return True
    words, others = (frozenset(extract_keywords(each.text)) for each in (one, other))
    return _is_duplicate(words, others) and not says_something_else(one.text, other.text)


def _is_of_untrusted(one: SummarySentence) -> bool:
    return _QUOTED_WITH_TIER.match(one.text) is not None


def summary_confidence(mentions: int, facts: int) -> float:
    """Return a summary's confidence: .4 + .4·min(1, mentions/20) + .2·min(1, facts/5), at most .95; .2 without mentions."""
    if mentions <= 0:
        return 0.2
    return round(min(0.95, 0.4 + 0.4 * min(1.0, mentions / 20) + 0.2 * min(1.0, facts / 5)), 3)
