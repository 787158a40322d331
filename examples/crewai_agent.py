"""CrewAI: the memory of a crew in the graph, private to the person whom it works for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from crewai.memory.unified_memory import Memory as CrewMemory
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.crewai import MemoryStorage


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one person, and return the replies."""
    audience = "person" if who.get("audience") == "person" else "shared"
    storage = MemoryStorage(memory, speaker=who["speaker"], audience=audience)
    # At this threshold CrewAI asks no model whether two memories are one.
    crew_memory = CrewMemory(storage=storage, embedder=storage.embed, consolidation_threshold=1.0)
    replies = []
    for text in messages:
        found = crew_memory.recall(text, scope="/crew", depth="shallow", limit=5)
        replies.append(answer("\n".join(f"> {match.record.content}" for match in found), text))
        if not text.endswith("?"):
            # With a scope, categories and an importance, CrewAI asks no model.
            crew_memory.remember(text, scope="/crew", categories=["chat"], importance=0.5)
    crew_memory.close()
    return replies


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me"):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
