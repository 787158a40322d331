"""Filter terms of the full-text index: unchanged by the analyzer, distinct, and ordered by time."""

from __future__ import annotations

import datetime as dt
import re

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Memory
from kg.graph.full_text import MATCH_NOTHING, build_lucene_query, filter_term, memory_terms, time_term

FIELDS = ("scope", "kind", "session", "channel", "speaker", "speaker_name", "audience", "current")
TIMES = st.datetimes(dt.datetime(2, 1, 1), dt.datetime(9998, 12, 31), timezones=st.timezones() | st.just(dt.UTC))


@given(st.sampled_from(FIELDS), st.text(alphabet=st.characters()) | st.text('\ud800\udfff "*:()+-'))
def test_a_term_is_a_letter_and_digits_for_any_value(field: str, value: str) -> None:
    assert re.fullmatch(r"[a-z]\d{1,17}", filter_term(field, value))


@given(st.sampled_from(FIELDS), st.sampled_from(FIELDS), st.text(), st.text())
def test_terms_are_equal_only_for_the_same_field_and_value(one: str, other: str, left: str, right: str) -> None:
    assert (filter_term(one, left) == filter_term(other, right)) == ((one, left) == (other, right))


def test_terms_do_not_change_between_versions() -> None:
    # Terms are stored in every memory: a different term for the same value would hide it.
    assert filter_term("scope", "demo") == "s16873528333144901"
    assert filter_term("kind", "event") == "k37388434630502178"
    assert filter_term("current", True) == "u7453270353540236"
    assert time_term(dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)) == "t20260302090000"


@pytest.mark.slow
@given(TIMES, TIMES)
def test_time_terms_sort_like_times(one: dt.datetime, other: dt.datetime) -> None:
    one, other = (at.astimezone(dt.UTC).replace(microsecond=0) for at in (one, other))
    assert re.fullmatch(r"t\d{14}", time_term(one))
    assert (time_term(one) < time_term(other)) == (one < other)


def test_years_of_one_digit_are_padded() -> None:
    assert time_term(dt.datetime(1, 1, 1, tzinfo=dt.UTC)) == "t00010101000000"
    assert time_term(dt.datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)) == "t99991231235959"


def test_a_memory_has_a_term_for_each_filter_value() -> None:
    at = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
    given_ = {"session": "cli:1", "channel": "cli", "speaker": None, "audience": "shared", "at": at}
    tokens = memory_terms("demo", "event", given_).split()
    assert set(tokens) == {
        filter_term("scope", "demo"), filter_term("kind", "event"), filter_term("session", "cli:1"),
        filter_term("channel", "cli"),
        filter_term("audience", "shared"), filter_term("current", True), time_term(at),
    }  # fmt: skip


def test_every_filter_is_required_and_none_is_scored() -> None:
    since = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
    query = build_lucene_query(["red", "bicycle"], {"scope": ["demo"], "kind": ["event", "passage"]}, since, None)
    kinds = f"{filter_term('kind', 'event')} {filter_term('kind', 'passage')}"
    assert query == (
        f"+text:(red bicycle) +terms:({filter_term('scope', 'demo')})^0 +terms:({kinds})^0 +terms:[t20260302000000 TO t9]^0"
    )
    assert build_lucene_query([], {"scope": ["demo"]}) == MATCH_NOTHING


def test_the_analyzer_does_not_change_terms(memory: Memory, driver: neo4j.Driver, scope: str) -> None:
    values = [f"value {place}" for place in range(300)]
    rows = [{"id": f"t{place}", "terms": filter_term(FIELDS[place % 8], value)} for place, value in enumerate(values)]
    driver.execute_query(
        "UNWIND $rows AS row CREATE (:Memory {scope: $scope, id: row.id, kind: 'test', terms: row.terms})",
        rows=rows,
        scope=scope,
    )
    found = driver.execute_query(
        "UNWIND $rows AS row CALL (row) { CALL db.index.fulltext.queryNodes('memory_text', '+terms:' + row.terms) YIELD node "
        "RETURN collect(node.id) AS ids } RETURN row.id AS id, ids",
        rows=rows,
    ).records
    assert [row["ids"] for row in found] == [[row["id"]] for row in found]
