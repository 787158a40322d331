"""Statements with open predicates: predicate, kind, roles, template, and what is left out."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.message_facts import extract_statements
from kg.extraction.observed_statements import extract_observed_statements, name_predicate
from kg.knowledge import PREDICATES
from kg.language import bundled_pipeline
from kg.protocols import ExtractedStatement, Utterance
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
# A Monday.
AT = datetime(2023, 5, 8, 10, tzinfo=UTC)
NAMES = {
    "person": "Maria Tom Emil Nadia Ben Anna Greta Rex",
    "place": "Rome Oslo Paris Lisbon Berlin Porto Madrid",
    "org": "Google Bosch",
    "product": "Figma",
}
KINDS = {"event", "state", "trait", "preference", "plan", "opinion", "relation", "possession"}
PIECES = [
    "I ",
    "you ",
    "my sister ",
    "Tom ",
    "phone ",
    "email ",
    "gave up ",
    "is ",
    "not ",
    "paid $500 ",
    "in Oslo ",
    "yesterday ",
    "{s} ",
    "{ ",
    "}",
    "and ",
    ". ",
    ", ",
    "? ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def extract(
    text: str,
    *,
    speaker: str = "Ada",
    addressee: str | None = None,
    known: list[ExtractedStatement] | None = None,
    least_worth: float = 0.0,
) -> list[ExtractedStatement]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    return extract_observed_statements(Utterance(text, speaker, AT, addressee), doc, names, known or [], least_worth)


def only(text: str, **options) -> ExtractedStatement:
    (statement,) = extract(text, **options)
    return statement


def closed(subject: str, predicate: str, obj: str, *, polarity: bool = True) -> ExtractedStatement:
    return ExtractedStatement(subject, predicate, obj, polarity, None, None, 0, 1, 0.9)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I painted the kitchen.", "paint"),
        ("I bought a bike.", "buy"),
        ("I have two cats.", "have"),
        ("I visited Rome.", "visit"),
        # With a particle.
        ("I gave up smoking.", "give_up"),
        ("I picked up my son.", "pick_up"),
        ("I gave away my bike.", "give_away"),
        ("My car broke down.", "break_down"),
        # With a preposition, if there is no object.
        ("I live in Berlin.", "live_in"),
        ("I live with my aunt.", "live_with"),
        ("I moved to Lisbon.", "move_to"),
        ("I work as a nurse.", "work_as"),
        ("I work at Bosch.", "work_at"),
        ("I wrote to Tom.", "write_to"),
        ("I talked with Maria.", "talk_with"),
        ("I depend on Tom.", "depend_on"),
        ("I listen to jazz.", "listen_to"),
        ("I applied for a job.", "apply_for"),
        ("I looked after the cat.", "look_after"),
        ("I ran into Maria.", "run_into"),
        ("I met Tom in Rome.", "meet"),
        ("I paid 500 euros for the bike.", "pay"),
        # With both.
        ("I grew up in Porto.", "grow_up_in"),
        ("I caught up with Tom.", "catch_up_with"),
        ("I signed up for a course.", "sign_up_for"),
        ("I woke up at six.", "wake_up_at"),
        # Copulas.
        ("I'm a nurse.", "be"),
        ("My house is old.", "be"),
        ("I am from Madrid.", "be"),
        ("Tom isn't a doctor.", "be"),
        # Verbs that are spelled as a closed predicate.
        ("I phone my mother every day.", "to_phone"),
        ("I email Tom every week.", "to_email"),
    ],
)
def test_the_predicate_is_the_verb_with_its_particle_or_preposition(text: str, predicate: str) -> None:
    assert only(text).predicate == predicate
    (doc,) = bundled_pipeline().parse([text])
    (clause,) = split_clauses(doc)
    assert name_predicate(clause.root) == predicate


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I bought a bike.", "event"),
        ("I've moved to Lisbon.", "event"),
        ("I was born in Madrid.", "event"),
        ("My sister visited me.", "event"),
        ("got back from Rome", "event"),
        ("I decided to leave Bosch.", "event"),
        ("I live in Berlin.", "state"),
        ("I lived in Berlin.", "state"),
        ("I work at Bosch.", "state"),
        ("I'm a nurse.", "state"),
        ("I was a nurse.", "state"),
        ("My flat was cold.", "state"),
        ("I play the violin.", "state"),
        ("I need a new phone.", "state"),
        ("I'm shy and quiet.", "trait"),
        ("Tom is tall and slim.", "trait"),
        ("My boss is strict.", "trait"),
        ("My house is old.", "trait"),
        ("I am allergic to nuts.", "trait"),
        ("I like tea.", "preference"),
        ("I hate spiders.", "preference"),
        ("I prefer tea.", "preference"),
        ("I enjoy hiking.", "preference"),
        ("My kids love football.", "preference"),
        ("My favourite colour is blue.", "preference"),
        ("My favorite film is Alien.", "preference"),
        ("I'll start a new job in June.", "plan"),
        ("I will paint the fence.", "plan"),
        ("I shall call Tom.", "plan"),
        ("I plan to visit Paris.", "plan"),
        ("I hope to visit Paris.", "plan"),
        ("I want to learn Spanish.", "plan"),
        ("I am planning to leave Bosch.", "plan"),
        ("I'm going to buy a bike.", "plan"),
        ("I'm gonna buy a bike.", "plan"),
        ("Tom is going to sell his boat.", "plan"),
        ("I think Tom is a doctor.", "opinion"),
        ("I believe in ghosts.", "opinion"),
        ("I reckon Tom is wrong.", "opinion"),
        ("Tom is my brother.", "relation"),
        ("Maria is my sister.", "relation"),
        ("Tom is my uncle.", "relation"),
        ("I have two cats.", "possession"),
        ("I own a boat.", "possession"),
        ("My parents have a dog.", "possession"),
    ],
)
def test_kinds(text: str, kind: str) -> None:
    assert only(text).kind == kind


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("I went to Paris yesterday.", {"time": "2023-05-07", "place": "Paris"}),
        ("I moved to Lisbon in 2019.", {"time": "2019", "place": "Lisbon"}),
        ("I'll move to Oslo next month.", {"time": "2023-06", "place": "Oslo"}),
        ("I met Tom on Friday.", {"time": "2023-05-05"}),
        ("I live in Berlin.", {"place": "Berlin"}),
        ("I'd love to visit Rome.", {"place": "Rome"}),
        ("I paid 500 euros for the bike.", {"amount": "500 euros"}),
        ("I paid $500 for the bike.", {"amount": "$500"}),
        ("I earn £3000 a month.", {"amount": "£3000"}),
        ("I spent 20 dollars on lunch.", {"amount": "20 dollars"}),
        ("I cycle 20 miles a day.", {"amount": "20 miles"}),
        ("I lost 5 kg last year.", {"time": "2022", "amount": "5 kg"}),
        ("I ran 10 km on Sunday.", {"time": "2023-05-07", "amount": "10 km"}),
        ("I bought a bike.", {}),
        ("I work at Bosch.", {}),
        ("I have two cats.", {}),
    ],
)
def test_roles(text: str, roles: dict[str, str]) -> None:
    assert dict(only(text).roles) == roles


def test_a_place_belongs_to_its_own_clause() -> None:
    first, second = extract("I moved to Oslo and my sister bought a house.")
    assert dict(first.roles) == {"place": "Oslo"}
    assert dict(second.roles) == {}


@pytest.mark.parametrize(
    ("text", "valid_from"),
    [
        ("I went to Paris yesterday.", "2023-05-07"),
        ("I have lived in Berlin since 2019.", "2019"),
        ("I'll start a new job in June.", "2023-06"),
        ("I bought a bike.", None),
        # Two dates say nothing about the start of the fact.
        ("I ran a marathon in 2021 and 2022.", None),
    ],
)
def test_one_date_is_that_of_the_fact(text: str, valid_from: str | None) -> None:
    statement = only(text)
    assert (statement.valid_from, statement.valid_to) == (valid_from, None)


@pytest.mark.parametrize(
    ("text", "subject", "template"),
    [
        ("I live in Berlin.", "Ada", "{s} lives in Berlin"),
        ("My sister lives in Oslo.", "Ada", "{s}'s sister lives in Oslo"),
        ("My brother Ben works at Google.", "Ben", "Ada's brother {s} works at Google"),
        ("Tom gave me a book.", "Tom", "{s} gave Ada a book"),
        ("Tom is my brother.", "Tom", "{s} is Ada's brother"),
        ("Tom lives in Oslo.", "Tom", "{s} lives in Oslo"),
        ("I don't eat meat.", "Ada", "{s} does not eat meat"),
        ("Last week I went to Paris.", "Ada", "In the week of 1 May 2023 {s} went to Paris"),
        ("got back from Rome", "Ada", "{s} got back from Rome"),
    ],
)
def test_the_template_has_a_place_for_the_subject(text: str, subject: str, template: str) -> None:
    statement = only(text)
    assert (statement.subject, statement.template) == (subject, template)


@pytest.mark.parametrize(
    ("text", "subject", "template"),
    [
        ("You live in Rome.", "Anna", "{s} lives in Rome"),
        ("You asked me about your sister.", "Anna", "{s} asked Ada about {s}'s sister"),
        ("I miss you and Tom.", "Ada", "{s} misses Anna and Tom"),
    ],
)
def test_the_addressee_can_be_the_subject(text: str, subject: str, template: str) -> None:
    statement = only(text, addressee="Anna")
    assert (statement.subject, statement.template) == (subject, template)


def test_a_subject_without_a_name_counts_as_a_fact_of_the_speaker() -> None:
    statement = only("I bought a bike. It is red.", known=[closed("Ada", "owns", "bike bought")])
    assert (statement.subject, statement.template) == ("Ada", "The bike is red")


@pytest.mark.parametrize(
    ("text", "obj"),
    [
        ("I don't eat meat.", "meat"),
        ("I'm a nurse.", "a nurse"),
        ("I bought a bike yesterday.", "a bike on 7 May 2023"),
        ("I'm from Oslo.", "from Oslo"),
        # What the predicate names is not repeated.
        ("I live in Berlin.", "Berlin"),
        ("I went to Paris yesterday.", "Paris on 7 May 2023"),
        ("I gave up smoking.", "smoking"),
        ("Tom gave me a book.", "Ada a book"),
        ("Last week Tom arrived.", "arrived"),
    ],
)
def test_the_object_follows_the_verb(text: str, obj: str) -> None:
    assert only(text).object == obj


def test_a_long_object_is_cut() -> None:
    statement = only("I bought " + "a very " + "large " * 52 + "house.")
    assert statement.object.startswith("a very large")
    assert len(statement.object) <= 300


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("I eat meat.", True),
        ("I don't eat meat.", False),
        ("I do not eat meat.", False),
        ("i dont eat meat", False),
        ("I never eat meat.", False),
        ("I am not a nurse.", False),
        ("Tom isn't a doctor.", False),
        ("I did not go to Rome.", False),
        ("I haven't seen the film.", False),
        ("I won't go to the party.", False),
        ("I have never been to Rome.", False),
        ("I'm not going to Rome.", False),
        # What is negated is another clause.
        ("I know that Tom does not eat meat.", True),
        ("I bought a film that Maria did not like.", True),
    ],
)
def test_polarity(text: str, polarity: bool) -> None:
    assert only(text).polarity == polarity


def test_spans_support_the_statements() -> None:
    text = "Well, I sold my car and I bought a bike!"
    assert [text[each.start : each.end] for each in extract(text)] == ["I sold my car", "I bought a bike"]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("I live in Oslo.", closed("Ada", "lives_in", "Oslo")),
        ("I work at Google.", closed("Ada", "works_at", "Google")),
        ("I love tea so much.", closed("Ada", "likes", "tea")),
        ("I don't like tea.", closed("Ada", "dislikes", "tea")),
        ("I eat no meat.", replace(closed("Ada", "diet", "meat"), polarity=False)),
        ("I use Figma.", closed("Ada", "uses", "Figma")),
        ("I'm allergic to nuts.", closed("Ada", "allergic_to", "nuts")),
        ("Tom lives in Oslo.", closed("Tom", "lives_in", "Oslo")),
        ("My sister lives in Oslo.", closed("Ada's sister", "lives_in", "Oslo")),
    ],
)
def test_no_statement_repeats_a_closed_one(text: str, known: ExtractedStatement) -> None:
    assert len(extract(text)) == 1
    assert extract(text, known=[known]) == []
    # Another object or subject is another fact.
    assert len(extract(text, known=[closed("Zoe", "knows", "Kim")])) == 1


def test_what_says_more_than_a_closed_statement_is_kept() -> None:
    statement = only("I live in Oslo with two painters.", known=[closed("Ada", "lives_in", "Oslo")])
    assert statement.template == "{s} lives in Oslo with two painters"


@pytest.mark.parametrize(
    "text",
    [
        "I live in Oslo.",
        "I work at Google.",
        "I like tea.",
        "I'm a nurse.",
        "I speak French.",
        "I use Figma.",
        "I am from Madrid.",
        "I am married to Tom.",
        "I'm allergic to nuts.",
        "Tom works at Bosch.",
        "My sister lives in Oslo.",
    ],
)
def test_what_the_rules_read_is_not_repeated(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    known = extract_statements(text, speaker="Ada", at=AT, doc=doc, names=find_name_spans(text, NAMES))
    assert known
    assert extract(text, known=list(known)) == []


def test_nothing_below_the_least_worth() -> None:
    text = "I moved to Lisbon in 2019. The film was long."
    every = extract(text)
    assert len(every) == 2
    high, low = sorted((each.worth for each in every), reverse=True)
    between = (high + low) / 2
    assert [each.worth for each in extract(text, least_worth=between)] == [high]
    assert extract(text, least_worth=1.0) == []


@pytest.mark.parametrize("text", ["I live in Berlin.", "Tom lives in Oslo.", "got back from Rome"])
def test_without_a_speaker_there_are_no_statements(text: str) -> None:
    assert extract(text, speaker="") == []


@pytest.mark.parametrize("text", ["I use {name} in templates.", "I bought a {s} bike.", "My sister likes { and tea."])
def test_a_sentence_with_a_brace_gives_nothing(text: str) -> None:
    assert extract(text) == []


@pytest.mark.slow
@given(TEXTS, st.sampled_from([None, "Anna"]))
def test_statements_of_any_text_are_well_formed(text: str, addressee: str | None) -> None:
    for each in extract(text, addressee=addressee):
        assert 0 <= each.start < each.end <= len(text)
        assert each.kind in KINDS
        assert re.fullmatch(r"[a-z]+(?:_[a-z]+)*", each.predicate)
        assert each.predicate not in PREDICATES
        assert each.object
        assert set(re.findall(r"\{.*?\}", each.template)) <= {"{s}"}
        assert not each.template.replace("{s}", each.subject).endswith("..")
        assert 0 <= each.worth <= 1
        assert {role for role, _ in each.roles} <= {"time", "place", "amount"}
