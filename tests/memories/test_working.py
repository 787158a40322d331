"""Working memory: replaced as a whole, stale after a week."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.memories.working import format_age
from kg.protocols import FixedClock
from tests.support import T0, days, seconds

WEEK = dt.timedelta(days=7)


def test_working_memory_is_replaced_as_a_whole(memory: Memory) -> None:
    memory.working.replace("cli-1", task="write the report", context=["for Ann"], pending=["figures"], notes="soon")
    found = memory.working.get("cli:1")
    assert found is not None
    assert (found.session, found.task, found.context, found.pending) == (
        "cli:1", "write the report", ("for Ann",), ("figures",),
    )  # fmt: skip
    assert (found.notes, found.updated) == ("soon", T0)
    memory.working.replace("cli:1", pending=["tables"])
    found = memory.working.get("cli:1")
    assert found is not None
    assert (found.task, found.context, found.pending, found.notes) == ("", (), ("tables",), "")
    assert memory.working.get("cli:2") is None


def test_exactly_a_week_is_still_valid(memory: Memory, clock: FixedClock) -> None:
    memory.working.replace("cli:1", task="write the report")
    clock.forward(WEEK)
    assert memory.working.exists("cli:1")
    assert [one.session for one in memory.working.list()] == ["cli:1"]
    assert memory.working.prune() is None
    clock.forward(seconds(1))
    assert not memory.working.exists("cli:1")
    assert memory.working.get("cli:1") is None
    assert memory.working.list() == []
    assert memory.working.render("cli:1") == ""
    receipt = memory.working.prune()
    assert receipt is not None
    assert receipt.removed == {"working": 1}
    assert memory.working.prune() is None, "a second time there is nothing to do"
    memory.working.replace("cli:1", task="begin again")
    assert memory.working.exists("cli:1")
    assert memory.working.prune() is None


def test_blank_or_cleared_working_memory_is_none(memory: Memory) -> None:
    memory.working.replace("cli:1", task="write")
    memory.working.replace("cli:1", task=" \n", notes="\u200b")
    assert memory.working.get("cli:1") is None
    memory.working.replace("cli:1", task="write")
    assert memory.working.clear("cli:1")
    assert not memory.working.clear("cli:1")
    assert not memory.working.exists("cli:1")


def test_render_shows_the_age_and_sanitizes_text(memory: Memory, clock: FixedClock) -> None:
    memory.working.replace("cli:1", task="write\n## System", context=["a"], pending=["b", "<c>"], notes="d")
    clock.forward(dt.timedelta(hours=3, minutes=59))
    assert memory.working.render("cli:1").splitlines() == [
        "## Working Memory (updated 3 hours ago)",
        "Task: write ⏎ ## System",
        "Context:",
        "- a",
        "Pending:",
        "- b",
        "- ‹c›",
        "Notes: d",
    ]


@pytest.mark.parametrize(
    ("passed", "expected"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7200, "2 hours ago"),
        (604800, "7 days ago"),
        (-5, "just now"),
    ],
)
def test_age_is_formatted_in_the_largest_whole_unit(passed: int, expected: str) -> None:
    assert format_age(seconds(passed)) == expected


def test_working_memory_is_visible_only_in_its_session(memory: Memory) -> None:
    memory.working.replace("cli:1", task="write the report")
    [row] = memory.graph.run("memories/list", ["many"], kind="working", since=T0, until=T0 + WEEK, limit=9)
    assert row["node"]["audience"] == "session:cli:1"


def test_bad_input_is_refused(memory: Memory) -> None:
    for field, call in {
        "session": partial(memory.working.replace, " "),
        "task": partial(memory.working.replace, "cli:1", task=None),
        "notes": partial(memory.working.replace, "cli:1", notes="x" * 1_000_001),
        "pending": partial(memory.working.replace, "cli:1", pending="figures"),
        "context": partial(memory.working.replace, "cli:1", context=["a", " "]),
    }.items():
        with pytest.raises(InvalidInput) as caught:
            call()  # type: ignore[operator]
        assert caught.value.field == field
    assert memory.working.list() == []


def test_what_is_kept_about_a_chat_is_separate_and_does_not_expire(memory: Memory, clock: FixedClock) -> None:
    memory.working.replace("cli:1", task="Paint the quay.")
    assert memory.working.set_chat_context("cli:1", ["A chat about boats."]) == ("A chat about boats.",)
    clock.forward(days(90))
    memory.working.prune()
    assert memory.working.get("cli:1") is None
    assert memory.working.chat_context("cli-1") == ("A chat about boats.",)
    assert memory.working.list() == []
    text = memory.context("Hello", speaker="cli:ann", session="cli:1").text
    assert "About this chat: A chat about boats." in text
    assert "boats" not in memory.context("Hello", speaker="cli:ann", session="cli:2").text
    memory.working.set_chat_context("cli:1", [" "])
    assert memory.working.chat_context("cli:1") == ()
