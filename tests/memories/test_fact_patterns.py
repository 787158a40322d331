"""Reflections on patterns over facts: what comes up on several days, what changed, audiences, and names."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kg.memories.fact_patterns import MAX_REFLECTIONS, MIN_DAYS, draft_reflections
from kg.types import Fact
from tests.support import T0


def fact(day: int, text: str, *, whom: str = "Ann", **other: Any) -> Fact:
    at = T0 + dt.timedelta(days=day)
    return Fact(
        id=f"fact-{whom}-{day}-{text}", subject=whom, predicate=other.pop("predicate", "open"), text=text,
        object=other.pop("thing", ""), subject_id=f"person-{whom}", recorded_at=at, **({"worth": 0.5} | other),
    )  # fmt: skip


BOAT = [
    fact(0, "Ann bought an old boat."),
    fact(9, "Ann's boat leaks.", worth=0.3),
    fact(20, "Ann painted the boat."),
    fact(31, "Ann sold the boat to a neighbour."),
]


def home(place: str, day: int, status: str = "superseded") -> Fact:
    since = T0 + dt.timedelta(days=day)
    return fact(day, f"Ann lives in {place}.", predicate="lives_in", thing=place, status=status, valid_from=since)


def test_what_comes_up_on_several_days_is_told_in_order() -> None:
    [draft] = draft_reflections(BOAT)
    assert draft.text == (
        "Ann, boat (on 4 days, 2026-03-02 to 2026-04-02): Ann bought an old boat. Ann's boat leaks. Ann painted the boat. "
        "Ann sold the boat to a neighbour."
    )
    assert draft.sources == tuple(sorted(each.id for each in BOAT))
    assert (draft.subject, draft.pattern) == ("person-Ann", "person-Ann:boat")


def test_a_pattern_needs_three_days() -> None:
    assert draft_reflections([]) == []
    assert draft_reflections(BOAT[:2]) == []
    same_day = {each.id: T0 for each in BOAT}
    assert draft_reflections(BOAT, same_day) == []


def test_words_that_name_no_matter_give_no_pattern() -> None:
    assert draft_reflections([fact(day, f"Ann saw a red thing, number {day}.") for day in (0, 4, 9)]) == []
    doors = [
        fact(day, text)
        for day, text in enumerate(("Ann likes the red door.", "Ann saw a red bus.", "Ann has a red coat."))
    ]
    assert draft_reflections(doors) == [], "an adjective is no matter"


def test_what_changed_twice_is_told_with_its_earlier_values() -> None:
    [draft] = draft_reflections([home("Oslo", 40), home("Ghent", 0), home("Lima", 90, "current")])
    assert draft.text == "Ann (2 changes): Ann lives in Lima (since 2026-05-31); before that Ghent, then Oslo."
    assert draft_reflections([home("Ghent", 0), home("Lima", 90, "current")]) == [], "one change is no pattern"


def test_facts_of_different_audiences_are_not_combined() -> None:
    private = [fact(day, f"Ann told of the boat, {day}.", audience="person:p") for day in (1, 2)]
    assert draft_reflections([BOAT[0], *private]) == []


def test_claims_and_tasks_are_no_source() -> None:
    assert draft_reflections([*BOAT[:2], fact(30, "Ann sold the boat.", status="claimed")]) == []
    assert draft_reflections([*BOAT[:2], fact(30, "Ann is to sell the boat.", kind="task")]) == []


def test_at_most_three_reflections_and_two_about_one_subject() -> None:
    matters = [
        fact(day, f"{whom} saw the {thing}.", whom=whom)
        for whom in ("Ann", "Bob", "Eve")
        for place, thing in enumerate(("boat", "mill", "harbour", "tower"))
        for day in range(place, 40, 9)
    ]
    drafts = draft_reflections(matters)
    assert len(drafts) == MAX_REFLECTIONS
    subjects = [draft.subject for draft in drafts]
    assert max(map(subjects.count, subjects)) <= 2


def test_a_name_can_show_which_person_it_is() -> None:
    [draft] = draft_reflections(BOAT, names={"person-Ann": "Ann, cli:2 (stranger)"})
    assert draft.text.startswith("Ann, cli:2 (stranger), boat (on 4 days")


@given(
    st.lists(st.tuples(st.integers(0, 60), st.sampled_from(("boat", "mill", "red")), st.floats(0, 1)), max_size=20),
    st.randoms(),
)
def test_a_draft_states_its_sources_whatever_their_order(
    rows: list[tuple[int, str, float]], chance: random.Random
) -> None:
    facts = list(
        {
            each.id: each for each in (fact(day, f"Ann saw the {thing}.", worth=worth) for day, thing, worth in rows)
        }.values()
    )
    drafts = draft_reflections(facts)
    shuffled = list(facts)
    chance.shuffle(shuffled)
    assert draft_reflections(shuffled) == drafts
    known = {each.id: each for each in facts}
    for draft in drafts:
        assert len(draft.sources) >= MIN_DAYS
        assert all(known[source].text in draft.text for source in draft.sources)


def test_a_fact_that_is_shown_with_its_authors_is_quoted() -> None:
    [draft] = draft_reflections(BOAT, authors={BOAT[1].id: ["Eve"]})
    assert "Ann bought an old boat. Eve says: “Ann's boat leaks.” Ann painted the boat." in draft.text
    facts = [home("Oslo", 0), home("Rome", 9), home("Lima", 20, "current")]
    [draft] = draft_reflections(facts, authors={facts[0].id: ["Eve"]})
    assert draft.text.startswith("Ann (2 changes): Eve says: “Ann lives in Lima (since 2026-03-22); before that")
