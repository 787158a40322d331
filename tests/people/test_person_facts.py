"""Lines of facts about a person: order, audiences, quarantine and citations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
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


def read(memory: Memory, audiences: list[str] | None = None, most: int = 15) -> list[str]:
    person = memory.people.get("Ann").id
    return [line.text for line in read_person_facts(memory.graph, person, T0, audiences, most=most)]


def test_lines_are_by_importance_and_cite_their_facts(ann: Memory) -> None:
    lines = read_person_facts(ann.graph, ann.people.get("Ann").id, T0, None)
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


def test_what_facts_do_not_state_is_quoted_for_readers_of_its_audience(memory: Memory) -> None:
    text = "My mother fell in March, so I sold the flat in Leeds for 90,000 pounds and moved in with her."
    memory.log(Event(text, id="e1", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0))
    memory.digest()
    person = memory.people.get("Ann").id
    [line] = [line for line in read_person_facts(memory.graph, person, T0, None) if line.quoted]
    assert line.text.endswith(f": “{text}”")
    assert format_cited_line(line).endswith("]")
    assert [line for line in read_person_facts(memory.graph, person, T0, ["person:other"]) if line.quoted] == []
