"""What the other tests rely on: cut elements, bad contrast, requests and errors are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.screens.screen import open_screen

pytestmark = pytest.mark.slow

PAGE = "<!doctype html><html lang='en'><head><title>x</title></head><body><main><h1>Title</h1>{}</main></body></html>"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p>Good.</p>", ""),
        ("<p style='width:3000px'>Too wide.</p>", "Too wide"),
        ("<p style='width:20px;overflow:hidden;white-space:nowrap'>Cut off here.</p>", "Cut off"),
        ("<p style='width:20px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'>Shortened.</p>", ""),
        ("<div style='width:200px;overflow:auto'><p style='width:3000px'>Scrolls.</p></div>", ""),
    ],
)
def test_what_is_cut_is_found(chromium: Any, tmp_path: Path, body: str, found: str) -> None:
    with open_screen(chromium, tmp_path) as screen:
        screen.open_html(PAGE.format(body), is_picture=False)
        assert any(found in one for one in screen.list_cut()) if found else screen.list_cut() == []


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("<p>Good.</p>", ""),
        ("<p style='color:#ccc'>Pale.</p>", "color-contrast"),
        ("<input type='text'>", "label"),
        ("<button></button>", "button-name"),
    ],
)
def test_what_is_not_accessible_is_found(chromium: Any, tmp_path: Path, body: str, rule: str) -> None:
    with open_screen(chromium, tmp_path) as screen:
        screen.open_html(PAGE.format(body), is_picture=False)
        assert [one.split(":")[0] for one in screen.audit()] == ([rule] if rule else [])


def test_requests_and_errors_are_found(chromium: Any, tmp_path: Path) -> None:
    script = "<script>fetch('http://127.0.0.1:9/x').catch(() => 0); throw new Error('oops')</script>"

    def visit() -> None:
        with open_screen(chromium, tmp_path) as screen:
            screen.open_html(PAGE.format(script), is_picture=False)
            screen.settle()

    with pytest.raises(AssertionError, match="request for"):
        visit()
