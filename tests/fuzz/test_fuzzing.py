"""Fuzz tests with about a thousand inputs in total; `make fuzz` runs a million."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg import Event, Memory
from tests.fuzz import chat_targets, file_targets, home_targets, language_targets
from tests.fuzz.strategies import texts
from tests.fuzz.targets import TARGETS
from tests.support import T0

INPUTS_PER_TARGET = 26


def test_all_target_modules_are_registered() -> None:
    modules = {target.check.__module__ for target in TARGETS.values()}
    assert modules == {each.__name__ for each in (chat_targets, file_targets, home_targets, language_targets)}
    assert len(TARGETS) > 35


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_target_accepts_or_refuses_inputs(name: str) -> None:
    target = TARGETS[name]
    run_property = given(target.inputs)(target.check)
    for failed_input in target.examples:
        run_property = example(failed_input)(run_property)
    settings(max_examples=max(5, round(INPUTS_PER_TARGET * target.weight)), database=None)(run_property)()


@pytest.mark.slow
def test_no_query_breaks_lucene_or_leaves_the_scope(memory: Memory, connect: Callable[..., Memory]) -> None:
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
    def run_property(words: list[str]) -> None:
        hits = memory.search(" ".join(["boat", *words]), limit=5)
        assert {hit.id for hit in hits} <= {"mine"}

    run_property()
