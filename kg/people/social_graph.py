"""Who is connected to whom: as it was stated, and as facts tell it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.language.cleaning import fence_safe
from kg.people.relationships import PREDICATES, relationship, source
from kg.people.roster import persons
from kg.protocols import Clock
from kg.settings import Settings
from kg.trust.person_lookup import find_person
from kg.trust.trust_state import Standing
from kg.types import Person, Tie, identifiers

if TYPE_CHECKING:
    import networkx

_LONGEST = 60
_DEEPEST = 6
_NEAR = 1_000
_MOST = 10_000


class Drawn(Protocol):
    """A picture, as `kg.visualize.Picture` is one."""

    def html(self) -> str:
        """An interactive page in one file."""
        ...

    def svg(self) -> str:
        """A figure."""
        ...

    def png(self, *, scale: float = 2.0) -> bytes:
        """The figure in pixels, so many to a point."""
        ...

    def save(self, path: str | Path) -> Path:
        """Write it to a file, in the form that the end of its name tells."""
        ...


class Draw(Protocol):
    """What draws who is connected to whom."""

    def __call__(
        self,
        *,
        as_of: dt.datetime | str | None,
        min_strength: float,
        limit: int,
        asker: str | None,
        session: str | None,
    ) -> Drawn:
        """The picture; see `kg.visualize.Pictures.social`."""
        ...


class Social:
    """The ties between the people of a scope. A tie holds both ways."""

    def __init__(self, graph: Graph, clock: Clock, settings: Settings, owners: frozenset[str], draw: Draw) -> None:
        self._graph = graph
        self._clock = clock
        self._settings = settings
        self._owners = owners
        self._draw = draw

    def connect(self, a: str, b: str, relationship: str, *, context: str | None = None) -> bool:
        """Connect two persons; the same again changes nothing. False where one of them is not known.

        Args:
            a: account, id or name.
            b: account, id or name.
            relationship: what they are to each other, at most 60 characters.
            context: where that comes from, at most 512.

        Raises:
            InvalidInput: names the field; several are called so, or both are one.
        """
        kind = fence_safe(identifiers.plain("relationship", relationship))
        if not kind or len(kind) > _LONGEST:
            raise InvalidInput("relationship", relationship, f"at most {_LONGEST} characters")
        why = None if context is None else identifiers.plain("context", context)
        both = [self._id(a, "a"), self._id(b, "b")]
        if None in both:
            return False
        one, other = sorted(str(each) for each in both)
        if one == other:
            raise InvalidInput("b", b, f"another person than {a!r}")
        self._graph.run("people/connect", one=one, other=other, relationship=kind, context=why, now=self._clock.now())
        return True

    def disconnect(self, a: str, b: str) -> bool:
        """Take back what two persons were said to be to each other; what facts say stays. False where that was nothing.

        Raises:
            InvalidInput: a name is blank or too long, or several are called so.
        """
        one, other = self._id(a, "a"), self._id(b, "b")
        if one is None or other is None:
            return False
        [row] = self._graph.run("people/disconnect", one=one, other=other)
        return bool(row["gone"])

    def neighbors(self, person: str) -> Sequence[Tie]:
        """Whom a person is connected with, and how: stated ties first, then by strength and name.

        Raises:
            InvalidInput: the name is blank or too long, or several are called so.
            NotFound: nobody is called so.
        """
        name = find_person(self._graph, person, self._owners).person.id
        rows = self._graph.run("people/ties", id=name, predicates=list(PREDICATES), limit=_NEAR)
        known = {one.id: one for one in persons(self._graph, sorted({row["other"] for row in rows}), self._owners)}
        return [
            Tie(
                person=known[row["other"]],
                relationship=relationship(row["tie"], outward=row["outward"]),
                source=source(row["tie"]),
                strength=1.0 if row["tie"]["strength"] is None else row["tie"]["strength"],
                facts=tuple(row["tie"]["facts"] or ()),
                context=row["tie"]["context"],
            )
            for row in rows
        ]

    def mutuals(self, a: str, b: str) -> Sequence[Person]:
        """Whom two persons are both connected with, by name.

        Raises:
            InvalidInput: a name is blank or too long, or several are called so.
            NotFound: nobody is called so.
        """
        one, other = self._both(a, b)
        rows = self._graph.run("people/mutuals", one=one, other=other, predicates=list(PREDICATES), limit=_NEAR)
        return persons(self._graph, [row["person"] for row in rows], self._owners)

    def path(self, a: str, b: str, *, max_depth: int | None = None) -> Sequence[Person] | None:
        """The shortest way from one person to another along ties, both included; None where there is none so short.

        Args:
            a: account, id or name.
            b: account, id or name.
            max_depth: how many ties at most, 1 to 6; by default as the settings say (KG_SOCIAL_DEPTH).

        Raises:
            InvalidInput: names the field, or several are called so.
            NotFound: nobody is called so.
        """
        depth = self._settings.social_depth if max_depth is None else max_depth
        if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= _DEEPEST:
            raise InvalidInput("max_depth", max_depth, f"a whole number from 1 to {_DEEPEST}")
        one, other = self._both(a, b)
        if one == other:
            return persons(self._graph, [one], self._owners)
        rows = self._graph.run("people/shortest_path", one=one, other=other, predicates=list(PREDICATES), depth=depth)
        if not rows:
            return None
        known = {each.id: each for each in persons(self._graph, rows[0]["ids"], self._owners)}
        return [known[each] for each in rows[0]["ids"]]

    def graph(self, *, min_strength: float = 0.0) -> networkx.Graph[str]:
        """Everybody and their ties, for networkx: nodes by id with name, tier, score, owner and mentions.

        An edge has the strength of its strongest tie, and of all of them the kinds and sources, each in order of the strength.

        Args:
            min_strength: of the weakest tie, 0 to 1; what was stated has 1.

        Raises:
            InvalidInput: the strength is none.
        """
        if isinstance(min_strength, bool) or not isinstance(min_strength, int | float) or not 0 <= min_strength <= 1:
            raise InvalidInput("min_strength", min_strength, "a number from 0 to 1")
        # It takes a third of a second to load, and few ask for it.
        import networkx  # noqa: PLC0415

        least = float(min_strength)
        [row] = self._graph.run("people/social_graph", predicates=list(PREDICATES), least=least, limit=_MOST)
        made: networkx.Graph[str] = networkx.Graph(scope=self._graph.scope)
        now = self._clock.now()
        for one in sorted(row["people"], key=lambda each: str(each["person"])):
            trust = Standing.read(one).trust(now)
            made.add_node(
                one["person"],
                name=one["name"],
                tier=trust.tier,
                score=trust.score,
                owner=one["owner"],
                mentions=one["mentions"] or 0,
            )
        for tie in row["ties"]:
            if tie["one"] not in made or tie["other"] not in made:
                continue
            if not made.has_edge(tie["one"], tie["other"]):
                made.add_edge(tie["one"], tie["other"], kind=(), source=(), strength=tie["strength"])
            edge = made.edges[tie["one"], tie["other"]]
            edge["kind"] += (tie["relationship"] or tie["predicate"],)
            edge["source"] += (source(tie),)
        return made

    def picture(
        self,
        *,
        as_of: dt.datetime | str | None = None,
        min_strength: float = 0.0,
        limit: int = 1_000,
        asker: str | None = None,
        session: str | None = None,
    ) -> Drawn:
        """What that looks like, as a page or a figure; the same as `pictures.social`.

        Args:
            as_of: as the memory stood then.
            min_strength: of the weakest tie, 0 to 1; what was stated has 1.
            limit: how many people, those most spoken of first; 1 to 5,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which sees all audiences.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
        """
        return self._draw(as_of=as_of, min_strength=min_strength, limit=limit, asker=asker, session=session)

    def _id(self, who: str, field: str) -> str | None:
        try:
            return find_person(self._graph, who, self._owners, field).person.id
        except NotFound:
            return None

    def _both(self, a: str, b: str) -> tuple[str, str]:
        one = find_person(self._graph, a, self._owners, "a")
        return one.person.id, find_person(self._graph, b, self._owners, "b").person.id
