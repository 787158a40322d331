"""The steps about knowledge: digestion, disputed facts, confirmed entities, and reflections."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory, Settings
from kg.consolidation import SleepContext
from kg.consolidation.knowledge_steps import (
    adjudicate_disputed_facts,
    digest_pending,
    draw_reflections,
    merge_confirmed_entities,
)
from tests.support import T0, FailingEmbedder, minutes


def open_context(memory: Memory, renew_lease: Callable[[], None] = lambda: None) -> SleepContext:
    return SleepContext(memory.runtime, "run-1", T0, renew_lease)


def test_all_pending_events_are_digested_batch_by_batch(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(settings=settings.model_copy(update={"extractor": "none", "digest_bulk": 2}))
    memory.log(Event(f"Stone {n}.", session="cli:1", at=T0 + minutes(n)) for n in range(5))
    renewed: list[int] = []
    outcome = digest_pending(open_context(memory, lambda: renewed.append(1)))
    assert (outcome.counts["events"], outcome.counts["failed"], outcome.degraded) == (5, 0, ())
    assert len(renewed) == 3, "two, two, and one"
    assert memory.queue()["pending"] == 0
    assert digest_pending(open_context(memory)).counts["events"] == 0


def test_an_event_that_cannot_be_digested_is_counted_once(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(embedder=FailingEmbedder(ValueError("no such token"), "poison"))
    memory.log([Event(text, session="cli:1", at=T0) for text in ("There is poison in it.", "There is none.")])
    counts = digest_pending(open_context(memory)).counts
    assert (counts["events"], counts["failed"]) == (1, 1)


def test_disputed_facts_are_counted_and_left_alone(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:olga")
    memory.facts.add("Ann", "lives_in", "Oslo", speaker="cli:olga")
    doubted = [
        memory.facts.add("Ann", "lives_in", "Paris", speaker="cli:eve"),
        memory.facts.add("Bo", "likes", "tea", speaker="cli:eve"),
    ]
    counts = adjudicate_disputed_facts(open_context(memory)).counts
    assert set(counts) == {"contested", "claimed", "quarantined", "raised"}
    assert sum(counts.values()) == len(doubted)
    assert [memory.facts.get(fact.id).status for fact in doubted] == [fact.status for fact in doubted]
    assert merge_confirmed_entities(open_context(memory)).counts == {"merged": 0, "proposed": 0}


def test_what_changed_twice_is_reflected_on_once(memory: Memory) -> None:
    for place in ("Ghent", "Lima", "Oslo"):
        memory.facts.add("Ann", "lives_in", place)
    assert draw_reflections(open_context(memory)).counts == {"drawn": 1}
    assert draw_reflections(open_context(memory)).counts == {"drawn": 0}
    [reflection] = memory.reflections.list()
    assert "lives in Oslo" in reflection.text
    assert "before that Ghent, then Lima" in reflection.text
