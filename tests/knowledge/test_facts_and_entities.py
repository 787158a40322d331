"""Entities, facts, relations and topics through the public API, on the real graph: read, add, correct, merge and split."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.extraction.scripted_extractor import ScriptedExtractor
from kg.protocols import ExtractedStatement, FixedClock, Mention, TextExtraction
from kg.types import Fact
from tests.support import T0, minutes

DAY = dt.timedelta(days=1)


def date(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def scripted(subject: str, predicate: str, obj: str, *, valid_from: str | None = None) -> TextExtraction:
    """Return what a text states: just this."""
    kinds = {"lives_in": "place", "works_at": "org"}
    names = [(subject, "person"), *([(obj, kinds[predicate])] if predicate in kinds else [])]
    mentions = tuple(Mention(name, label, number, number + 1) for number, (name, label) in enumerate(names))
    return TextExtraction(
        (ExtractedStatement(subject, predicate, obj, True, valid_from, None, 0, 1, 0.9),),
        mentions,
        {obj.casefold(): 0.8},
    )


@pytest.fixture
def digested(connect: Callable[..., Memory]) -> Callable[..., Memory]:
    """A function that logs scripted texts a minute apart as e0, e1, … and digests them."""

    def digested(*scripts: TextExtraction) -> Memory:
        texts = {f"This is said as number {number}.": script for number, script in enumerate(scripts)}
        memory = connect(extractor=ScriptedExtractor(texts))
        memory.log(
            Event(text, id=f"e{number}", speaker="cli:teller", session="cli:1", at=T0 - DAY + minutes(number))
            for number, text in enumerate(texts)
        )
        assert memory.digest().failed == 0
        return memory

    return digested


def triples(facts: Any) -> list[tuple[str, str, str]]:
    return sorted((fact.subject, fact.predicate, fact.object) for fact in facts)


def snapshot(memory: Memory, *names: str) -> Any:
    """Return all that a caller can see of these entities and of all facts."""
    facts = sorted(memory.facts.list(status=None, limit=1000), key=lambda fact: fact.id)
    entities = [memory.entities.get(name) for name in names]
    relations = [sorted(memory.relations.list(name, min_strength=0), key=str) for name in names]
    return entities, facts, relations


# Entities


def test_an_entity_is_found_by_name_alias_first_name_and_id(digested: Callable[..., Memory]) -> None:
    memory = digested(scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Tom Hardy", "works_at", "Acme"))
    maria = memory.entities.get("Maria Lopez")
    assert (maria.name, maria.type, maria.mention_count) == ("Maria Lopez", "person", 1)
    assert (maria.first_seen, maria.last_seen) == (T0 - DAY, T0 - DAY)
    for name in ("maria lopez", "MARIA", "Ms. Maria Lopez", maria.id):
        assert memory.entities.get(name).id == maria.id, name
    with pytest.raises(NotFound, match="Mar"):
        memory.entities.get("Mar")


def test_a_first_name_that_two_people_share_matches_neither(digested: Callable[..., Memory]) -> None:
    memory = digested(scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Maria Costa", "lives_in", "Porto"))
    assert memory.entities.get("Maria Lopez").id != memory.entities.get("Maria Costa").id
    with pytest.raises(NotFound):
        memory.entities.get("Maria")


def test_entities_are_listed_by_type_most_mentioned_first(digested: Callable[..., Memory]) -> None:
    memory = digested(
        scripted("Tom", "lives_in", "Oslo"),
        scripted("Tom", "works_at", "Acme"),
        scripted("Maria", "lives_in", "Lisbon"),
    )
    people = [entity.name for entity in memory.entities.list(type="person")]
    assert people.index("Tom") < people.index("Maria")
    assert {entity.name for entity in memory.entities.list(type="place")} == {"Oslo", "Lisbon"}
    assert len(memory.entities.list(limit=2)) == 2


def test_entities_are_searched_by_their_words(digested: Callable[..., Memory]) -> None:
    memory = digested(scripted("Maria Lopez", "lives_in", "Lisbon"), scripted("Tom Hardy", "works_at", "Acme"))
    assert memory.entities.search("who is Lopez?")[0].name == "Maria Lopez"
    assert len(memory.entities.search("Lopez", limit=1)) == 1


def test_a_merge_moves_everything_and_unmerge_restores_it(digested: Callable[..., Memory], clock: FixedClock) -> None:
    memory = digested(
        scripted("Liv Holm", "likes", "tea"),
        scripted("Bo Dahl", "likes", "tea"),
        scripted("Liv Holm", "lives_in", "Oslo", valid_from="2024"),
        scripted("Bo Dahl", "lives_in", "Bergen", valid_from="2025"),
        scripted("Eva Lie", "sibling_of", "Bo Dahl"),
    )
    before = snapshot(memory, "Liv Holm", "Bo Dahl", "Eva Lie")
    clock.forward(dt.timedelta(hours=1))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl", reason="a stage name", by="cli:me")
    assert (receipt.removed["entity"], receipt.at) == (1, clock.now())
    entity = memory.entities.get("Bo Dahl")
    assert (entity.name, entity.aliases) == ("Liv Holm", ("Bo Dahl",))
    assert entity.mention_count == sum(entity.mention_count for entity in before[0][:2])
    [tea] = memory.facts.list(subject="Liv Holm", predicate="likes")
    assert set(tea.sources) == {"e0", "e1"}, "facts that say the same are one"
    [residence] = memory.facts.list(subject="Liv Holm", predicate="lives_in")
    assert residence.object == "Bergen", "a person lives in one place at a time"
    assert [fact.object for fact in memory.facts.list(predicate="lives_in", status="superseded")] == ["Oslo"]
    assert ("Eva Lie", "sibling_of", "Liv Holm") in triples(memory.facts.list(predicate="sibling_of"))
    memory.entities.unmerge(receipt)
    assert snapshot(memory, "Liv Holm", "Bo Dahl", "Eva Lie") == before
    with pytest.raises(NotFound):
        memory.entities.unmerge(receipt.id)


def test_facts_added_after_a_merge_stay_with_the_kept_entity(digested: Callable[..., Memory]) -> None:
    memory = digested(scripted("Liv Holm", "likes", "tea"), scripted("Bo Dahl", "likes", "rye"))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl")
    memory.facts.add("Liv Holm", "likes", "jazz")
    memory.entities.unmerge(receipt.id)
    assert triples(memory.facts.list(subject="Liv Holm")) == [
        ("Liv Holm", "likes", "jazz"),
        ("Liv Holm", "likes", "tea"),
    ]
    assert triples(memory.facts.list(subject="Bo Dahl")) == [("Bo Dahl", "likes", "rye")]


def test_a_split_moves_events_and_facts_with_no_other_evidence(digested: Callable[..., Memory]) -> None:
    memory = digested(
        scripted("Jon Vik", "lives_in", "Oslo"), scripted("Jon Vik", "likes", "chess"), scripted("Jon Vik", "likes", "tea"),
    )  # fmt: skip
    other = memory.entities.split("Jon Vik", ["e1"], "Jon Vik junior", reason="the son")
    assert (other.name, other.type, other.mention_count) == ("Jon Vik junior", "person", 1)
    assert memory.entities.get("Jon Vik").mention_count == 2
    assert triples(memory.facts.list(subject=other.id)) == [("Jon Vik junior", "likes", "chess")]
    assert [fact.object for fact in memory.facts.list(subject="Jon Vik", predicate="likes")] == ["tea"]
    with pytest.raises(NotFound):
        memory.entities.split("Jon Vik", ["e1"], "another")


def test_a_rename_keeps_the_old_name_as_an_alias(digested: Callable[..., Memory]) -> None:
    memory = digested(scripted("Tom", "works_at", "Acme"))
    renamed = memory.entities.rename("Acme", "Apex")
    assert (renamed.name, renamed.aliases) == ("Apex", ("Acme",))
    assert memory.entities.get("acme").id == memory.entities.get("apex").id == renamed.id
    assert triples(memory.facts.list(object="Acme")) == [("Tom", "works_at", "Apex")]
    assert [entity.name for entity in memory.entities.search("Apex", limit=1)] == ["Apex"]


# Facts


def test_a_fact_has_the_given_dates(memory: Memory) -> None:
    month = memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2025-05")
    assert (month.valid_from, month.valid_to) == (date("2025-05-01"), None)
    past = memory.facts.add("Ann", "works_at", "Acme", valid_from="2019", valid_to="past")
    assert past.valid_from == date("2019-01-01")
    assert past.valid_to is not None
    assert past.valid_to <= T0
    assert triples(memory.facts.list(subject="Ann")) == [("Ann", "lives_in", "Oslo")]
    assert triples(memory.facts.list(subject="Ann", as_of="2020-01-01")) == [("Ann", "works_at", "Acme")]


def test_a_fact_added_by_hand_has_an_event_as_evidence(memory: Memory) -> None:
    fact = memory.facts.add("Ann", "likes", "tea", speaker="cli:bob", at="2026-01-02T10:00Z", confidence=0.7)
    [source] = fact.sources
    event = memory.get(source)
    assert isinstance(event, Event)
    assert (event.text, event.at, event.speaker) == ("Ann likes tea.", date("2026-01-02T10:00"), "cli:bob")
    assert (fact.asserted_by, fact.confidence, fact.recorded_at) == ("cli:bob", 0.7, T0)


def test_a_value_with_a_slot_key_replaces_the_previous_one(memory: Memory, clock: FixedClock) -> None:
    def add_preference(value: str, domain: str | None) -> Fact:
        clock.forward(minutes(1))
        return memory.facts.add("Ann", "prefers", value, domain=domain, category="travel", key="seat")

    assert add_preference("the aisle", "trips").domain == "trips"
    second = add_preference("a window", "  ")
    assert second.domain == "trips", "a blank domain keeps the old one"
    assert [fact.object for fact in memory.facts.list(subject="Ann")] == ["a window"]
    assert [fact.object for fact in memory.facts.list(subject="Ann", status="superseded")] == ["the aisle"]
    assert memory.facts.add("Ann", "prefers", "tea", category="drinks", key="hot").domain == "general"


def test_a_newer_residence_supersedes_and_history_returns_both(memory: Memory) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2020")
    memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2024")
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2025")
    intervals = [(fact.object, fact.valid_from, fact.valid_to) for fact in memory.facts.history("Ann", "lives_in")]
    assert intervals == [
        ("Ghent", date("2020-01-01"), date("2024-01-01")),
        ("Oslo", date("2024-01-01"), date("2025-01-01")),
        ("Ghent", date("2025-01-01"), None),
    ]
    for moment, place in (("2021-01-01", "Ghent"), ("2024-06-01", "Oslo"), ("2025-06-01", "Ghent")):
        [fact] = memory.facts.list(subject="Ann", as_of=moment)
        assert fact.object == place


def test_a_correction_replaces_the_wrong_fact(memory: Memory, clock: FixedClock) -> None:
    wrong = memory.facts.add("Ann", "works_at", "Acme")
    clock.forward(minutes(5))
    right = memory.facts.correct(wrong.id, object="Apex", reason="misheard", by="cli:ann")
    assert (right.object, right.status, right.asserted_by) == ("Apex", "current", "cli:ann")
    assert triples(memory.facts.list(subject="Ann")) == [("Ann", "works_at", "Apex")]
    [retracted] = memory.facts.list(status="retracted")
    assert (retracted.id, retracted.expired_at) == (wrong.id, clock.now())
    assert triples(memory.facts.list(subject="Ann", known_at=T0 + minutes(1))) == [("Ann", "works_at", "Acme")]


def test_a_superseded_fact_holds_again_when_its_successor_is_retracted(memory: Memory, clock: FixedClock) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent")
    clock.forward(minutes(5))
    newer = memory.facts.add("Ann", "lives_in", "Oslo")
    clock.forward(minutes(5))
    retracted = memory.facts.retract(newer.id, reason="a joke")
    assert retracted.status == "retracted"
    [restored] = memory.facts.list(subject="Ann")
    assert (restored.object, restored.status, restored.valid_to) == ("Ghent", "current", None)
    assert [fact.object for fact in memory.facts.list(subject="Ann", known_at=T0 + minutes(6))] == ["Oslo"]
    assert [fact.object for fact in memory.facts.list(subject="Ann", known_at=T0 + minutes(1))] == ["Ghent"]
    assert memory.facts.list(subject="Ann", known_at=T0 - DAY) == []


def test_an_unknown_subject_has_no_facts(memory: Memory) -> None:
    memory.facts.add("Ann", "likes", "tea")
    assert memory.facts.list(subject="Nobody") == []
    assert list(memory.facts.history("Nobody", "likes")) == []
    assert triples(memory.facts.list(object="TEA")) == [("Ann", "likes", "tea")]


# Relations and topics


def test_relations_are_listed_in_both_directions_and_form_paths(digested: Callable[..., Memory]) -> None:
    memory = digested(
        scripted("Tom Hardy", "works_at", "Acme"),
        scripted("Eva Lie", "works_at", "Acme"),
        scripted("Eva Lie", "lives_in", "Oslo"),
    )
    of_acme = memory.relations.list("Acme")
    assert {(relation.source, relation.predicate, relation.target) for relation in of_acme} == {
        ("Tom Hardy", "works_at", "Acme"),
        ("Eva Lie", "works_at", "Acme"),
    }
    assert [relation.target for relation in memory.relations.list("Tom Hardy")] == ["Acme"]
    assert memory.relations.list("Eva Lie", relation_type="social") == []
    assert all(relation.strength == 0.7 and relation.facts for relation in of_acme)
    [path] = memory.relations.path("Tom Hardy", "Oslo")
    assert path.names == ("Tom Hardy", "Acme", "Eva Lie", "Oslo")
    assert path.weight == 0.343
    assert list(memory.relations.path("Tom Hardy", "Oslo", max_hops=2)) == []
    assert memory.relations.path("Tom Hardy", "tom hardy")[0].names == ("Tom Hardy",)


def test_topics_return_their_events(digested: Callable[..., Memory]) -> None:
    memory = digested(
        scripted("Tom", "likes", "chess"), scripted("Eva", "likes", "Chess"), scripted("Eva", "likes", "tea")
    )
    assert [(topic.label, topic.events) for topic in memory.topics.list()] == [("chess", 2), ("tea", 1)]
    assert [event.id for event in memory.topics.events("CHESS")] == ["e1", "e0"]
    assert memory.topics.events("rowing") == []


# Invalid input


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("name", lambda memory: memory.entities.get(" ")),
        ("name", lambda memory: memory.entities.get(7)),
        ("type", lambda memory: memory.entities.list(type="animal")),
        ("limit", lambda memory: memory.entities.list(limit=0)),
        ("text", lambda memory: memory.entities.search(" ")),
        ("limit", lambda memory: memory.entities.search("x", limit=True)),
        ("keep", lambda memory: memory.entities.merge("", "Ann")),
        ("absorb", lambda memory: memory.entities.merge("Ann", "ann")),
        ("receipt", lambda memory: memory.entities.unmerge("")),
        ("mentions", lambda memory: memory.entities.split("Ann", [], "Bob")),
        ("name", lambda memory: memory.entities.split("Ann", ["e"], "")),
        ("name", lambda memory: memory.entities.rename("Ann", "x" * 2_000)),
        ("subject", lambda memory: memory.facts.add("", "likes", "tea")),
        ("predicate", lambda memory: memory.facts.add("Ann", "Likes it", "tea")),
        ("object", lambda memory: memory.facts.add("Ann", "likes", "\x00")),
        ("object", lambda memory: memory.facts.add("Ann", "knows", "ann")),
        ("speaker", lambda memory: memory.facts.add("Ann", "likes", "tea", speaker="")),
        ("at", lambda memory: memory.facts.add("Ann", "likes", "tea", at="soon")),
        ("valid_from", lambda memory: memory.facts.add("Ann", "likes", "tea", valid_from="2025-13")),
        ("valid_to", lambda memory: memory.facts.add("Ann", "likes", "tea", valid_to="later")),
        ("confidence", lambda memory: memory.facts.add("Ann", "likes", "tea", confidence=1.5)),
        ("key", lambda memory: memory.facts.add("Ann", "likes", "tea", category="drinks")),
        ("category", lambda memory: memory.facts.add("Ann", "likes", "tea", key="hot")),
        ("status", lambda memory: memory.facts.list(status="old")),
        ("as_of", lambda memory: memory.facts.list(as_of="then")),
        ("known_at", lambda memory: memory.facts.list(known_at="then")),
        ("limit", lambda memory: memory.facts.list(limit=0)),
        ("object", lambda memory: memory.facts.correct("fact-1", object=" ")),
        ("id", lambda memory: memory.facts.retract("", reason="x")),
        ("predicate", lambda memory: memory.facts.history("Ann", "9")),
        ("relation_type", lambda memory: memory.relations.list("Ann", relation_type="odd")),
        ("min_strength", lambda memory: memory.relations.list("Ann", min_strength=2)),
        ("max_hops", lambda memory: memory.relations.path("Ann", "Ann", max_hops=6)),
        ("limit", lambda memory: memory.topics.list(limit=0)),
        ("label", lambda memory: memory.topics.events("")),
    ],
)
def test_invalid_input_names_the_field_and_writes_nothing(
    memory: Memory, field: str, call: Callable[[Memory], Any]
) -> None:
    memory.facts.add("Ann", "likes", "jam")
    before = snapshot(memory, "Ann")
    with pytest.raises(InvalidInput) as caught:
        call(memory)
    assert caught.value.field == field
    assert snapshot(memory, "Ann") == before
