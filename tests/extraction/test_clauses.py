"""Clauses: where a message is split, and each clause's subject, verb, tense and whether it asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import Clause, find_finite_verb, find_participle, noun_phrase, split_clauses
from kg.language import bundled_pipeline

pytestmark = pytest.mark.timeout(120)
PIECES = [
    "I ",
    "you ",
    "my sister ",
    "lives ",
    "bought a bike ",
    "went to Oslo ",
    "and ",
    "but ",
    "if ",
    "because ",
    "who ",
    ", ",
    ". ",
    "? ",
    "\n",
    "(",
    '"',
    "😂 ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


def parse(text):
    (doc,) = bundled_pipeline().parse([text])
    return doc


def clauses_of(text: str) -> list[Clause]:
    return split_clauses(parse(text))


def only_clause(text: str) -> Clause:
    (clause,) = clauses_of(text)
    return clause


def find_word(text: str, word: str):
    return next(token for token in parse(text) if token.text == word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Berlin.", ["I live in Berlin"]),
        ("I sold my car and I bought a bike.", ["I sold my car", "I bought a bike"]),
        ("I quit the bank and opened a studio.", ["I quit the bank", "opened a studio"]),
        ("I like tea but my husband prefers coffee.", ["I like tea", "my husband prefers coffee"]),
        ("I went to the gym, then I cooked dinner.", ["I went to the gym", "I cooked dinner"]),
        ("My phone died so I bought a camera.", ["My phone died", "I bought a camera"]),
        ("Tom moved to Oslo; Maria stayed in Rome.", ["Tom moved to Oslo", "Maria stayed in Rome"]),
        ("I went to Rome, Maria came too.", ["I went to Rome", "Maria came too"]),
        ("Tom works at Bosch and lives in Berlin.", ["Tom works at Bosch", "lives in Berlin"]),
        ("I've finished the course and passed the exam.", ["I've finished the course", "passed the exam"]),
        ("I was walking home and met Tom.", ["I was walking home", "met Tom"]),
        ("I met Tom. He lives there.", ["I met Tom", "He lives there"]),
        ("I'm at home; I have a cold.", ["I'm at home", "I have a cold"]),
        (
            "We drove to Porto, we swam in the sea and we ate fish.",
            ["We drove to Porto", "we swam in the sea", "we ate fish"],
        ),
        # Reasons, conditions, times, relative and object clauses belong to the clause around them.
        ("I came home because it rained.", ["I came home because it rained"]),
        ("I'd buy it if I were rich.", ["I'd buy it if I were rich"]),
        ("I saw my sister when I was in Rome.", ["I saw my sister when I was in Rome"]),
        ("The friend who lives in Oslo called me.", ["The friend who lives in Oslo called me"]),
        ("The book that I bought is good.", ["The book that I bought is good"]),
        ("I think that Tom is right.", ["I think that Tom is right"]),
        ("I went to Oslo to see Tom.", ["I went to Oslo to see Tom"]),
        # Joined nouns and infinitives are no clauses.
        ("I bought a tent, a stove and a lamp.", ["I bought a tent, a stove and a lamp"]),
        ("I like to read and to swim.", ["I like to read and to swim"]),
        # Interjections, conjunctions and names of the addressee are left out.
        ("Well, I finally bought a bike.", ["I finally bought a bike"]),
        ("Haha yes, I bought a bike.", ["I bought a bike"]),
        ("But I bought a bike!", ["I bought a bike"]),
        ("Anna, I moved to Lisbon.", ["I moved to Lisbon"]),
        ("I'm late, sorry.", ["I'm late"]),
        ("Happy birthday, Tom!", ["Happy birthday"]),
        ("😂 I brought rolls 🎉", ["I brought rolls"]),
        # Nothing but interjections and marks.
        ("Wow!", []),
        ("Yes.", []),
        ("lol", []),
        ("Hello Anna.", []),
        ("...", []),
        ("", []),
    ],
)
def test_a_message_is_split_into_clauses(text: str, expected: list[str]) -> None:
    assert [text[clause.start : clause.end] for clause in clauses_of(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Berlin.", [("live", "I", False)]),
        ("I'm a nurse.", [("nurse", "I", False)]),
        ("My sister is tall.", [("tall", "sister", False)]),
        ("My flat was sold in 2020.", [("sold", "flat", False)]),
        ("There is a park near my house.", [("is", "park", False)]),
        ("I cooked pasta and watched a film.", [("cooked", "I", False), ("watched", "I", True)]),
        ("Tom bought a boat and sailed to Oslo.", [("bought", "Tom", False), ("sailed", "Tom", True)]),
        ("I have sold the house and bought a flat.", [("sold", "I", False), ("bought", "I", True)]),
        ("I was born in Madrid and grew up in Porto.", [("born", "I", False), ("grew", "I", True)]),
        ("I sold my car and I bought a bike.", [("sold", "I", False), ("bought", "I", False)]),
        ("I work at Google and my wife works at Bosch.", [("work", "I", False), ("works", "wife", False)]),
        ("Got back from Rome.", [("Got", None, False)]),
        ("Close the door.", [("Close", None, False)]),
        ("What a day!", [("day", None, False)]),
    ],
)
def test_a_clause_has_its_own_subject_or_that_of_the_clause_before_it(text: str, expected: list) -> None:
    found = [(each.root.text, each.subject and each.subject.text, each.is_inherited) for each in clauses_of(text)]
    assert found == expected


def test_an_inherited_subject_is_not_among_the_words() -> None:
    first, second = clauses_of("My sister quit the bank and opened a studio.")
    assert first.subject == second.subject
    assert second.subject not in second.tokens


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("I live in Berlin.", "live"),
        ("I've moved to Lisbon.", "'ve"),
        ("I'm a nurse.", "'m"),
        ("I don't eat meat.", "do"),
        ("I didn't sleep well.", "did"),
        ("I'll call Tom.", "'ll"),
        ("I can't swim.", "ca"),
        ("Tom was ill.", "was"),
        ("My flat was sold in 2020.", "was"),
        ("We're expecting a baby.", "'re"),
        ("I've two cats.", "'ve"),
        ("Close the door.", None),
        ("What a day!", None),
        ("Going to the dentist tomorrow.", None),
        ("Thanks a lot!", None),
    ],
)
def test_the_finite_verb_carries_the_tense(text: str, verb: str | None) -> None:
    clause = only_clause(text)
    assert (clause.finite_verb and clause.finite_verb.text) == verb
    assert find_finite_verb(clause.root) == clause.finite_verb


@pytest.mark.parametrize(
    ("text", "is_past"),
    [
        ("I moved to Lisbon.", True),
        ("I have moved to Lisbon.", True),
        ("I've moved to Lisbon.", True),
        ("I didn't sleep well.", True),
        ("I was born in Madrid.", True),
        ("I was ill.", True),
        ("My flat was sold.", True),
        ("We were walking home.", True),
        ("I had eaten.", True),
        ("Got back from Rome.", True),
        ("I live in Berlin.", False),
        ("I am tired.", False),
        ("I'm moving to Rome.", False),
        ("I will move to Rome.", False),
        ("I don't eat meat.", False),
        ("I can't swim.", False),
        ("My bike is broken.", False),
        ("Close the door.", False),
        ("What a day!", False),
    ],
)
def test_past_and_perfect_are_past(text: str, is_past: bool) -> None:
    assert only_clause(text).is_past == is_past


@pytest.mark.parametrize(
    "text",
    [
        "Do you live in Rome?",
        "do you live in rome",
        "Where did Tom go?",
        "How are you?",
        "Why did Maria leave?",
        "Is Tom a doctor?",
        "Have you seen my keys?",
        "Can you help me?",
        "You live in Rome?",
        "Who called you?",
        "What time is it?",
        "Isn't it lovely?",
        "Tom lives in Oslo, right?",
        "Can I come?",
        "Should we go?",
        "Did it rain?",
        "Will you come?",
        "Why not?",
        "Which film did you see?",
        "Whose bike is this?",
        "Where is my phone?",
        "Would you like tea?",
        "So you live in Rome?",
    ],
)
def test_a_question_asks(text: str) -> None:
    assert only_clause(text).is_question


@pytest.mark.parametrize(
    "text",
    [
        "I live in Rome.",
        "There is a park near my house.",
        "There are two parks in Oslo.",
        "I know what I want.",
        "Tom said he lives in Rome.",
        "I wonder if Tom is home.",
        "Yesterday I went to Paris.",
        "Close the door!",
        "What a day!",
        "Got back from Rome.",
    ],
)
def test_other_sentences_do_not_ask(text: str) -> None:
    assert not only_clause(text).is_question


def test_only_the_last_clause_before_a_question_mark_asks() -> None:
    first, second = clauses_of("I moved to Oslo, do you live there?")
    assert (first.is_question, first.is_last, first.mark) == (False, False, "?")
    assert (second.is_question, second.is_last, second.mark) == (True, True, "?")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("I live in Rome.", "."),
        ("I live in Rome!", "!"),
        ("You live in Rome?", "?"),
        ("I live in Rome", ""),
        ("You live in Rome?!", "?"),
        ("(I live in Rome.)", "."),
    ],
)
def test_the_mark_ends_the_sentence(text: str, mark: str) -> None:
    assert only_clause(text).mark == mark


@pytest.mark.parametrize(
    ("text", "head", "phrase"),
    [
        ("The old house is small.", "house", "The old house"),
        ("My sister's house is small.", "house", "My sister 's house"),
        ("A friend of mine lives in Oslo.", "friend", "A friend of mine"),
        ("The friend who lives in Oslo called me.", "friend", "The friend"),
        ("Tom and Maria live in Oslo.", "Tom", "Tom"),
        ("My two cats sleep.", "cats", "My two cats"),
    ],
)
def test_a_noun_phrase_has_no_relative_clauses_and_joined_nouns(text: str, head: str, phrase: str) -> None:
    assert " ".join(token.text for token in noun_phrase(find_word(text, head))) == phrase


def test_a_past_form_or_participle_can_be_shared() -> None:
    assert find_participle(find_word("I moved to Lisbon.", "moved")) == "VBD"
    assert find_participle(find_word("I have moved to Lisbon.", "moved")) == "VBN"
    assert find_participle(find_word("I am moving to Lisbon.", "moving")) == "VBG"
    assert find_participle(find_word("I live in Lisbon.", "live")) == "-"


def test_words_can_be_removed() -> None:
    clause = only_clause("I live in Berlin.")
    shorter = clause.with_tokens(clause.tokens[1:])
    assert (shorter.start, shorter.end) == (2, clause.end)
    assert (shorter.root, shorter.subject, shorter.mark) == (clause.root, clause.subject, clause.mark)


@given(TEXTS)
def test_clauses_lie_in_the_text_and_share_no_words(text: str) -> None:
    clauses = clauses_of(text)
    words = [token.i for clause in clauses for token in clause.tokens]
    assert len(words) == len(set(words))
    for clause in clauses:
        assert 0 <= clause.start < clause.end <= len(text)
        assert list(clause.tokens) == sorted(clause.tokens, key=lambda token: token.i)
        assert clause.mark in {"", ".", "!", "?"}
        assert clause.subject is not None or not clause.is_inherited
        assert clause.is_question in {True, False}
        assert clause.is_past in {True, False}


@pytest.mark.parametrize("greeting", ["Hi all, ", "Hello everyone! ", "Hey team, "])
def test_an_address_is_no_subject(greeting: str) -> None:
    clauses = split_clauses(parse(f"{greeting}I work at Initech."))
    assert [[token.text for token in clause.tokens] for clause in clauses] == [["I", "work", "at", "Initech"]]
