"""The picture of facts over time: each validity interval as a bar, followed by the fact that replaced it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from kg.knowledge import get_entity
from kg.types import Fact
from kg.visualize.entity_picture import FACT_KEYS, describe_fact, fact_start, read_facts, status_at
from kg.visualize.layout import label_width
from kg.visualize.scene import Edge, Node, Scene, shorten
from kg.visualize.viewer import Viewer

_WIDE, _ROW, _BAR = 1000.0, 26.0, 18.0
_MIN_WIDTH = 10.0
_MAX_TICKS = 6
_LABEL_GAP = 12.0
_MAX_QUOTES = 2
# An open interval extends a little beyond the time of the picture.
_OPEN_END = 1.03
# Steps of the time axis: minutes up to a week, then months.
_MINUTES = (1, 10, 60, 360, 1_440, 10_080)
_MONTHS = (1, 3, 12, 24, 60, 120, 240, 600, 1_200)
_MONTH = dt.timedelta(days=30)


def build_timeline_scene(viewer: Viewer, *, subject: str | None, limit: int) -> Scene:
    """Build the timeline: a row for each subject and predicate, with the intervals in order.

    Raises:
        NotFound: there is no such subject.
    """
    subject_id = None if subject is None else get_entity(viewer.graph, subject, "subject").id
    fragments, params = (["all"], {}) if subject_id is None else (["subject"], {"subjects": [subject_id]})
    facts = read_facts(viewer, fragments, dict(params), limit)[-limit:]
    names = viewer.visible_names({fact.subject_id: fact.subject for fact in facts})
    facts = [fact for fact in facts if fact.subject_id in names]
    rows = _group_rows(facts)
    # The axis begins at the first fact.
    first = min((fact_start(fact) for fact in facts), default=viewer.at - dt.timedelta(days=1))
    last = max([viewer.at, *(fact_start(fact) for fact in facts), *(fact.valid_to for fact in facts if fact.valid_to)])
    span = max((last - first).total_seconds(), 60.0)

    def x(moment: dt.datetime) -> float:
        return (moment - first).total_seconds() / span * _WIDE

    quotes = viewer.quotes(source for fact in facts for source in fact.sources[:_MAX_QUOTES])
    nodes = _tick_nodes(first, last, x, len(rows))
    ties: list[Edge] = []
    for number, (label, intervals) in enumerate(rows):
        y = number * _ROW
        name = Node(f"row-{number}", label, "caption", "", 1.0, _BAR, where="left", rank=1e6, decor=True)
        nodes.append(name.moved_to(-_LABEL_GAP, y))
        ids: list[str] = []
        for fact in intervals:
            node = _bar_node(fact, viewer, quotes, x, y, last)
            nodes.append(node)
            if ids:
                ties.append(
                    Edge(ids[-1], node.id, "next", "then", "next", arrow=True, since=fact_start(fact), quiet=True)
                )
            ids.append(node.id)
    return Scene(
        "timeline",
        "Facts over time" if subject_id is None or not facts else f"Facts over time: {shorten(facts[0].subject)}",
        viewer.graph.scope,
        viewer.at,
        nodes,
        ties,
        note="" if len(facts) < limit else f"only the newest {limit:,} intervals",
        things="facts",
        thing_keys=FACT_KEYS,
    )


def _group_rows(facts: Sequence[Fact]) -> list[tuple[str, list[Fact]]]:
    """Group facts into rows by subject and predicate; facts that overlap in time are in separate rows."""
    rows: list[tuple[str, list[Fact]]] = []
    rows_of: dict[tuple[str, str], list[list[Fact]]] = {}
    order = sorted(
        facts, key=lambda fact: (fact.subject.casefold(), fact.subject_id, fact.predicate, fact_start(fact), fact.id)
    )
    for fact in order:
        own_rows = rows_of.setdefault((fact.subject_id, fact.predicate), [])
        free = next(
            (row for row in own_rows if row[-1].valid_to is not None and row[-1].valid_to <= fact_start(fact)), None
        )
        if free is not None:
            free.append(fact)
            continue
        own_rows.append([fact])
        rows.append((f"{shorten(fact.subject, 20)} {fact.predicate.replace('_', ' ')}", own_rows[-1]))
    return rows


def _bar_node(
    fact: Fact, viewer: Viewer, quotes: dict[str, str], x: Callable[[dt.datetime], float], y: float, last: dt.datetime
) -> Node:
    start = x(fact_start(fact))
    end = x(fact.valid_to) if fact.valid_to is not None else x(last) * _OPEN_END
    width = max(end - start, _MIN_WIDTH)
    label = fact.object if fact.polarity else f"not {fact.object}"
    status = status_at(fact, viewer)
    fits = label_width(shorten(label)) + 8 <= width
    node = Node(
        f"{fact.id}-{fact_start(fact).timestamp():.0f}",
        shorten(label),
        status,
        status,
        width,
        _BAR,
        where="inside" if fits else "right",
        rank=fact_start(fact).timestamp(),
        since=fact_start(fact),
        lines=describe_fact(fact, quotes),
        search=shorten(fact.text, 120),
    )
    return node.moved_to(start + width / 2, y)


def _tick_nodes(first: dt.datetime, last: dt.datetime, x: Callable[[dt.datetime], float], rows: int) -> list[Node]:
    """Return vertical lines with dates."""
    moments, form = _choose_ticks(first, last)
    high = max(rows, 1) * _ROW + 8
    middle = (rows - 1) * _ROW / 2
    marks = [
        Node(f"tick-{place}", f"{moment:{form}}", "rule", width=1.0, height=high, where="above", rank=1e6, decor=True)
        for place, moment in enumerate(moments)
    ]
    return [mark.moved_to(x(moment), middle) for mark, moment in zip(marks, moments, strict=True)]


def _choose_ticks(first: dt.datetime, last: dt.datetime) -> tuple[list[dt.datetime], str]:
    """Choose up to `_MAX_TICKS` + 1 times at the start of a minute, day, month or year, and a format for them."""
    span = last - first
    for minutes in _MINUTES:
        step = dt.timedelta(minutes=minutes)
        if span / step <= _MAX_TICKS:
            seconds = step.total_seconds()
            begin = dt.datetime.fromtimestamp(-(-first.timestamp() // seconds) * seconds, dt.UTC)
            count = max(0, (last - begin) // step + 1)
            form = "%d %b %Y" if minutes >= 1_440 else "%d %b %H:%M"
            return [begin + place * step for place in range(count)], form
    months = next((each for each in _MONTHS if span / (each * _MONTH) <= _MAX_TICKS), _MONTHS[-1])
    number = -(-(first.year * 12 + first.month) // months) * months
    found = []
    while (moment := dt.datetime(number // 12, number % 12 + 1, 1, tzinfo=dt.UTC)) <= last:
        found.append(moment)
        number += months
    return found, "%Y" if months >= 12 else "%b %Y"
