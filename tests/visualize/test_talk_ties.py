"""Ties that conversations show: replies, mentions, and conversations in which both spoke."""

from __future__ import annotations

import datetime as dt
from typing import Any

import neo4j.time
from hypothesis import given
from hypothesis import strategies as st

from kg.visualize.talk_ties import TalkTie, count_talk, select_strongest
from tests.support import T0, days


def row(speaker: str, previous: str | None = None, *, at: dt.datetime = T0, **more: Any) -> dict[str, Any]:
    default = {"session": "cli:1", "parent": None, "named": []}
    return default | {"speaker": speaker, "previous": previous, "at": neo4j.time.DateTime.from_native(at)} | more


def test_replies_and_mentions_are_counted_in_both_directions() -> None:
    rows = [row("bob", "ann"), row("ann", "bob"), row("bob", "ann", named=["ann", "bob"]), row("bob", "bob")]
    [tie] = count_talk(rows)
    assert (tie.one, tie.other, tie.replies, tie.mentions, tie.together) == ("ann", "bob", [1, 2], [0, 1], 1)
    assert tie.label == "3 replies, 1 mention, 1 conversation"


def test_a_parent_counts_instead_of_the_message_before() -> None:
    rows = [row("bob", "ann", parent="eva")]
    assert [(tie.one, tie.other, tie.replies) for tie in count_talk(rows)] == [("bob", "eva", [1, 0])]


def test_conversations_are_counted_by_session_and_day() -> None:
    rows = [row(who, at=T0 + days(day), session=session) for who in "ab" for day in (0, 3) for session in ("x", "y")]
    [tie] = count_talk(rows)
    assert tie.together == 4
    assert (tie.first, tie.last) == (T0, T0 + days(3))


def test_a_large_company_says_nothing_about_two_people() -> None:
    assert count_talk([row(f"p{number}") for number in range(41)]) == []
    assert len(count_talk([row(f"p{number}") for number in range(40)])) == 40 * 39 // 2


def test_of_many_people_only_the_strongest_ties_are_drawn() -> None:
    few = [TalkTie("a", chr(98 + number), together=1) for number in range(11)]
    assert select_strongest(few) == few
    star = [TalkTie("a", f"p{number}", together=50 - number) for number in range(20)]
    assert select_strongest(star) == star, "each is the strongest of its other person"
    pairs = [TalkTie(f"p{one}", f"p{other}", together=1) for one in range(20) for other in range(one + 1, 20)]
    assert len(select_strongest(pairs)) < len(pairs) / 1.5


@given(st.lists(st.integers(0, 1_000), min_size=5, max_size=5))
def test_the_strength_grows_with_what_is_counted_and_stays_below_a_stated_one(counts: list[int]) -> None:
    tie = TalkTie("a", "b", counts[:2], counts[2:4], counts[4])
    assert 0 <= tie.strength < 1
    assert TalkTie("a", "b", counts[:2], counts[2:4], counts[4] + 1).strength > tie.strength
