"""A record by its id, as far as the caller may read it."""

from __future__ import annotations

from kg.agent.caller import Caller
from kg.agent.tool_output import truncate_line
from kg.agent.visible_entities import find_visible_names
from kg.errors import NotFound
from kg.types import Record, validate_name


def get_visible_record(caller: Caller, id: str) -> Record:  # noqa: A002 - the contract's name
    """Return a record by its id.

    Raises:
        InvalidInput: the id is blank or too long.
        NotFound: there is no such record, or the caller may not read it.
    """
    name = validate_name("id", id)
    rows = caller.memory.graph.run("graph/get_memory", id=name)
    properties = rows[0]["properties"] if rows else {}
    visible = bool(rows)
    if rows and caller.audiences is not None:
        if properties["kind"] in ("person", "entity"):
            visible = bool(find_visible_names(caller, [name]))
        else:
            visible = properties.get("audience", "shared") in caller.audiences and not properties.get("quarantine")
    if not visible:
        raise NotFound(f"a memory with the id {truncate_line(name, 80)!r}; search_memory and list_memories show ids")
    return caller.memory.get(name)
