"""Data frames of named statements and of ad hoc Cypher, which only read."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pandas as pd
import pytest

from kg import AsyncMemory, Event, Memory, Settings
from kg.errors import InvalidInput, KgError, NotFound, Refused
from tests.support import T0

EVENTS = "MATCH (event:Event) WHERE event.scope = $scope AND event.session = 'cli:1' AND event.seq >= 0 "


@pytest.fixture
def logged(memory: Memory, talk: Any) -> Memory:
    memory.log(talk(4))
    return memory


def test_a_named_statement_returns_a_frame(logged: Memory) -> None:
    people = logged.frame("browser/people", limit=10)
    assert list(people.columns) == [
        "name",
        "events",
        "accounts",
        "owner",
        "good",
        "bad",
        "muted_until",
        "first_seen",
        "last_seen",
    ]
    assert list(people["events"]) == [2, 2]
    assert str(people["first_seen"].dtype).endswith("UTC]")
    assert logged.frame("knowledge/facts", fragments=["all"], limit=5).empty


def test_values_are_converted_to_pandas_types(logged: Memory) -> None:
    found = logged.frame(
        EVENTS + "WITH event ORDER BY event.seq LIMIT 1 MATCH way = (event)-[said:SAID_BY]->(:Person) "
        "RETURN event, said, way, event.at AS at, date(event.at) AS day, localdatetime(event.at) AS local, "
        "time(event.at) AS hour, duration('P1DT2S') AS span, duration('P1M') AS month, {list: [event.at]} AS map, null AS none",
        flat=False,
    )
    [row] = found.to_dict("records")
    assert row["event"]["labels"] == ["Event", "Memory"]
    assert row["event"]["text"] == "Message number 0 about topic 0"
    assert not {"embedding", "states", "terms"} & row["event"].keys()
    assert row["said"]["type"] == "SAID_BY"
    assert [step.get("type", step.get("labels")) for step in row["way"]][1] == "SAID_BY"
    assert row["at"] == row["event"]["at"] == row["map"]["list"][0] == pd.Timestamp(T0)
    assert (row["day"], row["local"]) == (pd.Timestamp("2026-03-02"), pd.Timestamp("2026-03-02T09:00"))
    assert (row["span"], row["month"]) == (pd.Timedelta(days=1, seconds=2), "P1M")
    assert row["hour"].startswith("09:00")
    assert pd.isna(row["none"])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_nodes_relationships_and_maps_are_columns(logged: Memory, library: Any) -> None:
    pytest.importorskip(library)
    found = logged.frame(
        EVENTS + "WITH event ORDER BY event.seq LIMIT 2 OPTIONAL MATCH way = (event)-[said:SAID_BY]->(person:Person) "
        "RETURN event, said, person, way, {count: 3, inner: {at: event.at}} AS map, event.seq AS seq",
        library=library,
    )
    columns = list(found.columns)
    assert columns[:3] == ["event.label", "event.id", "event.name"]
    assert not {"event", "event.embedding", "event.scope", "person"} & set(columns)
    assert columns[-4:] == ["way", "map.count", "map.inner.at", "seq"]
    rows = found.to_dicts() if library == "polars" else found.to_dict("records")
    assert [row["event.label"] for row in rows] == ["Event", "Event"]
    assert rows[0]["event.text"] == "Message number 0 about topic 0"
    assert (rows[0]["said.type"], rows[0]["person.label"]) == ("SAID_BY", "Person")
    assert "–SAID_BY–" in rows[0]["way"]
    assert (rows[0]["map.count"], rows[0]["seq"], rows[0]["map.inner.at"]) == (3, 0, T0)


def test_polars_has_its_own_types(logged: Memory) -> None:
    polars = pytest.importorskip("polars")
    found = logged.frame(
        EVENTS + "RETURN event.at AS at, date(event.at) AS day, duration('PT2S') AS span, time(event.at) AS hour, "
        "[event.seq] AS list, event.seq AS seq ORDER BY seq",
        library="polars",
    )
    assert found.schema == {
        "at": polars.Datetime("us", "UTC"),
        "day": polars.Date,
        "span": polars.Duration("us"),
        "hour": polars.String,
        "list": polars.List(polars.Int64),
        "seq": polars.Int64,
    }
    empty = logged.frame(EVENTS + "AND event.seq > 99 RETURN event.text AS text", library="polars")
    assert (empty.height, empty.columns) == (0, ["text"])


def test_an_unknown_library_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="library"):
        memory.frame("RETURN $scope AS scope", library="csv")


def test_a_year_out_of_range_raises_an_error_with_the_column(memory: Memory) -> None:
    with pytest.raises(KgError, match="far"):
        memory.frame("RETURN $scope AS scope, datetime({year: 12345}) AS far")


def test_times_of_another_zone_are_converted_to_utc(logged: Memory) -> None:
    given = dt.datetime(2026, 3, 2, 9, tzinfo=dt.timezone(dt.timedelta(hours=5)))
    found = logged.frame("RETURN $given AS at, $scope AS scope", given=given)
    assert found["at"][0] == pd.Timestamp("2026-03-02T04:00Z")
    assert found["scope"][0] == logged.scope


def test_a_row_limit_is_reported(logged: Memory) -> None:
    with pytest.warns(UserWarning, match="more than 3 rows"):
        cut = logged.frame(EVENTS + "RETURN event.text AS text", max_rows=3)
    assert (len(cut), cut.attrs["cut_off"]) == (3, True)
    whole = logged.frame(EVENTS + "RETURN event.text AS text", max_rows=4)
    assert (len(whole), whole.attrs["cut_off"]) == (4, False)
    empty = logged.frame(EVENTS + "AND event.seq > 99 RETURN event.text AS text, event.at AS at")
    assert (len(empty), list(empty.columns)) == (0, ["text", "at"])


def test_invalid_arguments_are_refused(memory: Memory) -> None:
    with pytest.raises(NotFound, match="no/such"):
        memory.frame("no/such")
    with pytest.raises(Refused, match="memories/write writes"):
        memory.frame("memories/write", rows=[], now=T0)
    for params in ({}, {"limit": 1, "more": 2}, {"limit": 1, "scope": "other"}):
        with pytest.raises(InvalidInput):
            memory.frame("browser/people", **params)
    with pytest.raises(InvalidInput, match="fragments"):
        memory.frame("browser/people", fragments=["none"], limit=1)
    with pytest.raises(InvalidInput, match="fragments"):
        memory.frame("RETURN $scope", fragments=["all"])
    with pytest.raises(InvalidInput, match="scope"):
        memory.frame("RETURN $scope", scope="other")
    for wrong in ({"max_rows": 0}, {"timeout_s": 0}):
        with pytest.raises(InvalidInput, match=next(iter(wrong))):
            memory.frame("RETURN $scope", **wrong)  # type: ignore[arg-type]
    with pytest.raises(KgError, match="cypher"):
        memory.frame("RETURN $scope AND")


@pytest.mark.slow
def test_a_query_that_exceeds_the_timeout_is_ended(memory: Memory) -> None:
    endless = "UNWIND range(1, 100000000) AS x UNWIND range(1, 1000) AS y WITH x + y AS z WHERE z < 0 RETURN z, $scope"
    with pytest.raises(KgError, match="TimedOut"):
        memory.frame(endless, timeout_s=0.2)


def test_a_frame_can_be_awaited(scope: str, settings: Settings) -> None:
    async def work() -> None:
        async with await AsyncMemory.connect(scope, settings=settings) as memory:
            await memory.log([Event("Hello.", session="cli:1")])
            assert len(await memory.frame("browser/sessions")) == 1
            await memory.forget(scope=True)

    asyncio.run(work())
