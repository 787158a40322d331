"""What a question claims besides asking is not affirmed by a short answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kg.extraction.presuppositions import (
    asks_of_relation,
    asks_two_things,
    claims_in_clause,
    is_loaded,
    is_presupposed,
)
from kg.extraction.rule_extractor import RuleExtractor
from kg.language import bundled_pipeline
from kg.protocols import EarlierTurn, ExtractedStatement, Utterance
from kg.settings import Settings

AT = datetime(2026, 3, 9, 10, tzinfo=UTC)
RELATING = {"married_to", "child_of", "parent_of", "sibling_of", "friend_of", "born_on", "reports_to", "deadline"}
pytestmark = pytest.mark.timeout(120)


def read(asked: str, answered: str) -> list[ExtractedStatement]:
    earlier = (EarlierTurn(asked, "Eve", AT - timedelta(minutes=1)),)
    (found,) = (
        RuleExtractor(Settings()).extract([Utterance(answered, "Olga", AT, addressee="Eve", earlier=earlier)]).results
    )
    return list(found.statements)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Will you bring your husband Ivo to the party on Friday?", "Sure"),
        ("When will you visit your husband Mark?", "On Friday."),
        ("Will you celebrate your birthday on 9 June with me?", "Yes"),
        ("Will you visit your daughter Kim on Friday?", "Yes"),
        ("Will you call me, your friend Xander, tomorrow?", "Sure"),
        ("Will you send me the tax return, which is due on 1 August 2026?", "ok"),
    ],
)
def test_a_relation_in_a_question_is_not_affirmed(asked: str, answered: str) -> None:
    assert {each.predicate for each in read(asked, answered)} & RELATING == set()


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Will you call Nina, who lives in Porto, tomorrow?", "Yes"),
        ("Did the police find the drugs that you sold?", "No"),
        ("Do you still beat Pedro?", "No."),
        ("Will you pay me 900 euros by Friday, and is Miso ok?", "Yes"),
        ("Can you send me the password, or is it secret?", "Yes"),
    ],
)
def test_a_claim_beside_a_question_has_no_answer(asked: str, answered: str) -> None:
    assert read(asked, answered) == []


@pytest.mark.parametrize(
    ("asked", "answered", "predicate", "named"),
    [
        ("Are you married to Tom?", "Yes", "married_to", "Tom"),
        ("When is your birthday?", "9 June", "born_on", "06-09"),
        ("Who are you going with?", "My sister Ada", "sibling_of", "Ada"),
    ],
)
def test_what_is_asked_is_answered(asked: str, answered: str, predicate: str, named: str) -> None:
    found = [each for each in read(asked, answered) if each.predicate == predicate]
    assert any(named in f"{each.subject} {each.object}" for each in found)


def test_you_is_who_answers_where_a_person_is_asked_for() -> None:
    (found,) = [each for each in read("Who drove you to the harbour on Friday?", "Pedro.") if each.kind == "event"]
    assert "Olga" in found.object or "Olga" in str(found.template)
    assert "Eve" not in f"{found.subject} {found.object} {found.template}"


def test_questions_are_judged_by_their_words() -> None:
    def question(text: str) -> list[bool]:
        (doc,) = bundled_pipeline().parse([text])
        span = next(iter(doc.sents))
        return [asks_two_things(span), is_loaded(span), claims_in_clause(span), asks_of_relation(span)]

    assert question("Do you live in Oslo?") == [False, False, False, False]
    assert question("Are you well and do you still smoke?") == [True, True, False, False]
    assert question("Is this the friend who owes you money?")[2]
    assert not question("Oh, and which hotel are you at?")[2]
    assert question("Do you have a sister?")[3]


def test_other_statements_are_made_by_the_verb_of_the_question() -> None:
    def make(predicate: str, named: str) -> ExtractedStatement:
        return ExtractedStatement("Olga", predicate, named, True, None, None, 0, 3, 0.9)

    assert not is_presupposed(make("lives_in", "Oslo"), "Yes", "Olga")
    assert is_presupposed(make("married_to", "Ivo"), "Yes", "Olga")
    assert not is_presupposed(make("married_to", "Ivo"), "Yes, with Ivo", "Olga")
    assert is_presupposed(make("married_to", "Bo"), "Yes, about five", "Olga")
