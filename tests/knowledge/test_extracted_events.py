"""What one event says, and the names in it that have to be resolved."""

from __future__ import annotations

import pytest

from kg.errors import InvalidInput
from kg.knowledge import Heard, Speaker
from kg.knowledge.extracted_events import Named, ends, mentioned
from kg.protocols import Mention
from tests.knowledge.builders import said
from tests.support import T0

ANN = Speaker("person-ann", "Ann", "cli:ann")
BOB = Speaker("person-bob", "Bob", "cli:bob")


def heard(*statements: object, mentions: tuple[Mention, ...] = (), **more: object) -> Heard:
    return Heard("e1", T0, "0", "cli:1", "shared", ANN, statements=statements, mentions=mentions, **more)  # type: ignore[arg-type]


def mention(text: str, label: str = "person") -> Mention:
    return Mention(text, label, 0, len(text))


def test_speaker_and_addressee_are_known_and_others_are_names() -> None:
    [one] = ends(heard(said("Ann", "friend_of", "Bob"), addressee=BOB))
    assert (one.subject.person, one.object and one.object.person) == ("person-ann", "person-bob")
    [one] = ends(heard(said("ann", "friend_of", "Carl")))
    assert (one.subject.person, one.object) == ("person-ann", Named("carl", "person", strong=True))


def test_an_object_that_cannot_be_a_thing_is_a_value() -> None:
    [one] = ends(heard(said("Ann", "plans", "see the sea")))
    assert one.object is None
    [one] = ends(heard(said("Ann", "likes", "long walks in the rain at night")))
    assert one.object is None
    [one] = ends(heard(said("Ann", "owns", "Volvo"), mentions=(mention("Volvo", "product"),)))
    assert one.object == Named("volvo", "product")


@pytest.mark.parametrize("nothing", ["", "  ", "\u200b", "it", "Her", "you"])
def test_what_has_no_object_states_nothing(nothing: str) -> None:
    assert ends(heard(said("Ann", "likes", nothing))) == []


@pytest.mark.parametrize("nothing", ["", " ", "\u200b", "they", "It"])
def test_what_has_no_subject_states_nothing(nothing: str) -> None:
    assert ends(heard(said(nothing, "lives_in", "Oslo"))) == []


def test_the_trade_is_no_pronoun() -> None:
    [one] = ends(heard(said("Ann", "likes", "IT")))
    assert one.object == Named("it", "concept")


def test_nobody_is_in_a_relation_to_themselves() -> None:
    assert ends(heard(said("Ann", "friend_of", "Ann"))) == []
    assert ends(heard(said("Carl", "friend_of", "Mr. Carl"))) == []


def test_pronouns_and_numbers_and_single_letters_are_no_names() -> None:
    found = mentioned(heard(mentions=tuple(map(mention, ["I", "him", "42", "4 2", "x", "Al", "R2D2"]))))
    assert [named.key for named in found] == ["al", "r2d2"]


def test_what_is_known_already_is_not_asked_again() -> None:
    [one] = ends(heard(said("my town", "located_in", "Norway"), known={"my town": "entity-1"}))
    assert one.subject.person == "entity-1"


def test_a_predicate_that_is_no_word_is_refused() -> None:
    with pytest.raises(InvalidInput):
        ends(heard(said("Ann", "DROP TABLE", "x")))


def test_what_is_too_long_is_no_name() -> None:
    assert ends(heard(said("x" * 201, "lives_in", "Oslo"))) == []
    [one] = ends(heard(said("Ann", "lives_in", "x" * 201)))
    assert one.object is None
    assert mentioned(heard(mentions=(mention("x" * 201),))) == {}
    assert mentioned(heard(mentions=(mention("x" * 200),))) != {}
