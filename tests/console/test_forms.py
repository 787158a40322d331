"""Forms: fields that are missing or wrong are refused, and a change returns to a page of the console only."""

from __future__ import annotations

import pytest

from kg.console.forms import Form, redirect
from kg.errors import InvalidInput
from tests.console.conftest import OpenConsole


def test_fields_are_checked() -> None:
    form = Form({"id": "a", "minutes": "x", "reason": ""})
    assert (form.text("id"), form.optional("reason"), form.number("missing", 5)) == ("a", None, 5.0)
    for call in (lambda: form.text("reason"), lambda: form.number("minutes", 5)):
        with pytest.raises(InvalidInput):
            call()


@pytest.mark.parametrize(
    ("address", "location"),
    [
        ("/people/x?facts=5&done=old", "/people/x?facts=5&done=saved"),
        ("https://evil.example/", "/?done=saved"),
        ("//evil.example", "/?done=saved"),
        ("/\\evil.example", "/?done=saved"),
        ("javascript:alert(1)", "/?done=saved"),
    ],
)
def test_a_change_returns_to_the_console_only(address: str, location: str) -> None:
    assert redirect(address, "saved").headers["location"] == location


def test_a_form_that_is_too_long_or_no_text_is_refused(console: OpenConsole) -> None:
    origin = {"Origin": console.server.url.rstrip("/")}
    for content in (b"id=" + b"x" * 300_000, b"id=\xff\xfe"):
        assert console.client.post("/change/rename", content=content, headers=origin).status_code == 400
