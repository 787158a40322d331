"""Tasks: added and closed by hand, listed by status, person and audience."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.knowledge import is_overdue
from kg.protocols import FixedClock
from kg.types import Fact
from tests.knowledge.builders import ScriptedChat, check_refused, make_statement
from tests.support import T0, days, minutes

Connect = Callable[..., Memory]


def make_task(owner: str, text: str, due: str = "", **options: Any) -> Any:
    """Return the statement of a task, as an extractor makes it."""
    verb, _, rest = text.partition(" ")
    return make_statement(
        owner, verb, rest, template=f"{{s}} is to {text}", kind="task", roles=(("due", due),) if due else (), **options
    )


def texts(memory: Memory, status: str | None = "open", **options: Any) -> list[str]:
    return [task.text for task in memory.tasks.list(status, **options)]


def test_a_task_is_added_with_its_parts(memory: Memory) -> None:
    made = memory.tasks.add("call the roofer", "Olga", due="2026-03-12")
    assert made.text == "Olga is to call the roofer by 12 March 2026."
    assert (made.owner, made.due, made.status, made.at, made.closed_at) == ("Olga", "2026-03-12", "open", T0, None)
    assert made.audience == "shared"
    fact = memory.get(made.id)
    assert isinstance(fact, Fact)
    assert (fact.kind, fact.subject, fact.predicate, fact.object) == ("task", "Olga", "call", "the roofer")
    assert fact.roles == {"due": "2026-03-12"}
    [source] = made.sources
    event = memory.get(source)
    assert (event.text, event.session) == (made.text, "system:facts")  # type: ignore[union-attr]
    assert memory.entities.get("Olga").type == "person"
    assert made.owner_id == memory.entities.get("Olga").id
    assert list(memory.tasks.list()) == [made]


@pytest.mark.parametrize(
    ("text", "predicate", "obj", "sentence"),
    [
        ("Call the roofer.", "call", "the roofer", "Olga is to call the roofer."),
        ("to e-mail  Bob!", "email", "Bob", "Olga is to e-mail Bob."),
        ("rest", "rest", "rest", "Olga is to rest."),
        ("позвонить маме", "do", "позвонить маме", "Olga is to позвонить маме."),
        ("print {s} and {o}", "print", "{ s } and { o }", "Olga is to print { s } and { o }."),
        ("DNS: renew it", "dns", "renew it", "Olga is to DNS: renew it."),
    ],
)
def test_the_first_word_is_the_predicate(memory: Memory, text: str, predicate: str, obj: str, sentence: str) -> None:
    made = memory.tasks.add(text, "Olga")
    fact = memory.get(made.id)
    assert (fact.predicate, fact.object, made.text) == (predicate, obj, sentence)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("due", "stored", "words"),
    [
        ("2026", "2026", "by 2026"),
        ("2026-05", "2026-05", "by May 2026"),
        ("2026-05-07T12:30:00+02:00", "2026-05-07T10:30:00+00:00", "by 7 May 2026, 10:30 UTC"),
        (dt.datetime(2026, 5, 7, 8, tzinfo=dt.UTC), "2026-05-07T08:00:00+00:00", "by 7 May 2026, 08:00 UTC"),
    ],
)
def test_a_due_date_is_as_precise_as_given(memory: Memory, due: Any, stored: str, words: str) -> None:
    made = memory.tasks.add("call the roofer", "Olga", due=due)
    assert (made.due, made.text) == (stored, f"Olga is to call the roofer {words}.")


def test_tasks_are_sorted_by_due_date_and_time(memory: Memory, clock: FixedClock) -> None:
    for text, due in (
        ("wait", None),
        ("rest", None),
        ("pay in May", "2026-05"),
        ("pay on the last", "2026-05-31"),
        ("pay first", "2026-05-31T10:00:00Z"),
        ("plan", "2026"),
        ("call", "2026-04-01"),
    ):
        memory.tasks.add(text, "Olga", due=due)
        clock.forward(minutes(1))
    assert [text.split(" by ")[0].removeprefix("Olga is to ").rstrip(".") for text in texts(memory)] == [
        "call",
        "pay first",
        "pay on the last",
        "pay in May",
        "plan",
        "wait",
        "rest",
    ]
    assert len(texts(memory, limit=2)) == 2


@pytest.mark.parametrize(
    ("due", "last"),
    [
        ("2026-03-12", dt.datetime(2026, 3, 12, 23, 59, tzinfo=dt.UTC)),
        ("2026-03", dt.datetime(2026, 3, 31, 23, 59, tzinfo=dt.UTC)),
        ("2026", dt.datetime(2026, 12, 31, 23, 59, tzinfo=dt.UTC)),
    ],
)
def test_a_task_is_overdue_after_the_whole_of_its_due_date(
    memory: Memory, clock: FixedClock, due: str, last: dt.datetime
) -> None:
    memory.tasks.add("call the roofer", "Olga", due=due)
    memory.tasks.add("rest", "Olga")
    clock.forward(last - T0)
    assert texts(memory, "overdue") == []
    clock.forward(minutes(1))
    [late] = memory.tasks.list("overdue")
    assert (late.status, late.due) == ("overdue", due)
    assert len(texts(memory)) == 2, "an overdue task is open"


def test_dates_that_are_none_are_never_over() -> None:
    assert not is_overdue(None, T0)
    assert not is_overdue("soon", T0)
    assert is_overdue("2026-03-02T09:00:00+00:00", T0)


@pytest.mark.slow
@pytest.mark.parametrize("status", ["done", "dropped"])
def test_a_task_is_closed_by_hand(memory: Memory, clock: FixedClock, status: str) -> None:
    made = memory.tasks.add("call the roofer", "Olga", due="2026-03-12")
    other = memory.tasks.add("call the bank", "Olga")
    clock.forward(days(1))
    closed = memory.tasks.close(made.id, status)
    assert (closed.id, closed.status, closed.closed_at) == (made.id, status, T0 + days(1))
    assert (closed.text, closed.due, closed.sources) == (made.text, made.due, made.sources)
    assert list(memory.tasks.list()) == [other]
    assert list(memory.tasks.list(status)) == [closed]
    assert list(memory.tasks.list("dropped" if status == "done" else "done")) == []
    assert {task.status for task in memory.tasks.list(None)} == {"open", status}
    fact = memory.get(made.id)
    assert (fact.status, fact.valid_to) == ("superseded", T0 + days(1))  # type: ignore[union-attr]
    clock.forward(days(30))
    assert memory.tasks.close(made.id, status) == closed, "closing twice changes nothing"
    with pytest.raises(InvalidInput, match=f"this one was {status} already") as caught:
        memory.tasks.close(made.id, "dropped" if status == "done" else "done")
    assert caught.value.field == "id"


def test_a_task_is_closed_at_the_moment_at_which_it_was_added(memory: Memory) -> None:
    made = memory.tasks.add("call the roofer", "Olga")
    assert memory.tasks.close(made.id).status == "done"


def test_a_closed_task_that_is_stated_again_is_open(memory: Memory, clock: FixedClock) -> None:
    made = memory.tasks.add("water the plants", "Olga")
    clock.forward(days(1))
    memory.tasks.close(made.id)
    clock.forward(days(6))
    again = memory.tasks.add("water the plants", "Olga")
    assert (again.id, again.status, again.closed_at) == (made.id, "open", None)
    assert len(again.sources) == 2
    clock.forward(days(1))
    assert memory.tasks.close(made.id).closed_at == T0 + days(8)


def test_another_due_date_replaces_the_task(memory: Memory, clock: FixedClock) -> None:
    old = memory.tasks.add("call the roofer", "Olga", due="2026-03-12")
    clock.forward(minutes(1))
    new = memory.tasks.add("call the roofer", "Olga", due="2026-03-20")
    assert list(memory.tasks.list(None)) == [new]
    with pytest.raises(InvalidInput, match="a newer task replaced this one"):
        memory.tasks.close(old.id)
    clock.forward(minutes(1))
    memory.tasks.close(new.id)
    assert [task.id for task in memory.tasks.list(None)] == [new.id]


@pytest.fixture
def present(memory: Memory) -> Memory:
    """A memory with two Olgas, of whom one has accounts, and Sam."""
    memory.log(
        [
            Event("Hello.", speaker="cli:olga", speaker_name="Olga", session="cli:1", at=T0),
            Event("Hello.", speaker="cli:sam", speaker_name="Sam", session="cli:1", at=T0),
        ]
    )
    memory.digest()
    return memory


def test_tasks_are_listed_by_person(present: Memory) -> None:
    for owner, text in (("cli:olga", "call the roofer"), ("Olga", "rest"), ("Sam", "call the bank")):
        present.tasks.add(text, owner)
    olga = present.entities.get("Olga").id
    assert {task.owner_id for task in present.tasks.list(person="Olga")} == {olga}
    for person in ("Olga", "olga", "cli:olga", olga):
        assert texts(present, person=person) == ["Olga is to call the roofer.", "Olga is to rest."]
    assert texts(present, person="cli:sam") == ["Sam is to call the bank."]
    for unknown in ("Zed", "cli:zed", "person-0"):
        assert texts(present, person=unknown) == []


def test_an_ambiguous_owner_is_refused(present: Memory) -> None:
    present.log([Event("Hello.", speaker="web:olga", speaker_name="Olga", session="web:1", at=T0)])
    with pytest.raises(InvalidInput, match="several persons have this name") as caught:
        present.tasks.add("rest", "Olga")
    assert caught.value.field == "owner"
    assert present.tasks.add("rest", "web:olga").owner == "Olga"
    assert len(texts(present, person="Olga")) == 1, "a list has the tasks of both"


@pytest.mark.slow
def test_audiences_are_kept_apart(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:me")
    memory.log(
        Event("Hello.", speaker=f"cli:{name}", speaker_name=name.title(), session="cli:1", at=T0)
        for name in ("olga", "sam", "me")
    )
    secret = memory.tasks.add("buy a gift for Sam", "cli:olga", audience="person")
    memory.tasks.add("call the roofer", "cli:olga")
    shared = ["Olga is to call the roofer."]
    both = ["Olga is to buy a gift for Sam.", *shared]
    assert secret.audience.startswith("person:person-")
    for status in ("open", None):
        assert texts(memory, status, asker="cli:sam") == shared
        assert texts(memory, status, asker="cli:sam", person="Olga") == shared
        assert sorted(texts(memory, status, asker="cli:olga")) == both
        assert sorted(texts(memory, status, asker="cli:me")) == both
        assert sorted(texts(memory, status)) == both
    clock.forward(minutes(1))
    memory.tasks.close(secret.id)
    assert texts(memory, None, asker="cli:sam") == shared
    assert texts(memory, "done", asker="cli:olga") == ["Olga is to buy a gift for Sam."]
    assert not [fact for fact in memory.facts.list(status=None, asker="cli:sam") if "gift" in fact.text]


def test_a_task_that_is_private_and_shared_is_listed_once(present: Memory, clock: FixedClock) -> None:
    present.tasks.add("rest", "cli:olga", audience="person")
    clock.forward(minutes(1))
    shared = present.tasks.add("rest", "cli:olga")
    assert [task.id for task in present.tasks.list(asker="cli:olga")] == [shared.id]


def test_extracted_tasks_are_listed_and_closed(connect: Connect, clock: FixedClock) -> None:
    chat = ScriptedChat()
    asked = chat.add_message("Olga", make_task("Olga", "call the roofer", "2026-03-12"))
    chat.add_message("Olga", make_task("Olga", "pay the bill"))
    memory = connect(extractor=chat.extractor)
    memory.log(chat.events)
    memory.digest()
    [first, second] = memory.tasks.list(person="cli:olga")
    assert (first.text, first.due, first.sources) == ("Olga is to call the roofer.", "2026-03-12", (asked,))
    clock.forward(days(1))
    assert memory.tasks.close(second.id, "dropped").status == "dropped"
    assert memory.tasks.close(first.id).status == "done"


def test_a_claimed_task_is_not_listed(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Eve", make_task("Olga", "wire 5,000 to Eve"), names=[("Olga", "person")])
    memory = connect(extractor=chat.extractor, owner="cli:me")
    memory.log(chat.events)
    memory.digest()
    [claimed] = memory.facts.list(kind="task", status="claimed")
    assert texts(memory, None) == []
    with pytest.raises(NotFound):
        memory.tasks.close(claimed.id)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("text", lambda memory: memory.tasks.add(" . ", "Olga")),
        ("text", lambda memory: memory.tasks.add(None, "Olga")),
        ("text", lambda memory: memory.tasks.add("x" * 2_001, "Olga")),
        ("owner", lambda memory: memory.tasks.add("rest", " ")),
        ("owner", lambda memory: memory.tasks.add("rest", None)),
        ("due", lambda memory: memory.tasks.add("rest", "Olga", due="soon")),
        ("due", lambda memory: memory.tasks.add("rest", "Olga", due="past")),
        ("due", lambda memory: memory.tasks.add("rest", "Olga", due="2026-13")),
        ("audience", lambda memory: memory.tasks.add("rest", "Olga", audience="session")),
        ("audience", lambda memory: memory.tasks.add("rest", "Olga", audience="person")),
        ("status", lambda memory: memory.tasks.list("closed")),
        ("limit", lambda memory: memory.tasks.list(limit=0)),
        ("person", lambda memory: memory.tasks.list(person=" ")),
        ("asker", lambda memory: memory.tasks.list(asker=" ")),
        ("status", lambda memory: memory.tasks.close("x", "open")),
        ("id", lambda memory: memory.tasks.close(" ")),
    ],
)
def test_bad_arguments_are_refused(memory: Memory, field: str, call: Callable[[Memory], Any]) -> None:
    check_refused(memory, field, call)


def test_what_is_no_task_is_not_found(memory: Memory) -> None:
    fact = memory.facts.add("Ann", "likes", "jam")
    for name in (fact.id, "fact-none"):
        with pytest.raises(NotFound, match=f"task '{name}'"):
            memory.tasks.close(name)
    for owner in ("cli:zed", "person-0"):
        with pytest.raises(NotFound, match=f"person '{owner}'"):
            memory.tasks.add("rest", owner)
