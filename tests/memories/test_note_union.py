"""Notes that say the same."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.memories.note_union import ALIKE, contained, jaccard, unions, words
from kg.types import Note


def test_words_are_longer_than_two_characters_and_folded() -> None:
    assert words("Ann IS at the Straße, ann!") == {"ann", "the", "strasse"}
    assert jaccard(frozenset(), frozenset()) == 0


@pytest.mark.parametrize(
    ("text", "others", "told"),
    [
        ("likes TEA", ["Ann likes tea, and cake."], True),
        ("tea", ["She goes by team."], False),
        ("tea likes", ["Ann likes tea."], False),
        ("tea", [], False),
        ("Ann likes tea.", ["tea"], False),
    ],
)
def test_contained_is_of_whole_words_whatever_their_case(text: str, others: list[str], told: bool) -> None:
    assert contained(text, others) is told


def test_the_first_stays_with_what_all_rest_on() -> None:
    first = Note("a", "Ann keeps three brown hens behind the old barn", sources=("1",), about=("x",), importance=3)
    again = Note("b", "Ann keeps three brown hens behind the barn", sources=("2", "1"), about=("y",), importance=7)
    other = Note("c", "Bob has a boat", sources=("3",))
    [union] = unions([first, other, again])
    assert (union.note.id, union.note.text, union.absorbed) == ("a", first.text, ("b",))
    assert (union.note.sources, union.note.about, union.note.importance) == (("1", "2"), ("x", "y"), 7)


def test_what_others_may_not_see_is_not_lent() -> None:
    text = "Ann keeps three brown hens"
    assert (
        unions([Note("a", text), Note("b", text, audience="person:ann"), Note("c", text, audience="session:1")]) == []
    )


WORDS = ["one1", "two2", "three", "four", "five", "six6", "seven", "eight", "nine"]
NOTES = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
    max_size=25,
).map(lambda texts: [Note(str(place), text) for place, text in enumerate(texts)])


@given(NOTES)
def test_what_is_left_is_unlike_and_stays(notes: list[Note]) -> None:
    """The few pairs that are looked at are all that are alike, and a second time there are none."""
    gone = {name for union in unions(notes) for name in union.absorbed}
    left = [note for note in notes if note.id not in gone]
    assert all(jaccard(words(one.text), words(other.text)) < ALIKE for one, other in combinations(left, 2))
    assert unions(left) == []
    for note in notes:
        if note.id in gone:
            before = [one for one in left if int(one.id) < int(note.id)]
            assert any(jaccard(words(one.text), words(note.text)) >= ALIKE for one in before)
