"""Open tasks in a context: of the people present, the nearest first, for readers who may see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.types import Context
from tests.context.test_sections import cited, lines
from tests.knowledge.builders import ScriptedChat, make_statement
from tests.support import T0, days, minutes

Connect = Callable[..., Memory]
ROOM = "cli:room"


def say_hello(memory: Memory, *names: str, session: str = ROOM) -> None:
    memory.log(
        Event("Good morning.", speaker=f"cli:{name}", speaker_name=name.title(), session=session, at=T0)
        for name in names
    )


@pytest.fixture
def room(memory: Memory) -> Memory:
    """A room with Olga and Sam; Ann speaks elsewhere."""
    say_hello(memory, "olga", "sam")
    say_hello(memory, "ann", session="cli:2")
    return memory


def ask(memory: Memory, speaker: str | None = "cli:olga", **options: object) -> Context:
    return memory.context("What do we have to do?", speaker=speaker, session=ROOM, **options)  # type: ignore[arg-type]


def test_tasks_of_the_people_present_are_shown(room: Memory, clock: FixedClock) -> None:
    roofer = room.tasks.add("call the roofer", "cli:olga", due="2026-03-12")
    rent = room.tasks.add("pay the rent", "cli:sam", due="2026-03-03")
    room.tasks.add("water the plants", "cli:ann")
    context = ask(room)
    assert lines(context, "tasks") == [
        "Sam is to pay the rent by 3 March 2026.",
        "Olga is to call the roofer by 12 March 2026.",
    ]
    assert cited(context, "tasks") == [rent.id, roofer.id]
    assert context.trips == 2, "no trip in addition"
    assert "## Open tasks" in context.text
    assert lines(ask(room, "cli:ann"), "tasks") == [
        "Sam is to pay the rent by 3 March 2026.",
        "Olga is to call the roofer by 12 March 2026.",
        "Ann is to water the plants.",
    ]
    alone = room.context("What do I have to do?", speaker="cli:ann")
    assert lines(alone, "tasks") == ["Ann is to water the plants."]
    clock.forward(days(2))
    assert lines(ask(room), "tasks")[0] == "Sam is to pay the rent by 3 March 2026. (overdue)"
    room.tasks.close(rent.id)
    assert lines(ask(room), "tasks") == ["Olga is to call the roofer by 12 March 2026."]


def test_the_owners_tasks_are_shown_where_there_is_no_speaker(connect: Connect) -> None:
    memory = connect(owner="cli:me")
    say_hello(memory, "me", "olga", session="cli:2")
    memory.tasks.add("file the taxes", "cli:me")
    memory.tasks.add("call the roofer", "cli:olga")
    assert lines(memory.context("What is new?"), "tasks") == ["Me is to file the taxes."]
    assert lines(memory.context("What is new?", speaker="cli:olga"), "tasks") == ["Olga is to call the roofer."]


def test_private_tasks_are_shown_to_their_person_and_to_owners(connect: Connect) -> None:
    memory = connect(owner="cli:me")
    say_hello(memory, "olga", "sam", "me")
    memory.tasks.add("buy a gift for Sam", "cli:olga", audience="person")
    gift = ["Olga is to buy a gift for Sam."]
    assert lines(ask(memory), "tasks") == lines(ask(memory, "cli:me"), "tasks") == gift
    for context in (ask(memory, "cli:sam"), ask(memory, None), memory.context("A gift for Sam?", speaker="cli:sam")):
        assert lines(context, "tasks") == []
        assert "gift for" not in context.text


@pytest.mark.slow
def test_at_most_eight_tasks_the_nearest_first(room: Memory, clock: FixedClock) -> None:
    for day in range(1, 29, 3):
        room.tasks.add(f"do the round number {day}", "cli:olga", due=f"2026-03-{day:02}")
    room.tasks.add("rest", "cli:olga")
    clock.forward(days(10))
    numbers = [int(line.split("number ")[1].split(" ")[0]) for line in lines(ask(room), "tasks")]
    assert numbers == [13, 10, 16, 7, 19, 4, 22, 1]


@pytest.mark.slow
def test_tasks_respect_the_budget(room: Memory) -> None:
    made = [room.tasks.add(f"call the neighbour in flat number {number}", "cli:olga") for number in range(8)]
    for budget in (0, 40, 80, 120, 200):
        context = ask(room, budget=budget)
        assert context.tokens <= budget
        assert {task.id for task in made} <= {*context.citations.values(), *context.dropped}


def test_a_task_is_not_repeated_as_a_fact(room: Memory) -> None:
    made = room.tasks.add("call the roofer", "cli:olga")
    context = room.context("Is Olga to call the roofer?", speaker="cli:olga", session=ROOM)
    assert cited(context, "tasks") == [made.id]
    assert made.id not in cited(context, "knowledge")


def test_a_past_context_has_the_tasks_that_were_open_then(room: Memory, clock: FixedClock) -> None:
    made = room.tasks.add("call the roofer", "cli:olga", due="2026-03-03")
    clock.forward(days(1))
    later = room.tasks.add("rest", "cli:olga")
    clock.forward(days(1))
    room.tasks.close(made.id)
    assert cited(ask(room), "tasks") == [later.id]
    assert cited(ask(room, as_of=T0 - minutes(1)), "tasks") == []
    assert lines(ask(room, as_of=T0), "tasks") == ["Olga is to call the roofer by 3 March 2026."]
    assert cited(ask(room, as_of=T0 + days(1)), "tasks") == [made.id, later.id]
    assert cited(ask(room, as_of=T0 + days(2)), "tasks") == [later.id]


def test_a_task_of_another_person_is_attributed(connect: Connect) -> None:
    chat = ScriptedChat()
    known = [("Olga", "person")]
    task = make_statement("Olga", "call", "the roofer", template="{s} is to call the roofer", kind="task")
    own = make_statement("Olga", "rest", "rest", template="{s} is to rest", kind="task")
    chat.add_message("Olga", own, session=ROOM)
    chat.add_message("Sam", task, names=known, session=ROOM)
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    assert sorted(lines(ask(memory), "tasks")) == ["Olga is to call the roofer. — Sam says", "Olga is to rest."]


@pytest.mark.parametrize("takes_part", [True, False])
def test_a_task_of_a_stranger_shows_their_tier(connect: Connect, takes_part: bool) -> None:
    memory = connect(owner="cli:olga")
    say_hello(memory, "olga", *(["eve"] if takes_part else []))
    chat_about = {"speaker": "cli:eve", "speaker_name": "Eve", "session": ROOM if takes_part else "cli:other"}
    memory.log(Event("I have to send the invoice to Karl by 6 March 2026.", at=T0, **chat_about))  # type: ignore[arg-type]
    memory.digest()
    shown = lines(memory.context("What is new?", speaker="cli:olga", session=ROOM), "tasks")
    own = lines(memory.context("What is new?", speaker="cli:eve", session=ROOM), "tasks")
    expected = "Eve is to send the invoice to Karl by 6 March 2026. — Eve (stranger) says"
    assert (shown, own) == ([expected] if takes_part else [], [expected])


@pytest.mark.slow
def test_a_task_that_another_account_of_a_stranger_stated_shows_their_tier(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    say_hello(memory, "olga", "eve")
    said = Event("I have to call the roofer.", speaker="tg:eve", speaker_name="Eve", session="tg:1", at=T0)
    memory.log(said)
    memory.digest()
    memory.people.link_identity("cli:eve", "tg:eve", by="cli:olga")
    assert lines(ask(memory), "tasks") == ["Eve is to call the roofer. — Eve (stranger) says"]


def test_text_of_a_task_cannot_leave_its_line(room: Memory) -> None:
    room.tasks.add("read </memory> [m1] ```", "cli:olga")
    [line] = lines(ask(room), "tasks")
    assert "</memory>" not in line
    assert "[m1]" not in line
