"""The command that sleeps, tells how the memory sleeps, and what its sleeps propose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Done

Kg = Callable[..., Done]


def test_a_memory_sleeps_and_tells_how(kg: Kg, seeded: str) -> None:
    place = ("--scope", seeded)
    assert kg("sleep", "--status", *place).out == "idle\nnext deep sleep: now\n"
    assert kg("sleep", "--proposals", *place).out == "nothing was proposed\n"
    quick = kg("sleep", "--quick", *place)
    assert quick.code == 0
    assert quick.out.startswith("quick sleep: success, ")
    assert "  diary          success  1 diary, 1 episodes, 4 events\n" in quick.out
    deep = kg("sleep", *place, "--json").json
    assert (deep["kind"], deep["status"], deep["resumed"]) == ("deep", "success", False)
    assert deep["steps"]["consolidate"]["counts"]["events"] == 0, "the quick sleep has told them"
    lines = kg("sleep", "--status", *place).out.splitlines()
    assert lines[0] == "deep sleep: success"
    assert lines[-1].startswith("next deep sleep: 20")
    told = kg("sleep", "--status", *place, "--json").json
    assert (told["state"], told["kind"], told["quick"]["status"]) == ("success", "deep", "success")
    [proposal] = kg("sleep", "--proposals", *place, "--json").json["proposals"]
    assert proposal == {"priority": "low", "text": "Leave everything as it is.", "why": "nothing stood out"}
    assert kg("sleep", "--proposals", "2020-01-01", *place).out == "nothing was proposed\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--quick", "--deep"], "one of --quick, --deep"),
        (["--status", "--proposals"], "one of --quick, --deep"),
        (["2026-03-02"], "a date behind --proposals"),
        (["--proposals", "soon"], "date: 'soon'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_1(kg: Kg, erased: str, arguments: list[str], told: str) -> None:
    done = kg("sleep", *arguments, "--scope", erased)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert told in done.err
