"""Memory: opening and closing, names of scopes and accounts, and clocks."""

from __future__ import annotations

from typing import Any

import pytest

from kg import Memory, Settings
from kg.errors import InvalidInput
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock, SystemClock
from kg.types.identifiers import Identity, canonical_session, channel_of_session, parse_identity, validate_scope
from tests.support import T0, minutes


@pytest.mark.parametrize(
    "name", ["", " ", "no spaces", "x; DROP", "-x", ".x", "a/b", "ä", "x" * 129, "a\n", "$scope", None, 7, b"x"]
)
def test_a_scope_has_a_plain_name(name: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        Memory.connect(name, embedder=HashingEmbedder())
    assert (caught.value.field, caught.value.value) == ("scope", name)


@pytest.mark.parametrize("name", ["demo", "A", "7", "user:42@host", "a.b-c_d", "x" * 128])
def test_names_of_scopes(name: str) -> None:
    assert validate_scope(name) == name


@pytest.mark.parametrize(
    ("given", "channel", "expected"),
    [
        ("cli:ann", "telegram", "cli:ann"),
        ("ann", "telegram", "telegram:ann"),
        ("ann", "any", "any:ann"),
        ("matrix:@ann:server", "any", "matrix:@ann:server"),
        (":ann", "cli", "cli::ann"),
        ("ann:", "cli", "cli:ann:"),
    ],
)
def test_identities_have_a_platform(given: str, channel: str, expected: str) -> None:
    assert str(parse_identity(given, channel)) == expected


def test_one_identity_is_one_person_wherever_it_is_met() -> None:
    assert (
        parse_identity("cli:ann", "telegram").person
        == parse_identity("ann", "cli").person
        == Identity("cli", "ann").person
    )
    assert Identity("cli", "ann").person != Identity("telegram", "ann").person


def test_sessions_and_channels_are_told_apart() -> None:
    assert canonical_session("whatsapp_49:1") == "whatsapp_49:1", "a colon is canonical already"
    for value in (" cli:1", "cli:1 ", "cli:1\u00a0"):
        with pytest.raises(InvalidInput, match="a session without white space at its ends"):
            canonical_session(value)
    assert [channel_of_session(one) for one in ("cli:1", "cli:", ":1", "cli", "a:b:c")] == [
        "cli",
        "any",
        "any",
        "any",
        "a",
    ]


def test_a_memory_closes_at_the_end_of_its_block(settings: Settings, scope: str) -> None:
    with Memory.connect(scope, settings=settings, embedder=HashingEmbedder()) as memory:
        assert memory.scope == scope
        assert memory.schema_version >= 1
    with pytest.raises(Exception, match=r"(?i)closed"):
        memory.history("cli:1")


def test_the_clock_of_the_machine_is_in_utc() -> None:
    now = SystemClock().now()
    assert now.utcoffset() == minutes(0)
    assert SystemClock().now() >= now


def test_a_clock_that_is_moved_stays_where_it_is_put() -> None:
    clock = FixedClock(T0)
    assert clock.forward(minutes(5)) == clock.now() == T0 + minutes(5)
