"""Types of phrases: what can be an organisation, a place, a tool, a job, a language, a pet."""

from __future__ import annotations

import pytest

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.person_references import ReferenceResolver
from kg.extraction.phrase_types import matches_type
from kg.extraction.sentence_reader import SentenceReading

READING = SentenceReading([], ReferenceResolver("Sam"), [])


def phrase(words: str, **parts: object) -> Phrase:
    return Phrase(0, len(words), words=tuple(words.split()), **parts)  # type: ignore[arg-type]


def name(words: str, label: str = "", *, is_label_sure: bool = True) -> Phrase:
    return phrase(words, name=words, label=label, is_label_sure=is_label_sure)


@pytest.mark.parametrize(
    ("object_type", "fitting", "other"),
    [
        ("org", name("Bosch", "org"), name("Nina", "person")),
        ("org", phrase("police", det="the"), phrase("work")),
        ("firm", name("Bosch"), name("Oslo", "place")),
        ("company", name("Bosch"), phrase("bakery")),
        ("group", phrase("chess club", det="the"), phrase("same team", det="the")),
        ("name", name("Oslo", "place"), name("Kotlin", "tool")),
        ("city", name("Oslo", "place"), name("Oslo")),
        ("person", name("Nina", "person"), name("Oslo", "place")),
        ("person", name("Oslo", "place", is_label_sure=False), phrase("bakery")),
        ("known", name("Nina", "person"), phrase("Kotlin", label="tool")),
        ("name", name("Oslo", "place"), phrase("server beta")),
        ("tool", name("Kotlin", "tool"), name("Nina", "person")),
        ("host", phrase("old server"), phrase("street")),
        ("job", phrase("data engineer"), phrase("great day")),
        ("school", name("Ghent University"), phrase("university")),
        ("field", phrase("law"), phrase("book")),
        ("language", phrase("French"), phrase("tea")),
        ("thing", phrase("cars", det="two"), phrase("car", det="that")),
        ("pet", phrase("dog", kin="dog", det="a"), phrase("dog", kin="dog", det="the")),
        ("title", phrase("pilot", det="a"), phrase("pilot", det="my")),
        ("any", phrase("tea"), phrase("tea", det="this")),
    ],
)
def test_a_type_accepts_and_refuses(object_type: str, fitting: Phrase, other: Phrase) -> None:
    assert matches_type(READING, fitting, object_type)
    assert not matches_type(READING, other, object_type)


def test_a_pronoun_fits_wide_types_only() -> None:
    she, it = Phrase(0, 3, pronoun="she"), Phrase(0, 2, pronoun="it")
    assert [matches_type(READING, she, kind) for kind in ("any", "person", "org", "tool")] == [True, True, False, False]
    assert not matches_type(READING, it, "any")


def test_a_plain_phrase_is_not_narrowed_by_the_following_words() -> None:
    narrowed = SentenceReading([], ReferenceResolver("Sam"), [], "nuts with salt")
    assert matches_type(READING, phrase("nuts"), "plain")
    assert not matches_type(narrowed, phrase("nuts"), "plain")
    assert matches_type(narrowed, phrase("nuts"), "any")
