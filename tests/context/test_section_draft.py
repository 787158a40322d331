"""A section while it is filled."""

from __future__ import annotations

from kg.context.rendering import ContextLine
from kg.context.section_draft import SectionDraft


def test_lines_of_a_period_are_read_in_order_of_time_and_removed_by_rank() -> None:
    draft = SectionDraft(
        "memories", 9, [ContextLine(name, name) for name in "bca"], places={"a": "1", "b": "2", "c": "3"}
    )  # fmt: skip
    assert [line.node_id for line in draft.in_reading_order] == ["a", "b", "c"]
    assert draft.remove_least_important().node_id == "a"
    assert [line.node_id for line in SectionDraft("recent", 9, draft.items).in_reading_order] == ["b", "c"]
