"""Corrections of the trees of chat."""

from __future__ import annotations

import pytest

from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)


def tree(text: str) -> dict[str, tuple[str, str]]:
    """Return the dependency and the head of each word."""
    (doc,) = bundled_pipeline().parse([text])
    return {token.text: (token.dep_, token.head.text) for token in doc}


def test_times_and_names_are_no_sentences() -> None:
    for text in ("My dentist appointment is on Wednesday at 9.", "Our review is on Thursday at 14:00 in room Birch."):
        (doc,) = bundled_pipeline().parse([text])
        assert len(list(doc.sents)) == 1
    assert tree("My dentist appointment is on Wednesday at 9.")["9"] == ("nmod", "Wednesday")


def test_a_contracted_verb_is_read_before_a_preposition() -> None:
    found = tree("film's at 8 tonight at the Rex")
    assert (found["film"], found["'s"]) == (("nsubj", "8"), ("cop", "8"))
    found = tree("I've paid the deposit for the hall, 200, party's on the 28th.")
    assert (found["party"], found["28th"]) == (("nsubj", "28th"), ("parataxis", "paid"))
    assert tree("The party's food is good")["party"] == ("nmod:poss", "food")


@pytest.mark.parametrize(
    "text",
    [
        "St Paul's in London is my favourite church.",
        "My favourite cafe is Rosie's in York.",
        "I love Wagamama's in Leeds.",
        "The kids love Nando's on Fridays.",
        "McDonald's on Main Street is closed.",
        "We had lunch at Mum's in Fife.",
        "Nando's on Friday",
    ],
)
def test_other_possessives_before_a_preposition_stay(text: str) -> None:
    assert tree(text)["'s"][0] == "case"


def test_a_contraction_may_open_a_text() -> None:
    assert len(tree("'s's 00@")) > 1


def test_cost_is_a_verb_after_a_subject() -> None:
    (doc,) = bundled_pipeline().parse(["The tickets cost 40 euros."])
    assert [token.pos_ for token in doc if token.text == "cost"] == ["VERB"]
    (doc,) = bundled_pipeline().parse(["The cost is 40 euros."])
    assert [token.pos_ for token in doc if token.text == "cost"] == ["NOUN"]


def test_a_day_is_a_time() -> None:
    assert tree("Swim class starts this Thursday")["Thursday"] == ("obl:unmarked", "starts")


def test_the_deeds_of_relatives_are_verbs() -> None:
    (doc,) = bundled_pipeline().parse(["my mum lands on Thursday at 4pm."])
    assert [(token.pos_, token.lemma_) for token in doc if token.text == "lands"] == [("VERB", "land")]


def test_other_plurals_after_relatives_stay() -> None:
    (doc,) = bundled_pipeline().parse(["My mum friends from Leeds"])
    assert [token.pos_ for token in doc if token.text == "friends"] == ["NOUN"]


def test_titles_do_not_take_the_subject() -> None:
    assert tree("my landlord is Mr Bell")["landlord"] == ("nsubj", "Bell")
    assert tree("My haircut is at half past two today.")["haircut"] == ("nsubj", "today")


def test_a_weekday_before_a_date_does_not_take_the_subject() -> None:
    assert tree("the boiler service is on Thursday 12 March at 9am.")["service"] == ("nsubj", "12")


def test_a_base_form_with_a_plural_subject_is_in_the_present() -> None:
    (doc,) = bundled_pipeline().parse(["bins go out on Tuesday evenings."])
    assert [token.tag_ for token in doc if token.text == "go"] == ["VBP"]


def test_forms_of_the_past_are_no_present() -> None:
    (doc,) = bundled_pipeline().parse(["I lent my drill to Steve."])
    assert [(token.tag_, token.lemma_) for token in doc if token.text == "lent"] == [("VBD", "lend")]


@pytest.mark.parametrize("text", ["Harriet rang on Monday.", "Harriet rang."])
def test_rang_is_a_verb(text: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert (doc[1].pos_, doc[1].lemma_) == ("VERB", "ring")


@pytest.mark.parametrize(
    ("text", "verb", "subject"),
    [
        ("I'm working with Sam and Kim is on leave", "leave", "Kim"),
        ("I have covid and Tom has the flu", "has", "Tom"),
        ("I work in sales and Priya works in HR", "works", "Priya"),
        ("My sister has a cat and my brother has two dogs", "has", "brother"),
        ("I'm meeting Sam and Kim is joining us", "joining", "Kim"),
        # A verb after a conjunction shares the subject.
        ("I love tea and coffee and live in Leeds", "live", ""),
    ],
)
def test_a_noun_before_a_joined_verb_is_its_subject(text: str, verb: str, subject: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    root = [token for token in doc if token.text == verb][-1]
    assert next((child.text for child in root.children if child.dep_ == "nsubj"), "") == subject


def test_verbs_with_one_form_are_in_the_past_where_they_happen_once() -> None:
    def tag(text: str, verb: str) -> str:
        (doc,) = bundled_pipeline().parse([text])
        return next(token.tag_ for token in doc if token.text == verb)

    assert tag("I quit in January", "quit") == "VBD"
    assert tag("We set up the tent in the garden on Sunday", "set") == "VBD"
    assert tag("We set off on Friday", "set") == "VBP"
    assert tag("I put the bins out on Sundays", "put") != "VB"


def test_a_short_weekday_before_a_date_does_not_take_the_subject() -> None:
    assert tree("Mum's surgery is on Wed 3rd June at 9am")["surgery"] == ("nsubj", "June")
    assert tree("The meeting is on Mon 8th June")["meeting"][0] == "nsubj"
    (doc,) = bundled_pipeline().parse(["The festival is 12-15 June in Leeds"])
    assert len(list(doc.sents)) == 1


def test_a_clause_with_whose_or_who_belongs_to_its_noun() -> None:
    assert tree("I've got a colleague whose wife is a vet")["vet"] == ("acl:relcl", "colleague")
    assert tree("Tell me who works there")["works"][0] != "acl:relcl"


def test_a_date_after_a_weekday_belongs_to_it() -> None:
    for text in ("I need to pay the rent on Monday 11 May", "I need to pay the rent on Monday 11 May."):
        (doc,) = bundled_pipeline().parse([text])
        assert len(list(doc.sents)) == 1
        assert tree(text)["Monday"] == ("obl", "pay")


def test_verbs_in_ew_keep_their_base_form() -> None:
    for text in ("I need to renew my passport", "I'm renewing my passport on Friday", "I renewed my passport"):
        (doc,) = bundled_pipeline().parse([text])
        assert [token.lemma_ for token in doc if token.text.startswith("renew")] == ["renew"]
    (doc,) = bundled_pipeline().parse(["I flew home"])
    assert doc[1].lemma_ == "fly"
