"""Changes through forms: each does what its button says, is recorded, and refuses what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from tests.console.conftest import OpenConsole
from tests.support import T0, days


@pytest.mark.slow
def test_a_fact_is_corrected_and_retracted(own_console: OpenConsole) -> None:
    memory = own_console.memory
    [fact] = memory.facts.list(subject="Ann", predicate="lives_in")
    answer = own_console.change("correct", id=fact.id, object="Bergen", reason="a slip")
    assert "Ann lives in Bergen." in answer.text
    assert "The fact was corrected" in answer.text
    [right] = memory.facts.list(subject="Ann", predicate="lives_in")
    assert (right.object, memory.facts.get(fact.id).status) == ("Bergen", "retracted")
    own_console.change("retract", id=right.id, back="/facts")
    assert memory.facts.list(subject="Ann", predicate="lives_in") == []
    assert {change.by for change in memory.changes.list()} == {"cli:ann"}


@pytest.mark.slow
def test_a_contradiction_is_decided(own_console: OpenConsole) -> None:
    one = own_console.memory.facts.add("Bob", "likes", "tea")
    other = own_console.memory.facts.add("Bob", "likes", "milk")
    own_console.change("keep", keep=one.id, drop=other.id, back="/decide")
    assert own_console.memory.facts.get(other.id).status == "retracted"
    assert own_console.memory.facts.get(one.id).status == "current"


def test_a_contested_fact_that_is_kept_is_believed(own_console: OpenConsole) -> None:
    memory = own_console.memory
    for who, text in (("bob", "I live in Rome."), ("cleo", "Bob lives in Porto.")):
        memory.log([Event(text, speaker=f"cli:{who}", session="cli:1", at=T0 - days(1))])
    memory.digest()
    rome, porto = (
        next(fact for fact in memory.facts.list(subject="Bob", status=None) if fact.object == name)
        for name in ("Rome", "Porto")
    )
    assert (rome.status, porto.status) == ("current", "contested")
    own_console.change("keep", keep=porto.id, drop=rome.id, back="/decide")
    assert [fact.object for fact in memory.facts.list(subject="Bob", predicate="lives_in")] == ["Porto"]
    assert "Nothing is contested" in own_console.page("/decide")


def test_a_claim_is_confirmed(own_console: OpenConsole) -> None:
    memory = own_console.memory
    memory.log([Event("Tom Berg works at Globex.", speaker="cli:eve", session="cli:2", at=T0 - days(1))])
    memory.digest()
    [claim] = memory.facts.list(subject="Tom Berg", status="claimed")
    assert "The claim was confirmed" in own_console.change("accept", id=claim.id).text
    assert memory.facts.list(subject="Tom Berg", predicate="works_at")[0].status == "current"


@pytest.mark.slow
def test_entities_are_merged_unmerged_renamed_and_split(own_console: OpenConsole) -> None:
    memory = own_console.memory
    memory.facts.add("Kim N", "likes", "tea")
    kim, other = memory.entities.get("Kim Novak"), memory.entities.get("Kim N")
    own_console.change("merge", keep=kim.id, absorb=other.id, back=f"/entities/{kim.id}")
    assert {fact.object for fact in memory.facts.list(subject=kim.id, status=None)} == {"Rome", "tea"}
    receipt = next(change.id for change in memory.changes.list() if change.what == "merge")
    page = own_console.page(f"/entities/{kim.id}")
    assert receipt in page
    own_console.change("unmerge", receipt=receipt, back="/log")
    assert {fact.object for fact in memory.facts.list(subject=kim.id, status=None)} == {"Rome"}
    own_console.change("rename", id=kim.id, name="Kim Nowak", back=f"/entities/{kim.id}")
    assert memory.entities.get(kim.id).name == "Kim Nowak"
    answer = own_console.change("split", id=kim.id, events="e1", name="Kim Second")
    assert "Kim Second" in answer.text


@pytest.mark.slow
def test_trust_is_marked_muted_and_taken_back(own_console: OpenConsole) -> None:
    memory, id_ = own_console.memory, own_console.memory.people.get("cli:bob").id
    back = f"/people/{id_}"
    own_console.change("mark", id=id_, sign="bad", reason="spam", back=back)
    assert [(mark.kind, mark.by) for mark in memory.trust.ledger(id_)] == [("negative", "cli:ann")]
    assert "Muted until" in own_console.change("mute", id=id_, minutes="5", reason="noise", back=back).text
    assert not memory.trust.may_message(id_, direct=False).allowed
    own_console.change("unmute", id=id_, back=back)
    assert memory.trust.may_message(id_, direct=False).allowed
    assert "Let it count again" in own_console.change("distrust", id=id_, reason="lies", back=back).text
    receipt = next(change.id for change in memory.changes.list() if change.what == "distrust")
    own_console.change("restore", receipt=receipt, back=back)
    assert "Let it count again" not in own_console.page(back)
    for wrong in ({"sign": "x"}, {"sign": ""}):
        assert own_console.change("mark", id=id_, **wrong).status_code == 400
    assert own_console.change("mute", id=id_, minutes="99").status_code == 400


def test_people_are_linked_connected_and_noted(own_console: OpenConsole) -> None:
    memory, id_ = own_console.memory, own_console.memory.people.get("cli:bob").id
    own_console.change("link", id=id_, identity="web:bob", back="/people")
    assert memory.people.get(id_).identities == ("cli:bob", "web:bob")
    memory.people.ensure("cli:eve", name="Eve")
    own_console.change("connect", id=id_, other="Eve", relationship="sister", context="", back="/people")
    assert {tie.person.name for tie in memory.social.neighbors(id_)} == {"Ann", "Eve"}
    assert own_console.change("connect", id=id_, other="None", relationship="x").status_code == 400
    own_console.change("note", id=id_, text="Allergic to nuts.", back="/people")
    page = own_console.page(f"/people/{id_}")
    assert "Allergic to nuts." in page
    note = page.split('name="note" value="')[1].split('"')[0]
    own_console.change("unnote", note=note, back="/people")
    assert memory.people.get(id_).notes == ()


@pytest.mark.slow
def test_procedures_tasks_and_core_memory_change(own_console: OpenConsole) -> None:
    memory = own_console.memory
    [procedure] = memory.procedures.list("proposed")
    own_console.change("approve", id=procedure.id, back="/decide")
    assert [one.id for one in memory.procedures.list("approved")] == [procedure.id]
    own_console.change("reject", id=procedure.id, back="/decide")
    assert memory.procedures.list("approved") == []
    own_console.change("add-task", text="water the garden", owner="Bob", due="2030-01-01", back="/tasks")
    task = next(task for task in memory.tasks.list() if "water" in task.text)
    own_console.change("close-task", id=task.id, status="done", back="/tasks")
    assert [one.id for one in memory.tasks.list("done")] == [task.id]
    own_console.change("add-core", text="Likes short answers.", section="preferences", importance="7", back="/memories")
    entry = memory.core.list("preferences")[0]
    own_console.change(
        "edit-core", id=entry.id, text="Likes very short answers.", section="preferences", importance="8"
    )
    assert memory.core.get(entry.id).text == "Likes very short answers."
    own_console.change("archive-core", id=entry.id)
    with pytest.raises(NotFound):
        memory.core.get(entry.id)
    assert own_console.change("digest").status_code == 200
    done = {change.what for change in memory.changes.list()}
    assert done >= {
        "approve procedure",
        "reject procedure",
        "add task",
        "task done",
        "add core entry",
        "archive core entry",
    }


def test_without_an_owner_the_user_is_named_and_accounts_cannot_be_linked(
    serve: Callable[..., OpenConsole], memory: Memory
) -> None:
    console = serve(memory)
    memory.people.ensure("cli:bob", name="Bob")
    console.change("note", id="cli:bob", text="Tall.", back="/people")
    answer = console.change("link", id="cli:bob", identity="web:bob")
    assert answer.status_code == 403
    assert "KG_OWNER" in answer.text
    fact = memory.facts.add("Bob", "likes", "tea")
    console.change("retract", id=fact.id, back="/facts")
    assert memory.facts.get(fact.id).status == "retracted"
    assert {change.by for change in memory.changes.list() if change.what == "note"} != {None}


@pytest.mark.slow
def test_hostile_texts_are_shown_as_text(own_console: OpenConsole) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'"
    memory = own_console.memory
    memory.log([Event(evil, id="evil", speaker="cli:mal", speaker_name=evil[:60], session="cli:<b>", at=T0 - days(1))])
    memory.facts.add("Ann", "likes", evil)
    memory.core.add(evil, "scratch")
    memory.procedures.propose(f"trigger {evil}", evil)
    memory.digest()
    person = memory.people.get("cli:mal")
    paths = [
        "/",
        "/people",
        f"/people/{person.id}",
        "/facts",
        "/sessions",
        "/sessions/cli%3A%3Cb%3E",
        "/messages/evil",
        "/decide",
    ]
    paths += [
        "/memories",
        "/tasks",
        "/log",
        f"/search?q={evil}",
        f"/context?message={evil}",
        "/pictures/social",
        "/pictures/timeline",
    ]
    for path in paths:
        page = own_console.page(path)
        assert "<script>alert" not in page, path
        assert "<img" not in page, path
        assert 'onerror=alert(1)>"' not in page, path
