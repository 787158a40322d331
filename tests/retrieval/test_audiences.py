"""Audiences: private events reach no other reader; the owner and the caller's own code see all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.types.identifiers import parse_identity, visible_audiences
from tests.support import T0, FailingEmbedder

OWNER = "telegram:me"


@pytest.fixture(scope="module")
def with_secrets(seed_memory: Callable[..., Memory]) -> Memory:
    """A memory with a secret in three audiences: shared, one session, one person."""
    memory = seed_memory(owner=OWNER)
    said = {"text": "The treasure is under the oak.", "at": T0, "speaker": "telegram:ann"}
    memory.log(
        [
            said | {"id": "shared", "session": "telegram:group"},
            said | {"id": "session", "session": "telegram:ours", "audience": "session"},
            said | {"id": "person", "session": "telegram:ann", "audience": "person"},
        ]
    )
    memory.digest()
    return memory


WHO_SEES_WHAT = [
    (None, None, {"shared", "session", "person"}),
    (None, "telegram:group", {"shared"}),
    ("telegram:ann", None, {"shared", "person"}),
    ("telegram:ann", "telegram:ours", {"session"}),
    ("telegram:ann", "telegram:ann", {"person"}),
    ("ann", "telegram:ann", {"person"}),
    ("telegram:bob", None, {"shared"}),
    ("telegram:bob", "telegram:ours", {"session"}),
    ("telegram:bob", "telegram:ann", set()),
    ("discord:ann", None, {"shared"}),
    ("telegram:bob", "telegram-ours", {"session"}),
    (OWNER, None, {"shared", "session", "person"}),
    ("me", "telegram:ann", {"person"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("asker", "session", "expected"), WHO_SEES_WHAT)
def test_each_reader_finds_only_visible_memories(
    with_secrets: Memory, connect: Callable[..., Memory], asker: str | None, session: str | None, expected: set[str]
) -> None:
    by_words = connect(with_secrets.scope, owner=OWNER, embedder=FailingEmbedder(RuntimeError("no vectors")))
    for memory in (with_secrets, by_words):
        for query in ("Where is the treasure?", "oak", "treasure OR audience"):
            found = {hit.id for hit in memory.search(query, asker=asker, session=session, limit=50)}
            assert found == expected


def test_neighbours_of_a_hit_are_filtered_by_audience(connect: Callable[..., Memory]) -> None:
    memory = connect()
    memory.log(
        [
            Event("The vault has a code.", id="open", speaker="cli:ann", session="cli:1", at=T0),
            Event("It is 4711.", id="secret", speaker="cli:ann", session="cli:1", audience="person", at=T0),
        ]
    )
    assert [hit.id for hit in memory.search("vault", asker="cli:bob")] == ["open"]
    assert [hit.id for hit in memory.search("vault", asker="cli:ann")] == ["open", "secret"]


@pytest.mark.slow
def test_many_invisible_memories_do_not_displace_visible_ones(connect: Callable[..., Memory]) -> None:
    memory = connect()
    secret = {"text": "The treasure is under the oak", "session": "cli:1", "speaker": "cli:ann", "audience": "person"}
    memory.log([secret | {"id": f"s{place}", "at": T0} for place in range(220)])
    memory.log([Event("An oak is a tree, no treasure.", id="open", session="cli:2", at=T0)])
    memory.digest()
    assert [hit.id for hit in memory.search("treasure under the oak", asker="cli:bob", limit=1)] == ["open"]


def test_audience_tokens() -> None:
    ann = f"person:{parse_identity('cli:ann', 'any').person}"
    owners = frozenset({"cli:me"})
    assert visible_audiences("cli:ann", "cli-1", owners) == ("shared", ann, "session:cli:1")
    assert visible_audiences("ann", "cli:1", owners) == ("shared", ann, "session:cli:1")
    assert visible_audiences(None, None, owners) == ("shared",)
    assert visible_audiences("me", "cli:1", owners) is None
    assert visible_audiences("me", "discord:1", owners) is not None


@pytest.mark.parametrize("blank", [" ", "\n", "\u00a0", "\u3000", "\u0085", "\u2028"])
@pytest.mark.parametrize("form", ["cli:me{}", "{}cli:me", "me{}"])
def test_an_asker_with_white_space_is_not_the_owner(form: str, blank: str) -> None:
    with pytest.raises(InvalidInput, match="asker"):
        visible_audiences(form.format(blank), "cli:1", frozenset({"cli:me"}))
