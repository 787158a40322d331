"""What whole messages state: a table of sentences, text that asserts nothing, validity, and any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.bench.facts import normalise_statement
from kg.extraction.message_facts import extract_statements
from kg.knowledge.predicates import PREDICATES
from kg.language import NameSpan, bundled_pipeline
from tests.extraction.messages import AT, extract, triples

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom's boss Maria joined Google last week.", {("Tom", "reports_to", "Maria"), ("Maria", "works_at", "Google")}),
        ("I've worked as a pilot for KLM since 2012.", {("Sam", "works_at", "KLM"), ("Sam", "role", "pilot")}),
        ("Nina works in marketing at Unilever.", {("Nina", "works_at", "Unilever")}),
        ("My sister-in-law lives in Oslo.", {("Sam's sister-in-law", "lives_in", "Oslo")}),
        ("I relocated from Paris to Madrid.", {("Sam", "moved_to", "Madrid"), ("Sam", "lives_in", "Madrid")}),
        ("My colleague Hugo's wife Ana is from Chile.",
         {("Sam", "colleague_of", "Hugo"), ("Hugo", "married_to", "Ana"), ("Ana", "from", "Chile")}),
        ("I have two kids, Noah and Lily.", {("Sam", "parent_of", "Noah"), ("Sam", "parent_of", "Lily")}),
        ("Lin is Ada's manager.", {("Ada", "reports_to", "Lin")}),
        ("I really enjoy hiking and painting.", {("Sam", "likes", "hiking"), ("Sam", "likes", "painting")}),
        ("Not a fan of mushrooms tbh", {("Sam", "dislikes", "mushrooms")}),
        ("I'd prefer tea over coffee.", {("Sam", "prefers", "tea")}),
        ("my fav color is teal", {("Sam", "favourite", "color: teal")}),
        ("adopted a kitten called Miso", {("Sam", "has_pet", "Miso")}),
        ("The mobile app is written in Kotlin.", {("mobile app", "uses", "Kotlin")}),
        ("Our servers are located in Dublin.", {("servers", "located_in", "Dublin")}),
        ("The report is due next Friday.", {("report", "deadline", "2026-03-06")}),
        ("I'm going to start a podcast.", {("Sam", "plans", "start a podcast")}),
        # In the third person this is an observation.
        ("Tom is going to lend me his van.", set()),
        ("Greta is 19 and studies law.", {("Greta", "age", "19"), ("Greta", "studied", "law")}),
        ("Maya told me that she moved to Lima.", {("Maya", "moved_to", "Lima"), ("Maya", "lives_in", "Lima")}),
        ("You can email me at sam@site.example.", {("Sam", "email", "sam@site.example")}),
        ("My phone number is +31 6 1234 5678.", {("Sam", "phone", "+31 6 1234 5678")}),
        ("I was born on 3 May 1988.", {("Sam", "born_on", "1988-05-03")}),
        ("Call me Bob.", {("Sam", "name_is", "Bob")}),
        ("I've been friends with Jana since school.", {("Sam", "friend_of", "Jana")}),
        ("I've been together with Leo for two years.", {("Sam", "partner_of", "Leo")}),
        ("been in Dubai since 2012", {("Sam", "lives_in", "Dubai")}),
        ("finally bought myself a cargo bike!!", {("Sam", "owns", "cargo bike")}),
        ("As a nurse, I work nights.", {("Sam", "role", "nurse")}),
        ("My favourite colour is green", {("Sam", "favourite", "colour: green")}),
        ("my son has a severe peanut allergy", {("Sam's son", "allergic_to", "peanut")}),
        ("I'm allergic to penicillin, scary stuff", {("Sam", "allergic_to", "penicillin")}),
        ("I'm allergic to nuts, eggs", {("Sam", "allergic_to", "nuts"), ("Sam", "allergic_to", "eggs")}),
        ("We're relocating to Oslo next spring", {("Sam", "plans", "relocate to Oslo")}),
        ("I lived in Hamburg until 2021, now its Leipzig", {("Sam", "lives_in", "Hamburg")}),
        ("I don't drink alcohol, so a coke for me", {("Sam", "diet", "alcohol")}),
        ("I don't think so, I live in Paris", {("Sam", "lives_in", "Paris")}),
        ("theo is now thursday 17th 3pm", set()),
        ("jonas, studies maths", set()),
        ("lives in Paris, works for Bosch", {("Sam", "lives_in", "Paris"), ("Sam", "works_at", "Bosch")}),
    ],
)  # fmt: skip
def test_statements_are_extracted(text, expected):
    assert triples(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Do you live in Oslo?",
        "where does Tom work",
        "If I win, I'll buy a boat.",
        "I might move to Rome.",
        "I wish I had a cat.",
        "I don't work at Google.",
        "Tom isn't my brother.",
        "Rumour has it that Nina works at Bosch.",
        "Tom said Maria works at Google.",
        "I think Tom is a lawyer.",
        "I thought Tom lived in Oslo.",
        "Congrats on moving to Oslo!",
        "I'm practically married to my phone lol",
        'The poster read "I love Rome".',
        "In the film, Tom lives in Paris.",
        "I need to work on the report.",
        "I quit smoking.",
        "That sounds great, I love it!",
        "According to Nina, Tom is moving to Lima.",
        "You told me you live in Oslo.",
        "I never said I hate jazz",
        "I came over from Turin",
        "found the charger",
        "FOUND ACME",
        "Is tom@example.com still valid?",
        "As a kid, I loved trains.",
        "Translate to Dutch: I live in Madrid and work as a nurse.",
        "Could you please proofread this?\n\nI live in Madrid.",
        "Hi, please proofread:\n\nI live in Madrid. I own a boat.",
        "Write a cover letter for a nurse called Emily who lives in Bath",
        "the joke goes: I live in Paris and work as a nurse",
    ],
)
def test_text_without_assertions_gives_no_statements(text):
    assert triples(text) == triples(text, addressee="Al") == set()


def test_negated_likes_instructions_and_diets():
    assert triples("I don't like rain.") == {("Sam", "dislikes", "rain")}
    (rule,) = extract("Don't use emojis.")
    assert (rule.predicate, rule.object, rule.polarity) == ("prefers", "emojis", False)
    (diet,) = extract("we dont eat pork")
    assert (diet.predicate, diet.object, diet.polarity) == ("diet", "pork", False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I've lived in Porto for three years.", ("2023", None)),
        ("I used to live in Rome.", (None, "past")),
        ("I worked at Bosch until 2020.", (None, "2020")),
        ("From 2015 to 2018 I lived in Rome.", ("2015", "2018")),
        ("I no longer work at Google.", (None, "past")),
        ("I left Google in February.", (None, "2026-02")),
        ("I left the choir in 2024.", (None, "2024")),
        ("I sold my car in 2024.", (None, "2024")),
    ],
)
def test_dates_give_the_validity(text, expected):
    (found,) = extract(text)
    assert (found.valid_from, found.valid_to) == expected


def test_the_same_statement_has_one_key():
    assert normalise_statement("Ann", "married_to", "Bob", True) == normalise_statement(
        "bob", "married_to", "ANN", True
    )
    assert normalise_statement("Ann", "parent_of", "Bob", True) == normalise_statement("Bob", "child_of", "Ann", True)
    assert normalise_statement("Ann", "likes", "Bob", True) != normalise_statement("Bob", "likes", "Ann", True)
    assert all(PREDICATES[each.inverse].inverse == name for name, each in PREDICATES.items() if each.inverse)


WORDS = [
    "I",
    "my",
    "Tom",
    "'s",
    "who",
    ",",
    ".",
    "and",
    "not",
    "is",
    "was",
    "work",
    "at",
    "Google",
    "for",
    "since",
    "2020",
    "May",
    "31",
    "February",
    "+",
    "555",
    "@",
    "a",
    "the",
    "due",
    "by",
    "never",
    "use",
    "to",
]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_text_gives_statements_with_offsets_within_it(text):
    for each in extract(text):
        assert 0 <= each.start < each.end <= len(text)
        assert each.subject
        assert each.object
        assert each.predicate in PREDICATES


MORE_WORDS = """
    I my sister Tom 's who , . : and not is works at Google cats called love going to You 2 the gonna 12.03.2026 end of
    March ` [ =
"""


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=80) | st.lists(st.sampled_from(MORE_WORDS.split()), max_size=14).map(" ".join))
def test_any_text_gives_complete_statements(text):
    for each in extract(text, addressee="Al"):
        assert 0 <= each.start < each.end <= len(text)
        assert each.subject.strip()
        assert each.object.strip()
        assert each.predicate in PREDICATES
        assert 0 < each.confidence <= 1


@pytest.mark.parametrize(
    "text",
    [
        "It was so easy, Sim. He's 41.",
        "Enjoy it! Night, Flo's mum!",
        "OFFER. He is a nurse at the Barnsley hospital.",
        "is ospite host or guest",
    ],
)
def test_words_that_address_greet_or_ask_are_no_subjects(text):
    assert extract(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I like that, Nina. It is small.", set()),
        ("I hate this, Nina!", set()),
        ("I use that, Nina.", set()),
        ("I like jazz, Nina.", {("Sam", "likes", "jazz")}),
        ("I like jazz, Nina, and tea.", {("Sam", "likes", "jazz"), ("Sam", "likes", "Nina"), ("Sam", "likes", "tea")}),
        ("He, Sven, lives in Oslo.", {("Sven", "lives_in", "Oslo")}),
        ("One of them, Sven, lives in Oslo.", {("Sven", "lives_in", "Oslo")}),
        ("I married a lovely man, Sven.", {("Sam", "married_to", "Sven")}),
        ("I have a baby, Nina.", {("Sam", "parent_of", "Nina")}),
        ("I like Sven, Nina.", {("Sam", "likes", "Sven"), ("Sam", "likes", "Nina")}),
        ("I have a dog, Nina.", {("Sam", "has_pet", "Nina")}),
        ("This is my sister, Nina.", {("Sam", "sibling_of", "Nina")}),
    ],
)
def test_a_name_after_a_comma_addresses_unless_it_is_listed_or_belongs_to_what_is_before_it(
    text: str, expected: set[tuple[str, str, str]]
) -> None:
    assert triples(text) == expected


def test_the_name_of_the_addressee_after_a_comma_addresses() -> None:
    assert triples("I have a dog, Nina.", addressee="Nina Falk") == {("Sam", "has_pet", "dog")}
    assert ("Nina", "lives_in", "Oslo") in triples("Sven, Nina and I live in Oslo.", addressee="Nina Falk")
    assert triples("I have a dog, Nina.", addressee="Ninam Falk") == {("Sam", "has_pet", "Nina")}


def test_what_is_written_in_a_language_reports_nothing() -> None:
    stated = triples("The indexer is written in React and runs on Postgres.")
    assert stated == {("indexer", "uses", "React"), ("indexer", "uses", "Postgres")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They've hired Nina as head chef at Google.", {("Nina", "role", "head chef"), ("Nina", "works_at", "Google")}),
        ("Monday was my first day at Google.", {("Sam", "works_at", "Google")}),
        ("Oslo has been home for me since 2018.", {("Sam", "lives_in", "Oslo")}),
        ("Oslo is home to many artists.", set()),
        ("Nina and I tied the knot in 1994.", {("Nina", "married_to", "Sam")}),
        ("Give me a tent over a hotel any day.", {("Sam", "prefers", "tent")}),
        ("Give me a call over dinner.", set()),
        ("Fluent in Lithuanian, thanks to summers by the lake.", {("Sam", "speaks", "Lithuanian")}),
        ("No longer with Google, they let me go.", {("Sam", "works_at", "Google")}),
        ("Favourite season: autumn.", {("Sam", "favourite", "season: autumn")}),
        ("My daughter-in-law is a locksmith.", {("Sam's daughter-in-law", "role", "locksmith")}),
        ("Nina's my younger sister.", {("Sam", "sibling_of", "Nina")}),
        ("I've joined the Umgeni Paddlers!", {("Sam", "member_of", "Umgeni Paddlers")}),
        (
            "Nina and Sven live in Oslo and Paris respectively.",
            {("Nina", "lives_in", "Oslo"), ("Sven", "lives_in", "Paris")},
        ),
        ("Word on the street is that Google is moving to Oslo.", set()),
        ("For my spreadsheets I use LibreOffice.", {("Sam", "uses", "LibreOffice")}),
    ],
)
def test_everyday_wordings_state(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert triples(text) == expected


def test_a_relative_named_again_is_the_same_person() -> None:
    found = triples("Nina went to see her mother. Her mother is 88.")
    assert ("Nina's mother", "age", "88") in found


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        ("Maria is my friend.", 0.9),
        ("My friend Maria was ill.", 0.9),
        ("Maria claims she is my friend.", 0.5),
        ("Maria was my friend until she stole my bike.", 0.5),
    ],
)
def test_a_relation_that_is_reported_mocked_or_over_is_doubted(text: str, confidence: float) -> None:
    found = extract(text)
    assert [each.confidence for each in found if each.predicate == "friend_of"] == [confidence]


@pytest.mark.parametrize(
    "text", ["He said, please call me Nino.", "Nobody calls me Olly.", "People used to call me Lola."]
)
def test_a_name_that_others_gave_is_not_the_speakers(text: str) -> None:
    assert [each for each in extract(text) if each.predicate == "name_is"] == []


def test_the_name_of_the_addressee_is_no_part_of_an_object() -> None:
    text = "I moved to Oslo lin"
    (doc,) = bundled_pipeline().parse([text], trees=False)
    # The name finder takes both words for the place.
    names = [NameSpan(11, 19, "Oslo lin", "place", 0.99)]
    found = extract_statements(text, speaker="Sam", at=AT, doc=doc, names=names, addressee="Lin")
    assert {(each.predicate, each.object) for each in found} == {("moved_to", "Oslo"), ("lives_in", "Oslo")}


def test_who_is_moving_does_not_live_there_yet() -> None:
    assert triples("I'm moving to Oslo!") == {("Sam", "plans", "move to Oslo")}
    assert triples("I moved to Oslo.") == {("Sam", "moved_to", "Oslo"), ("Sam", "lives_in", "Oslo")}
