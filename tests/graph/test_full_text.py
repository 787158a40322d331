"""Tokens that carry filters into full text: proof against its analyser, apart from each other, in the order of time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import neo4j
from hypothesis import given
from hypothesis import strategies as st

from kg import Memory
from kg.graph.driver_values import as_datetime
from kg.graph.full_text import NOTHING, lucene, memory_terms, moment, term

FIELDS = ("scope", "kind", "session", "channel", "speaker", "speaker_name", "audience", "current")
TIMES = st.datetimes(dt.datetime(2, 1, 1), dt.datetime(9998, 12, 31), timezones=st.timezones() | st.just(dt.UTC))


@given(st.sampled_from(FIELDS), st.text(alphabet=st.characters()) | st.text('\ud800\udfff "*:()+-'))
def test_a_token_is_a_letter_and_digits_whatever_the_value(field: str, value: str) -> None:
    assert re.fullmatch(r"[a-z]\d{1,17}", term(field, value))


@given(st.sampled_from(FIELDS), st.sampled_from(FIELDS), st.text(), st.text())
def test_two_tokens_are_equal_only_for_the_same_field_and_value(one: str, other: str, left: str, right: str) -> None:
    assert (term(one, left) == term(other, right)) == ((one, left) == (other, right))


def test_tokens_do_not_change_between_versions() -> None:
    # Stored in every memory: another token for the same value would hide it.
    assert term("scope", "demo") == "s16873528333144901"
    assert term("kind", "event") == "k37388434630502178"
    assert term("current", True) == "u7453270353540236"
    assert moment(dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)) == "t20260302090000"


@given(TIMES, TIMES)
def test_tokens_of_times_sort_as_the_times_do(one: dt.datetime, other: dt.datetime) -> None:
    one, other = (at.astimezone(dt.UTC).replace(microsecond=0) for at in (one, other))
    assert re.fullmatch(r"t\d{14}", moment(one))
    assert (moment(one) < moment(other)) == (one < other)


def test_years_of_one_digit_are_padded() -> None:
    assert moment(dt.datetime(1, 1, 1, tzinfo=dt.UTC)) == "t00010101000000"
    assert moment(dt.datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)) == "t99991231235959"


def test_a_memory_keeps_a_token_for_each_filter_that_it_has_a_value_for() -> None:
    at = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
    given_ = {"session": "cli:1", "channel": "cli", "speaker": None, "audience": "shared", "at": at}
    tokens = memory_terms("demo", "event", given_).split()
    assert set(tokens) == {
        term("scope", "demo"), term("kind", "event"), term("session", "cli:1"), term("channel", "cli"),
        term("audience", "shared"), term("current", True), moment(at),
    }  # fmt: skip


def test_every_filter_is_demanded_and_none_is_scored() -> None:
    since = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
    query = lucene(["red", "bicycle"], {"scope": ["demo"], "kind": ["event", "passage"]}, since, None)
    kinds = f"{term('kind', 'event')} {term('kind', 'passage')}"
    assert query == (
        f"+text:(red bicycle) +terms:({term('scope', 'demo')})^0 +terms:({kinds})^0 +terms:[t20260302000000 TO t9]^0"
    )
    assert lucene([], {"scope": ["demo"]}) == NOTHING


def test_the_analyser_leaves_tokens_alone(memory: Memory, driver: neo4j.Driver, scope: str) -> None:
    values = [f"value {place}" for place in range(300)]
    rows = [{"id": f"t{place}", "terms": term(FIELDS[place % 8], value)} for place, value in enumerate(values)]
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


def test_times_come_back_as_they_went_in(look: Callable[..., list[Any]]) -> None:
    at = dt.datetime(1969, 12, 31, 23, 59, 59, 123456, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30)))
    [row] = look("RETURN $at AS at", at=at)
    assert as_datetime(row["at"]) == at
    assert as_datetime(row["at"]).tzinfo is dt.UTC
    assert as_datetime(at) == at
    assert as_datetime(None) is None
