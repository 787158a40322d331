"""The viewer of a picture: which records they may see, and as of which time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kg.graph import Graph, as_datetime
from kg.language import name_key
from kg.types import canonical_session, channel_of_session, parse_identity, visible_audiences
from kg.visualize.label_text import format_quote

_MAX_QUOTE_CHARS = 300


@dataclass(frozen=True)
class Viewer:
    """The parameters that all statements of a picture share.

    Attributes:
        graph: the graph of the memory.
        at: the time of the picture.
        is_past: whether that time was requested; otherwise it is now.
        asker: the id of the person on whose behalf the picture is drawn; None: the caller's own code.
        audiences: the audiences whose records they may see; None: all.
        owners: accounts of the owners.
    """

    graph: Graph
    at: dt.datetime
    is_past: bool
    asker: str | None
    audiences: tuple[str, ...] | None
    owners: frozenset[str] = frozenset()

    def fragments(self, *others: str) -> list[str]:
        """Return the fragments of a statement that this viewer requires, in addition to `others`."""
        return [*others, *(["until"] if self.is_past else []), *(["audience"] if self.audiences is not None else [])]

    def params(self) -> dict[str, Any]:
        """Return the parameters of these fragments."""
        audiences = {} if self.audiences is None else {"audiences": list(self.audiences)}
        return audiences | ({"until": self.at} if self.is_past else {})

    def visible_names(self, names: Mapping[str, str]) -> Mapping[str, str]:
        """Return the visible ones among some entities, each with its name, or with another one if that is not visible.

        Args:
            names: the entities' names by id.
        """
        if self.audiences is None:
            return names
        rows = (
            self.graph.run("agent/list_visible_entities", ids=sorted(names), audiences=list(self.audiences))
            if names
            else []
        )
        visible = {row["id"]: {name_key(name): name for name in sorted(row["names"])} for row in rows}
        return {
            each: name if name_key(name) in visible[each] else max(visible[each].values(), key=len)
            for each, name in names.items()
            if visible.get(each)
        }

    def quotes(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the visible texts of some events, formatted as quotations, by id."""
        event_ids = sorted(set(ids))
        if not event_ids:
            return {}
        fragments = ["audience"] if self.audiences is not None else []
        audiences = {} if self.audiences is None else {"audiences": list(self.audiences)}
        rows = self.graph.run("visualize/get_quotes", fragments, ids=event_ids, max_chars=_MAX_QUOTE_CHARS, **audiences)
        return {row["id"]: format_quote(row) for row in rows}


def create_viewer(
    graph: Graph,
    now: dt.datetime,
    as_of: dt.datetime | None,
    asker: str | None,
    session: str | None,
    owners: frozenset[str],
) -> Viewer:
    """Create a viewer from unchecked arguments.

    Raises:
        InvalidInput: an argument is invalid; names it.
    """
    if asker is None:
        return Viewer(graph, as_of or now, as_of is not None, None, None, owners)
    channel = "any" if session is None else channel_of_session(canonical_session(session))
    identity = parse_identity(asker, channel, "asker")
    audiences = visible_audiences(asker, session, owners)
    return Viewer(graph, as_of or now, as_of is not None, identity.person, audiences, owners)


def format_date(value: Any) -> str:
    """Format a time of the database as its date; "-" if there is none."""
    moment = as_datetime(value)
    return "-" if moment is None else f"{moment:%Y-%m-%d}"
