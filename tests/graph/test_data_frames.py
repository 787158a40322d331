"""Frames: statements and Cypher of one's own as DataFrames; they read the scope, and do nothing else."""

from __future__ import annotations

import asyncio
import datetime as dt
import subprocess
import sys
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import AsyncMemory, Event, Memory, Settings
from kg.errors import InvalidInput, KgError, NotFound, Refused
from kg.graph import ad_hoc_cypher
from tests.support import T0

EVENTS = "MATCH (event:Event) WHERE event.scope = $scope AND event.session = 'cli:1' AND event.seq >= 0 "


@pytest.fixture
def told(memory: Memory, talk: Any) -> Memory:
    memory.log(talk(4))
    return memory


def test_a_named_statement_is_a_frame(told: Memory) -> None:
    people = told.frame("browser/people", limit=10)
    assert list(people.columns) == ["name", "events", "accounts", "first_seen", "last_seen"]
    assert list(people["events"]) == [2, 2]
    assert str(people["first_seen"].dtype).endswith("UTC]")
    assert told.frame("knowledge/facts", fragments=["all"], limit=5).empty


def test_values_are_those_that_pandas_knows(told: Memory) -> None:
    found = told.frame(
        EVENTS + "WITH event ORDER BY event.seq LIMIT 1 MATCH way = (event)-[said:SAID_BY]->(:Person) "
        "RETURN event, said, way, event.at AS at, date(event.at) AS day, localdatetime(event.at) AS local, "
        "time(event.at) AS hour, duration('P1DT2S') AS span, duration('P1M') AS month, {list: [event.at]} AS map, null AS none"
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


def test_a_year_beyond_the_calendar_of_python_is_an_error_that_names_its_column(memory: Memory) -> None:
    with pytest.raises(KgError, match="far"):
        memory.frame("RETURN $scope AS scope, datetime({year: 12345}) AS far")


def test_another_zone_is_told_in_utc(told: Memory) -> None:
    given = dt.datetime(2026, 3, 2, 9, tzinfo=dt.timezone(dt.timedelta(hours=5)))
    found = told.frame("RETURN $given AS at, $scope AS scope", given=given)
    assert found["at"][0] == pd.Timestamp("2026-03-02T04:00Z")
    assert found["scope"][0] == told.scope


def test_what_is_cut_off_is_said(told: Memory) -> None:
    with pytest.warns(UserWarning, match="more than 3 rows"):
        cut = told.frame(EVENTS + "RETURN event.text AS text", max_rows=3)
    assert (len(cut), cut.attrs["cut_off"]) == (3, True)
    whole = told.frame(EVENTS + "RETURN event.text AS text", max_rows=4)
    assert (len(whole), whole.attrs["cut_off"]) == (4, False)
    empty = told.frame(EVENTS + "AND event.seq > 99 RETURN event.text AS text, event.at AS at")
    assert (len(empty), list(empty.columns)) == (0, ["text", "at"])


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n:Event) RETURN n",
        "MATCH (n:Event) RETURN n // $scope",
        "MATCH (n:Event) /* $scope */ RETURN n",
        "MATCH (n:Event) WHERE n.scope = '$scope' RETURN n",
        "MATCH (n:Event) RETURN n.id AS `$scope`",
        "MATCH (n:Event) WHERE n.scope = $scopes RETURN n",
        "LOAD \\u0043SV FROM 'file:///x' AS line RETURN line, $scope",
    ],
)
def test_a_text_that_is_not_held_to_the_scope_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput, match="cypher"):
        memory.frame(text)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE (n:Event {scope: $scope})",
        "MATCH (n:Event {scope: $scope}) SET n.text = '' RETURN n",
        "MATCH (n:Event {scope: $scope}) DETACH DELETE n",
        "MATCH (n:Event {scope: $scope}) CALL (n) { SET n.text = '' } RETURN n",
        "LOAD CSV FROM 'file:///x' AS line RETURN line, $scope",
        "MATCH (n:Event {scope: $scope}) RETURN COLLECT { LOAD /* now */ CSV FROM 'file:///x' AS line RETURN line }",
        "CALL dbms.listConfig($scope) YIELD name RETURN name",
        "CALL db.create.setNodeVectorProperty(null, $scope, [1.0])",
        "RETURN $scope, COUNT { CALL db.awaitIndexes() }",
        "RETURN $scope, COUNT { CALL `db`.awaitIndexes() }",
        "RETURN $scope, COUNT { call\n db . awaitIndexes() }",
        "TERMINATE TRANSACTIONS $scope",
        "SHOW TRANSACTIONS YIELD transactionId WHERE transactionId = $scope RETURN transactionId",
        "ALTER CURRENT USER SET PASSWORD FROM 'x' TO $scope",
        "MATCH (n:Event {scope: $scope}) CALL (n) { RETURN 1 AS one } IN TRANSACTIONS RETURN one",
    ],
)
def test_a_text_that_does_more_than_read_is_refused(told: Memory, text: str) -> None:
    with pytest.raises(Refused):
        told.frame(text)
    assert len(told.history("cli:1")) == 4


def test_procedures_that_read_may_be_called(told: Memory) -> None:
    found = told.frame(
        "CALL db.index.fulltext.queryNodes('memory_text', 'topic') YIELD node "
        "WITH node WHERE node.scope = $scope RETURN count(*) AS n"
    )
    assert found["n"][0] == 4
    calls = told.frame(
        "WITH {call: $scope} AS one RETURN one.call AS scope, 'CALL dbms.shutdown()' AS text // CALL x.y()"
    )
    assert calls["scope"][0] == told.scope


def test_what_is_asked_wrongly_is_told(memory: Memory) -> None:
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


def test_what_takes_too_long_is_ended(memory: Memory) -> None:
    endless = "UNWIND range(1, 100000000) AS x UNWIND range(1, 1000) AS y WITH x + y AS z WHERE z < 0 RETURN z, $scope"
    with pytest.raises(KgError, match="TimedOut"):
        memory.frame(endless, timeout_s=0.2)


def test_a_frame_is_awaited(scope: str, settings: Settings) -> None:
    async def work() -> None:
        async with await AsyncMemory.connect(scope, settings=settings) as memory:
            await memory.log([Event("Hello.", session="cli:1")])
            assert len(await memory.frame("browser/sessions")) == 1
            await memory.forget(scope=True)

    asyncio.run(work())


def test_without_pandas_it_says_how_to_get_it(environment: dict[str, str]) -> None:
    code = """
import sys
sys.modules["pandas"] = None
from kg.errors import ModelUnavailable
from kg.graph import frames
try:
    frames.frame(None, "browser/people", {}, fragments=(), max_rows=1, timeout_s=1)
except ModelUnavailable as error:
    print(error.how)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "pip install 'kg[notebook]'\n"


@given(st.text(alphabet="'\"`/*\\\n aC$scopeLODV(){}.", max_size=60))
def test_no_text_makes_the_check_fall_over(text: str) -> None:
    try:
        assert ad_hoc_cypher.checked(text) == text
    except (InvalidInput, Refused):
        return
