"""Facts as pictures draw them: status at a time, short form, order and details."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import cast

import pytest

from kg.graph import Graph
from kg.types import Fact
from kg.visualize.drawn_facts import describe_fact, fact_rank, fact_start, short_statement, status_at
from kg.visualize.viewer import Viewer
from tests.support import T0, days


def fact(status: str, valid_from: dt.datetime | None, valid_to: dt.datetime | None) -> Fact:
    return Fact(
        "fact-1", "Ann", "lives_in", "Oslo", "Ann lives in Oslo.", status=status, valid_from=valid_from, valid_to=valid_to,
        recorded_at=T0, asserted_by="cli:ann", sources=("e1", "e2"), confidence=0.9,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("status", "valid_to", "is_past", "expected"),
    [
        ("current", None, False, "current"),
        ("current", T0, False, "superseded"),
        ("claimed", T0 - days(1), False, "superseded"),
        ("superseded", T0 + days(1), False, "superseded"),
        ("superseded", T0 + days(1), True, "current"),
        ("superseded", T0, True, "superseded"),
        ("retracted", T0 - days(1), True, "retracted"),
    ],
)
def test_a_fact_has_the_status_of_the_time_of_the_picture(
    status: str, valid_to: dt.datetime | None, is_past: bool, expected: str
) -> None:
    viewer = Viewer(cast("Graph", None), T0, is_past, None, None)
    assert status_at(fact(status, T0 - days(9), valid_to), viewer) == expected


def test_the_details_of_a_fact_are_its_validity_attribution_and_quotations() -> None:
    lines = dict(describe_fact(fact("current", None, None), {"e1": "quotation"}))
    assert lines == {
        "fact": "Ann lives in Oslo.", "holds": "since 2026-03-02", "status": "current, confidence 0.90", "kind": "state",
        "by": "cli:ann", "said": "quotation",
    }  # fmt: skip
    over = dict(describe_fact(fact("superseded", T0 - days(2), T0), {}))
    assert over["held"] == "since 2026-02-28 until 2026-03-02"
    assert fact_start(fact("current", T0 - days(2), None)) == T0 - days(2)


@pytest.mark.parametrize(
    ("subject", "text", "short"),
    [
        ("Ann", "Ann lives in Oslo.", "lives in Oslo"),
        ("Ann", "Ann's sister is a nurse.", "sister is a nurse"),
        ("Ann", "The sofa is red.", "The sofa is red"),
        ("Ann", "Annabel is here.", "Annabel is here"),
    ],
)
def test_a_short_statement_leaves_out_its_subject(subject: str, text: str, short: str) -> None:
    assert short_statement(replace(fact("current", None, None), subject=subject, text=text), 40) == short


def test_facts_that_hold_and_are_worth_more_come_first() -> None:
    over, weak = fact("current", T0, T0 + days(1)), replace(fact("current", T0, None), worth=0.2)
    strong, newer = fact("current", T0, None), fact("current", T0 + days(1), None)
    assert sorted([over, weak, strong, newer], key=fact_rank) == [newer, strong, weak, over]
