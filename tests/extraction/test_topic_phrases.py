from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extraction.topic_phrases import extract_topics, fold_topic_label
from kg.language.english_pipeline import EnglishPipeline
from kg.language.name_tagger import NAME_LABELS
from kg.protocols import ExtractedStatement, Mention

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)
ENGLISH = EnglishPipeline()
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


def extract(text, statements=()):
    (doc,) = ENGLISH.parse([text])
    return extract_topics(text, doc, mentions(text), statements)


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
    assert list(extract(text)) == expected


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
        "Kind regards, Maria",
    ],
)
def test_greetings_and_fillers_have_no_topics(text):
    assert extract(text) == {}


def test_names_are_more_relevant_than_chunks_and_chunks_than_nouns():
    relevances = extract("The garden needs a drip irrigation system, said a neighbour from Ghent.")

    assert list(relevances)[:2] == ["ghent", "drip irrigation system"]
    assert relevances["ghent"] > relevances["drip irrigation system"] > relevances["garden"]


def test_persons_are_not_topics():
    assert extract("Maria met Tom and Caroline.") == {}


def test_repetition_and_statements_increase_relevance():
    once, twice = extract("The violin was old."), extract("The violin was old. I sold the violin.")
    stated = ExtractedStatement("Sam", "has", "a violin", True, None, None, 0, 10, 0.8)

    assert twice["violin"] > once["violin"]
    assert extract("The violin was old.", [stated])["violin"] > once["violin"]


def test_a_part_of_a_topic_is_left_out():
    assert list(extract("The support group meets here. The group is small.")) == ["support group"]
    assert list(extract("I bought a bookshelf. It is a white book shelf.")) == ["book shelf"]


def test_a_long_name_is_cut_to_four_words():
    (label,) = extract("The Lord of the Rings and the Return of the King")

    assert label == "lord of the rings"


def test_topics_do_not_depend_on_the_batch():
    texts = ["We sell handmade candles.", "The candles burn for ten hours.", "My kayak leaks."]
    together = [extract_topics(text, doc, (), ()) for text, doc in zip(texts, ENGLISH.parse(texts), strict=True)]

    assert together == [extract(text) for text in texts]


def test_spellings_of_a_label_fold_alike():
    assert (
        fold_topic_label("Machine-Learning")
        == fold_topic_label("machine  learning")
        == fold_topic_label("MACHINE_LEARNING")
        == "machine learning"
    )
    assert fold_topic_label("“C++”") == "c++"
    assert fold_topic_label("Straße") == fold_topic_label("STRASSE")
    assert fold_topic_label("ﬁne ﬂour") == "fine flour"
    assert fold_topic_label(" - ") == ""


@given(st.text(max_size=60))
def test_folding_is_idempotent(label):
    once = fold_topic_label(label)

    assert fold_topic_label(once) == once
    assert once == once.strip()


WORDS = """
    I we my Tom Maria Google Ghent garden gardens the a of and camping is are love went swimming lesson dream-job e-mail Thai new
    ! ? . , ( [ ] - -- 's 7 p.m. today week support group café naïve 漢字 😀 ½ ﬁ
"""


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS.split()), max_size=20).map(" ".join), st.data())
def test_any_text_has_at_most_three_short_labels_each_with_a_relevance(text, data):
    made = []
    if text:
        for _ in range(data.draw(st.integers(0, 2))):
            start = data.draw(st.integers(0, len(text) - 1))
            end = data.draw(st.integers(start + 1, len(text)))
            label, score = data.draw(st.sampled_from(NAME_LABELS)), data.draw(st.floats(0, 1))
            made.append(Mention(text[start:end], label, start, end, score))
    (doc,) = ENGLISH.parse([text])

    relevances = extract_topics(text, doc, made, [])

    assert len(relevances) <= 3
    assert list(relevances.values()) == sorted(relevances.values(), reverse=True)
    for label, relevance in relevances.items():
        assert fold_topic_label(label) == label
        assert 1 <= len(label.split()) <= 4
        assert any(letter.isalpha() for letter in label)
        assert 0 < relevance <= 1
    assert extract_topics(text, doc, made, []) == relevances


def test_an_untagged_document_has_its_names_as_topics():
    import spacy

    text = "We moved Postgres to Ghent"

    assert set(extract_topics(text, spacy.blank("en")(text), mentions(text), [])) == {"postgres", "ghent"}


def test_extraction_takes_less_than_a_millisecond():
    texts = ["Last week I went to a pottery class with my sister, and we made a blue bowl for the garden party."] * 50
    docs = ENGLISH.parse(texts)
    started = time.process_time()
    for text, doc in zip(texts, docs, strict=True):
        extract_topics(text, doc, (), ())

    # Less than .1 ms on a desktop; slow machines have room.
    assert (time.process_time() - started) / len(texts) < 0.001
