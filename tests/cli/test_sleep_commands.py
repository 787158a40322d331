"""`kg sleep`: reports, status and proposals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


@pytest.mark.slow
def test_sleep_runs_and_reports_its_status(kg: Kg, seeded: str) -> None:
    options = ("--scope", seeded)
    assert kg("sleep", "--status", *options).out == "idle\nnext deep sleep: now\n"
    assert kg("sleep", "--proposals", *options).out == "no proposals\n"
    quick = kg("sleep", "--quick", *options)
    assert quick.code == 0
    assert quick.out.startswith("quick sleep: success, ")
    assert "  diary          success  1 diary, 1 episodes, 4 events\n" in quick.out
    assert "\nIt wrote 1 diary entry and 1 episode.\n1 diary entry:\n  2026-03-02  " in quick.out
    deep = kg("sleep", *options, "--json").json
    assert (deep["kind"], deep["status"], deep["resumed"]) == ("deep", "success", False)
    assert deep["steps"]["consolidate"]["counts"]["events"] == 0, "the quick sleep has consolidated them"
    lines = kg("sleep", "--status", *options).out.splitlines()
    assert lines[0] == "deep sleep: success"
    assert lines[-1].startswith("next deep sleep: 20")
    result = kg("sleep", "--status", *options, "--json").json
    assert (result["state"], result["kind"], result["quick"]["status"]) == ("success", "deep", "success")
    [proposal] = kg("sleep", "--proposals", *options, "--json").json["proposals"]
    assert proposal == {"priority": "low", "text": "No action is needed.", "why": "no count exceeded its threshold"}
    assert kg("sleep", "--proposals", "2020-01-01", *options).out == "no proposals\n"


@pytest.mark.slow
def test_a_sleep_says_what_it_has_changed(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    said = ("--speaker", "cli:ann", "--session", "cli:1", *options)
    for text in ("I moved to Ghent and I work at the harbour. " * 4, "The crane failed with a time-out error."):
        assert kg("log", text, *said).code == 0
    assert kg("log", "Loading the parameters again fixed it.", *said).code == 0
    done = kg("sleep", *options)
    lines = done.out[done.out.index("\nIt ") + 1 :].splitlines()
    assert lines[0].startswith("It read 3 messages (")
    assert lines[0].endswith(") and wrote 1 diary entry, 1 episode and 1 procedure to approve.")
    assert " 0 " not in lines[0]
    assert max(map(len, lines[1:])) <= 2 + 10 + 2 + 110
    assert done.err == "", "progress is shown on terminals only"
    assert kg("sleep", *options).out.splitlines()[-1] == "Nothing has changed."


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--quick", "--deep"], "one of --quick, --deep"),
        (["--status", "--proposals"], "one of --quick, --deep"),
        (["2026-03-02"], "used with --proposals"),
        (["--proposals", "soon"], "(got 'soon')"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_input_is_one_line_with_exit_code_1(
    kg: Kg, new_scope: str, arguments: list[str], expected: str
) -> None:
    done = kg("sleep", *arguments, "--scope", new_scope)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert expected in done.err
