"""Statements that were read from other words: where they stand, and what they replace."""

from __future__ import annotations

from kg.extraction.memory_requests import REQUESTED_WORTH, MemoryRequest
from kg.extraction.moved_appointments import MovedAppointment
from kg.extraction.placed_statements import add_reports, is_same_plan, place_moved, place_request, rest_on_question
from tests.knowledge.builders import make_statement


def test_a_deed_is_reported_once() -> None:
    report = make_statement("Ann", "buy", "milk", template="{s} bought milk", kind="event")
    other = make_statement("Ann", "buy", "milk and eggs", template="{s} bought milk and eggs", kind="event")
    state = make_statement("Ann", "be", "done", template="The rota is done", kind="state")
    done = make_statement("Ann", "finish", "the rota", template="The rota is done", kind="event")
    assert add_reports([], [other], [report]) == [other]
    assert add_reports([], [state], [done]) == [done]
    assert add_reports([], [], [report]) == [report]


def test_the_new_date_replaces_the_observation_of_its_words() -> None:
    seen = make_statement("Ann", "move", "Ann", template="Dentist moved {s}", kind="event")
    later = make_statement("Ann", "like", "tea", template="{s} likes tea", kind="preference", start=30)
    dated = make_statement(
        "Ann", "take_place", "5 May 2026", template="{s}'s dentist is on {o}", aspect="date of dentist"
    )
    [kept, placed] = place_moved([seen, later], [dated], MovedAppointment("My dentist is moved.", 0, 20))
    assert kept == later
    assert (placed.start, placed.end, placed.aspect) == (0, 20, "date of dentist")
    assert place_moved([seen], [later], MovedAppointment("x", 0, 20)) == [seen]


def test_what_a_message_agrees_to_rests_on_the_proposal() -> None:
    dated = make_statement("Ann", "take_place", "5 May 2026", template="{s}", aspect="date of dinner")
    [placed] = place_moved([], [dated], MovedAppointment("The dinner is moved.", 0, 4, (1, 2)))
    assert placed.rests_on == (1, 2)


def test_a_day_of_a_task_is_no_deadline_of_its_thing() -> None:
    task = make_statement("Ann", "get", "quotes", template="{s} is to get quotes", kind="task")
    deadline = make_statement("insurance", "deadline", "2026-05-11")
    assert is_same_plan(deadline, task)
    assert not is_same_plan(make_statement("Ann", "lives_in", "Oslo"), task)


def test_requests_and_answers_have_a_place() -> None:
    statement = make_statement("Ann", "like", "tea", template="{s} likes {o}", kind="preference", worth=0.1)
    placed = place_request(statement, MemoryRequest("I like tea", 9, 19))
    assert (placed.start, placed.end, placed.worth) == (9, 19, REQUESTED_WORTH)
    answer = rest_on_question(statement, 3, 12)
    assert (answer.start, answer.end, answer.rests_on) == (0, 12, (3,))
