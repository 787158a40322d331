"""About a thousand odd inputs for all parsers together; `make fuzz` tries a million."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from tests.fuzz import of_chats, of_files, of_language
from tests.fuzz.drawn import texts
from tests.fuzz.targets import TARGETS
from tests.support import T0

INPUTS = 26


def test_all_kinds_of_parsers_are_there() -> None:
    homes = {one.check.__module__ for one in TARGETS.values()}
    assert homes == {of_chats.__name__, of_files.__name__, of_language.__name__}
    assert len(TARGETS) > 35


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_parser_takes_or_refuses(name: str) -> None:
    chosen = TARGETS[name]
    hold = given(chosen.inputs)(chosen.check)
    for broken in chosen.examples:
        hold = example(broken)(hold)
    settings(max_examples=max(5, round(INPUTS * chosen.weight)), database=None)(hold)()


def test_whatever_is_asked_lucene_takes_it_and_the_scope_stays_closed(
    memory: Memory, connect: Callable[..., Memory]
) -> None:
    memory.log([Event("The boat is moored in Ghent.", id="mine", at=T0)])
    other = connect("another-scope-of-fuzzing")
    other.log([Event("The boat is moored in Bruges.", id="theirs", at=T0)])
    terms = st.lists(
        st.sampled_from(["boat", "Ghent", "Bruges"])
        | texts("AND", "OR", "+terms:", "*", "\\", "[a TO", "/", "~2", "^9"),
        max_size=4,
    )

    @settings(max_examples=30)
    @given(terms)
    @example(["boat) OR (terms:*"])
    @example(["\\"])
    def hold(asked: list[str]) -> None:
        found = memory.search(" ".join(["boat", *asked]), limit=5)
        assert {hit.id for hit in found} <= {"mine"}

    hold()
