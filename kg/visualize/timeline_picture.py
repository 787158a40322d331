"""The picture of facts over time: by person and kind, what held as bars, what happened as marks, and how much was said."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kg.knowledge import PREDICATES, get_entity
from kg.types import Fact
from kg.visualize.drawn_facts import (
    FACT_KEYS,
    KIND_TITLES,
    describe_fact,
    fact_start,
    read_facts,
    short_statement,
    status_at,
)
from kg.visualize.label_text import label_width, shorten
from kg.visualize.scene import Edge, Node, Scene
from kg.visualize.time_axis import choose_ticks, time_range
from kg.visualize.viewer import Viewer

_LAST_DAY = dt.datetime(dt.MAXYEAR, 12, 30, tzinfo=dt.UTC)
_WIDE, _ROW, _BAR, _MARK = 1000.0, 26.0, 18.0, 10.0
_MIN_WIDTH = 10.0
_LABEL_GAP, _ITEM_GAP, _HEADING_GAP = 12.0, 10.0, 8.0
_MAX_QUOTES = 2
_MAX_MESSAGES = 20_000
_STATEMENT_CHARS = 60
_ACTIVITY_HEIGHT, _ACTIVITY_GAP = 36.0, 22.0


@dataclass
class _Lane:
    """A row of the picture: facts of one person and one kind that do not overlap, labels included."""

    person: str
    name: str
    nodes: list[Node] = field(default_factory=list)
    end: float = float("-inf")


@dataclass(frozen=True)
class _Item:
    """A fact in a row, and the room that it takes with its label."""

    node: Node
    left: float
    right: float


def build_timeline_scene(viewer: Viewer, *, subject: str | None, limit: int) -> Scene:
    """Build the timeline: rows for each person or thing and each kind of fact.

    Raises:
        NotFound: there is no such subject.
    """
    subject_id = None if subject is None else get_entity(viewer.graph, subject, "subject").id
    fragments, params = (["all"], {}) if subject_id is None else (["subject"], {"subjects": [subject_id]})
    facts = read_facts(viewer, fragments, dict(params), limit)[-limit:]
    names = viewer.visible_names({fact.subject_id: fact.subject for fact in facts})
    facts = [fact for fact in facts if fact.subject_id in names]
    activity = _read_activity(viewer, subject_id)
    first, last = time_range(
        [moment for fact in facts for moment in (fact_start(fact), fact.valid_to) if moment]
        + [dt.datetime.fromtimestamp(seconds, dt.UTC) for seconds, _ in activity if facts],
        viewer.at,
    )
    span = (last - first).total_seconds()

    def x(moment: dt.datetime) -> float:
        return (moment - first).total_seconds() / span * _WIDE

    quotes = viewer.quotes(source for fact in facts for source in fact.sources[:_MAX_QUOTES])
    lanes, ties = _fill_lanes(facts, viewer, quotes, x)
    rows, height = _place_lanes(lanes)
    nodes = [*_tick_nodes(first, last, x, height), *_activity_nodes(activity if facts else [], x), *rows]
    return Scene(
        "timeline",
        "Facts over time" if subject_id is None or not facts else f"Facts over time: {shorten(facts[0].subject)}",
        viewer.graph.scope,
        viewer.at,
        nodes,
        ties,
        note="" if len(facts) < limit else f"only the newest {limit:,} facts",
        things="facts",
        thing_keys=FACT_KEYS,
        activity=activity,
        empty="There are no facts yet. Log messages with kg log or kg import, then run kg digest.",
    )


def _read_activity(viewer: Viewer, person: str | None) -> list[tuple[int, int]]:
    fragments = viewer.fragments(*([] if person is None else ["person"]))
    params = {} if person is None else {"person": person}
    rows = viewer.graph.run("visualize/count_messages", fragments, last=_MAX_MESSAGES, **params, **viewer.params())
    return [
        (round(dt.datetime.combine(row["day"].to_native(), dt.time(), dt.UTC).timestamp()), row["messages"])
        for row in rows
    ]


def lane_name(fact: Fact) -> str:
    """Return the name of the rows of a fact: a closed predicate in words, else the kind."""
    return fact.predicate.replace("_", " ") if fact.predicate in PREDICATES else KIND_TITLES[fact.kind].casefold()


def _fill_lanes(
    facts: Sequence[Fact], viewer: Viewer, quotes: dict[str, str], x: Callable[[dt.datetime], float]
) -> tuple[list[_Lane], list[Edge]]:
    """Return the rows, by person and kind, and edges from each fact to the next value of the same slot."""
    lanes: list[_Lane] = []
    ties: list[Edge] = []
    by_name: dict[tuple[str, str], list[_Lane]] = {}
    earlier: dict[tuple[str, str], tuple[str, dt.datetime]] = {}
    kinds = list(KIND_TITLES)

    def order(fact: Fact) -> tuple[str, str, int, str, dt.datetime, str]:
        return (
            fact.subject.casefold(),
            fact.subject_id,
            kinds.index(fact.kind),
            lane_name(fact),
            fact_start(fact),
            fact.id,
        )

    for fact in sorted(facts, key=order):
        item = _fact_node(fact, viewer, quotes, x)
        node = item.node
        own = by_name.setdefault((fact.subject_id, lane_name(fact)), [])
        lane = next((each for each in own if each.end <= item.left + 0.01), None)
        if lane is None:
            lane = _Lane(fact.subject_id, lane_name(fact))
            own.append(lane)
            lanes.append(lane)
        lane.nodes.append(node)
        lane.end = item.right
        slot = (fact.subject_id, fact.predicate)
        before = earlier.get(slot)
        if before is not None and before[1] <= fact_start(fact):
            ties.append(
                Edge(before[0], node.id, "next", "then", "next", arrow=True, since=fact_start(fact), quiet=True)
            )
        if fact.valid_to is not None:
            earlier[slot] = (node.id, fact.valid_to)
    return lanes, ties


def _place_lanes(lanes: Sequence[_Lane]) -> tuple[list[Node], float]:
    """Return the nodes of the rows with captions, a heading for each person, and the height of all rows."""
    nodes: list[Node] = []
    y = 0.0
    before = _Lane("", "")
    for number, lane in enumerate(lanes):
        if lane.person != before.person:
            y += _HEADING_GAP if number else 0.0
            person = dict(lane.nodes[0].facets)["person"]
            heading = Node(f"heading-{number}", person, "heading", "", 1.0, _BAR, where="left", rank=1e7, decor=True)
            nodes.append(heading.moved_to(-_LABEL_GAP, y))
            y += _ROW
        if (lane.person, lane.name) != (before.person, before.name):
            name = Node(f"row-{number}", lane.name, "caption", "", 1.0, _BAR, where="left", rank=1e6, decor=True)
            nodes.append(name.moved_to(-_LABEL_GAP, y))
        nodes += [node.moved_to(node.x, y) for node in lane.nodes]
        y += _ROW
        before = lane
    return nodes, y


def _fact_node(fact: Fact, viewer: Viewer, quotes: dict[str, str], x: Callable[[dt.datetime], float]) -> _Item:
    """Return the node of a fact, with the room that it takes."""
    status, start = status_at(fact, viewer), x(fact_start(fact))
    is_moment = fact.kind == "event" and fact.valid_to is None
    if fact.predicate in PREDICATES:
        label = shorten(fact.object if fact.polarity else f"not {fact.object}", _STATEMENT_CHARS)
    else:
        label = short_statement(fact, _STATEMENT_CHARS)
    end = x(fact.valid_to) if fact.valid_to is not None else _WIDE * 1.02
    width = _MARK if is_moment else max(end - start, _MIN_WIDTH)
    wide = label_width(label)
    fits = not is_moment and wide + 8 <= width
    # A label that would leave the picture at its right is before its bar.
    is_before = not fits and start + width + wide > _WIDE * 1.02 and start - wide - _ITEM_GAP >= 0
    node = Node(
        f"{fact.id}-{fact_start(fact).timestamp():.0f}",
        label,
        status,
        status,
        width,
        _MARK if is_moment else _BAR,
        where="inside" if fits else "left" if is_before else "right",
        rank=fact_start(fact).timestamp(),
        since=fact_start(fact),
        until=None if is_moment else fact.valid_to,
        lines=describe_fact(fact, quotes),
        search=shorten(fact.text, 120),
        record=fact.id,
        facets=(
            ("person", shorten(fact.subject)),
            ("kind", fact.kind),
            ("lane", lane_name(fact)),
            *([("moment", "yes")] if is_moment else []),
            ("worth", f"{fact.worth * fact.confidence:.2f}"),
        ),
    )
    right = start + width + (0.0 if fits or is_before else wide + _ITEM_GAP)
    left = start - wide - _ITEM_GAP if is_before else start
    return _Item(node.moved_to(start + width / 2, 0.0), left, right)


def _activity_nodes(activity: Sequence[tuple[int, int]], x: Callable[[dt.datetime], float]) -> list[Node]:
    """Return a bar for each day with messages, above the rows."""
    most = max((count for _, count in activity), default=1)
    nodes = []
    for seconds, count in activity:
        day = dt.datetime.fromtimestamp(seconds, dt.UTC)
        # The last day of the calendar has no next one.
        left, right = x(day), x(min(day, _LAST_DAY) + dt.timedelta(days=1))
        high = max(2.0, _ACTIVITY_HEIGHT * count / most)
        node = Node(
            f"day-{seconds}", "", "activity", "", max(1.5, right - left - 1), high, lines=(("messages", f"{count:,}"),),
            decor=True,
        )  # fmt: skip
        nodes.append(node.moved_to((left + right) / 2, -_ROW / 2 - _ACTIVITY_GAP - high / 2))
    return nodes


def _tick_nodes(first: dt.datetime, last: dt.datetime, x: Callable[[dt.datetime], float], height: float) -> list[Node]:
    """Return vertical lines with dates."""
    moments, form = choose_ticks(first, last)
    top = -_ROW / 2 - _ACTIVITY_GAP - _ACTIVITY_HEIGHT - 6
    bottom = max(height, _ROW) - _ROW / 2 + 4
    marks = [
        Node(
            f"tick-{place}",
            f"{moment:{form}}",
            "rule",
            width=1.0,
            height=bottom - top,
            where="above",
            rank=1e6,
            decor=True,
        )
        for place, moment in enumerate(moments)
    ]
    return [mark.moved_to(x(moment), (top + bottom) / 2) for mark, moment in zip(marks, moments, strict=True)]
