"""Tasks that short reports close, and appointments that are moved, from real messages to the graph."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from tests.support import T0, minutes

Connect = Callable[..., Memory]
# Task, report, state of the task.
REPORTS = (
    ("remind me to order the school books tomorrow", "ordered the school books, €84 for the two of them", "done"),
    ("I need to renew the car insurance", "paid the car insurance", "done"),
    ("need to ring Cormac about it", "talked to Cormac", "done"),
    ("I have to do the rota for April", "rota done", "done"),
    ("I need to order the griddle this week", "griddle ordered, comes Friday", "done"),
    ("remind me to book the kennels", "no need to book the kennels after all", "dropped"),
    ("I'll send the form off today", "form is off to the council", "done"),
    ("I need to get the contract to Aoife", "sent Aoife the contract", "done"),
    ("I have to buy a lamp", "bought a desk", "open"),
)


def log(memory: Memory, *texts: str, session: str = "cli:1", start: int = 0) -> None:
    memory.log(
        [
            Event(text, speaker="cli:ann", speaker_name="Ann", session=session, at=T0 - minutes(60 - start - number))
            for number, text in enumerate(texts)
        ]
    )


def test_a_report_closes_a_task(connect: Connect) -> None:
    memory = connect()
    for number, (task, report, _) in enumerate(REPORTS):
        log(memory, task, report, session=f"cli:{number}")
    memory.digest()
    states = {task.text: task.status for task in memory.tasks.list(status=None)}
    assert sorted(states.values()) == sorted(state for _, _, state in REPORTS), states


@pytest.mark.slow
def test_a_report_closes_a_task_whatever_is_digested_first(connect: Connect) -> None:
    for number, (task, report, state) in enumerate(REPORTS):
        for place, batches in enumerate((((0, 1),), ((0,), (1,)), ((1,), (0,)))):
            memory = connect(f"order-{number}-{place}")
            texts = (task, report)
            for batch in batches:
                memory.log(
                    [
                        Event(
                            texts[n],
                            id=f"e{n}",
                            speaker="cli:ann",
                            speaker_name="Ann",
                            session="cli:1",
                            at=T0 + minutes(n),
                        )
                        for n in batch
                    ]
                )
                memory.digest()
            assert [each.status for each in memory.tasks.list(status=None)] == [state], (task, report, batches)


def test_the_new_date_of_an_appointment_replaces_the_old_one(connect: Connect) -> None:
    memory = connect()
    log(memory, "I have a dentist appointment on Friday at 3pm.", "dentist moved me to Monday the 9th")
    memory.digest()
    facts = {fact.text: fact.status for fact in memory.facts.list(status=None)}
    assert facts == {
        "Ann has a dentist appointment on 6 March 2026 at 3 pm.": "superseded",
        "Ann's dentist appointment is moved to 9 March 2026.": "current",
    }
    log(memory, "the dentist got cancelled", session="cli:2", start=9)
    memory.digest()
    assert [fact.text for fact in memory.facts.list()] == ["The dentist is cancelled."]


def test_what_there_may_be_several_of_does_not_replace_its_like(connect: Connect) -> None:
    memory = connect()
    log(memory, "I have a flight on the 12th", "I have a flight on the 19th", "I have an exam on Friday")
    memory.digest()
    assert len(memory.facts.list()) == 3
    log(memory, "the exam is moved to 9 March", session="cli:2", start=9)
    memory.digest()
    assert {fact.text for fact in memory.facts.list()} == {
        "Ann has a flight on 12 March 2026.",
        "Ann has a flight on 19 March 2026.",
        "The exam is moved to 9 March 2026.",
    }


@pytest.mark.parametrize(
    ("task", "report"),
    [
        ("I need to do the rota", "Declan's rota is done"),
        ("I need to ring Cormac", "talked to Cormac's sister"),
        ("need to buy kitchen roll", "kitchen is done"),
        ("need to buy milk and eggs", "bought milk"),
        ("I need to clean the oven", "cleaned the oven door"),
        ("I need to ring Cormac", "rang Cormac, no answer"),
        ("need to book the band", "no need to book the band yet"),
    ],
)
def test_a_report_of_something_else_closes_no_task(connect: Connect, task: str, report: str) -> None:
    memory = connect()
    log(memory, task, report)
    memory.digest()
    assert [each.status for each in memory.tasks.list(status=None)] == ["open"]
