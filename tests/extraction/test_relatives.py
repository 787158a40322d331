"""One or two messages for each group of rules; the larger set is data/facts-own.jsonl."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.certainty import (
    ADDRESSEE_CONFIDENCE,
    AGREED_CONFIDENCE,
    DROPPED_SUBJECT_CONFIDENCE,
    PATTERN_CONFIDENCE,
)
from kg.extraction.message_facts import extract_statements
from kg.knowledge.predicates import PREDICATES
from kg.language.english_pipeline import EnglishPipeline
from tests.support import find_name_spans

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
ENGLISH = EnglishPipeline()
NAMES = {
    "person": "Maria Tom Nadia Hugo Ana Nina Leo Greta Noah Lily Petr Vojta",
    "org": "Google Bosch Netflix Lumo",
    "place": "Oslo Porto Lima Perth",
    "tool": "Redshift Snowflake Elasticsearch Kotlin",
}


def extract(text, addressee=None):
    (doc,) = ENGLISH.parse([text], trees=False)
    return extract_statements(
        text, speaker="Sam", at=AT, doc=doc, names=find_name_spans(text, NAMES), addressee=addressee
    )


def triples(text, addressee=None):
    return {(each.subject, each.predicate, each.object) for each in extract(text, addressee)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My job title is platform engineer.", {("Sam", "role", "platform engineer")}),
        ("I'm a data engineer working at Bosch.", {("Sam", "role", "data engineer"), ("Sam", "works_at", "Bosch")}),
        ("Nina manages a team of twelve at Google.", {("Nina", "works_at", "Google")}),
        ("I retired from the fire brigade in 2019.", {("Sam", "works_at", "fire brigade")}),
        ("Our CEO is Nadia.", {("Nadia", "role", "CEO")}),
        ("Our team lead, Greta, is allergic to cats.",
         {("Greta", "role", "team lead"), ("Greta", "allergic_to", "cats")}),
        ("I set up a company called Lumo last year.", {("Sam", "founded", "Lumo")}),
        ("My flat is in Porto.", {("Sam", "lives_in", "Porto")}),
        ("The wiki lives on an old server.", {("wiki", "located_in", "old server")}),
        ("Portuguese is my mother tongue.", {("Sam", "speaks", "Portuguese")}),
        ("I love going on road trips.", {("Sam", "likes", "going on road trips")}),
        ("I love the sea.", {("Sam", "likes", "sea")}),
        ("Spicy food is not my thing.", {("Sam", "dislikes", "Spicy food")}),
        ("I don't care for opera.", {("Sam", "dislikes", "opera")}),
        ("Nina says she hates her job.", {("Nina", "dislikes", "job")}),
        ("Keep your answers short, please.", {("Sam", "prefers", "short answers")}),
        ("We have three cats: Miso, Tofu and Nori.",
         {("Sam", "has_pet", "Miso"), ("Sam", "has_pet", "Tofu"), ("Sam", "has_pet", "Nori")}),
        ("My dogs are called Bim and Bam.", {("Sam", "has_pet", "Bim"), ("Sam", "has_pet", "Bam")}),
        ("I'm the father of two girls, Noah and Lily.", {("Noah", "child_of", "Sam"), ("Lily", "child_of", "Sam")}),
        ("Petr and his son Vojta live in Oslo.",
         {("Petr", "parent_of", "Vojta"), ("Petr", "lives_in", "Oslo"), ("Vojta", "lives_in", "Oslo")}),
        ("my mums a midwife", {("Sam's mum", "role", "midwife")}),
        ("Hugo and Ana got engaged.", {("Hugo", "partner_of", "Ana")}),
        ("We're migrating the warehouse from Redshift to Snowflake.", {("warehouse", "uses", "Snowflake")}),
        ("The logs are stored in Elasticsearch.", {("logs", "uses", "Elasticsearch")}),
        ("We're getting married in June!", {("Sam", "plans", "get married")}),
        ("The report must be ready by the end of March.", {("report", "deadline", "2026-03")}),
        ("It's my birthday on 12 June.", {("Sam", "born_on", "06-12")}),
        ("My number is 912 555 018, not 912 555 081.", {("Sam", "phone", "912 555 018")}),
    ],
)  # fmt: skip
def test_each_group_of_rules_states(text, expected):
    def other(triple):
        subject, predicate, thing = triple
        return (thing, PREDICATES[predicate].inverse, subject) if PREDICATES[predicate].inverse else triple

    assert {min(each, other(each)) for each in triples(text)} == {min(each, other(each)) for each in expected}


@pytest.mark.parametrize(
    "text",
    [
        "I love that photo!",
        "I loved the concert yesterday.",
        "Love the colours and texture.",
        "It's a great reminder of home.",
        "I'm gonna try it out!",
        "This is gonna be great!",
        "Being a pilot must be hard.",
        "When I was ten I had a bike accident.",
        "I'm 100% behind you.",
        "Reading is part of my life.",
        "It's not like I work at Google.",
        "According to Nina, Tom is moving to Lima.",
        "I hope I get the job at Google.",
        "We watched a film about a spy who lives in Lima.",
        "Use social media and work with influencers for reach.",
        "The hook is `email = me@site.example`.",
        "You told me you live in Oslo.",
        "Enjoy your family time, Tom!",
    ],
)
def test_text_without_assertions_gives_no_statements(text):
    assert triples(text, addressee="Al") == set()


def test_statements_about_the_addressee_have_a_lower_confidence():
    (fact,) = extract("You are allergic to nuts, remember.", addressee="Al")
    assert (fact.subject, fact.object, fact.confidence) == ("Al", "nuts", ADDRESSEE_CONFIDENCE)
    assert triples("You work at Google, right?", addressee="Al") == set()
    assert triples("You love chess.", addressee="Al") == set()
    assert triples("You are allergic to nuts.") == set()


def test_the_span_of_a_statement_is_its_clause():
    text = "Well, long week: my brother Tom works at Google, and on Monday I saw the sea."
    words = {each.predicate: text[each.start : each.end] for each in extract(text)}
    assert words == {"sibling_of": "my brother Tom", "works_at": "my brother Tom works at Google"}


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        ("I work at Google.", AGREED_CONFIDENCE),
        ("I love chess.", PATTERN_CONFIDENCE),
        ("hate mondays", DROPPED_SUBJECT_CONFIDENCE),
    ],
)
def test_confidence_depends_on_the_pattern(text, confidence):
    (fact,) = extract(text)
    assert fact.confidence == confidence


WORDS = ["I", "my", "sister", "Tom", "'s", "who", ",", ".", ":", "and", "not", "is", "works", "at", "Google", "cats", "called",
         "love", "going", "to", "You", "2", "the", "gonna", "12.03.2026", "end", "of", "March", "`", "[", "="]  # fmt: skip


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_text_gives_complete_statements(text):
    for each in extract(text, addressee="Al"):
        assert 0 <= each.start < each.end <= len(text)
        assert each.subject.strip()
        assert each.object.strip()
        assert each.predicate in PREDICATES
        assert 0 < each.confidence <= 1
