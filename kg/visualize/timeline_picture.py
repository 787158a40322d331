"""The picture of facts over time: each stretch in which something held as a bar, what replaced it behind it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from kg.knowledge.entity_lookup import one
from kg.types import Fact
from kg.visualize.entity_picture import FACT_KEYS, began, evidence, known, status
from kg.visualize.layout import label_width
from kg.visualize.scene import Node, Scene, Tie, shown
from kg.visualize.viewer import Look

_WIDE, _ROW, _BAR = 1000.0, 26.0, 18.0
_LEAST = 10.0
_TICKS = 6
_BEFORE = 12.0
_QUOTES = 2
# A stretch that is open ends at the picture's moment, a little beyond which the sheet ends.
_BEYOND = 1.03
# Steps of the time axis: minutes up to a week, then months, each at its beginning.
_MINUTES = (1, 10, 60, 360, 1_440, 10_080)
_MONTHS = (1, 3, 12, 24, 60, 120, 240, 600, 1_200)
_MONTH = dt.timedelta(days=30)


def timeline(look: Look, *, subject: str | None, limit: int) -> Scene:
    """Facts by the time in which they held: a row for each thing that is told of somebody, one behind the other.

    Raises:
        NotFound: there is no such subject.
    """
    whose = None if subject is None else one(look.graph, subject, "subject").id
    fragments, params = (["all"], {}) if whose is None else (["subject"], {"subjects": [whose]})
    facts = known(look, fragments, dict(params), limit)[-limit:]
    names = look.named({fact.subject_id: fact.subject for fact in facts})
    facts = [fact for fact in facts if fact.subject_id in names]
    rows = _rows(facts)
    # The facts of a scope that began long before the others would press these into a corner.
    first = min((began(fact) for fact in facts), default=look.at - dt.timedelta(days=1))
    last = max([look.at, *(began(fact) for fact in facts), *(fact.valid_to for fact in facts if fact.valid_to)])
    span = max((last - first).total_seconds(), 60.0)

    def x(moment: dt.datetime) -> float:
        return (moment - first).total_seconds() / span * _WIDE

    words = look.words(source for fact in facts for source in fact.sources[:_QUOTES])
    nodes = _ticks(first, last, x, len(rows))
    ties: list[Tie] = []
    for number, (label, stretches) in enumerate(rows):
        y = number * _ROW
        name = Node(f"row-{number}", label, "caption", "", 1.0, _BAR, where="left", rank=1e6, decor=True)
        nodes.append(name.at(-_BEFORE, y))
        ids: list[str] = []
        for fact in stretches:
            node = _bar(fact, look, words, x, y, last)
            nodes.append(node)
            if ids:
                ties.append(Tie(ids[-1], node.id, "next", "then", "next", arrow=True, since=began(fact), quiet=True))
            ids.append(node.id)
    return Scene(
        "timeline",
        "What held when" if whose is None or not facts else f"What held when of {shown(facts[0].subject)}",
        look.graph.scope,
        look.at,
        nodes,
        ties,
        note="" if len(facts) < limit else f"the newest {limit:,} stretches",
        things="facts",
        thing_keys=FACT_KEYS,
    )


def _rows(facts: Sequence[Fact]) -> list[tuple[str, list[Fact]]]:
    """A row for what is told of a subject with one predicate; what holds at the same time has a row of its own."""
    rows: list[tuple[str, list[Fact]]] = []
    of: dict[tuple[str, str], list[list[Fact]]] = {}
    order = sorted(
        facts, key=lambda fact: (fact.subject.casefold(), fact.subject_id, fact.predicate, began(fact), fact.id)
    )
    for fact in order:
        mine = of.setdefault((fact.subject_id, fact.predicate), [])
        free = next((row for row in mine if row[-1].valid_to is not None and row[-1].valid_to <= began(fact)), None)
        if free is not None:
            free.append(fact)
            continue
        mine.append([fact])
        rows.append((f"{shown(fact.subject, 20)} {fact.predicate.replace('_', ' ')}", mine[-1]))
    return rows


def _bar(
    fact: Fact, look: Look, words: dict[str, str], x: Callable[[dt.datetime], float], y: float, last: dt.datetime
) -> Node:
    start = x(began(fact))
    end = x(fact.valid_to) if fact.valid_to is not None else x(last) * _BEYOND
    width = max(end - start, _LEAST)
    said = fact.object if fact.polarity else f"not {fact.object}"
    stands = status(fact, look)
    fits = label_width(shown(said)) + 8 <= width
    node = Node(
        f"{fact.id}-{began(fact).timestamp():.0f}",
        shown(said),
        stands,
        stands,
        width,
        _BAR,
        where="inside" if fits else "right",
        rank=began(fact).timestamp(),
        since=began(fact),
        lines=evidence(fact, words),
        search=shown(fact.text, 120),
    )
    return node.at(start + width / 2, y)


def _ticks(first: dt.datetime, last: dt.datetime, x: Callable[[dt.datetime], float], rows: int) -> list[Node]:
    """Lines with dates, at a step that gives a handful of them."""
    moments, form = _dates(first, last)
    high = max(rows, 1) * _ROW + 8
    middle = (rows - 1) * _ROW / 2
    marks = [
        Node(f"tick-{place}", f"{moment:{form}}", "rule", width=1.0, height=high, where="above", rank=1e6, decor=True)
        for place, moment in enumerate(moments)
    ]
    return [mark.at(x(moment), middle) for mark, moment in zip(marks, moments, strict=True)]


def _dates(first: dt.datetime, last: dt.datetime) -> tuple[list[dt.datetime], str]:
    """A handful of moments between two, each where a minute, a day, a month or a year begins; and how to write them."""
    span = last - first
    for minutes in _MINUTES:
        step = dt.timedelta(minutes=minutes)
        if span / step <= _TICKS:
            seconds = step.total_seconds()
            begin = dt.datetime.fromtimestamp(-(-first.timestamp() // seconds) * seconds, dt.UTC)
            count = max(0, (last - begin) // step + 1)
            form = "%d %b %Y" if minutes >= 1_440 else "%d %b %H:%M"
            return [begin + place * step for place in range(count)], form
    months = next((each for each in _MONTHS if span / (each * _MONTH) <= _TICKS), _MONTHS[-1])
    number = -(-(first.year * 12 + first.month) // months) * months
    found = []
    while (moment := dt.datetime(number // 12, number % 12 + 1, 1, tzinfo=dt.UTC)) <= last:
        found.append(moment)
        number += months
    return found, "%Y" if months >= 12 else "%b %Y"
