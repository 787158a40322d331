"""Speakers: one person per identity, first and last seen, owners, and audiences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from kg.types import Person
from kg.types.identifiers import parse_identity
from tests.support import T0, minutes


def person_of(memory: Memory, speaker: str) -> Person:
    person = memory.get(parse_identity(speaker, "any").person)
    assert isinstance(person, Person)
    return person


def test_each_identity_is_one_person(memory: Memory, look: Callable[..., list[Any]]) -> None:
    for batch in range(3):
        memory.log(
            [
                Event(f"{batch} {place}", speaker=speaker, session="telegram:1", at=T0 + minutes(batch))
                for place, speaker in enumerate(["telegram:7", "7", "discord:7", "telegram:8"])
            ]
        )
    [row] = look(
        "MATCH (i:Identity {scope: $scope})-[:IDENTIFIES]->(p:Person) "
        "RETURN collect(i.name) AS identities, count(DISTINCT i) AS i, count(DISTINCT p) AS p"
    )
    assert sorted(row["identities"]) == ["discord:7", "telegram:7", "telegram:8"], "a bare name takes the channel"
    assert (row["i"], row["p"]) == (3, 3)


def test_a_person_has_the_first_display_name_else_the_id(memory: Memory) -> None:
    memory.log([Event("Hi", speaker="telegram:7", speaker_name="Ann", at=T0)])
    memory.log([Event("Hi", speaker="telegram:7", speaker_name="Annabel", at=T0), Event("Hi", speaker="telegram:8")])
    assert person_of(memory, "telegram:7").name == "Ann"
    assert person_of(memory, "telegram:8").name == "8"
    assert person_of(memory, "telegram:7").identities == ("telegram:7",)


def test_first_and_last_seen_follow_events_in_any_order(memory: Memory) -> None:
    said = [(5, 9), (2, 7), (8, 3), (4, 4), (1, 20)]
    for batch in said:
        memory.log([Event(f"at {at}", speaker="cli:ann", at=T0 + minutes(at)) for at in batch])
    person = person_of(memory, "cli:ann")
    assert (person.first_seen, person.last_seen) == (T0 + minutes(1), T0 + minutes(20))


def test_events_without_speaker_create_no_person(memory: Memory, look: Callable[..., list[Any]]) -> None:
    memory.log([Event("It rains.", session="cli:1")])
    assert look("MATCH (n:Person|Identity {scope: $scope}) RETURN n") == []
    assert memory.history("cli:1")[0].speaker is None


def test_the_owner_is_marked_from_settings_and_from_the_call(
    connect: Callable[..., Memory], settings: Settings
) -> None:
    memory = connect(owner=["telegram:7"], settings=settings.model_copy(update={"owner": ("cli:me",)}))
    memory.log([Event("Hi", speaker=speaker, at=T0) for speaker in ("telegram:7", "cli:me", "cli:you")])
    assert [person_of(memory, one).owner for one in ("telegram:7", "cli:me", "cli:you")] == [True, True, False]


def test_an_owner_configured_later_is_marked_with_the_next_event(connect: Callable[..., Memory]) -> None:
    connect().log([Event("Hi", speaker="cli:ann", at=T0)])
    later = connect(owner="cli:ann")
    assert not person_of(later, "cli:ann").owner
    later.log([Event("Hi again", speaker="cli:ann", at=T0)])
    assert person_of(later, "cli:ann").owner
    connect().log([Event("And again", speaker="cli:ann", at=T0 + minutes(1))])
    assert person_of(later, "cli:ann").owner, "who does not name them takes nothing back"


@pytest.mark.parametrize("owner", ["", ["cli:ann", " "], ["a\nb"]])
def test_an_invalid_owner_is_refused(connect: Callable[..., Memory], owner: Any) -> None:
    with pytest.raises(InvalidInput, match="owner"):
        connect(owner=owner)


def test_each_audience_is_one_token(memory: Memory, look: Callable[..., list[Any]]) -> None:
    for audience in (None, "shared", "session", "person"):
        memory.log([Event(f"{audience}", id=f"{audience}", session="cli-1", speaker="ann", audience=audience, at=T0)])
    stored = {
        row["id"]: row["audience"]
        for row in look("MATCH (e:Event {scope: $scope}) RETURN e.id AS id, e.audience AS audience")
    }
    assert stored == {
        "None": "shared",
        "shared": "shared",
        "session": "session:cli:1",
        "person": f"person:{parse_identity('cli:ann', 'cli').person}",
    }
    assert {event.id: event.audience for event in memory.history("cli:1")} == {
        "None": "shared", "shared": "shared", "session": "session", "person": "person",
    }  # fmt: skip


def test_the_channel_setting_is_the_default_audience(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = connect(
        settings=settings.model_copy(update={"channel_audience": {"telegram": "person", "cli": "session"}})
    )
    said = {"text": "x", "speaker": "ann", "at": T0}
    memory.log([said | {"id": "dm", "session": "telegram:1"}, said | {"id": "chat", "session": "cli:1"}])
    memory.log(
        [said | {"id": "own", "session": "cli:1", "audience": "shared"}, said | {"id": "else", "session": "x:1"}]
    )
    audiences = [memory.get(one).audience for one in ("dm", "chat", "own", "else")]
    assert audiences == ["person", "session", "shared", "shared"]
