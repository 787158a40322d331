"""What callers do with what is known, on the real graph: read, state, correct, merge and take apart again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.extraction.scripted_extractor import Scripted
from kg.protocols import FixedClock, Found, Mention, Statement
from kg.types import Fact
from tests.support import T0, minutes

DAY = dt.timedelta(days=1)


def date(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def says(subject: str, predicate: str, thing: str, *, since: str | None = None) -> Found:
    """A text that states just this."""
    kinds = {"lives_in": "place", "works_at": "org"}
    names = [(subject, "person"), *([(thing, kinds[predicate])] if predicate in kinds else [])]
    mentions = tuple(Mention(name, label, place, place + 1) for place, (name, label) in enumerate(names))
    return Found(
        (Statement(subject, predicate, thing, True, since, None, 0, 1, 0.9),), mentions, {thing.casefold(): 0.8}
    )


@pytest.fixture
def told(connect: Callable[..., Memory]) -> Callable[..., Memory]:
    """Log texts, a minute apart, that state what they are scripted to, and digest them; their ids are e0, e1, …"""

    def told(*found: Found) -> Memory:
        texts = {f"This is said as number {place}.": one for place, one in enumerate(found)}
        memory = connect(extractor=Scripted(texts))
        memory.log(
            Event(text, id=f"e{place}", speaker="cli:teller", session="cli:1", at=T0 - DAY + minutes(place))
            for place, text in enumerate(texts)
        )
        assert memory.digest().failed == 0
        return memory

    return told


def brief(facts: Any) -> list[tuple[str, str, str]]:
    return sorted((fact.subject, fact.predicate, fact.object) for fact in facts)


def everything(memory: Memory, *names: str) -> Any:
    """All that a caller can see of these entities, and of their facts."""
    facts = sorted(memory.facts.list(status=None, limit=1000), key=lambda fact: fact.id)
    entities = [memory.entities.get(name) for name in names]
    relations = [sorted(memory.relations.list(name, min_strength=0), key=str) for name in names]
    return entities, facts, relations


# Entities


def test_an_entity_is_found_by_name_alias_first_name_and_id(told: Callable[..., Memory]) -> None:
    memory = told(says("Maria Lopez", "lives_in", "Lisbon"), says("Tom Hardy", "works_at", "Acme"))
    maria = memory.entities.get("Maria Lopez")
    assert (maria.name, maria.type, maria.mention_count) == ("Maria Lopez", "person", 1)
    assert (maria.first_seen, maria.last_seen) == (T0 - DAY, T0 - DAY)
    for name in ("maria lopez", "MARIA", "Ms. Maria Lopez", maria.id):
        assert memory.entities.get(name).id == maria.id, name
    with pytest.raises(NotFound, match="Mar"):
        memory.entities.get("Mar")


def test_a_first_name_that_two_share_finds_neither(told: Callable[..., Memory]) -> None:
    memory = told(says("Maria Lopez", "lives_in", "Lisbon"), says("Maria Costa", "lives_in", "Porto"))
    assert memory.entities.get("Maria Lopez").id != memory.entities.get("Maria Costa").id
    with pytest.raises(NotFound):
        memory.entities.get("Maria")


def test_entities_are_listed_by_type_the_most_spoken_of_first(told: Callable[..., Memory]) -> None:
    memory = told(says("Tom", "lives_in", "Oslo"), says("Tom", "works_at", "Acme"), says("Maria", "lives_in", "Lisbon"))
    people = [entity.name for entity in memory.entities.list(type="person")]
    assert people.index("Tom") < people.index("Maria")
    assert {entity.name for entity in memory.entities.list(type="place")} == {"Oslo", "Lisbon"}
    assert len(memory.entities.list(limit=2)) == 2


def test_entities_are_searched_by_their_words(told: Callable[..., Memory]) -> None:
    memory = told(says("Maria Lopez", "lives_in", "Lisbon"), says("Tom Hardy", "works_at", "Acme"))
    assert memory.entities.search("who is Lopez?")[0].name == "Maria Lopez"
    assert len(memory.entities.search("Lopez", limit=1)) == 1


def test_a_merge_brings_all_over_and_its_undoing_all_back(told: Callable[..., Memory], clock: FixedClock) -> None:
    memory = told(
        says("Liv Holm", "likes", "tea"),
        says("Bo Dahl", "likes", "tea"),
        says("Liv Holm", "lives_in", "Oslo", since="2024"),
        says("Bo Dahl", "lives_in", "Bergen", since="2025"),
        says("Eva Lie", "sibling_of", "Bo Dahl"),
    )
    before = everything(memory, "Liv Holm", "Bo Dahl", "Eva Lie")
    clock.forward(dt.timedelta(hours=1))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl", reason="a stage name", by="cli:me")
    assert (receipt.removed["entity"], receipt.at) == (1, clock.now())
    one = memory.entities.get("Bo Dahl")
    assert (one.name, one.aliases) == ("Liv Holm", ("Bo Dahl",))
    assert one.mention_count == sum(entity.mention_count for entity in before[0][:2])
    [tea] = memory.facts.list(subject="Liv Holm", predicate="likes")
    assert set(tea.sources) == {"e0", "e1"}, "facts that say the same are one"
    [lives] = memory.facts.list(subject="Liv Holm", predicate="lives_in")
    assert lives.object == "Bergen", "somebody lives in one place at a time"
    assert [fact.object for fact in memory.facts.list(predicate="lives_in", status="superseded")] == ["Oslo"]
    assert ("Eva Lie", "sibling_of", "Liv Holm") in brief(memory.facts.list(predicate="sibling_of"))
    memory.entities.unmerge(receipt)
    assert everything(memory, "Liv Holm", "Bo Dahl", "Eva Lie") == before
    with pytest.raises(NotFound):
        memory.entities.unmerge(receipt.id)


def test_what_was_learnt_after_a_merge_stays_with_the_one_that_stayed(told: Callable[..., Memory]) -> None:
    memory = told(says("Liv Holm", "likes", "tea"), says("Bo Dahl", "likes", "rye"))
    receipt = memory.entities.merge("Liv Holm", "Bo Dahl")
    memory.facts.add("Liv Holm", "likes", "jazz")
    memory.entities.unmerge(receipt.id)
    assert brief(memory.facts.list(subject="Liv Holm")) == [
        ("Liv Holm", "likes", "jazz"),
        ("Liv Holm", "likes", "tea"),
    ]
    assert brief(memory.facts.list(subject="Bo Dahl")) == [("Bo Dahl", "likes", "rye")]


def test_a_split_takes_the_events_and_the_facts_that_rest_on_them_alone(told: Callable[..., Memory]) -> None:
    memory = told(
        says("Jon Vik", "lives_in", "Oslo"), says("Jon Vik", "likes", "chess"), says("Jon Vik", "likes", "tea"),
    )  # fmt: skip
    other = memory.entities.split("Jon Vik", ["e1"], "Jon Vik junior", reason="the son")
    assert (other.name, other.type, other.mention_count) == ("Jon Vik junior", "person", 1)
    assert memory.entities.get("Jon Vik").mention_count == 2
    assert brief(memory.facts.list(subject=other.id)) == [("Jon Vik junior", "likes", "chess")]
    assert [fact.object for fact in memory.facts.list(subject="Jon Vik", predicate="likes")] == ["tea"]
    with pytest.raises(NotFound):
        memory.entities.split("Jon Vik", ["e1"], "another")


def test_a_rename_keeps_the_old_name_as_an_alias(told: Callable[..., Memory]) -> None:
    memory = told(says("Tom", "works_at", "Acme"))
    renamed = memory.entities.rename("Acme", "Apex")
    assert (renamed.name, renamed.aliases) == ("Apex", ("Acme",))
    assert memory.entities.get("acme").id == memory.entities.get("apex").id == renamed.id
    assert brief(memory.facts.list(object="Acme")) == [("Tom", "works_at", "Apex")]
    assert [entity.name for entity in memory.entities.search("Apex", limit=1)] == ["Apex"]


# Facts


def test_a_fact_has_the_dates_that_were_given(memory: Memory) -> None:
    month = memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2025-05")
    assert (month.valid_from, month.valid_to) == (date("2025-05-01"), None)
    past = memory.facts.add("Ann", "works_at", "Acme", valid_from="2019", valid_to="past")
    assert past.valid_from == date("2019-01-01")
    assert past.valid_to is not None
    assert past.valid_to <= T0
    assert brief(memory.facts.list(subject="Ann")) == [("Ann", "lives_in", "Oslo")]
    assert brief(memory.facts.list(subject="Ann", as_of="2020-01-01")) == [("Ann", "works_at", "Acme")]


def test_a_fact_said_by_hand_rests_on_an_event(memory: Memory) -> None:
    fact = memory.facts.add("Ann", "likes", "tea", speaker="cli:bob", at="2026-01-02T10:00Z", confidence=0.7)
    [source] = fact.sources
    event = memory.get(source)
    assert isinstance(event, Event)
    assert (event.text, event.at, event.speaker) == ("Ann likes tea.", date("2026-01-02T10:00"), "cli:bob")
    assert (fact.asserted_by, fact.confidence, fact.recorded_at) == ("cli:bob", 0.7, T0)


def test_a_value_that_is_filed_replaces_the_one_before(memory: Memory, clock: FixedClock) -> None:
    def file(value: str, domain: str | None) -> Fact:
        clock.forward(minutes(1))
        return memory.facts.add("Ann", "prefers", value, domain=domain, category="travel", key="seat")

    assert file("the aisle", "trips").domain == "trips"
    second = file("a window", "  ")
    assert second.domain == "trips", "a blank domain keeps the old one"
    assert [fact.object for fact in memory.facts.list(subject="Ann")] == ["a window"]
    assert [fact.object for fact in memory.facts.list(subject="Ann", status="superseded")] == ["the aisle"]
    assert memory.facts.add("Ann", "prefers", "tea", category="drinks", key="hot").domain == "general"


def test_a_newer_place_supersedes_and_history_tells_both(memory: Memory) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2020")
    memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2024")
    memory.facts.add("Ann", "lives_in", "Ghent", valid_from="2025")
    spells = [(fact.object, fact.valid_from, fact.valid_to) for fact in memory.facts.history("Ann", "lives_in")]
    assert spells == [
        ("Ghent", date("2020-01-01"), date("2024-01-01")),
        ("Oslo", date("2024-01-01"), date("2025-01-01")),
        ("Ghent", date("2025-01-01"), None),
    ]
    for moment, place in (("2021-01-01", "Ghent"), ("2024-06-01", "Oslo"), ("2025-06-01", "Ghent")):
        [fact] = memory.facts.list(subject="Ann", as_of=moment)
        assert fact.object == place


def test_a_correction_takes_the_place_of_what_was_wrong(memory: Memory, clock: FixedClock) -> None:
    wrong = memory.facts.add("Ann", "works_at", "Acme")
    clock.forward(minutes(5))
    right = memory.facts.correct(wrong.id, object="Apex", reason="misheard", by="cli:ann")
    assert (right.object, right.status, right.asserted_by) == ("Apex", "current", "cli:ann")
    assert brief(memory.facts.list(subject="Ann")) == [("Ann", "works_at", "Apex")]
    [gone] = memory.facts.list(status="retracted")
    assert (gone.id, gone.expired_at) == (wrong.id, clock.now())
    assert brief(memory.facts.list(subject="Ann", known_at=T0 + minutes(1))) == [("Ann", "works_at", "Acme")]


def test_what_was_superseded_holds_again_when_its_successor_is_taken_back(memory: Memory, clock: FixedClock) -> None:
    memory.facts.add("Ann", "lives_in", "Ghent")
    clock.forward(minutes(5))
    newer = memory.facts.add("Ann", "lives_in", "Oslo")
    clock.forward(minutes(5))
    gone = memory.facts.retract(newer.id, reason="a joke")
    assert gone.status == "retracted"
    [again] = memory.facts.list(subject="Ann")
    assert (again.object, again.status, again.valid_to) == ("Ghent", "current", None)
    assert [one.object for one in memory.facts.list(subject="Ann", known_at=T0 + minutes(6))] == ["Oslo"]
    assert [one.object for one in memory.facts.list(subject="Ann", known_at=T0 + minutes(1))] == ["Ghent"]
    assert memory.facts.list(subject="Ann", known_at=T0 - DAY) == []


def test_who_is_not_known_has_no_facts(memory: Memory) -> None:
    memory.facts.add("Ann", "likes", "tea")
    assert memory.facts.list(subject="Nobody") == []
    assert list(memory.facts.history("Nobody", "likes")) == []
    assert brief(memory.facts.list(object="TEA")) == [("Ann", "likes", "tea")]


# Relations and topics


def test_relations_stand_in_both_directions_and_lead_from_one_to_another(told: Callable[..., Memory]) -> None:
    memory = told(
        says("Tom Hardy", "works_at", "Acme"), says("Eva Lie", "works_at", "Acme"), says("Eva Lie", "lives_in", "Oslo")
    )
    of_acme = memory.relations.list("Acme")
    assert {(one.source, one.predicate, one.target) for one in of_acme} == {
        ("Tom Hardy", "works_at", "Acme"),
        ("Eva Lie", "works_at", "Acme"),
    }
    assert [one.target for one in memory.relations.list("Tom Hardy")] == ["Acme"]
    assert memory.relations.list("Eva Lie", relation_type="social") == []
    assert all(one.strength == 0.7 and one.facts for one in of_acme)
    [way] = memory.relations.path("Tom Hardy", "Oslo")
    assert way.names == ("Tom Hardy", "Acme", "Eva Lie", "Oslo")
    assert way.weight == 0.343
    assert list(memory.relations.path("Tom Hardy", "Oslo", max_hops=2)) == []
    assert memory.relations.path("Tom Hardy", "tom hardy")[0].names == ("Tom Hardy",)


def test_topics_lead_to_what_was_said(told: Callable[..., Memory]) -> None:
    memory = told(says("Tom", "likes", "chess"), says("Eva", "likes", "Chess"), says("Eva", "likes", "tea"))
    assert [(topic.label, topic.events) for topic in memory.topics.list()] == [("chess", 2), ("tea", 1)]
    assert [event.id for event in memory.topics.events("CHESS")] == ["e1", "e0"]
    assert memory.topics.events("rowing") == []


# What is refused


@pytest.mark.parametrize(
    ("field", "ask"),
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
def test_bad_input_is_named_and_nothing_is_written(memory: Memory, field: str, ask: Callable[[Memory], Any]) -> None:
    memory.facts.add("Ann", "likes", "jam")
    before = everything(memory, "Ann")
    with pytest.raises(InvalidInput) as caught:
        ask(memory)
    assert caught.value.field == field
    assert everything(memory, "Ann") == before
