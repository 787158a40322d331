"""An agent loop without a framework: the memory as a module, the model as a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from kg import Memory
from kg.agent import MemoryModule

Model = Callable[[str, str], str]
"""Takes a context and a message, and returns a reply."""


def talk(memory: Memory, model: Model, messages: Iterable[str], *, speaker: str, session: str) -> list[str]:
    """Answer messages one after the other, and return the replies."""
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
    """Imitate a language model: remember each statement, and answer each question from the context."""
    if message.endswith("?"):
        found = [line for line in known.splitlines() if "boat" in line and line.startswith("> ")]
        return f"You told me: {found[0]}" if found else "I don't know."
    return f"I will remember that. <memory>{message}</memory>"


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        lines = ["The boat is moored in Ghent.", "Where is the boat?"]
        for reply in talk(memory, scripted, lines, speaker="cli:me", session="cli:loop"):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
