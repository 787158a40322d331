"""Whether a person is endorsed: by an owner's mark, rating or word, and not by presence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.people import is_endorsed, read_authority
from tests.support import T0, days, minutes

OWNER = "cli:olga"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("mark", True),
        ("rating", True),
        ("own mark", False),
        ("", False),
        ("Bo is my friend.", True),
        ("Good news! Bo is my friend.", True),
        ("Hi!\nBo is my friend.", True),
        ("Some Bot told all\nBo is my friend.", False),
        ("XJ7 / 3: Bo is my friend.", False),
    ],
)
def test_owners_endorse(connect: Callable[..., Memory], by: str, expected: bool) -> None:
    memory = connect(owner=OWNER)
    talk = [(OWNER, "Olga", "Hello."), ("cli:bo", "Bo", "I am Olga's friend.")]
    talk += [(OWNER, "Olga", by)] if "friend" in by else []
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


def test_the_authority_of_accounts(connect: Callable[..., Memory]) -> None:
    memory = connect(owner=OWNER)
    accounts = [OWNER, "cli:ann", "cli:bo", "cli:nobody"]
    memory.log(
        [
            Event("Good morning.", speaker=account, session="cli:1", at=T0 - days(day) - minutes(place))
            for place, account in enumerate(accounts[:3])
            for day in range(40)
        ]
    )
    memory.digest()
    memory.trust.mark("cli:ann", True, reason="kind", by=OWNER)

    def read(*, needs_endorsement: bool) -> dict[str, str]:
        return read_authority(memory.graph, frozenset(), accounts, T0, needs_endorsement=needs_endorsement)

    known = {OWNER: "owner", "cli:ann": "endorsed", "cli:bo": "presence", "cli:nobody": "presence"}
    assert read(needs_endorsement=True) == known
    assert read(needs_endorsement=False) == known | {"cli:bo": "endorsed"}
    assert read_authority(connect("other").graph, frozenset(), accounts, T0, needs_endorsement=True) == {}
