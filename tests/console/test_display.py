"""Records in words: addresses, times, audiences and numbers."""

from __future__ import annotations

import neo4j.time
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.console import display
from tests.support import T0


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("event", "/messages/a%2Fb%3Fc"),
        ("fact", "/facts/a%2Fb%3Fc"),
        ("diary", "/memories/a%2Fb%3Fc"),
        ("x", "/go/a%2Fb%3Fc"),
    ],
)
def test_ids_are_quoted_in_addresses(kind: str, address: str) -> None:
    assert display.page_address(kind, "a/b?c") == address


def test_times_are_shown_for_people_and_for_machines() -> None:
    for moment in (T0, neo4j.time.DateTime.from_native(T0)):
        assert (display.format_day(moment), display.format_clock(moment)) == ("2 Mar 2026", "09:00")
        assert display.format_time(moment) == "2 Mar 2026, 09:00"
        assert display.format_iso(moment) == "2026-03-02T09:00:00+00:00"
    assert (display.format_day(None), display.format_iso(None)) == ("–", "")


def test_audiences_and_counts_are_in_words() -> None:
    assert display.describe_audience(None) == "everyone"
    assert display.describe_audience("session:cli:1") == "only in the session cli:1"
    assert "owners" in display.describe_audience("person:x")
    counts = [display.count_kind(2, kind) for kind in ("person", "summary", "entity", "event", "core")]
    assert counts == ["2 people", "2 summaries", "2 entities", "2 messages", "2 entries of core memory"]
    assert display.count_words(1, "message") == "1 message"
    assert display.account_name("cli:ann") == "ann"


@given(st.text(max_size=60), st.integers(10, 40))
def test_a_text_that_was_cut_ends_with_a_mark(text: str, most: int) -> None:
    cut = display.clip(text[:most], most)
    assert (cut == text) if len(text) < most else cut.endswith("…")


def test_queries_have_no_empty_values() -> None:
    assert display.query(a="1 2", b="", c=None) == "?a=1+2"
    assert display.query(a="") == ""
