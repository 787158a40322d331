"""What a picture shows, whoever draws it: things and ties with their places, tones and evidence, and no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

LONGEST_LABEL = 28
LONGEST_LINE = 280
# They change the order of what stands around them; a label is a paragraph of its own and needs none.
_TURNING = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_ISOLATED = "\u2068{}\u2069"


def shown(text: str, longest: int = LONGEST_LABEL) -> str:
    """A text of others as one line of a picture: shortened, without what would turn its neighbours round."""
    plain = " ".join(
        "".join(one if one.isprintable() or one == " " else " " for one in text.translate(_TURNING)).split()
    )
    return plain if len(plain) <= longest else plain[: longest - 1].rstrip() + "…"


def isolated(text: str) -> str:
    """A text that is set among other words, so that its direction does not touch theirs."""
    return _ISOLATED.format(text)


def quote(words: Mapping[str, Any]) -> str:
    """What somebody said, as evidence: {text, by, at}."""
    who = isolated(shown(words["by"] or "somebody"))
    return f"“{isolated(shown(words['text'] or '', 160))}” — {who}, {words['at'].to_native():%Y-%m-%d}"


@dataclass(frozen=True)
class Node:
    """One thing in a picture.

    Attributes:
        id: its id.
        label: what stands at it, short.
        tone: a name of `kg.visualize.styles.NODES`: its colour, its shape and its line.
        filter: by what it can be left out; a key of the legend, or empty.
        width: in points.
        height: in points.
        x: of its middle.
        y: of its middle; down.
        where: where the label stands: below, inside, left, above.
        rank: whose label goes before another's where there is room for one; greater first.
        since: from when it is there; None: always.
        until: until when; None: still.
        lines: what is told of it: pairs of a word and a text.
        search: more words that find it.
        decor: whether it only orders the picture (a ring, the mark of a date).
    """

    id: str
    label: str
    tone: str
    filter: str = ""
    width: float = 24.0
    height: float = 24.0
    x: float = 0.0
    y: float = 0.0
    where: str = "below"
    rank: float = 0.0
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    lines: tuple[tuple[str, str], ...] = ()
    search: str = ""
    decor: bool = False

    def at(self, x: float, y: float) -> Node:
        """The same in another place."""
        return replace(self, x=float(x), y=float(y))


@dataclass(frozen=True)
class Tie:
    """What binds two things of a picture.

    Attributes:
        source: id of a node.
        target: id of another.
        tone: a name of `kg.visualize.styles.TIES`.
        kind: what it is, in a word or two.
        filter: by what it can be left out; a key of the legend.
        width: of its line, in points.
        arrow: whether it leads from the one to the other.
        named: whether the kind stands at it.
        since: from when it is there; None: always.
        until: until when; None: still.
        lines: what it rests on: pairs of a word and a text.
        quiet: whether it is drawn only where somebody looks at one of its ends.
    """

    source: str
    target: str
    tone: str
    kind: str
    filter: str = ""
    width: float = 1.5
    arrow: bool = False
    named: bool = False
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    lines: tuple[tuple[str, str], ...] = ()
    quiet: bool = False


@dataclass(frozen=True)
class Key:
    """A line of the legend, by which what is of its kind can be left out.

    Attributes:
        filter: what nodes or ties it is about.
        label: what it is called.
        tone: how these look.
        of: node or tie.
        count: how many there are.
    """

    filter: str
    label: str
    tone: str
    of: str
    count: int


@dataclass(frozen=True)
class Scene:
    """All that a picture shows.

    Attributes:
        view: social, trust, entity, session or timeline.
        title: what it is a picture of.
        scope: of which memory.
        at: as of when.
        nodes: with their places.
        ties: between them.
        note: what a reader must know before anything else, as how many are left out.
        things: what its nodes are called, as people.
        thing_keys: the legend of nodes: (filter, label, tone), in order.
        tie_keys: the legend of ties, in order.
    """

    view: str
    title: str
    scope: str
    at: dt.datetime
    nodes: Sequence[Node]
    ties: Sequence[Tie]
    note: str = ""
    things: str = "people"
    thing_keys: Sequence[tuple[str, str, str]] = ()
    tie_keys: Sequence[tuple[str, str, str]] = field(default=())

    def keys(self) -> list[Key]:
        """The legend: what there is of each kind, without what there is none of."""
        kinds = [("node", *key) for key in self.thing_keys] + [("tie", *key) for key in self.tie_keys]
        counts: dict[tuple[str, str], int] = {}
        for node in (one for one in self.nodes if not one.decor):
            counts["node", node.filter] = counts.get(("node", node.filter), 0) + 1
        for tie in self.ties:
            counts["tie", tie.filter] = counts.get(("tie", tie.filter), 0) + 1
        return [Key(key, label, tone, of, counts[of, key]) for of, key, label, tone in kinds if (of, key) in counts]

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all nodes, without their labels; a point where there are none."""
        if not self.nodes:
            return 0.0, 0.0, 0.0, 0.0
        return (
            min(node.x - node.width / 2 for node in self.nodes),
            min(node.y - node.height / 2 for node in self.nodes),
            max(node.x + node.width / 2 for node in self.nodes),
            max(node.y + node.height / 2 for node in self.nodes),
        )

    def data(self) -> dict[str, Any]:
        """The same for a page, as what JSON knows; what has its usual value is left out, times are seconds since 1970."""
        return {
            "view": self.view,
            "title": self.title,
            "scope": self.scope,
            "at": self.at.timestamp(),
            "note": self.note,
            "things": self.things,
            "keys": [{"filter": key.filter, "label": key.label, "tone": key.tone, "of": key.of, "count": key.count}
                     for key in self.keys()],
            "nodes": [_told(node, _NODE) for node in self.nodes],
            "ties": [_told(tie, _TIE) for tie in self.ties],
        }  # fmt: skip


_NODE, _TIE = Node("", "", ""), Tie("", "", "", "")


def _told(thing: Node | Tie, usual: Node | Tie) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, value in vars(thing).items():
        if name not in {"width", "height"} and value == getattr(usual, name):
            continue
        if isinstance(value, dt.datetime):
            told[name] = round(value.timestamp())
        else:
            told[name] = round(value, 1) if isinstance(value, float) else value
    return told
