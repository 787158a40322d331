"""`kg view`: files, JSON, and errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


@pytest.mark.slow
@pytest.mark.parametrize(
    "view", [["social"], ["trust"], ["entity", "Oslo"], ["session", "cli:1"], ["timeline"]], ids=lambda view: view[0]
)
def test_every_picture_is_saved_and_printed_as_json(kg: Kg, read_only: str, tmp_path: Path, view: list[str]) -> None:
    for name in ("a.html", "a.svg"):
        assert kg("view", *view, "--scope", read_only, "--out", tmp_path / name).err == f"written: {tmp_path / name}\n"
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    result = kg("view", *view, "--scope", read_only, "--json").json
    assert (result["view"], result["scope"]) == (view[0], read_only)


def test_invalid_requests_are_refused(kg: Kg, read_only: str, tmp_path: Path) -> None:
    assert ".html, .svg, .png" in kg("view", "social", "--scope", read_only, "--out", tmp_path / "a.pdf").err
    assert "not found" in kg("view", "entity", "Nobody", "--scope", read_only, "--json").err
