"""One worker for many scopes: fair, with several at once, and each scope sleeps once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.multi_scope_worker import Rounds
from kg.protocols import FixedClock
from tests.support import TellingEmbedder, at_once, minutes

Connect = Callable[..., Memory]


@pytest.fixture
def small(settings: Settings) -> Settings:
    return settings.model_copy(update={"digest_batch": 2, "worker_start_delay_s": 0.0, "extractor": "none"})


@pytest.fixture
def rounds(scope: str, small: Settings, clock: FixedClock) -> Callable[..., Rounds]:
    def begin(embedder: TellingEmbedder | None = None) -> Rounds:
        return Rounds.connect(f"{scope}-*", settings=small, clock=clock, embedder=embedder or TellingEmbedder())

    return begin


@pytest.fixture
def teams(connect: Connect, scope: str, small: Settings, clock: FixedClock) -> list[Memory]:
    """Four scopes, and one whose name does not fit; it is night, and nobody speaks."""
    memories = [connect(f"{scope}-{name}", settings=small) for name in "abcd"] + [connect(f"{scope}other")]
    for memory in memories:
        memory.log(
            [
                Event(f"{memory.scope[-1]}: line {place} is here.", session="cli:1", at=clock.now() + minutes(place))
                for place in range(6)
            ]
        )
    clock.forward(minutes(600))
    return memories


def test_all_scopes_that_fit_are_digested_a_batch_in_turn(rounds: Callable[..., Rounds], teams: list[Memory]) -> None:
    embedder = TellingEmbedder()
    with rounds(embedder) as going:
        assert going.cycle() == 24
        assert going.cycle() == 0
    assert [memory.queue()["pending"] for memory in teams] == [0, 0, 0, 0, 6]
    turns = [text[0] for text in embedder.texts if "line" in text][::2]
    assert [sorted(turns[place : place + 4]) for place in (0, 4, 8)] == [list("abcd")] * 3


def test_several_at_once_digest_each_event_once_and_let_each_scope_sleep_once(
    rounds: Callable[..., Rounds], teams: list[Memory]
) -> None:
    with rounds() as one, rounds() as other:
        assert sum(at_once([one.cycle, other.cycle])) == 24
        at_once([one.cycle, other.cycle])
    for memory in teams[:4]:
        slept = memory.graph.connection.driver.execute_query(
            "MATCH (run:SleepRun {scope: $scope}) RETURN run.kind AS kind, run.status AS status", scope=memory.scope
        ).records
        assert [row["kind"] for row in slept] == ["deep"]
        assert memory.sleep.status().deep is not None


def test_a_scope_in_which_somebody_speaks_waits_and_the_others_do_not(
    rounds: Callable[..., Rounds], teams: list[Memory], clock: FixedClock
) -> None:
    teams[0].log([Event("Somebody speaks now.", session="cli:1", at=clock.now())])
    with rounds() as going:
        assert going.cycle() == 18
        clock.forward(minutes(1))
        assert going.cycle() == 0, "it is looked at again after its pause"
    assert teams[0].queue()["pending"] == 7


def test_a_scope_of_another_model_is_left_alone(
    rounds: Callable[..., Rounds], teams: list[Memory], caplog: pytest.LogCaptureFixture
) -> None:
    other = TellingEmbedder()
    other.name = "another"
    with rounds(other) as going:
        assert going.cycle() == going.cycle() == 0
    assert len([one for one in caplog.records if "is not served" in one.message]) == 4
    assert teams[0].queue()["pending"] == 6


def test_it_ends_when_it_is_told_to(rounds: Callable[..., Rounds], teams: list[Memory]) -> None:
    embedder = TellingEmbedder()
    with rounds(embedder) as going:
        embedder.while_embedding = going.stop
        going.run()
    assert sum(memory.queue()["pending"] for memory in teams[:4]) == 22
