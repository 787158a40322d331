"""How a budget is shared out: in proportion where it is short, whole items only, and what is left goes to the memories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.context.budget import TITLES, fill, finish
from kg.context.rendering import Item
from kg.context.sections import Part


class Words:
    """Counts words, so that a test can."""

    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())


def items(name: str, count: int, words: int = 8) -> list[Item]:
    """Items of so many words and two more, the marker and the sign before it."""
    return [Item(f"{name}-{place}", " ".join([name] * words)) for place in range(count)]


def shared(budget: int, retrieved: int = 0, **sections: tuple[int, int]) -> tuple[dict[str, list[str]], list[str], int]:
    """What each section (cap, items) holds of a budget, beside what was left out and what is left."""
    parts = [Part("state", 100, [])]
    parts += [
        Part(name, cap, items(name, count), name in {"diary", "recent"}) for name, (cap, count) in sections.items()
    ]
    memories = Part("memories", 100, items("memories", retrieved))
    dropped, left = fill(parts, memories, budget, Words())
    written = finish([*parts, memories], dropped, budget, Words())
    assert written.tokens <= budget
    return {part.name: [str(item.node) for item in part.items] for part in [*parts, memories]}, dropped, left


FENCE, HEADING = 15, 3


def test_where_there_is_room_each_takes_what_its_number_holds_and_memories_the_rest() -> None:
    held, dropped, left = shared(1_000, 60, topics=(62, 20), people=(500, 3))
    assert len(held["topics"]) == 6, "62 less a heading of two words, in items of ten"
    assert len(held["people"]) == 3
    assert dropped[: 20 - 6] == [f"topics-{place}" for place in range(6, 20)]
    assert len(held["memories"]) == 60, "far more than their own number"
    assert left > 200


def test_where_there_is_not_each_gives_way_in_proportion() -> None:
    held, dropped, _ = shared(317, 90, topics=(400, 90), people=(200, 90))
    assert 2 * len(held["people"]) - 1 <= len(held["topics"]) <= 2 * len(held["people"]) + 1
    assert held["memories"], "what is retrieved keeps its share"
    assert len(dropped) + sum(map(len, held.values())) == 270


def test_what_wants_little_gets_it_and_what_is_empty_takes_nothing_from_others() -> None:
    with_empty, *_ = shared(317, 90, topics=(400, 90), core=(4_000, 0), people=(200, 1))
    without, *_ = shared(317, 90, topics=(400, 90), people=(200, 1))
    assert with_empty | {"core": []} == without | {"core": []}
    assert len(with_empty["people"]) == 1


def test_of_a_diary_that_is_cut_the_newest_are_kept_and_told_last() -> None:
    held, dropped, _ = shared(1_000, diary=(33, 5))
    assert held["diary"] == ["diary-2", "diary-1", "diary-0"], "given newest first, told oldest first"
    assert dropped == ["diary-3", "diary-4"]


def test_what_is_quoted_from_the_session_is_no_memory() -> None:
    parts = [Part("state", 9, []), Part("recent", 100, items("same", 2), True)]
    memories = Part("memories", 100, items("same", 3))
    dropped, _ = fill(parts, memories, 500, Words())
    assert ([item.node for item in memories.items], dropped) == (["same-2"], [])


@given(
    budget=st.integers(0, 400),
    sections=st.dictionaries(
        st.sampled_from([name for name in TITLES if name not in {"state", "memories"}]),
        st.tuples(st.integers(1, 300), st.integers(0, 12)),
        max_size=8,
    ),
    retrieved=st.integers(0, 30),
)
def test_nothing_is_lost_or_over(budget: int, sections: dict[str, tuple[int, int]], retrieved: int) -> None:
    held, dropped, left = shared(budget, retrieved, **sections)
    told = [node for some in held.values() for node in some]
    wanted = retrieved + sum(count for _, count in sections.values())
    assert len(set(dropped)) == len(dropped)
    assert len(told) + len(dropped) == wanted
    assert not set(told) & set(dropped)
    assert left >= 0
