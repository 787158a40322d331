"""Import of Letta agent files: memory blocks as core memory, and the messages of the agents."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.transfer.importers.items import CoreItem, EventItem, ImportContext, ImportItem, SkippedItem, qualify_speaker
from kg.transfer.importers.markdown import SCRATCH, read_blocks
from kg.transfer.importers.session_lines import SessionForm, read_session_rows
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.values import read_json, read_mapping, read_text

_SECTIONS = {"persona": "identity", "human": "people", "user": "people", "preferences": "preferences"}
_MEMORY = ("core_memory", "blocks", "memory_blocks")
_PROGRAM = (
    ("tools", "tools of the program"), ("mcp_servers", "settings of the program"), ("skills", "instructions of the program"),
    ("files", "files of a data source, which are no memory"), ("sources", "settings of data sources"),
    ("tool_rules", "settings of the program"), ("llm_config", "settings of the program"),
    ("embedding_config", "settings of the program"),
)  # fmt: skip
# The tool with which an agent answers; its argument is what the agent says.
_ANSWER = "send_message"
# Texts of events that the program writes with the role of a user.
_PROGRAM_EVENTS = frozenset(["heartbeat", "login", "system_alert", "bootup_sequence"])


def recognise(source: ImportSource) -> bool:
    """Recognise an agent file, of the version with a list of agents or of the one with a single agent."""
    if not source.has_ending(".af", ".json"):
        return False
    content = source.read_json()
    if not isinstance(content, Mapping):
        return False
    is_new = isinstance(content.get("agents"), list) and isinstance(content.get("blocks"), list)
    return is_new or ("agent_type" in content and isinstance(content.get("core_memory"), list))


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the blocks and the messages; the program's own settings and tools are left out."""
    content = read_mapping(source.read_json())
    agents = content.get("agents")
    listed = [each for each in agents if isinstance(each, Mapping)] if isinstance(agents, list) else [content]
    blocks: list[Any] = next((content[name] for name in _MEMORY if isinstance(content.get(name), list)), [])
    for number, block in enumerate(blocks, start=1):
        yield from _read_block(f"block {number}", read_mapping(block), context)
    for number, agent in enumerate(listed, start=1):
        yield from _read_agent(agent, number, context)
    for name, why in _PROGRAM:
        if content.get(name):
            yield SkippedItem(name, why)


def _read_block(where: str, block: Mapping[str, Any], context: ImportContext) -> Iterator[ImportItem]:
    label, value = read_text(block.get("label")).strip(), read_text(block.get("value"))
    at = context.parse_time(block.get("updated_at") or block.get("created_at"))
    section = _SECTIONS.get(label.casefold(), "context" if "context" in label.casefold() else SCRATCH)
    texts = [text for _, heading, text in read_blocks(value) if not heading]
    for text in texts:
        yield CoreItem(where, text, section, at=at)
    if not texts:
        yield SkippedItem(where, f"the block {label!r} is empty")


def _read_agent(agent: Mapping[str, Any], number: int, context: ImportContext) -> Iterator[ImportItem]:
    name = read_text(agent.get("name") or agent.get("id")).strip() or str(number)
    session = f"letta:{name}"
    if read_text(agent.get("system")).strip():
        yield SkippedItem(f"agent {name}, system", "instructions of the program, no memory")
    listed = agent.get("messages")
    rows = [(place, _row(each)) for place, each in enumerate(listed if isinstance(listed, list) else [], start=1)]
    form = SessionForm("letta", speaker=_speaker)
    for item in read_session_rows(rows, f"agent {name}", session, form, context):
        yield _without_envelope(item)


def _speaker(row: Mapping[str, Any], session: str) -> str | None:
    return qualify_speaker(read_text(row.get("sender_id") or row.get("name")).strip() or "user", session, "letta")


def _row(message: Any) -> dict[str, Any] | str:
    """Return a message as a line of a session: the words of a user without their envelope, and answers as messages."""
    if not isinstance(message, Mapping):
        return "no JSON object"
    row = dict(message)
    if row.get("role") == "system":
        return "instructions of the program, no memory"
    if row.get("role") == "tool" and row.get("name") == _ANSWER:
        return "the receipt of an answer"
    if isinstance(row.get("tool_returns"), list) and not row.get("content"):
        returns = [read_mapping(each) for each in row["tool_returns"]]
        row["content"] = "\n".join(read_text(each.get("tool_return") or each.get("func_response")) for each in returns)
    answers: list[str] = []
    calls: list[Any] = []
    for call in row.get("tool_calls") or []:
        function = read_mapping(read_mapping(call).get("function") or call)
        if function.get("name") == _ANSWER:
            answers.append(read_text(read_mapping(function.get("arguments")).get("message")))
        else:
            calls.append(call)
    if answers:
        row["content"], row["tool_calls"] = "\n".join(answers), calls
    return row


def _without_envelope(item: ImportItem) -> ImportItem:
    """Return the words of a user, which the program wraps in JSON with their time; its own events are no one's words."""
    if not isinstance(item, EventItem) or item.event["role"] not in ("user", "tool"):
        return item
    text = item.event["text"].strip()
    wrapped = read_json(text) if text.startswith("{") else None
    if not isinstance(wrapped, Mapping):
        return item
    if item.event["role"] == "user" and read_text(wrapped.get("type")) in _PROGRAM_EVENTS:
        return SkippedItem(item.where, f"an event of the program: {wrapped['type']}")
    said = wrapped.get("message")
    words = said if isinstance(said, str) and said.strip() else json.dumps(wrapped, ensure_ascii=False)
    return EventItem(item.where, {**item.event, "text": words})
