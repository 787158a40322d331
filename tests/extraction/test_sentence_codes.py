"""Sentences as codes: phrases as #n, verbs with their form, without dates; and phrases that belong together."""

from __future__ import annotations

import pytest

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.sentence_codes import CodeItem, is_job_phrase, join_items, merge_phrases
from tests.extraction.messages import read_sentences

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("My brother Tom has worked at Google since May.", ["#0 have/P work/N at #4"]),
        ("I'm gonna buy a boat.", ["#0 be/P going_to buy/B #4"]),
        ("I used to live in Rome, and Tom lives in Oslo.", ["#0 used_to live/B in #4 , and #7 live/P in #10"]),
        ("I don't work there anymore.", ["#0 do/P not work/B there anymore"]),
        ("I like cats. I like dogs!", ["#0 like/P #2", "#0 like/P #2"]),
        ("I work at Google but maybe Tom left.", ["#0 work/P at #3 but ~"]),
        ("my mums a midwife", ["#0 be/P #2"]),
        ("", []),
    ],
)
def test_a_text_is_encoded_by_sentence(text: str, codes: list[str]) -> None:
    assert [reading.code for reading in read_sentences(text)] == codes


def test_items_have_the_offsets_of_their_words() -> None:
    text = "My brother Tom works at Google."
    [reading] = read_sentences(text)
    assert [text[item.start : item.end] for item in reading.line] == ["My brother Tom", "works", "at", "Google"]
    assert [(item.lemma, item.tag) for item in reading.line] == [("", ""), ("work", "P"), ("", ""), ("", "")]


@pytest.mark.parametrize(
    ("text", "words", "name", "owner"),
    [
        ("a bit of French", "French", "French", ""),
        ("The City of Antwerp is big", "City of Antwerp", "City of Antwerp", ""),
        ("a friend of mine", "friend", "", "my"),
        ("Nina, our CEO, left.", "Nina", "Nina", ""),
    ],
)
def test_phrases_that_belong_together_are_merged(text: str, words: str, name: str, owner: str) -> None:
    phrase = read_sentences(text)[0].line[0].phrase
    assert phrase is not None
    assert (phrase.text, phrase.name, phrase.owner.pronoun if phrase.owner else "") == (words, name, owner)


def test_an_apposition_gives_the_job() -> None:
    phrase = read_sentences("Nina, our CEO, left.")[0].line[0].phrase
    assert phrase is not None
    assert phrase.role is not None
    assert (phrase.role.text, is_job_phrase(phrase.role), is_job_phrase(phrase)) == ("CEO", True, False)


def test_repeated_commas_are_one() -> None:
    line = [
        CodeItem("#", 0, 1, Phrase(0, 1, words=("a",))),
        CodeItem(",", 1, 2),
        CodeItem(",", 2, 3),
        CodeItem("and", 4, 7),
    ]
    assert join_items(merge_phrases(line)) == "#0 , and"
    assert merge_phrases([]) == []
