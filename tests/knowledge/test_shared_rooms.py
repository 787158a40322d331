"""Who shares a room: read from the sessions only where acquaintances may confirm each other."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory
from kg.graph import GraphTransaction
from kg.knowledge.shared_rooms import no_shared_rooms, shared_rooms_reader
from tests.support import T0

Connect = Callable[..., Memory]


def talk(memory: Memory, session: str, *speakers: str) -> None:
    memory.log([Event(f"Good morning from {each}.", speaker=each, session=session, at=T0) for each in speakers])


def test_persons_who_speak_in_one_session_share_a_room(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    talk(memory, "chat:hall", "chat:sam", "chat:sue", "cli:olga")
    talk(memory, "chat:desk", "chat:sam", "agent:ada")
    talk(memory, "chat:yard", "chat:bo", "chat:kim")
    talk(memory, "chat:lone", "chat:lee", "agent:ada")
    olga, sam, sue, bo, lee = (
        memory.people.get(each).id for each in ("cli:olga", "chat:sam", "chat:sue", "chat:bo", "chat:lee")
    )
    found = memory.graph.transact(lambda turn: shared_rooms_reader(turn, [], [olga, sam, sue, bo, lee])())
    # An owner needs no others, and where one person talks with agents no one could object.
    assert found == {sam: {sam, sue}, sue: {sam, sue}, bo: {bo}}


def test_the_sessions_are_read_once_and_only_when_asked(connect: Connect) -> None:
    memory = connect()
    talk(memory, "chat:hall", "chat:sam", "chat:sue", "chat:bo")
    graph = memory.graph
    sam, sue, bo = (memory.people.get(f"chat:{name}").id for name in ("sam", "sue", "bo"))

    def evidence(person: str, tier: str, quarantine: str | None) -> list[object]:
        return ["event-1", 0, "0", None, None, person, tier, False, quarantine, "presence", None, "chat:hall"]

    facts = [{"evidence": [evidence(sue, "acquaintance", None), evidence(bo, "acquaintance", "quarantine-1")]}]

    def count_trips(turn: GraphTransaction) -> list[int]:
        rooms = shared_rooms_reader(turn, facts, [sam])
        trips = [graph.trips]
        for _ in range(2):
            # What is quarantined confirms nothing.
            assert rooms() == {sam: {sam, sue}, sue: {sam, sue}}
            trips.append(graph.trips)
        return [each - trips[0] for each in trips]

    assert graph.transact(count_trips) == [0, 1, 1]


def test_digestion_without_an_owner_does_not_read_the_sessions(connect: Connect) -> None:
    memory = connect()
    memory.log(
        [Event("Nina lives in Bergen.", speaker=f"chat:{each}", session="chat:hall", at=T0) for each in ("sam", "sue")]
    )
    # A claim, a transaction of two statements, and a claim that finds nothing.
    assert memory.digest().trips == 4


def test_without_a_graph_no_rooms_are_known() -> None:
    assert no_shared_rooms() == {}
