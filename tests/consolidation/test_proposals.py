"""The rules of proposals."""

from __future__ import annotations

import pytest

from kg.consolidation.proposals import ProposalCounts, derive_proposals


@pytest.mark.parametrize(
    ("counted", "priorities"),
    [
        (ProposalCounts(), ["low"]),
        (ProposalCounts(episodes=10), ["low"]),
        (ProposalCounts(episodes=11), ["medium"]),
        (ProposalCounts(episodes=11, procedures=1), ["low"]),
        (ProposalCounts(errors=3), ["low"]),
        (ProposalCounts(errors=4), ["high"]),
        (ProposalCounts(working_pruned=5), ["low"]),
        (ProposalCounts(working_pruned=6), ["low"]),
        (ProposalCounts(procedures_pruned=3), ["low"]),
        (ProposalCounts(procedures_pruned=4), ["medium"]),
        (
            ProposalCounts(episodes=11, errors=4, working_pruned=6, procedures_pruned=4),
            ["high", "medium", "medium", "low"],
        ),
    ],
)
def test_proposals_depend_on_thresholds(counted: ProposalCounts, priorities: list[str]) -> None:
    found = derive_proposals(counted)
    assert [one.priority for one in found] == priorities
    nothing = found[0].why == "no count exceeded its threshold"
    assert nothing == (len(found) == 1 and found == derive_proposals(ProposalCounts()))


def test_each_proposal_states_its_count() -> None:
    [one] = derive_proposals(ProposalCounts(working_pruned=6))
    assert one.why.startswith("6 working memories")
    [one] = derive_proposals(ProposalCounts(errors=4))
    assert one.why.startswith("4 tool errors")
