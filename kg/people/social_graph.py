"""The social graph: ties between persons, stated or derived from facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.errors import InvalidInput, NotFound
from kg.language import make_fence_safe
from kg.people.relationships import RELATIONSHIP_PREDICATES, relationship_name, tie_source
from kg.people.roster import load_persons
from kg.runtime import Runtime
from kg.trust import TrustState, find_person
from kg.types import Person, Tie, validate_name

if TYPE_CHECKING:
    import networkx

_MAX_RELATIONSHIP_CHARS = 60
_MAX_DEPTH = 6
_MAX_NEIGHBORS = 1_000
_MAX_NODES = 10_000


class SocialGraph:
    """The ties between the persons of a scope. Ties are symmetric."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._settings = runtime.settings
        self._owners = runtime.owners

    def connect(self, a: str, b: str, relationship: str, *, context: str | None = None) -> bool:
        """Connect two persons; idempotent. Return False if one of them is unknown.

        Args:
            a: account, id or name.
            b: account, id or name.
            relationship: their relationship, at most 60 characters.
            context: an explanation, at most 512 characters.

        Raises:
            InvalidInput: an argument is invalid, a name is ambiguous, or both are the same person.
        """
        kind = make_fence_safe(validate_name("relationship", relationship))
        if not kind or len(kind) > _MAX_RELATIONSHIP_CHARS:
            raise InvalidInput("relationship", relationship, f"text of at most {_MAX_RELATIONSHIP_CHARS} characters")
        why = None if context is None else validate_name("context", context)
        both = [self._id(a, "a"), self._id(b, "b")]
        if None in both:
            return False
        one, other = sorted(str(each) for each in both)
        if one == other:
            raise InvalidInput("b", b, f"another person than {a!r}")
        self._graph.run("people/connect", one=one, other=other, relationship=kind, context=why, now=self._clock.now())
        return True

    def disconnect(self, a: str, b: str) -> bool:
        """Remove the stated ties between two persons; ties from facts remain. Return False if there were none.

        Raises:
            InvalidInput: a name is blank, too long or ambiguous.
        """
        one, other = self._id(a, "a"), self._id(b, "b")
        if one is None or other is None:
            return False
        [row] = self._graph.run("people/disconnect", one=one, other=other)
        return bool(row["removed"])

    def neighbors(self, person: str) -> Sequence[Tie]:
        """Return the ties of a person: stated ones first, then by strength and name.

        Raises:
            InvalidInput: the name is blank, too long or ambiguous.
            NotFound: there is no such person.
        """
        name = find_person(self._graph, person, self._owners).person.id
        rows = self._graph.run("people/ties", id=name, predicates=list(RELATIONSHIP_PREDICATES), limit=_MAX_NEIGHBORS)
        known = {one.id: one for one in load_persons(self._graph, sorted({row["other"] for row in rows}), self._owners)}
        return [
            Tie(
                person=known[row["other"]],
                relationship=relationship_name(row["tie"], outward=row["outward"]),
                source=tie_source(row["tie"]),
                strength=1.0 if row["tie"]["strength"] is None else row["tie"]["strength"],
                facts=tuple(row["tie"]["facts"] or ()),
                context=row["tie"]["context"],
            )
            for row in rows
        ]

    def mutuals(self, a: str, b: str) -> Sequence[Person]:
        """Return the persons with whom both are connected, by name.

        Raises:
            InvalidInput: a name is blank, too long or ambiguous.
            NotFound: there is no such person.
        """
        one, other = self._both(a, b)
        rows = self._graph.run(
            "people/mutuals", one=one, other=other, predicates=list(RELATIONSHIP_PREDICATES), limit=_MAX_NEIGHBORS
        )
        return load_persons(self._graph, [row["person"] for row in rows], self._owners)

    def path(self, a: str, b: str, *, max_depth: int | None = None) -> Sequence[Person] | None:
        """Return the shortest path between two persons along ties, both included; None if there is none within `max_depth`.

        Args:
            a: account, id or name.
            b: account, id or name.
            max_depth: maximum number of ties, 1 to 6; by default the setting KG_SOCIAL_DEPTH.

        Raises:
            InvalidInput: an argument is invalid, or a name is ambiguous.
            NotFound: there is no such person.
        """
        depth = self._settings.social_depth if max_depth is None else max_depth
        if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= _MAX_DEPTH:
            raise InvalidInput("max_depth", max_depth, f"a whole number from 1 to {_MAX_DEPTH}")
        one, other = self._both(a, b)
        if one == other:
            return load_persons(self._graph, [one], self._owners)
        rows = self._graph.run(
            "people/shortest_path", one=one, other=other, predicates=list(RELATIONSHIP_PREDICATES), depth=depth
        )
        if not rows:
            return None
        known = {each.id: each for each in load_persons(self._graph, rows[0]["ids"], self._owners)}
        return [known[each] for each in rows[0]["ids"]]

    def graph(self, *, min_strength: float = 0.0) -> networkx.Graph[str]:
        """Return the persons and ties as a networkx graph: nodes by id with name, tier, score, owner and mentions.

        An edge has the strength of its strongest tie, and the kinds and sources of all its ties in order of strength.

        Args:
            min_strength: minimum strength of a tie, 0 to 1; stated ties have 1.

        Raises:
            InvalidInput: the strength is out of range.
        """
        if isinstance(min_strength, bool) or not isinstance(min_strength, int | float) or not 0 <= min_strength <= 1:
            raise InvalidInput("min_strength", min_strength, "a number from 0 to 1")
        # Imported on demand, since it takes a third of a second to load.
        import networkx  # noqa: PLC0415

        least = float(min_strength)
        [row] = self._graph.run(
            "people/social_graph", predicates=list(RELATIONSHIP_PREDICATES), min_strength=least, limit=_MAX_NODES
        )
        graph: networkx.Graph[str] = networkx.Graph(scope=self._graph.scope)
        now = self._clock.now()
        for one in sorted(row["people"], key=lambda each: str(each["person"])):
            trust = TrustState.from_row(one).trust(now)
            graph.add_node(
                one["person"],
                name=one["name"],
                tier=trust.tier,
                score=trust.score,
                owner=one["owner"],
                mentions=one["mentions"] or 0,
            )
        for tie in row["ties"]:
            if tie["one"] not in graph or tie["other"] not in graph:
                continue
            if not graph.has_edge(tie["one"], tie["other"]):
                graph.add_edge(tie["one"], tie["other"], kind=(), source=(), strength=tie["strength"])
            edge = graph.edges[tie["one"], tie["other"]]
            edge["kind"] += (tie["relationship"] or tie["predicate"],)
            edge["source"] += (tie_source(tie),)
        return graph

    def _id(self, who: str, field: str) -> str | None:
        try:
            return find_person(self._graph, who, self._owners, field).person.id
        except NotFound:
            return None

    def _both(self, a: str, b: str) -> tuple[str, str]:
        one = find_person(self._graph, a, self._owners, "a")
        return one.person.id, find_person(self._graph, b, self._owners, "b").person.id
