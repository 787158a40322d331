"""Candidates: rows as columns, and times in microseconds."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.retrieval.candidates import fetch_candidates, from_microseconds, select_items
from kg.retrieval.filters import Filters
from kg.retrieval.question import Question
from tests.retrieval.candidate_builders import MICROSECONDS, found
from tests.support import T0, minutes


@given(st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2200, 1, 1), timezones=st.just(dt.UTC)))
def test_times_are_exact_to_the_microsecond(at: dt.datetime) -> None:
    micros = (at - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(microseconds=1)
    assert from_microseconds(micros) == at


def test_a_time_that_is_missing_stays_missing() -> None:
    assert from_microseconds(None) is None
    assert from_microseconds(MICROSECONDS) == T0


@given(st.lists(st.integers(0, 4), max_size=8))
def test_selected_rows_have_all_their_columns(rows: list[int]) -> None:
    all_ = found([{"id": f"e{4 - place}", "meaning": place / 4, "sources": (str(place),)} for place in range(5)])
    some = all_.select(rows)
    assert len(some) == len(rows)
    for field in fields(all_):
        column, selected = getattr(all_, field.name), getattr(some, field.name)
        assert isinstance(selected, type(column))
        assert np.array_equal(
            [column[row] for row in rows], list(selected), equal_nan=field.name in ("meaning", "words")
        )
    assert list(all_.sorted_by_id().id) == ["e0", "e1", "e2", "e3", "e4"]
    assert all_.sorted_by_id().meaning.tolist() == [1.0, 0.75, 0.5, 0.25, 0.0]


def test_words_find_candidates_with_their_neighbours_within_the_filters(plain: Memory) -> None:
    plain.log(
        Event(text, id=f"e{place}", speaker="cli:ann", session="cli:1", at=T0 + minutes(place))
        for place, text in enumerate(["Rain.", "The boat lies in Ghent.", "Snow.", "Hail.", "Fog."])
    )
    asked = Question.parse("Where is the boat?", None)
    around = fetch_candidates(plain.graph, asked, Filters.from_arguments(), 5, 1).sorted_by_id()
    alone = fetch_candidates(plain.graph, asked, Filters.from_arguments(), 5, 0)
    assert list(alone.id) == ["e1"]
    assert {"e0", "e1", "e2"} <= set(around.id)
    assert np.isnan(around.meaning).all(), "there is no vector to search with"
    [place] = [place for place, words in enumerate(around.words) if not np.isnan(words)]
    assert (around.id[place], around.event[place], around.seq[place]) == ("e1", "e1", alone.seq[0])
    assert from_microseconds(alone.at[0]) == T0 + minutes(1)
    before = Filters.from_arguments(until=T0 + minutes(1))
    assert "e1" not in fetch_candidates(plain.graph, asked, before, 5, 1).id


def test_items_are_selected_in_the_order_of_the_rows() -> None:
    assert [select_items("abc", rows) for rows in ([], [2], [2, 0, 0])] == [[], ["c"], ["c", "a", "a"]]
