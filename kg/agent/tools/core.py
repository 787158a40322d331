"""Tools about core memory: the few lines that every context holds."""

from __future__ import annotations

from typing import Literal

from kg.agent.caller import Acting
from kg.agent.tool_definition import tool
from kg.agent.tool_output import short
from kg.types import CoreEntry

Section = Literal["identity", "people", "preferences", "context", "scratch"]
_BECAUSE = "Core memory stands in everybody's context and steers the agent."


@tool("owner", _BECAUSE)
def save_memory(acting: Acting, memory: str, section: Section, importance: int = 5) -> str:
    """Keep one sentence in core memory, which you are shown before every answer.

    For what is always needed, as who the owner is or how they want you to work; for anything else use remember_fact. Each
    section has a limit of tokens.

    Args:
        memory: the sentence, which must be understood by itself.
        section: identity (who you and the owner are), people, preferences (how to work), context (what goes on these weeks) or
            scratch.
        importance: 1 to 10; what is beyond counts as the nearest of them.
    """
    return f"Saved. {_told(acting.memory.core.add(memory, section, importance=importance, audience=acting.ears))}"


@tool("owner", _BECAUSE, destroys=True)
def edit_memory(
    acting: Acting,
    entry_id: str,
    new_content: str | None = None,
    new_section: Section | None = None,
    importance: int | None = None,
) -> str:
    """Change an entry of core memory: what it says, where it stands, or how important it is. What you leave out stays.

    Args:
        entry_id: the id of the entry, as it is shown behind it.
        new_content: what it is to say.
        new_section: the section that it is to stand in.
        importance: 1 to 10; what is beyond counts as the nearest of them.
    """
    edited = acting.memory.core.edit(entry_id, text=new_content, section=new_section, importance=importance)
    return f"Changed. {_told(edited)}"


@tool("owner", _BECAUSE, destroys=True)
def delete_memory(acting: Acting, entry_id: str, archive: bool = True) -> str:
    """Take an entry out of core memory.

    Args:
        entry_id: the id of the entry, as it is shown behind it.
        archive: keep it where searches find it; false lets it go for good.
    """
    gone = acting.memory.core.delete(entry_id, archive=archive)
    kept = "It is kept as long-term memory, where search_memory finds it." if archive else "It is gone for good."
    return f"Taken out of {gone.section}: {short(gone.text)}\n{kept}"


def _told(entry: CoreEntry) -> str:
    return f"{entry.section}, importance {entry.importance}: {short(entry.text)} [id:{entry.id}]"
