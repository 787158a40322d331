"""Detection of notes with the same content."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.memories.note_union import SIMILAR_JACCARD, find_unions, is_contained, jaccard, note_words
from kg.types import Note


def test_words_are_longer_than_two_characters_and_case_folded() -> None:
    assert note_words("Ann IS at the Straße, ann!") == {"ann", "the", "strasse"}
    assert jaccard(frozenset(), frozenset()) == 0


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("likes TEA", ["Ann likes tea, and cake."], True),
        ("tea", ["She goes by team."], False),
        ("tea likes", ["Ann likes tea."], False),
        ("tea", [], False),
        ("Ann likes tea.", ["tea"], False),
    ],
)
def test_is_contained_compares_whole_words_ignoring_case(text: str, others: list[str], expected: bool) -> None:
    assert is_contained(text, others) is expected


def test_the_earliest_note_gets_the_sources_of_all() -> None:
    first = Note("a", "Ann keeps three brown hens behind the old barn", sources=("1",), about=("x",), importance=3)
    again = Note("b", "Ann keeps three brown hens behind the barn", sources=("2", "1"), about=("y",), importance=7)
    other = Note("c", "Bob has a boat", sources=("3",))
    [union] = find_unions([first, other, again])
    assert (union.note.id, union.note.text, union.absorbed) == ("a", first.text, ("b",))
    assert (union.note.sources, union.note.about, union.note.importance) == (("1", "2"), ("x", "y"), 7)


def test_notes_of_different_audiences_are_not_merged() -> None:
    text = "Ann keeps three brown hens"
    assert (
        find_unions([Note("a", text), Note("b", text, audience="person:ann"), Note("c", text, audience="session:1")])
        == []
    )


WORDS = ["one1", "two2", "three", "four", "five", "six6", "seven", "eight", "nine"]
NOTES = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
    max_size=25,
).map(lambda texts: [Note(str(place), text) for place, text in enumerate(texts)])


@given(NOTES)
def test_find_unions_is_idempotent(notes: list[Note]) -> None:
    """The few pairs that are looked at are all that are alike, and a second time there are none."""
    gone = {name for union in find_unions(notes) for name in union.absorbed}
    left = [note for note in notes if note.id not in gone]
    assert all(
        jaccard(note_words(one.text), note_words(other.text)) < SIMILAR_JACCARD for one, other in combinations(left, 2)
    )
    assert find_unions(left) == []
    for note in notes:
        if note.id in gone:
            before = [one for one in left if int(one.id) < int(note.id)]
            assert any(jaccard(note_words(one.text), note_words(note.text)) >= SIMILAR_JACCARD for one in before)
