"""Digesting stored events again: a new extractor's findings replace the old ones, and the same ones change nothing."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from kg import Event, Memory
from kg.bench.invariants import digest_knowledge
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import ScriptedExtractor
from kg.ingestion import Digester, mark_events_again
from kg.protocols import Extraction, Mention, TextExtraction
from tests.knowledge.builders import fact_triples, facts_by_text, make_statement, scripted
from tests.knowledge.random_chat import build_chat
from tests.support import T0, minutes

Look = Callable[..., list[Any]]
# With an owner, what others state is only claimed.
OWNER = ("cli:s0",)
TEXTS = tuple(f"This is what was said as number {number}." for number in range(6))
OSLO, LIMA, TEA = (
    scripted("Ann", "lives_in", "Oslo"),
    scripted("Ann", "lives_in", "Lima"),
    scripted("Bob", "likes", "tea"),
)
FINDINGS = st.sampled_from(
    [
        OSLO,
        LIMA,
        TEA,
        scripted("Bob", "works_at", "Acme"),
        scripted("Rosa", "works_at", "Acme", valid_from="2024"),
        TextExtraction((make_statement("Ann", "likes", "tea", negated=True, confidence=0.95),), (), {"tea": 0.4}),
        TextExtraction((), (Mention("Oslo", "org", 0, 4), Mention("Acme", "org", 5, 9)), {"rain": 0.7}),
        TextExtraction(),
    ]
)
SCRIPTS = st.lists(FINDINGS, min_size=len(TEXTS), max_size=len(TEXTS)).map(
    lambda found: dict(zip(TEXTS, found, strict=True))
)


def log_texts(memory: Memory) -> None:
    memory.log(
        [
            Event(text, id=f"e{number}", speaker=f"cli:s{number % 2}", session=f"cli:{number % 3}", at=at(number))
            for number, text in enumerate(TEXTS)
        ]
    )


def at(number: int) -> dt.datetime:
    return T0 - minutes(600 - number)


def statuses(look: Look) -> dict[str, str]:
    return {
        row["id"]: row["status"]
        for row in look("MATCH (e:Event {scope: $scope}) RETURN e.id AS id, e.status AS status")
    }


def edges(memory: Memory) -> dict[str, str]:
    """Return the digests of mentions and evidence."""
    return {
        key: value for key, value in digest_knowledge(memory.graph).items() if "MENTIONS" in key or "EVIDENCE" in key
    }


def wrong_counts(memory: Memory) -> list[Any]:
    return [dict(row) for row in memory.graph.run("bench/wrong_counts")]


@pytest.fixture
def read_with(connect: Callable[..., Memory], scope: str) -> Callable[..., Memory]:
    """Return a function that opens the scope with an extractor of these findings."""

    def read_with(found: Mapping[str, TextExtraction], name: str = scope, owner: tuple[str, ...] = ()) -> Memory:
        return connect(name, extractor=ScriptedExtractor(found), owner=owner)

    return read_with


def test_findings_of_a_new_extractor_replace_those_of_the_old_one(read_with: Callable[..., Memory], look: Look) -> None:
    old = read_with({TEXTS[0]: OSLO, TEXTS[1]: TEA})
    log_texts(old)
    old.digest()
    done = read_with({TEXTS[0]: LIMA, TEXTS[1]: TEA}).digest(again=True)
    assert (done.events, done.again, done.facts, done.removed_facts) == (6, 6, 1, 1)
    assert fact_triples(old.facts.list()) == [("Ann", "lives_in", "Lima"), ("Bob", "likes", "tea")]
    assert [row["name"] for row in look("MATCH (e:Place {scope: $scope}) RETURN e.name AS name")] == ["Lima"]
    assert [row["name"] for row in look("MATCH (t:Topic {scope: $scope}) RETURN t.name AS name ORDER BY name")] == [
        "lima",
        "tea",
    ]
    assert wrong_counts(old) == []
    assert look("MATCH (e:Event {scope: $scope}) WHERE e.again IS NOT NULL RETURN e") == []


@pytest.mark.slow
@profile(max_examples=6, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(before=SCRIPTS, after=SCRIPTS)
def test_the_graph_is_that_of_the_present_extractor(
    before: dict[str, TextExtraction], after: dict[str, TextExtraction], read_with: Callable[..., Memory]
) -> None:
    first, other = (f"test-{uuid.uuid4().hex[:12]}" for _ in range(2))
    memory = read_with(before, first, OWNER)
    log_texts(memory)
    memory.digest()
    stored = digest_knowledge(memory.graph)
    memory.digest(again=True)
    assert digest_knowledge(memory.graph) == stored, "the same extractor changes nothing"
    again = read_with(after, first, OWNER)
    again.digest(again=True)
    alone = read_with(after, other, OWNER)
    log_texts(alone)
    alone.digest()
    try:
        assert digest_knowledge(again.graph) == digest_knowledge(alone.graph)
        assert wrong_counts(again) == []
    finally:
        memory.forget(scope=True)
        alone.forget(scope=True)


@pytest.mark.slow
def test_a_large_chat_read_again_is_the_same(connect: Callable[..., Memory]) -> None:
    chat = build_chat(120)
    memory = connect(extractor=chat.extractor, owner=("cli:olga",))
    memory.log(chat.events)
    memory.digest()
    before = digest_knowledge(memory.graph)
    done = memory.digest(again=True)
    assert (done.again, done.facts, done.removed_facts, done.entities) == (120, 0, 0, 0)
    assert digest_knowledge(memory.graph) == before
    assert wrong_counts(memory) == []


def test_a_fact_with_other_evidence_remains_with_less(read_with: Callable[..., Memory], look: Look) -> None:
    memory = read_with({TEXTS[0]: OSLO, TEXTS[2]: OSLO})
    log_texts(memory)
    memory.digest()
    before = facts_by_text(look)["Ann lives in Oslo."]
    read_with({TEXTS[2]: OSLO}).digest(again=True)
    after = facts_by_text(look)["Ann lives in Oslo."]
    assert (before["strength"], after["strength"]) == (0.8, 0.7)
    assert after["recorded_at"] == before["recorded_at"]


def test_only_events_since_a_time_are_read_again(read_with: Callable[..., Memory]) -> None:
    memory = read_with({TEXTS[0]: OSLO, TEXTS[3]: TEA})
    log_texts(memory)
    memory.digest()
    done = read_with({}).digest(again=True, since=at(3))
    assert (done.again, done.removed_facts) == (3, 1)
    assert fact_triples(memory.facts.list()) == [("Ann", "lives_in", "Oslo")]


def test_what_was_written_and_retracted_by_hand_stays(read_with: Callable[..., Memory], look: Look) -> None:
    memory = read_with({TEXTS[0]: OSLO, TEXTS[1]: TEA})
    log_texts(memory)
    memory.digest()
    memory.facts.add("Ann", "likes", "jam")
    by_object = {fact.object: fact for fact in memory.facts.list()}
    memory.facts.retract(by_object["tea"].id, reason="wrong")
    memory.facts.correct(by_object["Oslo"].id, object="Bergen")
    present = fact_triples(memory.facts.list())
    assert present == [("Ann", "likes", "jam"), ("Ann", "lives_in", "Bergen")]
    memory.digest(again=True)
    assert fact_triples(memory.facts.list()) == present
    # Another event than the one that stated them.
    read_with({TEXTS[4]: OSLO, TEXTS[5]: TEA}).digest(again=True)
    assert fact_triples(memory.facts.list()) == present
    assert wrong_counts(memory) == []


def test_names_keep_the_meaning_that_a_split_gave_them(read_with: Callable[..., Memory]) -> None:
    memory = read_with({TEXTS[0]: OSLO, TEXTS[1]: scripted("Bob", "lives_in", "Oslo")})
    log_texts(memory)
    memory.digest()
    memory.entities.split("Oslo", ["e1"], name="Oslo in Minnesota")
    before, facts = edges(memory), fact_triples(memory.facts.list())
    done = memory.digest(again=True)
    assert (edges(memory), fact_triples(memory.facts.list()), done.entities) == (before, facts, 0)


def test_a_merge_by_hand_stays_and_can_be_undone(read_with: Callable[..., Memory]) -> None:
    memory = read_with({TEXTS[0]: OSLO, TEXTS[1]: LIMA})
    log_texts(memory)
    memory.digest()
    separate = edges(memory)
    receipt = memory.entities.merge("Oslo", "Lima")
    merged, facts = edges(memory), fact_triples(memory.facts.list())
    done = memory.digest(again=True)
    assert (edges(memory), fact_triples(memory.facts.list()), done.entities) == (merged, facts, 0)
    memory.entities.unmerge(receipt)
    assert edges(memory) == separate


def test_messages_count_once_for_their_senders(read_with: Callable[..., Memory], look: Look) -> None:
    memory = read_with({TEXTS[1]: OSLO})
    log_texts(memory)
    memory.digest()
    trust = memory.people.get("cli:s1")
    memory.digest(again=True)
    assert memory.people.get("cli:s1") == trust
    assert wrong_counts(memory) == []


def test_events_are_found_while_they_wait(read_with: Callable[..., Memory], look: Look) -> None:
    memory = read_with({TEXTS[1]: OSLO})
    log_texts(memory)
    memory.digest()
    mark(memory)
    assert set(statuses(look).values()) == {"pending"}
    assert "e1" in [hit.id for hit in memory.search(TEXTS[1])[:2]]
    assert fact_triples(memory.facts.list()) == [("Ann", "lives_in", "Oslo")]
    assert wrong_counts(memory) == []


def mark(memory: Memory) -> None:
    mark_events_again(memory.runtime, again=True, since=None)


def test_a_claim_that_dies_is_taken_over(read_with: Callable[..., Memory], look: Look, clock: Any) -> None:
    memory = read_with({TEXTS[0]: OSLO})
    log_texts(memory)
    memory.digest()
    new = read_with({TEXTS[0]: LIMA})
    mark(new)
    now = clock.now()
    new.graph.run("ingestion/claim", worker="dead", now=now, lease_until=now + minutes(5), limit=3)
    Digester(new.runtime).run()
    new.log([Event("Something new was said by Ann.", id="new", session="cli:1", at=T0)])
    clock.forward(minutes(6))
    done = new.digest()
    assert (done.events, done.again) == (4, 3)
    assert fact_triples(new.facts.list()) == [("Ann", "lives_in", "Lima")]
    assert set(statuses(look).values()) == {"complete"}


class UnavailableExtractor(ScriptedExtractor):
    """Loses its weights after `layers` was read."""

    def extract(self, passages: Any) -> Extraction:
        """Raise, as an extractor without weights does."""
        raise ModelUnavailable("no weights.", how="kg models fetch")


def test_without_weights_what_was_found_stays(connect: Callable[..., Memory], read_with: Callable[..., Memory]) -> None:
    memory = read_with({TEXTS[0]: OSLO})
    log_texts(memory)
    memory.digest()
    before = digest_knowledge(memory.graph)
    done = connect(extractor=UnavailableExtractor({})).digest(again=True)
    assert (done.again, done.removed_facts) == (0, 0)
    assert done.degraded
    assert digest_knowledge(memory.graph) == before


@pytest.mark.parametrize(
    ("options", "field"), [({"since": T0}, "since"), ({"again": True, "since": "yesterday"}, "since")]
)
def test_wrong_arguments_are_refused(memory: Memory, options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.digest(**options)
    assert caught.value.field == field


def test_again_needs_an_extractor(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="KG_EXTRACTOR"):
        Memory(replace(memory.runtime, extractor=None)).digest(again=True)
