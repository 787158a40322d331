"""Who is named in the log, and what pages share."""

from __future__ import annotations

from collections.abc import Callable

from kg import Memory
from kg.console.console import Console
from tests.console.conftest import OpenConsole


def test_the_only_owner_is_the_actor_otherwise_the_user_of_the_machine(connect: Callable[..., Memory]) -> None:
    names = {}
    for owners in ((), ("cli:ann",), ("cli:ann", "cli:bob")):
        console = Console.create(connect(owner=owners), None, "console:root")
        names[owners] = (console.account, console.actor)
    assert names == {
        (): (None, "console:root"),
        ("cli:ann",): ("cli:ann", "cli:ann"),
        ("cli:ann", "cli:bob"): (None, "console:root"),
    }


def test_pages_name_the_scope_and_say_what_was_done(console: OpenConsole) -> None:
    page = console.page("/people?done=renamed")
    assert console.memory.scope in page
    assert "The name was changed" in page
    assert 'role="status"' not in console.page("/people?done=%3Cb%3Ex")
