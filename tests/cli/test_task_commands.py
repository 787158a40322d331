"""The commands for tasks, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


def test_tasks_are_added_listed_and_closed(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("tasks", *options).out == "no tasks\n"
    added = kg("tasks", "add", "Call the roofer.", "--owner", "Olga", "--due", "2020-03-12", *options)
    assert added.out.startswith("overdue  Olga is to call the roofer by 12 March 2020.  [fact-")
    rest = kg("tasks", "add", "rest", "--owner", "Sam", *options, "--json").json
    assert (rest["owner"], rest["due"], rest["status"], rest["closed_at"]) == ("Sam", None, "open", None)
    listed = kg("tasks", *options).out.splitlines()
    assert [line.split("  [")[0] for line in listed] == [
        "overdue  Olga is to call the roofer by 12 March 2020.",
        "open     Sam is to rest.",
    ]
    assert kg("tasks", "--person", "Sam", *options).out == f"{listed[1]}\n"
    assert kg("tasks", "--status", "overdue", *options).out == f"{listed[0]}\n"
    assert len(kg("tasks", "--limit", 1, *options).out.splitlines()) == 1
    closed = kg("tasks", "close", rest["id"], "--status", "dropped", *options)
    assert closed.out == f"dropped  Sam is to rest.  [{rest['id']}]\n"
    found = kg("tasks", "--status", "dropped", *options, "--json").json["tasks"]
    assert [(task["id"], task["status"]) for task in found] == [(rest["id"], "dropped")]
    assert len(kg("tasks", "--status", "any", *options).out.splitlines()) == 2
    assert kg("tasks", "close", listed[0].split("[")[1][:-1], *options, "--json").json["status"] == "done"


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (["tasks", "--status", "old"], 1, "(got 'old')"),
        (["tasks", "--limit", "0"], 1, "(got 0)"),
        (["tasks", "add", "rest"], 2, "--owner"),
        (["tasks", "add", " ", "--owner", "Olga"], 1, "text must not be blank"),
        (["tasks", "add", "rest", "--owner", "Olga", "--due", "soon"], 1, "(got 'soon')"),
        (["tasks", "close", "fact-none"], 1, "not found: task 'fact-none'"),
        (["tasks", "close", "fact-none", "--status", "open"], 1, "(got 'open')"),
        (["tasks", "--person", "Olga", "add", "rest", "--owner", "Olga"], 2, "--person must follow 'add'"),
    ],
)
def test_bad_arguments_are_refused(kg: Kg, new_scope: str, arguments: list[str], code: int, expected: str) -> None:
    result = kg(*arguments) if "--person" in arguments else kg(*arguments, "--scope", new_scope)
    assert result.code == code
    assert expected in result.err
