"""The endpoints of statements, and the names to resolve for them."""

from __future__ import annotations

import pytest

from kg.errors import InvalidInput
from kg.knowledge import ExtractedEvent, Speaker
from kg.knowledge.extracted_events import NameMention, group_mentions, list_statement_endpoints
from kg.protocols import Mention
from tests.knowledge.builders import make_statement
from tests.support import T0

ANN = Speaker("person-ann", "Ann", "cli:ann")
BOB = Speaker("person-bob", "Bob", "cli:bob")


def extracted(*statements: object, mentions: tuple[Mention, ...] = (), **more: object) -> ExtractedEvent:
    return ExtractedEvent("e1", T0, "0", "cli:1", "shared", ANN, statements=statements, mentions=mentions, **more)  # type: ignore[arg-type]


def mention(text: str, label: str = "person") -> Mention:
    return Mention(text, label, 0, len(text))


def test_speaker_and_addressee_are_known_and_others_are_names() -> None:
    [endpoints] = list_statement_endpoints(extracted(make_statement("Ann", "friend_of", "Bob"), addressee=BOB))
    assert (endpoints.subject.known_id, endpoints.object and endpoints.object.known_id) == ("person-ann", "person-bob")
    [endpoints] = list_statement_endpoints(extracted(make_statement("ann", "friend_of", "Carl")))
    assert (endpoints.subject.known_id, endpoints.object) == (
        "person-ann",
        NameMention("carl", "person", type_is_certain=True),
    )


def test_an_object_that_cannot_be_an_entity_is_a_value() -> None:
    [endpoints] = list_statement_endpoints(extracted(make_statement("Ann", "plans", "see the sea")))
    assert endpoints.object is None
    [endpoints] = list_statement_endpoints(extracted(make_statement("Ann", "likes", "long walks in the rain at night")))
    assert endpoints.object is None
    [endpoints] = list_statement_endpoints(
        extracted(make_statement("Ann", "owns", "Volvo"), mentions=(mention("Volvo", "product"),))
    )
    assert endpoints.object == NameMention("volvo", "product")


def test_a_thing_with_an_owner_is_named_after_them() -> None:
    [endpoints] = list_statement_endpoints(extracted(make_statement("thesis", "deadline", "2026-06-03", owner="Ann")))
    assert (endpoints.subject.key, endpoints.subject.known_id) == ("ann's thesis", "")
    assert endpoints.statement.subject == "Ann's thesis"


@pytest.mark.parametrize("blank", ["", "  ", "\u200b", "it", "Her", "you"])
def test_a_statement_without_an_object_is_dropped(blank: str) -> None:
    assert list_statement_endpoints(extracted(make_statement("Ann", "likes", blank))) == []


@pytest.mark.parametrize("blank", ["", " ", "\u200b", "they", "It"])
def test_a_statement_without_a_subject_is_dropped(blank: str) -> None:
    assert list_statement_endpoints(extracted(make_statement(blank, "lives_in", "Oslo"))) == []


def test_upper_case_it_is_not_a_pronoun() -> None:
    [endpoints] = list_statement_endpoints(extracted(make_statement("Ann", "likes", "IT")))
    assert endpoints.object == NameMention("it", "concept")


def test_a_relation_of_a_person_to_themselves_is_dropped() -> None:
    assert list_statement_endpoints(extracted(make_statement("Ann", "friend_of", "Ann"))) == []
    assert list_statement_endpoints(extracted(make_statement("Carl", "friend_of", "Mr. Carl"))) == []


def test_pronouns_numbers_and_single_letters_are_not_names() -> None:
    groups = group_mentions(extracted(mentions=tuple(map(mention, ["I", "him", "42", "4 2", "x", "Al", "R2D2"]))))
    assert [mention_.key for mention_ in groups] == ["al", "r2d2"]


def test_a_known_entity_keeps_its_id() -> None:
    [endpoints] = list_statement_endpoints(
        extracted(make_statement("my town", "located_in", "Norway"), known_entities={"my town": "entity-1"})
    )
    assert endpoints.subject.known_id == "entity-1"


def test_an_invalid_predicate_is_refused() -> None:
    with pytest.raises(InvalidInput):
        list_statement_endpoints(extracted(make_statement("Ann", "DROP TABLE", "x")))


def test_a_text_that_is_too_long_is_not_a_name() -> None:
    assert list_statement_endpoints(extracted(make_statement("x" * 201, "lives_in", "Oslo"))) == []
    [endpoints] = list_statement_endpoints(extracted(make_statement("Ann", "lives_in", "x" * 201)))
    assert endpoints.object is None
    assert group_mentions(extracted(mentions=(mention("x" * 201),))) == {}
    assert group_mentions(extracted(mentions=(mention("x" * 200),))) != {}
