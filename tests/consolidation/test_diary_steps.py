"""The diary step: events are described once, by day and by session, separately for each audience."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory, Settings
from kg.protocols import FixedClock
from kg.types import Digest
from tests.support import T0, FailingEmbedder, days, minutes


def said(text: str, minute: float, session: str = "cli:1", speaker: str = "cli:ann", **more: object) -> Event:
    return Event(text, session=session, speaker=speaker, at=T0 - days(1) + minutes(minute), **more)  # type: ignore[arg-type]


def test_each_day_has_an_entry_and_each_session_its_episodes(memory: Memory) -> None:
    memory.log(
        [
            said("We painted the shed green today.", 0),
            said("The bakery was closed this morning.", 1, session="cli:2", speaker="cli:bob"),
            said("The green paint has dried by now.", 60 * 20),
        ]
    )
    counts = memory.sleep.quick().steps["diary"].counts
    assert (counts["diary"], counts["episodes"]) == (2, 3)
    first, second = memory.diary.recent(days=3)
    assert first.participants == ("cli:ann", "cli:bob")
    assert second.participants == ("cli:ann",)
    assert [episode.session for episode in memory.episodes.recent(session="cli:2")] == ["cli:2"]


def test_days_are_in_the_owners_time_zone(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"owner_zone": "Pacific/Auckland"}))
    # Ten and thirteen hours behind nine o'clock UTC: midnight has been between them there.
    memory.log([said("We painted the shed green today.", 60), said("The green paint has dried by now.", 60 * 3)])
    assert memory.sleep.quick().steps["diary"].counts["diary"] == 2


@pytest.mark.slow
def test_events_imported_late_are_described(memory: Memory, clock: FixedClock) -> None:
    memory.log([said("We painted the shed green today.", 0)])
    memory.sleep.quick()
    memory.log([said("In those days the shed was still red.", -60 * 24 * 5)])
    counts = memory.sleep.deep().steps["consolidate"].counts
    assert (counts["diary"], counts["events"]) == (1, 1)
    oldest, _ = memory.diary.recent(days=9)
    assert oldest.text.endswith("“In those days the shed was still red.”")


def test_undigested_events_are_described_after_digestion(connect: Callable[..., Memory], clock: FixedClock) -> None:
    embedder = FailingEmbedder(ConnectionError("away"), "poison")
    memory = connect(embedder=embedder)
    memory.log(
        [
            said("We painted the shed green today.", 0),
            said("There is poison in the green paint.", 1),
            said("The green paint has dried by now.", 2),
        ]
    )
    assert memory.sleep.quick().steps["diary"].counts["events"] == 1
    embedder.error = None
    clock.forward(minutes(10))
    assert memory.sleep.quick().steps["diary"].counts["events"] == 2


def test_private_events_have_separate_entries(memory: Memory) -> None:
    memory.log(
        [
            said("We painted the shed green today.", 0),
            said("The key lies under the third stone.", 1, audience="session"),
            said("The other key lies in the well.", 2, session="cli:2", audience="session"),
        ]
    )
    memory.sleep.deep()
    result = {entry.audience: entry.text for entry in memory.diary.recent()}
    assert set(result) == {"shared", "session:cli:1", "session:cli:2"}
    assert "key" not in result["shared"]
    assert "well" not in result["session:cli:1"]
    assert {one.audience for one in memory.episodes.recent()} == set(result)


def test_each_failed_tool_call_adds_one_reflection(memory: Memory) -> None:
    memory.log(
        [
            said("search(oak)", 0, id="call", kind="tool_call", tool="search", role="assistant"),
            said("Error: index is missing", 1, kind="tool_result", tool="search", role="tool", parent="call"),
            said("Three oaks.", 2, kind="tool_result", tool="search", role="tool"),
        ]
    )
    assert memory.sleep.quick().steps["diary"].counts["failures"] == 1
    assert memory.sleep.deep().steps["lessons"].counts["lessons"] == 1
    [failure] = memory.reflections.failures()
    assert (failure.tool, failure.arguments, failure.error) == ("search", "search(oak)", "Error: index is missing")
    [learning] = memory.learnings.list()
    assert learning.sources == (failure.id,)


@pytest.mark.slow
@pytest.mark.parametrize("count", [199, 200, 401])
def test_long_sessions_are_described_completely(count: int, plain: Memory) -> None:
    plain.log([said(f"The walker carried stone number {n} along.", n / 60) for n in range(count)])
    done: Digest = plain.digest()
    assert done.events == count
    assert plain.sleep.quick().steps["diary"].counts["events"] == count
    assert plain.sleep.quick().steps["diary"].counts["events"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("owner", [None, "cli:ann"])
def test_feedback_to_the_agent_is_learnt_and_shown_in_the_next_context(
    connect: Callable[..., Memory], owner: str | None
) -> None:
    memory = connect(owner=owner)
    memory.log(
        [
            said("What is the capital of Spain?", 0),
            said("It is Barcelona.", 1, role="assistant", speaker="cli:bot"),
            said("No, that's wrong, it should be Madrid.", 2),
            said("Madrid, then.", 3, role="assistant", speaker="cli:bot"),
            said("That's wrong, it should be Toledo.", 4, speaker="cli:eve"),
        ]
    )
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == (2 if owner is None else 1)
    learnt = [learning.content for learning in memory.learnings.list()]
    assert any("Madrid" in content for content in learnt)
    assert any("Toledo" in content for content in learnt) == (owner is None)
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 0
    made = memory.context("And the capital of Portugal?", speaker="cli:ann", session="cli:9")
    assert "it should be Madrid" in made.text


@pytest.mark.slow
def test_whoever_speaks_after_another_person_is_not_taken_to_answer_the_agent(memory: Memory) -> None:
    memory.log(
        [
            said("It is Barcelona.", 0, role="assistant", speaker="cli:bot"),
            said("Barcelona is lovely in spring.", 1, speaker="cli:bob"),
        ]
    )
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 0
    memory.log([said("No, that's wrong, it should be Madrid.", 2)])
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 0


def test_messages_between_people_are_not_feedback(memory: Memory) -> None:
    memory.log([said("The shed is red.", 0, speaker="cli:bob"), said("No, that's wrong, it should be green.", 1)])
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 0
    assert not memory.learnings.list()


def test_the_newest_preference_about_a_topic_is_in_the_next_context_in_any_language(
    connect: Callable[..., Memory],
) -> None:
    memory = connect(owner="cli:ann")
    wishes = (
        "keep your answers short please",
        "call me Tina, not Christina",
        "ab jetzt gern ausführlichere Antworten",
        "perfect, thanks!",
    )
    for place, text in enumerate(wishes):
        memory.log([said(text, 2 * place), said("Noted.", 2 * place + 1, role="assistant", speaker="cli:bot")])
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 3
    by_value = {learning.value: learning for learning in memory.learnings.list(active=False)}
    assert by_value.keys() == {"short", "long", "Tina"}
    assert by_value["short"].superseded_by == by_value["long"].id
    assert (by_value["long"].topic, by_value["long"].active) == ("length of answers", True)
    made = memory.context("Plan my trip.", speaker="cli:ann", session="cli:9")
    assert "ausführlichere Antworten" in made.text
    assert "call me Tina" in made.text
    assert "answers short" not in made.text


def test_feedback_after_a_described_reply_of_the_agent_is_learnt(memory: Memory) -> None:
    memory.log([said("Hello.", 0), said("The capital is Lisbon.", 1, role="assistant", speaker="cli:bot")])
    memory.sleep.quick()
    memory.log([said("No, that's wrong, it should be Madrid.", 2)])
    assert memory.sleep.quick().steps["diary"].counts["learnings"] == 1
    assert "capital is Lisbon" in str(memory.learnings.list()[0].recommendation)
