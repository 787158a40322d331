"""Reflections on facts without a language model: wording, order, and audiences."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.memories.fact_reflections import draft_reflections
from kg.types import Fact, identifiers
from tests.support import T0, minutes

ANN = identifiers.Identity("cli", "ann").person


def fact(number: int, predicate: str, thing: str, *, whom: str = "Ann", audience: str = "shared", **other: Any) -> Fact:
    whose = {"Ann": ANN}.get(whom, f"person-{whom}")
    return Fact(
        id=f"fact-{number}", subject=whom, predicate=predicate, object=thing, text="", subject_id=whose, audience=audience,
        **({"recorded_at": T0 + minutes(number)} | other),
    )  # fmt: skip


FACTS = [
    fact(1, "likes", "chess"),
    fact(2, "works_at", "Acme"),
    fact(3, "lives_in", "Oslo"),
]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (FACTS, "Ann (as of 2026-03-02): works at Acme, lives in Oslo and likes chess."),
        (
            [*FACTS, fact(4, "likes", "tea")],
            "Ann (as of 2026-03-02): works at Acme; lives in Oslo; likes chess and tea.",
        ),
        (
            [*FACTS[:2], fact(3, "lives_in", "Oslo", valid_from=dt.datetime(2025, 6, 1, tzinfo=dt.UTC))],
            "Ann (as of 2026-03-02): works at Acme, lives in Oslo since 2025-06-01 and likes chess.",
        ),
        (
            [*FACTS[1:], fact(4, "favourite", "film: Alien"), fact(5, "email", "ann@acme.no")],
            "Ann (as of 2026-03-02): works at Acme, lives in Oslo, favourite film is Alien and e-mail address is ann@acme.no.",
        ),
        (
            [*FACTS[1:], fact(4, "likes", "cheese", polarity=False), fact(5, "teaches", "sailing")],
            "Ann (as of 2026-03-02): works at Acme, lives in Oslo, it is not so that Ann likes cheese and teaches sailing.",
        ),
        (
            [*FACTS[1:], fact(4, "likes", "running my studio", asserted_by="cli:ann")],
            "Ann (as of 2026-03-02): works at Acme, lives in Oslo and likes running their studio.",
        ),
        (
            [*FACTS[1:], fact(4, "likes", "my dog", asserted_by="cli:bob")],
            "Ann (as of 2026-03-02): works at Acme, lives in Oslo and likes my dog.",
        ),
    ],
)
def test_wording(facts: list[Fact], text: str) -> None:
    [thought] = draft_reflections(facts)
    assert thought.text == text
    assert thought.sources == tuple(sorted(one.id for one in facts))


def test_a_reflection_is_dated_by_the_last_said_fact() -> None:
    [thought] = draft_reflections(FACTS, {one.id: T0 - dt.timedelta(days=place) for place, one in enumerate(FACTS, 1)})
    assert thought.text.startswith("Ann (as of 2026-03-01): ")


def test_a_reflection_needs_three_of_the_latest_twenty_facts() -> None:
    assert draft_reflections([]) == []
    assert draft_reflections(FACTS[:2]) == []
    others = [fact(number, "knows", "sailing", whom=f"p{number}") for number in range(10, 28)]
    assert draft_reflections([*FACTS, *others]) == [], "two of them are among the twenty latest"
    assert len(draft_reflections([*FACTS, *others[:-1]])) == 1


def test_at_most_three_reflections_are_drafted_largest_first() -> None:
    others = [
        fact(number, "likes", f"thing {number}", whom=whom)
        for number, whom in enumerate(["Bob"] * 3 + ["Cleo"] * 5 + ["Dan"] * 4 + ["Eve"] * 3)
    ]
    result = draft_reflections(others)
    assert [thought.text.split(" ")[0] for thought in result] == ["Cleo", "Dan", "Eve"]


def test_audiences_are_never_mixed() -> None:
    private = [fact(10 + number, "likes", f"secret {number}", audience="session:cli:1") for number in range(3)]
    result = draft_reflections([*FACTS, *private])
    assert {thought.audience: thought.sources for thought in result} == {
        "shared": ("fact-1", "fact-2", "fact-3"),
        "session:cli:1": ("fact-10", "fact-11", "fact-12"),
    }
    assert "secret" not in next(thought.text for thought in result if thought.audience == "shared")


def test_claimed_and_contested_facts_are_left_out() -> None:
    assert draft_reflections([*FACTS[:2], fact(3, "lives_in", "Oslo", status="claimed")]) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["lives_in", "likes", "uses", "favourite", "email", "juggles"]), st.text(max_size=12),
            st.sampled_from(["Ann", "Bob"]), st.sampled_from(["shared", "session:x", "person:y"]),
        ),
        max_size=30,
    ),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_the_order_of_facts_does_not_matter(result: list[tuple[str, str, str, str]], chance: random.Random) -> None:
    facts = [
        fact(number, predicate, thing, whom=whom, audience=audience)
        for number, (predicate, thing, whom, audience) in enumerate(result)
    ]
    shuffled = facts[:]
    chance.shuffle(shuffled)
    thoughts = draft_reflections(facts)
    assert draft_reflections(shuffled) == thoughts
    by_id = {one.id: one for one in facts}
    for thought in thoughts:
        assert len(thought.sources) >= 3
        assert {by_id[each].audience for each in thought.sources} == {thought.audience}
        assert {by_id[each].subject_id for each in thought.sources} == {thought.subject}
    assert len(thoughts) <= 3


def test_the_subject_is_shown_by_the_name_that_tells_it_from_others() -> None:
    subject = FACTS[0].subject_id
    [thought] = draft_reflections(FACTS, names={subject: "Ann, cli:2 (stranger)"})
    assert thought.text.startswith("Ann, cli:2 (stranger) (as of ")
