"""Erasing one event, session, person or entity: its derived records are erased, records with other sources remain."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.graph import statements
from tests.erasure.messages import TALK, in_indexes, say
from tests.support import T0
from tests.transfer.graphs import canonical, find_words

Look = Callable[..., list[Any]]
# How erasure treats each label and edge type that any statement writes. Add new labels and types here.
LABELS = {
    "erased with its event": "Event Passage",
    "erased with the last event that mentions it, else rebuilt": "Entity Person Organization Place Project Tool Concept "
    "Happening Product Thing",
    "erased with its last evidence, else rebuilt": "Fact Folded",
    "erased with the last event on it": "Topic",
    "erased or rewritten if a source is erased or it copies erased text": "Kept CoreEntry WorkingMemory LongTerm Procedure "
    "DiaryEntry JournalEntry Episode Learning Reflection Summary",
    "erased with its subject, or if it copies erased text": "Note",
    "like the entity that it was": "Tombstone",
    "erased with the last entity of that name": "Alias",
    "erased with its person": "Identity",
    "erased with its last event": "Session",
    "erased with its last session": "Channel",
    "erased with its person, else rebuilt": "TrustEdge",
    "erased with its event or person": "Mark",
    "erased with its subject; erased names are removed": "Audit",
    "all of the above": "Memory",
    "accounts of an erased owner are removed": "Scope",
    "no content, or counts only": "Turn Receipt SleepRun Proposals TokenUsage",
    "global": "Migration SchemaLock",
}
EDGES = {
    "IN", "HAS", "LAST", "NEXT", "SAID_BY", "RESULT_OF", "HAS_PASSAGE", "IDENTIFIES", "CONNECTED", "ABOUT", "NAMES", "MENTIONS",
    "ON", "SUBJECT", "OBJECT", "EVIDENCE", "ASSERTED_BY", "SUPERSEDES", "CONTRADICTS", "RELATES_TO", "SAME_AS", "MERGED_INTO",
    "FOLDED_INTO", "EXTENDS", "TO", "MARKED", "FOR", "TRUSTS", "OF", "RESTS_ON", "SUMMARIZES", "PARENT",
}  # fmt: skip


def test_every_label_and_edge_type_is_covered() -> None:
    text = "\n".join(
        path.read_text("utf-8")
        for path in sorted(statements.statements_folder().rglob("*.cypher"))
        if "browser" not in path.parts and not path.name.startswith("graphiti_")
    )
    text = re.sub(r"//(?!\?).*", "", text)
    labels = set(re.findall(r":([A-Z][A-Za-z]+)\b(?!\()", text))
    assert {label for label in labels if not label.isupper()} <= set(" ".join(LABELS.values()).split())
    edges = {each for found in re.findall(r"\[\w*:([A-Z_|]+)", text) for each in found.split("|")}
    assert edges == EDGES
    model = Path(statements.statements_folder().parent / "docs" / "architecture.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", model, re.MULTILINE)) == EDGES


@pytest.mark.slow
def test_an_event_is_erased_with_its_derived_records(memory: Memory, look: Look, driver: neo4j.Driver) -> None:
    ids = say(memory, *TALK)
    receipt = memory.forget(event=ids[2])
    assert receipt.removed == {"entity": 1, "event": 1, "fact": 1, "topic": 2}
    assert find_words(look, memory.scope, "zanzibar", "wifi") == []
    assert in_indexes(driver, memory.scope, "zanzibar") == []
    assert in_indexes(driver, memory.scope, TALK[2][1]) == []
    assert [event.text for event in memory.history("cli:1")] == [TALK[0][1], TALK[1][1], TALK[3][1]]
    chain = look("MATCH (:Event {scope: $scope})-[next:NEXT]->(:Event) RETURN count(next) AS count")
    assert chain[0]["count"] == 2
    with pytest.raises(NotFound):
        memory.forget(event=ids[2])


@pytest.mark.slow
def test_a_person_is_erased_except_for_messages_of_others(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    memory.people.note("cli:ann", "Prefers the window seat.")
    memory.core.add("Ann is to be called in the morning.", "people")
    memory.social.connect("cli:ann", "cli:bob", "friend")
    memory.trust.mark("cli:ann", True, reason="helped")
    receipt = memory.forget(person="cli:ann")
    assert receipt.removed["identity"] == 1
    assert (
        find_words(look, memory.scope, "biscuit", "oslo", "window seat", "brother", "cli:ann", "morning", "helped")
        == []
    )
    # What Bob said of Ann stays, with the fact that it states.
    left = {where.partition(".")[0] for where in find_words(look, memory.scope, "ann")}
    assert left == {"Event:Memory", "Fact:Memory"}
    with pytest.raises(NotFound):
        memory.people.get("cli:ann")
    assert {fact.object for fact in memory.facts.list(subject="Bob", predicate="works_at")} == {"Acme"}


@pytest.mark.slow
def test_private_replies_of_the_agent_are_erased_with_a_person(memory: Memory, look: Look) -> None:
    say(memory, ("cli:ann", "My locker is Quonset."), ("cli:bob", "Hello everybody in here."))
    memory.log(
        [
            Event("My code is 7731.", speaker="cli:ann", session="cli:dm", at=T0),
            Event("Noted: 7731.", role="assistant", direction="outbound", session="cli:dm", at=T0),
            Event("Quonset, I see.", role="assistant", direction="outbound", session="cli:1", at=T0),
        ]
    )
    memory.digest()
    memory.forget(person="cli:ann")
    assert find_words(look, memory.scope, "7731", "quonset") == []
    assert [event.text for event in memory.history("cli:1")] == ["Hello everybody in here."]


@pytest.mark.slow
def test_a_session_is_erased_with_its_derived_records(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    say(memory, ("cli:ann", "I live in Oslo."), ("cli:ann", "The seal is vermilion."), session="web:9", first=60)
    memory.working.replace("web:9", task="paint it vermilion")
    memory.episodes.add("A seal was painted.", session="web:9")
    receipt = memory.forget(session="web:9")
    assert (receipt.removed["session"], receipt.removed["channel"], receipt.removed["event"]) == (1, 1, 2)
    assert find_words(look, memory.scope, "vermilion", "web:9", "seal") == []
    [fact] = memory.facts.list(predicate="lives_in")
    assert (fact.strength, len(fact.sources)) == (0.7, 1)


def test_a_superseded_fact_becomes_current_again(memory: Memory) -> None:
    _, newer = say(memory, ("cli:ann", "I live in Oslo."), ("cli:ann", "I live in Lyon."))
    assert [fact.object for fact in memory.facts.list(predicate="lives_in")] == ["Lyon"]
    memory.forget(event=newer)
    [fact] = memory.facts.list(predicate="lives_in")
    assert (fact.object, fact.status, fact.valid_to) == ("Oslo", "current", None)


def test_a_restored_quarantine_restores_nothing_erased(memory: Memory, look: Look) -> None:
    ids = say(memory, ("cli:eve", "The vault opens with Quonset."), ("cli:eve", "I live in Bergen."))
    receipt = memory.trust.distrust("cli:eve", reason="she lies")
    memory.forget(event=ids[0])
    memory.trust.restore(receipt)
    assert find_words(look, memory.scope, "quonset") == []
    assert memory.search("Quonset").hits == () or all("Quonset" not in hit.text for hit in memory.search("Quonset"))
    memory.forget(person="cli:eve")
    with pytest.raises(NotFound):
        memory.trust.restore(receipt)


@pytest.mark.slow
def test_a_dry_run_counts_and_changes_nothing(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    before = canonical(look, memory.scope)
    for target in ({"person": "cli:ann"}, {"session": "cli:1"}, {"entity": "Acme"}, {"scope": True}):
        assert memory.forget(**target, dry_run=True).removed  # type: ignore[arg-type]
        assert canonical(look, memory.scope) == before
    assert look("MATCH (r:Receipt {scope: $scope}) RETURN r") == []
    planned = memory.forget(scope=True, dry_run=True).removed
    assert memory.forget(scope=True).removed == planned


def test_the_receipt_contains_only_counts(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    receipt = memory.forget(person="cli:ann")
    [stored] = [dict(row["r"]) for row in look("MATCH (r:Receipt {scope: $scope}) RETURN r")]
    assert (stored["id"], stored["what"]) == (receipt.id, "person")
    assert dict(each.split() for each in stored["removed"]) == {
        kind: str(count) for kind, count in receipt.removed.items()
    }


def test_an_erased_message_can_be_logged_again(memory: Memory) -> None:
    [first] = say(memory, ("cli:ann", "I live in Oslo."))
    memory.forget(event=first)
    assert say(memory, ("cli:ann", "I live in Oslo.")) == [first]
    assert [fact.object for fact in memory.facts.list(predicate="lives_in")] == ["Oslo"]


@pytest.mark.parametrize(
    "given",
    [{"event": "a", "session": "b"}, {"event": ""}, {"session": 3}, {"person": " "}, {"entity": "x", "scope": True}],
)
def test_exactly_one_target_is_allowed(memory: Memory, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        memory.forget(**given)


@pytest.mark.parametrize("given", [{"event": "a"}, {"session": "cli:7"}, {"person": "cli:who"}, {"entity": "Nowhere"}])
def test_unknown_targets_are_not_found(memory: Memory, given: dict[str, Any]) -> None:
    with pytest.raises(NotFound):
        memory.forget(**given)
