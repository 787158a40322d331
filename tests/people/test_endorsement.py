"""Whether a person is endorsed: by an owner's mark, rating or word, and not by presence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.people import is_endorsed
from tests.support import T0, minutes

OWNER = "cli:olga"


@pytest.mark.parametrize(
    ("by", "expected"), [("mark", True), ("rating", True), ("word", True), ("own mark", False), ("", False)]
)
def test_owners_endorse(connect: Callable[..., Memory], by: str, expected: bool) -> None:
    memory = connect(owner=OWNER)
    talk = [(OWNER, "Olga", "Hello."), ("cli:bo", "Bo", "I am Olga's friend.")]
    talk += [(OWNER, "Olga", "Bo is my friend.")] if by == "word" else []
    memory.log(
        [
            Event(text, speaker=account, speaker_name=name, session="cli:1", at=T0 - minutes(9 - place))
            for place, (account, name, text) in enumerate(talk)
        ]
    )
    memory.digest()
    if by == "rating":
        memory.trust.rate(OWNER, "cli:bo", 0.7, reason="kind")
    if by.endswith("mark"):
        memory.trust.mark("cli:bo", True, reason="kind", by=OWNER if by == "mark" else "cli:bo")
    assert is_endorsed(memory.graph, memory.people.get("cli:bo").id, T0) is expected
    assert not is_endorsed(memory.graph, "person-unknown", T0)
