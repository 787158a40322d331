"""Topics and values of preferences, across paraphrase and language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.preference_topics import find_topics, split_wishes


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("keep your answers short", "length of answers", "short"),
        ("ab jetzt gern ausführlichere Antworten", "length of answers", "long"),
        ("tes réponses sont trop longues, fais plus court", "length of answers", "short"),
        ("I take it back about the five lines, longer is fine", "length of answers", "long"),
        ("short e-mails please", "length of e-mails", "short"),
        ("on weekends you can write longer", "length of answers on weekends", "long"),
        ("no emojis please", "emojis", "none"),
        ("les émojis sont de nouveau autorisés", "emojis", "yes"),
        ("絵文字は使わないで", "emojis", "none"),
        ("don't be so formal", "tone of answers", "informal"),
        ("metric please, no miles", "units", "metric"),
        ("show distances as 5 km, not 3 miles", "units", "metric"),
        ("English please, not Spanish", "language", "English"),
        ("call me Tina, not Christina", "form of address", "Tina"),
        ("never send anything without asking me", "confirmation", "ask first"),
        ("smettila di scusarti", "apologies", "none"),
        ("tabs thing: marek gave up, ruff format with 4 spaces from now on", "indentation", "spaces"),
        ("no comments in the code please", "comments in code", "none"),
        ("keep it short in e-mails", "length of e-mails", "short"),
        ("no emojis in slides", "emojis in slides", "none"),
        ("please dont write those long docstrings, one line max", "length of answers in docstrings", "short"),
    ],
)
def test_topic_and_value_are_read_in_several_languages(text: str, topic: str, value: str) -> None:
    assert [(each.name, each.value) for each in find_topics(text) if each.name == topic] == [(topic, value)]


def test_what_is_refused_has_a_negative_polarity() -> None:
    assert [each.polarity for each in find_topics("no emojis please")] == [False]
    assert [each.polarity for each in find_topics("emojis are fine again")] == [True]


@pytest.mark.parametrize(
    "text", ["tea", "I no longer live in Oslo.", "I took the bus to Leeds.", "", "courtesy matters"]
)
def test_other_texts_have_no_topic(text: str) -> None:
    assert find_topics(text) == []


def test_a_sentence_about_several_topics_is_split() -> None:
    wishes = split_wishes("no emojis pls, and next time give me a hint first")
    assert [(text, topic.name if topic else None) for text, topic in wishes] == [
        ("no emojis pls", "emojis"),
        ("next time give me a hint first", "hints"),
    ]
    assert split_wishes("always round up") == [("always round up", None)]


def test_parts_with_and_without_a_scope_are_wishes_of_their_own() -> None:
    wishes = split_wishes("write docstrings in german, the rest in english")
    assert [(topic.name, topic.value, topic.is_scoped) for _, topic in wishes if topic] == [
        ("language in docstrings", "German", True),
        ("language", "English", False),
    ]
    [(text, topic)] = split_wishes("for bug reports i want long explanations")
    assert text == "for bug reports i want long explanations"
    assert topic is not None
    assert topic.is_scoped


def test_a_convention_without_a_topic_has_its_subject() -> None:
    [(_, topic)] = split_wishes("run the tests with `make test`")
    assert topic is not None
    assert (topic.name, topic.phrase, topic.is_scoped) == ("run tests", "", True)


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    names = [each.name for each in find_topics(text)]
    assert len(names) == len(set(names))
    assert split_wishes(text)


@pytest.mark.parametrize(
    "text",
    [
        "Long time no talk.",
        "cotisation trente euros, trente-cinq",
        "it's only four miles from here",
        "I ran 5 km and lost a few pounds",
        "bref on est à l'équilibre",
        "Je vous demande à tous de garder les compliments pour après.",
    ],
)
def test_idioms_and_other_peoples_praise_are_no_preference(text: str) -> None:
    assert find_topics(text) == []


def test_praise_is_refused_and_allowed_again() -> None:
    assert [(one.name, one.polarity) for one in find_topics("No compliments please")] == [("praise", False)]
    assert [(one.name, one.polarity) for one in find_topics("compliments are fine again")] == [("praise", True)]


@pytest.mark.parametrize(
    "text", ["my English is bad", "mein Deutsch ist schlecht", "my spoken French is not very good"]
)
def test_how_well_a_language_is_known_is_no_preference(text: str) -> None:
    assert find_topics(text) == []
    [topic] = find_topics(f"always answer in Dutch, {text}")
    assert topic.value == "Dutch"


def test_type_hints_are_no_hints() -> None:
    assert [each.name for each in find_topics("Use type hints everywhere")] == ["type hints"]
    assert [each.name for each in find_topics("give me a hint first")] == ["hints"]
