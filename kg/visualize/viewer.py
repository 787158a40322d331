"""Who looks at a picture, and as of when: what every statement of a picture is asked with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.language.name_keys import name_key
from kg.types import identifiers
from kg.visualize.scene import quote

_LONGEST = 300


@dataclass(frozen=True)
class Look:
    """How a picture is asked for.

    Attributes:
        graph: of which memory.
        at: as of when.
        then: whether that was asked for; else it is now.
        asker: id of the person on whose behalf; None: the caller's own code.
        audiences: tokens of what they may see; None: everything.
    """

    graph: Graph
    at: dt.datetime
    then: bool
    asker: str | None
    audiences: tuple[str, ...] | None

    def fragments(self, *others: str) -> list[str]:
        """The optional parts of a statement that this look needs, beside others."""
        return [*others, *(["until"] if self.then else []), *(["audience"] if self.audiences is not None else [])]

    def params(self) -> dict[str, Any]:
        """Their parameters."""
        seen = {} if self.audiences is None else {"audiences": list(self.audiences)}
        return seen | ({"until": self.at} if self.then else {})

    def named(self, called: Mapping[str, str]) -> Mapping[str, str]:
        """Of these entities those that may be looked at, each with its name, or else another that may be known.

        Args:
            called: id → name.
        """
        if self.audiences is None:
            return called
        rows = (
            self.graph.run("agent/visible_entities", ids=sorted(called), audiences=list(self.audiences))
            if called
            else []
        )
        known = {row["id"]: {name_key(name): name for name in sorted(row["names"])} for row in rows}
        return {
            each: name if name_key(name) in known[each] else max(known[each].values(), key=len)
            for each, name in called.items()
            if known.get(each)
        }

    def words(self, ids: Iterable[str]) -> dict[str, str]:
        """What was said in these events, as evidence, as far as it may be seen."""
        wanted = sorted(set(ids))
        if not wanted:
            return {}
        fragments = ["audience"] if self.audiences is not None else []
        seen = {} if self.audiences is None else {"audiences": list(self.audiences)}
        rows = self.graph.run("visualize/tie_evidence", fragments, ids=wanted, longest=_LONGEST, **seen)
        return {row["id"]: quote(row) for row in rows}


def looking(
    graph: Graph,
    now: dt.datetime,
    as_of: dt.datetime | None,
    asker: str | None,
    session: str | None,
    owners: frozenset[str],
) -> Look:
    """A look, checked.

    Raises:
        InvalidInput: names the field.
    """
    if asker is None:
        return Look(graph, as_of or now, as_of is not None, None, None)
    channel = "any" if session is None else identifiers.channel_of(identifiers.session_name(session))
    who = identifiers.identity(asker, channel, "asker")
    return Look(graph, as_of or now, as_of is not None, who.person, identifiers.audiences(asker, session, owners))


def day(value: Any) -> str:
    """A time of the database as its date; "-" where there is none."""
    moment = as_datetime(value)
    return "-" if moment is None else f"{moment:%Y-%m-%d}"
