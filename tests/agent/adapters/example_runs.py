"""Runs of the examples: each answers from the memory, and keeps scope, speaker and audience apart."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg import Memory

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"
Connect = Callable[..., Memory]
SECRET = "My salary is 71000 and my locker code is Zeppelin."


def load_example(name: str) -> Any:
    """Import a file of `examples/`."""
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_example(name: str, connect: Connect) -> None:
    """The example remembers what was said to it, also after a restart, and shows no one what another said in private."""
    talk = load_example(name).talk
    memory = connect(owner="app:olga")
    olga = {"speaker": "app:olga", "session": "app:1"}
    first, second = talk(memory, ["The boat is moored in Ghent.", "Where is the boat?"], **olga)
    assert first == "I will remember that."
    assert "Ghent" in second
    again = connect(owner="app:olga")
    assert "Ghent" in talk(again, ["Where is the boat moored?"], **olga)[0], "another process remembers"

    ann = {"speaker": "app:ann", "session": "app:dm-ann", "audience": "person"}
    bob = {"speaker": "app:bob", "session": "app:room", "audience": "session"}
    talk(memory, [SECRET], **ann)
    questions = ["What is the salary of ann?", "What is the locker code?", "salary 71000?", "Zeppelin?"]
    for reply in talk(memory, questions, **bob):
        assert "71000" not in reply.replace("salary 71000?", "")
        assert "locker code is Zeppelin" not in reply
    assert "71000" in talk(memory, ["What is my salary?"], **ann)[0]
    # Ann herself in a room, and what was shown to an owner in a direct message, must not bring it there.
    talk(memory, ["What is the salary of ann?"], speaker="app:olga", session="app:dm-olga", audience="person")
    for who in ({**bob, "speaker": "app:ann"}, bob, {**bob, "speaker": "app:olga"}):
        for reply in talk(memory, ["What did I tell you about my salary, and what is the locker code?"], **who):
            assert "71000" not in reply
            assert "Zeppelin" not in reply
    other = connect(f"{memory.scope}-other", owner="app:olga")
    [reply] = talk(other, ["Where is the boat?"], **olga)
    assert "Ghent" not in reply, "another scope"
    phantoms = {"user", "User", "human", "assistant", "I", "me"}
    assert not phantoms & {entity.name for entity in memory.entities.list()}
