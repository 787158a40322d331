"""Items of importers: times in several notations, ids that are the same in every import, and texts that are split."""

from __future__ import annotations

import datetime as dt
import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.transfer.importers.items import ImportContext, qualify_speaker, split_text

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "value",
    [
        NOON.timestamp(), int(NOON.timestamp()), f"{NOON.timestamp():.6f}", int(NOON.timestamp()) * 1000,
        str(int(NOON.timestamp()) * 1000), "2026-01-03T12:00:00Z", " 2026-01-03 13:00 ", "2026-01-03T14:00:00+02:00",
    ],
)  # fmt: skip
def test_a_time_is_iso_8601_or_seconds_or_milliseconds(value: object) -> None:
    """A time without a zone is in the owner's."""
    assert ImportContext(zoneinfo.ZoneInfo("Europe/Oslo")).parse_time(value) == NOON


@pytest.mark.parametrize("value", [None, True, "", "soon", "12", float("nan"), float("inf"), 1e30, "9" * 14, [], {}])
def test_other_values_are_not_times(value: object) -> None:
    assert ImportContext(zoneinfo.ZoneInfo("UTC")).parse_time(value) is None


@given(st.lists(st.sampled_from(["Ha", "Hi", "\ud800"]), max_size=8))
def test_ids_are_unique_and_the_same_in_every_import(texts: list[str]) -> None:
    imports = [ImportContext(zoneinfo.ZoneInfo("UTC")) for _ in range(2)]
    first, second = ([context.make_id("chat", "cli:1", text) for text in texts] for context in imports)
    assert first == second
    assert len(set(first)) == len(texts)
    assert all(name.startswith("chat-") for name in first)
    assert ImportContext(zoneinfo.ZoneInfo("UTC")).make_id("chat", "a", "b") != imports[0].make_id("chat", "ab")


@given(st.text(st.sampled_from("ab .\n"), max_size=300), st.integers(2, 60))
def test_a_split_loses_no_text(text: str, max_chars: int) -> None:
    parts = list(split_text(text, max_chars))
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(len(part) <= max_chars for part in parts)


def test_a_text_is_split_between_paragraphs_sentences_or_words() -> None:
    assert list(split_text("One two. Three four.", 12)) == ["One two.", "Three four."]
    assert list(split_text("One\n\nTwo three", 10)) == ["One\n\nTwo", "three"]
    assert "".join(split_text("ab" * 50, 7)) == "ab" * 50
    assert list(split_text("  short ", 100)) == ["short"]
    assert list(split_text(" \n ", 100)) == []
    assert list(split_text("a" + " " * 50 + "b", 10)) == ["a", "b"]


@pytest.mark.parametrize(
    ("speaker", "session", "account"),
    [
        ("42", "telegram:1", "telegram:42"), ("telegram:42", "telegram_1", "telegram:42"), ("Olga", "1", "sqlite:Olga"),
        ("cli:olga", "discord:1", "discord:cli:olga"), ("cli:olga", "1", "sqlite:cli:olga"), (7, "cli:1", "cli:7"),
        (None, "cli:1", None), ("", "cli:1", None),
    ],
)  # fmt: skip
def test_an_account_is_one_of_the_channel_of_its_session(speaker: object, session: str, account: str | None) -> None:
    assert qualify_speaker(speaker, session, "sqlite") == account
