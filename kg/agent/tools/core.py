"""Tools for core memory: the entries that are part of every context."""

from __future__ import annotations

from typing import Literal

from kg.agent.caller import Caller
from kg.agent.tool_definition import tool
from kg.agent.tool_output import truncate_line
from kg.errors import Refused
from kg.types import CoreEntry

Section = Literal["identity", "people", "preferences", "context", "scratch"]
# What is written there steers the agent in every conversation.
_OWNED_SECTIONS = ("identity", "preferences")
_REASON = "Core memory is part of every context and steers the agent."


@tool("owner", _REASON, agent_act="core")
def save_memory(caller: Caller, memory: str, section: Section, importance: int = 5) -> str:
    """Add one sentence to core memory, which you see before every answer.

    Use it for what you always need, such as who the owner is or how they want you to work; for anything else use remember_fact.
    Each section has a token limit.

    Args:
        memory: the sentence; it must be understandable without context.
        section: identity (who you and the owner are), people, preferences (how to work), context (what is going on these weeks)
            or scratch.
        importance: 1 to 10; other values are clamped to this range.
    """
    _check_change(caller, section, memory)
    entry = caller.memory.core.add(
        caller.attribute_text(memory), section, importance=importance, audience=caller.default_audience
    )
    return f"Saved. {_format_entry(entry)}"


@tool("owner", _REASON, destructive=True, agent_act="core")
def edit_memory(
    caller: Caller,
    entry_id: str,
    new_content: str | None = None,
    new_section: Section | None = None,
    importance: int | None = None,
) -> str:
    """Change the text, the section or the importance of an entry of core memory. Arguments that you omit are not changed.

    Args:
        entry_id: the id that is shown after the entry.
        new_content: the new text.
        new_section: the new section.
        importance: 1 to 10; other values are clamped to this range.
    """
    _check_change(caller, new_section, new_content, entry_id)
    text = None if new_content is None else caller.attribute_text(new_content)
    entry = caller.memory.core.edit(entry_id, text=text, section=new_section, importance=importance)
    return f"Changed. {_format_entry(entry)}"


@tool("owner", _REASON, destructive=True, agent_act="core")
def delete_memory(caller: Caller, entry_id: str, archive: bool = True) -> str:
    """Remove an entry from core memory.

    Args:
        entry_id: the id that is shown after the entry.
        archive: true keeps it as a long-term memory, which searches find; false deletes it permanently.
    """
    _check_change(caller, None, None, entry_id)
    if caller.is_agent and not archive:
        raise Refused("the agent may not delete an entry permanently in its own name; set archive to true")
    entry = caller.memory.core.delete(entry_id, archive=archive)
    outcome = (
        "It is kept as a long-term memory, which search_memory finds." if archive else "It is deleted permanently."
    )
    return f"Removed from {entry.section}: {truncate_line(entry.text)}\n{outcome}"


def _check_change(caller: Caller, section: str | None, text: str | None, entry_id: str | None = None) -> None:
    """Refuse what an agent may not change in its own name.

    That is instructions, the sections that say who it is and how it works, and what it has not noted in a turn of the speaker.
    """
    if not caller.is_agent:
        return
    if text is not None:
        caller.check_no_instructions("memory", text)
    entry = caller.memory.get(entry_id) if entry_id is not None else None
    if isinstance(entry, CoreEntry) and not entry.text.endswith(caller.source_note):
        raise Refused(
            f"the agent may change only what it noted while talking with {caller.account}; ask the owner to do it"
        )
    for changed in (section, entry.section if isinstance(entry, CoreEntry) else None):
        if changed in _OWNED_SECTIONS:
            raise Refused(f"the agent may not change the section {changed} in its own name; ask the owner to do it")


def _format_entry(entry: CoreEntry) -> str:
    return f"{entry.section}, importance {entry.importance}: {truncate_line(entry.text)} [id:{entry.id}]"
