"""Tasks are closed by what is stated later of the same deed, whatever the order of digestion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kg import Memory
from kg.protocols import ExtractedStatement
from kg.types import Fact
from tests.knowledge.builders import ScriptedChat, digest_in_order, make_statement

Connect = Callable[..., Memory]
Look = Callable[..., list[Any]]


def make_task(obj: str = "the roofer", due: str = "2026-03-12", owner: str = "Ann") -> ExtractedStatement:
    template = f"{{s}} is to call {obj} by {due}"
    return make_statement(owner, "call", obj, template=template, kind="task", roles=(("due", due),))


def make_deed(obj: str = "the roofer", *, kind: str = "event", negated: bool = False) -> ExtractedStatement:
    template = "{s} will not call " + obj if negated else "{s} called " + obj
    return make_statement("Ann", "call", obj, template=template, kind=kind, negated=negated)


def digest(memory: Memory, chat: ScriptedChat) -> dict[str, Fact]:
    """Digest a chat; return its tasks by text."""
    memory.log(chat.events)
    memory.digest()
    return read_tasks(memory)


def read_tasks(memory: Memory) -> dict[str, Fact]:
    return {fact.text: fact for fact in memory.facts.list(status=None) if fact.kind == "task"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "status"),
    [
        (make_deed(), "superseded"),
        (make_deed("the roofer about the leak"), "superseded"),
        (make_deed("roofer, done"), "superseded"),
        (make_deed(kind="plan", negated=True), "superseded"),
        (make_deed("the plumber"), "current"),
        (make_deed("half the roofer"), "current"),
        (make_deed(kind="plan"), "current"),
        (make_deed(negated=True), "current"),
        (make_statement("Bob", "call", "the roofer", template="{s} called the roofer", kind="event"), "current"),
    ],
)
def test_a_task_is_closed_by_its_deed(connect: Connect, statement: ExtractedStatement, status: str) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message(statement.subject, statement)
    (task,) = digest(connect(extractor=chat.extractor), chat).values()
    assert task.status == status
    assert task.valid_to == (chat.events[1].at if status == "superseded" else None)


@pytest.mark.parametrize(
    ("obj", "done", "status"),
    [
        ("the roofer yet", make_deed(), "superseded"),
        ("the roofer", make_deed("the roofer on 12 March 2026"), "superseded"),
        ("the roofer", make_deed("the other roofer"), "current"),
        ("the roofer", make_deed(kind="plan", negated=True), "current"),
        ("the roofer", make_deed(kind="plan"), "current"),
    ],
)
def test_what_was_not_yet_done_ends_when_it_is_done(
    connect: Connect, obj: str, done: ExtractedStatement, status: str
) -> None:
    pending = make_statement("Ann", "call", obj, template="{s} has not called " + obj, kind="event", negated=True)
    chat = ScriptedChat()
    chat.add_message("Ann", pending)
    chat.add_message("Ann", done)
    memory = connect(extractor=chat.extractor)
    digest(memory, chat)
    (fact,) = [each for each in memory.facts.list(status=None) if "has not" in each.text]
    assert fact.status == status


def test_what_was_not_done_on_a_day_remains(connect: Connect) -> None:
    chat = ScriptedChat()
    template = "{s} did not call the roofer"
    chat.add_message("Ann", make_statement("Ann", "call", "the roofer", template=template, kind="event", negated=True))
    chat.add_message("Ann", make_deed())
    memory = connect(extractor=chat.extractor)
    digest(memory, chat)
    assert {fact.status for fact in memory.facts.list(status=None)} == {"current"}


def test_a_deed_before_the_task_does_not_close_it(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_deed())
    chat.add_message("Ann", make_task())
    (task,) = digest(connect(extractor=chat.extractor), chat).values()
    assert task.status == "current"


def test_a_task_that_is_stated_again_is_open_again(connect: Connect) -> None:
    chat = ScriptedChat()
    for statement in (make_task(), make_deed(), make_task()):
        chat.add_message("Ann", statement)
    (task,) = digest(connect(extractor=chat.extractor), chat).values()
    assert (task.status, task.valid_to) == ("current", None)


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2)])
def test_the_order_of_digestion_does_not_matter(connect: Connect, look: Look, order: Sequence[int]) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message("Ann", make_task("the bank"))
    chat.add_message("Ann", make_deed())
    memory = connect(extractor=chat.extractor)
    digest_in_order(memory, chat, look, order)
    statuses = {task.object: task.status for task in read_tasks(memory).values()}
    assert statuses == {"the roofer": "superseded", "the bank": "current"}
    [row] = look(
        "MATCH (f:Fact {scope: $scope})-[:SUPERSEDES]->(t:Fact {fact_kind: 'task'}) RETURN f.text AS by, t.text AS task"
    )
    assert (row["by"], row["task"]) == ("Ann called the roofer.", "Ann is to call the roofer by 2026-03-12.")


def test_a_deed_closes_the_task_with_the_same_object_alone(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task("the bank about the loan"))
    chat.add_message("Ann", make_task("the bank"))
    chat.add_message("Ann", make_deed("the bank"))
    memory = connect(extractor=chat.extractor)
    statuses = {task.object: task.status for task in digest(memory, chat).values()}
    assert statuses == {"the bank about the loan": "current", "the bank": "superseded"}


def test_a_new_date_replaces_that_of_a_task(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message("Ann", make_task(due="2026-03-20"))
    tasks = digest(connect(extractor=chat.extractor), chat)
    assert {task.roles["due"]: task.status for task in tasks.values()} == {
        "2026-03-12": "superseded",
        "2026-03-20": "current",
    }


def test_a_private_deed_does_not_close_a_shared_task(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message("Ann", make_deed(), audience="person")
    (task,) = digest(connect(extractor=chat.extractor), chat).values()
    assert task.status == "current"


def test_strangers_open_and_close_tasks_of_their_own_only(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message("Bob", make_task("the bank"))
    chat.add_message("Ann", make_deed())
    memory = connect(extractor=chat.extractor, owner="cli:olga")
    statuses = {task.object: task.status for task in digest(memory, chat).values()}
    assert statuses == {"the roofer": "superseded", "the bank": "claimed"}


def test_a_retracted_deed_reopens_the_task(connect: Connect) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_task())
    chat.add_message("Ann", make_deed())
    memory = connect(extractor=chat.extractor)
    digest(memory, chat)
    (deed,) = (fact for fact in memory.facts.list(status=None) if fact.kind == "event")
    memory.facts.retract(deed.id, reason="not yet")
    (task,) = read_tasks(memory).values()
    assert (task.status, task.valid_to) == ("current", None)
