"""What a correction states: new statements, and denials of those that they replace."""

from __future__ import annotations

from dataclasses import replace

from kg.extraction.corrected_statements import correct_statements
from kg.extraction.value_corrections import Correction
from kg.protocols import ExtractedStatement
from tests.support import T0

CORRECTION = Correction("old", "new", T0, (1,), 3, 20)
FLIES = ExtractedStatement(
    "Ann",
    "fly_to",
    "Oslo on 12 May 2026",
    True,
    "2026-05-12",
    None,
    0,
    9,
    0.7,
    "{s} flies to Oslo on 12 May 2026",
    "plan",
)
LATER = replace(
    FLIES, object="Oslo on 13 May 2026", template="{s} flies to Oslo on 13 May 2026", valid_from="2026-05-13"
)
DATED = replace(FLIES, predicate="take_place", aspect="date of visit")
SIBLING = ExtractedStatement("Ann", "sibling_of", "Tara", True, None, None, 0, 9, 0.9)


def test_what_is_replaced_is_denied() -> None:
    old, new = correct_statements([], [FLIES], [LATER], CORRECTION, 0.1)
    assert (old.object, old.polarity, old.template) == (FLIES.object, False, f"It is not so that {FLIES.template}")
    assert (new.object, new.polarity) == (LATER.object, True)
    assert (old.start, new.start, old.rests_on, new.rests_on) == (3, 4, (1,), (1,))


def test_what_has_one_value_is_only_stated_anew() -> None:
    [new] = correct_statements([], [DATED], [replace(DATED, object="13 May")], CORRECTION, 0.1)
    assert (new.object, new.aspect) == ("13 May", "date of visit")


def test_a_relation_of_another_person_is_denied_and_a_liking_is_not() -> None:
    old, new = correct_statements([], [SIBLING], [replace(SIBLING, object="Tamara")], CORRECTION, 0.1)
    assert [(each.object, each.polarity) for each in (old, new)] == [("Tara", False), ("Tamara", True)]
    likes = replace(SIBLING, predicate="likes", object="cod")
    assert len(correct_statements([], [likes], [replace(likes, object="salmon")], CORRECTION, 0.1)) == 1


def test_the_words_of_the_correction_state_nothing_of_their_own() -> None:
    before, within = replace(SIBLING, start=0), replace(FLIES, start=5)
    found = correct_statements([before, within], [FLIES], [LATER], CORRECTION, 0.1)
    assert [each.object for each in found] == ["Tara", FLIES.object, LATER.object]
    assert correct_statements([before, within], [FLIES], [FLIES], CORRECTION, 0.1) == [before, within]


def test_what_a_message_corrects_in_itself_is_left_out() -> None:
    within = replace(CORRECTION, places=())
    assert [each.object for each in correct_statements([FLIES], [FLIES], [LATER], within, 0.1)] == [LATER.object]


def test_what_stays_the_same_is_not_stated_again() -> None:
    later = replace(SIBLING, start=5, end=14, confidence=0.5, worth=0.3)
    assert correct_statements([], [SIBLING], [later], CORRECTION, 0.1) == []


def test_a_new_observation_needs_its_worth_unless_it_replaces_one() -> None:
    poor = replace(LATER, worth=0.01)
    assert correct_statements([], [], [poor], CORRECTION, 0.1) == []
    assert len(correct_statements([], [FLIES], [poor], CORRECTION, 0.1)) == 2
