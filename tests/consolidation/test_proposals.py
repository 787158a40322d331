"""What a sleep proposes: golden rules over what it counted."""

from __future__ import annotations

import pytest

from kg.consolidation.proposals import Counted, proposals_of


@pytest.mark.parametrize(
    ("counted", "priorities"),
    [
        (Counted(), ["low"]),
        (Counted(episodes=10), ["low"]),
        (Counted(episodes=11), ["medium"]),
        (Counted(episodes=11, procedures=1), ["low"]),
        (Counted(errors=3), ["low"]),
        (Counted(errors=4), ["high"]),
        (Counted(working_pruned=5), ["low"]),
        (Counted(working_pruned=6), ["low"]),
        (Counted(procedures_pruned=3), ["low"]),
        (Counted(procedures_pruned=4), ["medium"]),
        (
            Counted(episodes=11, errors=4, working_pruned=6, procedures_pruned=4),
            ["high", "medium", "medium", "low"],
        ),
    ],
)
def test_what_is_proposed(counted: Counted, priorities: list[str]) -> None:
    found = proposals_of(counted)
    assert [one.priority for one in found] == priorities
    nothing = found[0].why == "nothing stood out"
    assert nothing == (len(found) == 1 and found == proposals_of(Counted()))


def test_each_says_what_was_counted() -> None:
    [one] = proposals_of(Counted(working_pruned=6))
    assert one.why.startswith("6 working memories")
    [one] = proposals_of(Counted(errors=4))
    assert one.why.startswith("4 errors")
