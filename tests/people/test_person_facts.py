"""Lines of facts about a person: order, audiences, quarantine and citations."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.knowledge import OverviewFact, OverviewLine, QuotableMessage
from kg.people.person_facts import format_cited_line, read_person_facts
from tests.support import T0, minutes

TALK = ("I live in Oslo.", "I like green tea.", "I like chess.", "My e-mail is ann@acme.no.")


@pytest.fixture
def ann(memory: Memory) -> Memory:
    memory.log(
        Event(text, id=f"e{place}", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0 - minutes(9 - place))
        for place, text in enumerate(TALK)
    )
    memory.digest()
    return memory


def read_lines(
    memory: Memory, person: str, audiences: list[str] | None = None, most: int = 15
) -> tuple[OverviewLine, ...]:
    return read_person_facts(memory.graph, memory.owners, person, T0, audiences, most=most).lines


def read(memory: Memory, audiences: list[str] | None = None, most: int = 15) -> list[str]:
    person = memory.people.get("Ann").id
    return [line.text for line in read_lines(memory, person, audiences, most)]


def test_lines_are_by_importance_and_cite_their_facts(ann: Memory) -> None:
    lines = read_lines(ann, ann.people.get("Ann").id)
    assert lines[0].text == "Ann lives in Oslo."
    assert "Ann likes green tea and chess." in [line.text for line in lines]
    for line in lines:
        assert all(f"{fact.id}" in format_cited_line(line) for fact in line.facts)
        assert all(fact.sources for fact in line.facts)
    assert len(read(ann, most=1)) == 1


def test_a_reader_sees_facts_of_their_audiences(ann: Memory) -> None:
    assert read(ann, ["person:other"]) == []
    assert read(ann, ["shared"]) == read(ann)


def test_what_rests_on_quarantined_messages_is_left_out(ann: Memory, look: Callable[..., list[Any]]) -> None:
    look("MATCH (n:Event {scope: $scope, id: 'e0'}) SET n.quarantine = 'record-1'")
    assert "Ann lives in Oslo." not in read(ann)


FLAT = "My mother fell in March, so I sold the flat in Leeds for 90,000 pounds and moved in with her."


@pytest.fixture
def seller(memory: Memory) -> Memory:
    memory.log(Event(FLAT, id="e1", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0))
    memory.digest()
    return memory


def quoted(memory: Memory, audiences: list[str] | None = None, name: str = "Ann") -> list[OverviewLine]:
    return [line for line in read_lines(memory, memory.people.get(name).id, audiences) if line.quoted]


def test_what_facts_do_not_state_is_quoted_for_readers_of_its_audience(seller: Memory) -> None:
    [line] = quoted(seller)
    assert line.text.endswith(f": “{FLAT}”")
    assert format_cited_line(line).endswith("e1]"), "a quotation cites its message, and its facts if it has some"
    assert quoted(seller, ["person:other"]) == []


LATER = {"spells_from": [T0 + dt.timedelta(days=9)], "spells_to": [T0 + dt.timedelta(days=99)]}
ENDED = {"spells_from": [T0 - dt.timedelta(days=9)], "spells_to": [T0]}
FACT_STATES: list[tuple[dict[str, Any], dict[str, Any], bool]] = [
    ({}, {}, True),
    (LATER, {}, True),
    (ENDED, {}, False),
    (ENDED, {"said_to": "2026-03-02"}, True),
    ({"status": "superseded"}, {}, False),
    ({"status": "claimed"}, {}, False),
    ({"replaced_in": ["shared"]}, {}, False),
    ({"replaced_in": ["person:bob"]}, {}, True),
    ({}, {"void": True}, False),
    ({}, {"quarantine": "record-1"}, False),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fact", "evidence", "may_quote"), FACT_STATES)
def test_a_message_is_quoted_only_if_all_its_facts_hold(
    seller: Memory, look: Callable[..., list[Any]], fact: dict[str, Any], evidence: dict[str, Any], *, may_quote: bool
) -> None:
    holds = {"status": "current", "spells_from": [T0], "spells_to": [T0 + dt.timedelta(days=9)]}
    look(
        "MATCH (e:Event {scope: $scope, id: 'e1'}) CREATE (f:Memory:Fact {scope: $scope, id: 'fact-x'})-[s:EVIDENCE]->(e) "
        "SET f += $fact, s += $evidence",
        fact=holds | fact,
        evidence=evidence,
    )
    assert bool(quoted(seller, ["shared"])) is may_quote
    leaf = {"summary": "s1", "kind": "entity", "id": seller.people.get("Ann").id, "until": 0}
    limits = {"last": 9, "reach": 9, "max_facts": 9}
    by_vector = {"embedder": "minilm", "direction": [0.0]}
    [row] = seller.graph.run("summaries/leaf_material", leaves=[leaf], now=T0, credible_tiers=[], **limits, **by_vector)
    assert [not event["outdated"] for event in row["events"]] == [may_quote]


@pytest.mark.slow
def test_what_is_no_complete_message_or_too_long_is_not_quoted(seller: Memory, look: Callable[..., list[Any]]) -> None:
    for name, value in (("event_kind", "tool_result"), ("status", "failed"), ("text", f"{FLAT} {'word ' * 400}")):
        look(f"MATCH (e:Event {{scope: $scope, id: 'e1'}}) SET e.before = e.{name}, e.{name} = $value", value=value)
        assert quoted(seller) == [], name
        look(f"MATCH (e:Event {{scope: $scope, id: 'e1'}}) SET e.{name} = e.before")
    assert quoted(seller)


def test_quotations_name_the_person_and_not_the_name_that_an_account_chose(
    seller: Memory, look: Callable[..., list[Any]]
) -> None:
    look("MATCH (e:Event {scope: $scope, id: 'e1'}) SET e.speaker_name = 'Olga'")
    assert [line.text.partition(" said on ")[0] for line in quoted(seller)] == ["Ann"]
    look("MATCH (p:Person {scope: $scope, name: 'Ann'}) SET p.name = 'owner'")
    assert [line.text.partition(" said on ")[0] for line in quoted(seller, name="cli:ann")] == ["a person"]


def test_facts_name_a_person_by_their_account_if_the_stored_name_states_something(
    memory: Memory, look: Callable[..., list[Any]]
) -> None:
    memory.log([Event(TALK[0], speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0 - minutes(1))])
    look("MATCH (p:Person {scope: $scope, name: 'Ann'}) SET p.name = 'Olga owes Eve 500 euros. Karl'")
    memory.digest()
    [fact] = memory.facts.list()
    assert fact.text.lower() == "cli:ann lives in oslo."


def test_a_quotation_of_another_person_names_them_once_and_nobody_else_is_quoted(
    connect: Callable[..., Memory], look: Callable[..., list[Any]]
) -> None:
    memory = connect(owner="cli:olga")
    text = "Ann works as a nurse at the hospital in Leeds, and on the ward for children since March."
    memory.log(
        Event(text, id=f"e-{who}", speaker=f"cli:{who}", speaker_name=name, session="cli:1", at=T0)
        for who, name in (("olga", "Olga"), ("eve", "Eve"))
    )
    memory.digest()
    look("MATCH (e:Event {scope: $scope}) SET e.speaker_name = 'Ann'")
    person = memory.entities.get("Ann").id
    known = read_person_facts(memory.graph, memory.owners, person, T0, None)
    shown = [format_cited_line(line, known.authors) for line in known.lines if line.quoted]
    assert shown
    for line in shown:
        assert line.startswith("Olga (owner) said on ")
        assert line.endswith(", e-olga]")
        assert "says" not in line


def test_a_quotation_is_not_attributed_again() -> None:
    fact = OverviewFact(
        "f1", FLAT, "Ann", "sell", "the flat", True, "event", 1.0, 1.0, T0, ("e1",), speaker="cli:bo", said_by=("Bo",)
    )
    quotation = OverviewLine("Bo said on 3 May 2025: “…”", (fact,), 1.0, QuotableMessage("e1", "Bo", FLAT, T0))
    assert format_cited_line(quotation, {"cli:bo": "Bo"}) == "Bo said on 3 May 2025: “…” [f1, e1]"
    assert (
        format_cited_line(OverviewLine("Ann sold it.", (fact,), 1.0), {"cli:bo": "Bo"}) == "Ann sold it. — Bo says [f1]"
    )


def test_fondness_of_a_person_is_no_taste_whether_the_object_is_a_person_or_their_name(
    ann: Memory, look: Callable[..., list[Any]]
) -> None:
    ann.people.ensure("cli:saskia", name="Saskia")
    look(
        "MATCH (e:Event {scope: $scope, id: 'e0'}), (p:Person {scope: $scope, name: 'Ann'}) "
        "UNWIND ['Saskia', 'Radiohead'] AS name "
        "CREATE (p)<-[:SUBJECT]-(f:Memory:Fact {scope: $scope, id: name, text: 'Ann prefers ' + name + '.', "
        "predicate: 'prefers', object_text: name, polarity: true, status: 'current', audience: 'shared', "
        "at: $at, spells_from: [$at], spells_to: [$at + duration('P9D')]})-[:EVIDENCE {at: $at}]->(e)",
        at=T0,
    )
    assert [line for line in read(ann) if "prefers" in line] == ["Ann prefers Radiohead."]


def test_the_vector_of_a_message_counts_for_its_line(look: Callable[..., list[Any]], seller: Memory) -> None:
    def nearness() -> list[float | None]:
        rows = seller.graph.run(
            "people/card_messages", person=seller.people.get("Ann").id, audiences=None, now=T0, ids=["e1"], reach=9,
            least=2.0, limit=9, chars=2_000, embedder="minilm", direction=[0.6, 0.8],
        )  # fmt: skip
        return [row["nearness"] for row in rows]

    look("MATCH (e:Event {scope: $scope, id: 'e1'}) SET e.embedding = [0.8, 0.6]")
    assert nearness() == [None], "the embedder of this scope is another one"
    look("MATCH (s:Scope {scope: $scope}) SET s.embedder = 'minilm'")
    assert nearness() == [pytest.approx(0.96)]
    look("MATCH (e:Event {scope: $scope, id: 'e1'}) SET e.embedding = [0.8, 0.6, 0.0]")
    assert nearness() == [None]
    look("MATCH (e:Event {scope: $scope, id: 'e1'}) REMOVE e.embedding")
    assert nearness() == [None]


def test_a_statement_cites_nothing_and_names_no_speaker() -> None:
    fact = OverviewFact(
        "f1", FLAT, "Ann", "sell", "the flat", True, "event", 1.0, 1.0, T0, ("e1",), speaker="cli:bo", said_by=("Bo",)
    )
    line = OverviewLine("Ann likes “tea”. ［f2］ — Olga (owner) says\n- [f3]", (fact,), 1.0)
    assert format_cited_line(line) == "Ann likes ‘tea’. (f2) - Olga (owner) says ⏎ - (f3) [f1]"


def test_what_others_state_shares_no_line_with_the_words_of_an_owner(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:olga")
    memory.people.ensure("cli:olga", name="Olga")
    memory.people.ensure("cli:eve", name="Eve")
    for thing, account in (("tea", "cli:olga"), ("jazz", "cli:olga"), ("gin", "cli:eve"), ("rum", "cli:eve")):
        memory.facts.add("Eve", "likes", thing, speaker=account)
    memory.facts.add("Eve", "sibling_of", "Olga", speaker="cli:eve")
    lines = memory.people.card("cli:eve").splitlines()[1:]
    shown = [line.partition(" [")[0] for line in lines]
    assert not [line for line in shown if {"tea", "gin"} <= set(line.replace(",", " ").split())]
    # Of herself she may speak, but a tie has two sides.
    ties = [line for line in shown if "sibling" in line]
    assert all(line.endswith("— Eve (stranger) says") for line in ties)
