"""A plain loop: the memory as a module, a model that is a function, no framework."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from kg import Memory
from kg.agent import MemoryModule

Model = Callable[[str, str], str]
"""Takes what it should know and what was said, and replies."""


def talk(memory: Memory, model: Model, messages: Iterable[str], *, speaker: str, session: str) -> list[str]:
    """Answer messages one after the other; returns what was shown."""
    module = MemoryModule(memory, session=session, speaker=speaker)
    module.initialize()
    shown = []
    for message in messages:
        known = module.context_block(message)
        module.on_message(message)
        shown.append(module.on_message(model(known, message), role="assistant"))
    module.on_idle()
    return shown


def scripted(known: str, message: str) -> str:
    """Stands for a language model: it remembers what it is told, and looks up what it is asked."""
    if message.endswith("?"):
        found = [line for line in known.splitlines() if "boat" in line and line.startswith("> ")]
        return f"You told me: {found[0]}" if found else "I don't know."
    return f"I will remember that. <memory>{message}</memory>"


def main() -> None:
    """Tell something, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        lines = ["The boat is moored in Ghent.", "Where is the boat?"]
        for reply in talk(memory, scripted, lines, speaker="cli:me", session="cli:loop"):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
