"""Allocation of the budget to sections: whole lines, in proportion where it is short, the rest to the memories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.context.budget import SECTION_TITLES, fill_sections, fit_to_budget
from kg.context.rendering import ContextLine
from kg.context.sections import SectionDraft


class Words:
    """Counts words, so that a test can."""

    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())


def items(name: str, count: int, words: int = 8) -> list[ContextLine]:
    """Items of so many words and two more, the marker and the sign before it."""
    return [ContextLine(f"{name}-{place}", " ".join([name] * words)) for place in range(count)]


def shared(budget: int, retrieved: int = 0, **sections: tuple[int, int]) -> tuple[dict[str, list[str]], list[str], int]:
    """Return what each section (maximum, lines) holds, what was dropped, and the remaining tokens."""
    parts = [SectionDraft("state", 100, [])]
    parts += [
        SectionDraft(name, cap, items(name, count), name in {"diary", "recent"})
        for name, (cap, count) in sections.items()
    ]
    memories = SectionDraft("memories", 100, items("memories", retrieved))
    dropped, left = fill_sections(parts, memories, budget, Words())
    written = fit_to_budget([*parts, memories], dropped, budget, Words())
    assert written.tokens <= budget
    return {part.name: [str(line.node_id) for line in part.items] for part in [*parts, memories]}, dropped, left


FENCE, HEADING = 15, 3


def test_with_enough_budget_sections_get_their_maximum_and_memories_the_rest() -> None:
    held, dropped, left = shared(1_000, 60, topics=(62, 20), people=(500, 3))
    assert len(held["topics"]) == 6, "62 less a heading of two words, in items of ten"
    assert len(held["people"]) == 3
    assert dropped[: 20 - 6] == [f"topics-{place}" for place in range(6, 20)]
    assert len(held["memories"]) == 60, "far more than their own number"
    assert left > 200


def test_with_too_little_budget_sections_shrink_in_proportion() -> None:
    held, dropped, _ = shared(317, 90, topics=(400, 90), people=(200, 90))
    assert 2 * len(held["people"]) - 1 <= len(held["topics"]) <= 2 * len(held["people"]) + 1
    assert held["memories"], "what is retrieved keeps its share"
    assert len(dropped) + sum(map(len, held.values())) == 270


def test_small_sections_get_all_they_need_and_empty_ones_nothing() -> None:
    with_empty, *_ = shared(317, 90, topics=(400, 90), core=(4_000, 0), people=(200, 1))
    without, *_ = shared(317, 90, topics=(400, 90), people=(200, 1))
    assert with_empty | {"core": []} == without | {"core": []}
    assert len(with_empty["people"]) == 1


def test_a_cut_diary_keeps_the_newest_entries_last() -> None:
    held, dropped, _ = shared(1_000, diary=(33, 5))
    assert held["diary"] == ["diary-2", "diary-1", "diary-0"], "given newest first, shown oldest first"
    assert dropped == ["diary-3", "diary-4"]


def test_messages_quoted_from_the_session_are_not_repeated_as_memories() -> None:
    parts = [SectionDraft("state", 9, []), SectionDraft("recent", 100, items("same", 2), True)]
    memories = SectionDraft("memories", 100, items("same", 3))
    dropped, _ = fill_sections(parts, memories, 500, Words())
    assert ([line.node_id for line in memories.items], dropped) == (["same-2"], [])


@given(
    budget=st.integers(0, 400),
    sections=st.dictionaries(
        st.sampled_from([name for name in SECTION_TITLES if name not in {"state", "memories"}]),
        st.tuples(st.integers(1, 300), st.integers(0, 12)),
        max_size=8,
    ),
    retrieved=st.integers(0, 30),
)
def test_every_line_is_shown_or_dropped_within_the_budget(
    budget: int, sections: dict[str, tuple[int, int]], retrieved: int
) -> None:
    held, dropped, left = shared(budget, retrieved, **sections)
    result = [node for some in held.values() for node in some]
    wanted = retrieved + sum(count for _, count in sections.values())
    assert len(set(dropped)) == len(dropped)
    assert len(result) + len(dropped) == wanted
    assert not set(result) & set(dropped)
    assert left >= 0
