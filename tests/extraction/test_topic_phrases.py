from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.topic_phrases import fold, topics
from kg.language.english_pipeline import English
from kg.language.name_tagger import LABELS
from kg.protocols import Mention, Statement

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
ENGLISH = English()
NAMES = {
    "person": ("Maria", "Tom", "Mel", "Caroline"),
    "org": ("Google",),
    "place": ("Ghent", "New York"),
    "tool": ("Postgres",),
    "other": ("The Name of the Wind", "The Lord of the Rings and the Return of the King"),
}


def mentions(text):
    found = []
    for label, names in NAMES.items():
        found += [Mention(name, label, start, start + len(name)) for name in names if (start := text.find(name)) >= 0]
    return sorted(found, key=lambda each: each.start)


def found(text, statements=()):
    (doc,) = ENGLISH.parse([text])
    return topics(text, doc, mentions(text), statements)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I went to a LGBTQ support group yesterday and it was so powerful.", ["lgbtq support group"]),
        ("Have you tried the new Thai restaurant in Ghent?", ["ghent", "thai restaurant"]),
        ("We moved the billing service to Postgres.", ["postgres", "billing service"]),
        ("My dance studio is hosting a dance competition next month.", ["dance studio", "dance competition"]),
        ("What do you think about the budget of the marketing department?", ["marketing department", "budget"]),
        ("I'm looking for swimming lessons for my two kids.", ["swimming lesson", "kid"]),
        ("We went camping in the mountains last week.", ["camping", "mountain"]),
        ("Maria's boss Tom joined Google.", ["google", "boss"]),
        ("I just finished The Name of the Wind, a fantasy novel.", ["name of the wind", "fantasy novel"]),
        ("im learning the violin", ["violin"]),
        ("Reminder: mental-health day on Monday, 3 machines are down.", ["machine"]),
        (
            "Our producer meetings are in the living room of the old building.",
            ["producer meeting", "living room", "building"],
        ),
        ("Allergies ruin my movies.", ["allergy", "movie"]),
        ("We saw leaves, wolves and bosses.", ["leaf", "wolf", "boss"]),
    ],
)
def test_topics_are_what_a_message_is_about(text, expected):
    assert list(found(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "Hi!",
        "Hey Mel! Good to see you! How have you been?",
        "Good morning Caroline, how are you today?",
        "Thanks a lot, that means so much to me!",
        "lol ok see you tomorrow",
        "Bye Tom, take care!",
        "Great job, Maria! Keep up the good work!",
        "12 + 30 = 42 !!! 😀😀",
        "https://example.org/some/page",
    ],
)
def test_greetings_and_empty_words_have_none(text):
    assert found(text) == {}


def test_names_tell_more_than_chunks_and_chunks_more_than_nouns():
    told = found("The garden needs a drip irrigation system, said a neighbour from Ghent.")

    assert list(told)[:2] == ["ghent", "drip irrigation system"]
    assert told["ghent"] > told["drip irrigation system"] > told["garden"]


def test_people_are_no_topics():
    assert found("Maria met Tom and Caroline.") == {}


def test_what_is_repeated_or_stated_counts_for_more():
    once, twice = found("The violin was old."), found("The violin was old. I sold the violin.")
    stated = Statement("Sam", "has", "a violin", True, None, None, 0, 10, 0.8)

    assert twice["violin"] > once["violin"]
    assert found("The violin was old.", [stated])["violin"] > once["violin"]


def test_a_part_of_a_topic_is_not_told_again():
    assert list(found("The support group meets here. The group is small.")) == ["support group"]
    assert list(found("I bought a bookshelf. It is a white book shelf.")) == ["book shelf"]


def test_a_long_name_keeps_four_words_at_most():
    (label,) = found("The Lord of the Rings and the Return of the King")

    assert label == "lord of the rings"


def test_a_text_has_the_same_topics_whatever_is_read_with_it():
    texts = ["We sell handmade candles.", "The candles burn for ten hours.", "My kayak leaks."]
    together = [topics(text, doc, (), ()) for text, doc in zip(texts, ENGLISH.parse(texts), strict=True)]

    assert together == [found(text) for text in texts]


def test_labels_that_differ_in_writing_only_are_one():
    assert fold("Machine-Learning") == fold("machine  learning") == fold("MACHINE_LEARNING") == "machine learning"
    assert fold("“C++”") == "c++"
    assert fold("Straße") == fold("STRASSE")
    assert fold("ﬁne ﬂour") == "fine flour"
    assert fold(" - ") == ""


@given(st.text(max_size=60))
def test_what_is_folded_stays_as_it_is(label):
    once = fold(label)

    assert fold(once) == once
    assert once == once.strip()


WORDS = """
    I we my Tom Maria Google Ghent garden gardens the a of and camping is are love went swimming lesson dream-job e-mail Thai new
    ! ? . , ( [ ] - -- 's 7 p.m. today week support group café naïve 漢字 😀 ½ ﬁ
"""


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS.split()), max_size=20).map(" ".join), st.data())
def test_any_text_has_at_most_three_short_labels_each_with_a_relevance(text, data):
    made = []
    if text:
        for _ in range(data.draw(st.integers(0, 2))):
            start = data.draw(st.integers(0, len(text) - 1))
            end = data.draw(st.integers(start + 1, len(text)))
            label, score = data.draw(st.sampled_from(LABELS)), data.draw(st.floats(0, 1))
            made.append(Mention(text[start:end], label, start, end, score))
    (doc,) = ENGLISH.parse([text])

    told = topics(text, doc, made, [])

    assert len(told) <= 3
    assert list(told.values()) == sorted(told.values(), reverse=True)
    for label, relevance in told.items():
        assert fold(label) == label
        assert 1 <= len(label.split()) <= 4
        assert any(letter.isalpha() for letter in label)
        assert 0 < relevance <= 1
    assert topics(text, doc, made, []) == told


def test_a_document_that_nobody_tagged_has_its_names():
    import spacy

    text = "We moved Postgres to Ghent"

    assert set(topics(text, spacy.blank("en")(text), mentions(text), [])) == {"postgres", "ghent"}


def test_it_costs_little():
    texts = ["Last week I went to a pottery class with my sister, and we made a blue bowl for the garden party."] * 50
    docs = ENGLISH.parse(texts)
    started = time.process_time()
    for text, doc in zip(texts, docs, strict=True):
        topics(text, doc, (), ())

    # Less than .1 ms on a desktop; slow machines have room.
    assert (time.process_time() - started) / len(texts) < 0.001
