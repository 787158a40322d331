"""The user of an assistant: the owner who writes in a direct chat, else the only person who does."""

from __future__ import annotations

import pytest

from kg.transfer.importers.home_user import HomeUser, find_user, name_in_notes


def test_the_user_is_the_owner_or_the_only_one_who_writes() -> None:
    assert find_user(["telegram:1", "telegram:-100"], []) == HomeUser("telegram:1", "the user")
    assert find_user(["telegram:1", "telegram:2"], [], "Ann") == HomeUser(None, "Ann")
    assert find_user(["telegram:1", "telegram:2"], ["telegram:2"]) == HomeUser("telegram:2", "the user")
    assert find_user(["telegram:1", "cli:direct"], []).account == "telegram:1"
    assert find_user(["discord:9"], []).account is None
    assert find_user(["discord:9"], ["cli:z", "cli:a"]).account == "cli:a"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# User\n- Name: Sergey", "Sergey"),
        ("- **Name**: Ann Lee", "Ann Lee"),
        ("- User's name is Olga.", "Olga"),
        ("- Name: [your name]", None),
        ("- Name: unknown", None),
        ("- File name: x", None),
        ("", None),
    ],
)
def test_the_name_in_a_memory_file(text: str, name: str | None) -> None:
    assert name_in_notes(text) == name
