"""Tools that show what is stored: a list of memories, the history of one, and the state of the memory itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from kg.agent.caller import Caller
from kg.agent.provenance import format_statement, name_authors, name_speakers
from kg.agent.tool_definition import tool
from kg.agent.tool_output import (
    INSTRUCTION_MARK,
    ToolAnswer,
    data_notice,
    fit_line_count,
    format_timestamp,
    truncate_line,
)
from kg.agent.tools.records import get_visible_record
from kg.errors import InvalidInput
from kg.trust import CREDIBLE_TIERS
from kg.types import CoreEntry, Event, Fact, MemoryKind

if TYPE_CHECKING:
    from kg.people import SpeakerName

_LISTED = ("event", "fact", "longterm", "core")
_NOT_LISTED = ("entity", "person", "topic")
_LAST_ID = "\U0010ffff"


@tool("anyone", "Only memories that the caller may read are listed.", read_only=True)
def list_memories(
    caller: Caller,
    kind: MemoryKind | None = None,
    limit: Annotated[int, Field(ge=1, le=50)] = 20,
    cursor: str | None = None,
) -> ToolAnswer:
    """List memories, the newest first, with their ids.

    Args:
        kind: only this kind; by default messages, facts, notes and core memory.
        limit: 1 to 50.
        cursor: where the last list ended, as it said.
    """
    if kind in _NOT_LISTED:
        raise InvalidInput("kind", kind, "a kind of text; find people and things with get_entity and list_people")
    until, below = _parse_cursor(caller, cursor)
    audiences = {} if caller.audiences is None else {"audiences": list(caller.audiences)}
    memory = caller.memory
    rows = memory.graph.run(
        "agent/list_memories",
        ["audience"] if audiences else [],
        kinds=[kind] if kind else list(_LISTED),
        until=until,
        below=below,
        limit=limit,
        credible_tiers=list(CREDIBLE_TIERS),
        **audiences,
    )
    if not rows:
        return ToolAnswer("Nothing is stored yet." if cursor is None else "There are no more.", {"memories": []})
    names = name_speakers(caller, map(_speaker, rows))
    items = [_item(row, names[_speaker(row)]) for row in rows]
    lines = [
        f"> [id:{item['id']}] {format_timestamp(row['at'].to_native())}{_format_item(item)}"
        for item, row in zip(items, rows, strict=True)
    ]
    text, kept = fit_line_count(
        memory.tokens, memory.settings.tool_tokens, [data_notice()], lines, "continue with the cursor"
    )
    last = rows[kept - 1] if kept else rows[0]
    next_cursor = f"{last['at'].iso_format()} {last['id']}" if kept < len(rows) or len(rows) == limit else None
    if next_cursor:
        text += f"\nMore: cursor {next_cursor}"
    return ToolAnswer(text, {"notice": data_notice(), "memories": items[:kept], "cursor": next_cursor})


@tool("anyone", "Only what the caller may read is shown.", read_only=True)
def memory_history(caller: Caller, id: str) -> ToolAnswer:  # noqa: A002 - the contract's name
    """Show how a memory came to be and what it replaced: of a fact all its values with their times and sources.

    Args:
        id: the id that is shown with the memory.
    """
    record = get_visible_record(caller, id)
    if isinstance(record, Fact):
        items = _fact_history(caller, record)
    elif isinstance(record, Event):
        items = _event_history(caller, record)
    else:
        items = [_record_item(id, record)]
    lines = [f"> {' '.join(str(value) for value in item.values() if value)}" for item in items]
    memory = caller.memory
    text, kept = fit_line_count(
        memory.tokens, memory.settings.tool_tokens, [data_notice()], lines, "they are older values"
    )
    return ToolAnswer(text, {"notice": data_notice(), "id": id, "history": items[:kept]})


@tool("anyone", "It shows counts and settings, and nothing that was said.", read_only=True)
def memory_health(caller: Caller) -> ToolAnswer:
    """Check whether the memory works: database, models, and messages that wait to be read."""
    health = caller.memory.health()
    state = "works" if health.healthy else "does not work"
    lines = [f"The memory {state}.", *(f"Error: {error}" for error in health.errors)]
    lines += [f"Warning: {warning}" for warning in health.warnings]
    checks = dict(health.checks) if caller.is_owner else {}
    lines += [f"- {name}: {finding}" for name, finding in checks.items()]
    data = {
        "healthy": health.healthy,
        "errors": list(health.errors),
        "warnings": list(health.warnings),
        "checks": checks,
    }
    # The first word of an answer that is an error is "Error".
    return ToolAnswer("\n".join(lines), data)


def _parse_cursor(caller: Caller, cursor: str | None) -> tuple[dt.datetime, str]:
    if cursor is None:
        # Events of the future, from clocks that are ahead, are listed too.
        return caller.memory.clock.now() + dt.timedelta(days=36_500), _LAST_ID
    moment, _, below = cursor.strip().partition(" ")
    try:
        until = dt.datetime.fromisoformat(moment)
    except ValueError:
        raise InvalidInput("cursor", cursor, "the text after 'cursor' in the last list, or omitted") from None
    return until if until.tzinfo else until.replace(tzinfo=dt.UTC), below or _LAST_ID


def _speaker(row: Any) -> SpeakerName:
    """Return account, given name and role of who said a message, or stated a fact."""
    return row["speaker"], row["speaker_name"], row["role"] if row["kind"] == "event" else None


def _item(row: Any, name: str | None) -> dict[str, Any]:
    speaker = name or ("agent" if row["role"] == "assistant" else None)
    return {
        "id": row["id"],
        "kind": row["kind"],
        "at": row["at"].iso_format(),
        "speaker": truncate_line(speaker, 80) if speaker and row["kind"] in ("event", "fact") else None,
        "text": truncate_line(row["text"]),
        **({"status": row["status"]} if row["kind"] == "fact" else {}),
        **({"instructs": True} if row["instructs"] else {}),
    }


def _format_item(item: Mapping[str, Any]) -> str:
    """Return an item as a line: a fact with its status and who states it, a message with its speaker."""
    if item["kind"] == "fact":
        return f"fact: {format_statement(item['text'], item['status'], item['speaker'])}"
    mark = f" {INSTRUCTION_MARK}" if item.get("instructs") else ""
    return f"{item['speaker'] or item['kind']}{mark}: {item['text']}"


def _fact_history(caller: Caller, fact: Fact) -> list[dict[str, Any]]:
    facts = caller.memory.facts.history(fact.subject_id or fact.subject, fact.predicate)
    shown = [each for each in facts if caller.audiences is None or each.audience in caller.audiences] or [fact]
    return [
        {
            "from": f"{each.valid_from:%Y-%m-%d}" if each.valid_from else "",
            "to": f"– {each.valid_to:%Y-%m-%d}" if each.valid_to else "",
            "text": truncate_line(each.text),
            "status": f"({each.status})",
            "said_by": f"— {truncate_line(author, 80)} says" if author else "",
            "id": f"[id:{each.id}]",
            "sources": ", ".join(each.sources[:5]) if caller.audiences is None else "",
        }
        for each, author in zip(shown, name_authors(caller, shown), strict=True)
    ]


def _event_history(caller: Caller, event: Event) -> list[dict[str, Any]]:
    asked = event.speaker, event.speaker_name, event.role
    said = {
        "at": f"{event.at:%Y-%m-%d %H:%M}" if isinstance(event.at, dt.datetime) else "",
        "speaker": truncate_line(name_speakers(caller, [asked])[asked] or "agent", 80),
        "text": truncate_line(event.text),
        "status": f"({event.status})",
        "replaces": f"replaces {event.metadata['replaces']}" if event.metadata and "replaces" in event.metadata else "",
    }
    return [said, *facts_of_event(caller, str(event.id))]


def facts_of_event(caller: Caller, event: str) -> list[dict[str, Any]]:
    """Return the facts that rest on an event and that the caller may read."""
    audiences = {} if caller.audiences is None else {"audiences": list(caller.audiences)}
    rows = caller.memory.graph.run(
        "agent/list_facts_of_event", ["audience"] if audiences else [], id=event, **audiences
    )
    return [
        {
            name: truncate_line(row[name])
            for name in ("id", "text", "status", "subject", "predicate", "object")
            if row[name]
        }
        for row in rows
    ]


def _record_item(id_: str, record: object) -> dict[str, Any]:
    names = ("text", "content", "name", "section", "status", "created_at", "updated_at", "at")
    values = {name: getattr(record, name, None) for name in names}
    shown = {
        name: value.isoformat(timespec="minutes") if isinstance(value, dt.datetime) else truncate_line(str(value))
        for name, value in values.items()
        if value is not None
    }
    kind = "core" if isinstance(record, CoreEntry) else type(record).__name__.lower()
    return {"id": f"[id:{id_}]", "kind": kind, **shown}
