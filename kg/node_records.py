"""Read any node of a scope as a record."""

from __future__ import annotations

from kg.errors import NotFound
from kg.events import event_record
from kg.knowledge import Entities, Facts
from kg.memories import to_typed_record
from kg.runtime import Runtime
from kg.summaries import Summaries
from kg.trust import person_record
from kg.types import NodeRecord, Record, validate_name


def read_record(runtime: Runtime, id: str) -> Record:  # noqa: A002 - the contract's name
    """Return the record of a node by its id.

    Raises:
        NotFound: the scope has no such node.
    """
    rows = runtime.graph.run("graph/get_memory", id=validate_name("id", id))
    if not rows:
        raise NotFound(f"{id!r} in scope {runtime.graph.scope!r}")
    properties = {key: value for key, value in rows[0]["properties"].items() if value is not None}
    kind = properties["kind"]
    if kind == "event":
        return event_record(properties)
    if kind == "person":
        return person_record(properties, rows[0]["identities"])
    if kind == "entity":
        return Entities(runtime).get(id)
    if kind == "fact":
        return Facts(runtime).get(id)
    if kind == "summary":
        return Summaries(runtime).get(properties["key"])
    links = {name: tuple(rows[0][name]) for name in ("sources", "about")}
    typed = to_typed_record(properties | links, runtime.clock.now())
    return typed or NodeRecord(id, kind, tuple(sorted(rows[0]["labels"])), properties)
