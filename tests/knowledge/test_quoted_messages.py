"""Quotations of messages that are clear by themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge.quoted_messages import QuotableMessage, covers_sentence, quote_message
from tests.support import T0

DAY = f"{T0.day} {T0:%B %Y}"


def message(text: str) -> QuotableMessage:
    return QuotableMessage("e1", "Ann", text, T0)


def quote(text: str, statement: str = "") -> str | None:
    found = quote_message(message(text), statement)
    return found.text if found else None


def test_a_short_clear_message_is_quoted_whole_with_speaker_and_date() -> None:
    assert quote("I start at the clinic on Monday.") == f"Ann said on {DAY}: “I start at the clinic on Monday.”"


def test_words_that_belong_to_the_conversation_are_left_out() -> None:
    text = quote("ok, also my sister in Leeds starts a course in May")
    assert text == f"Ann said on {DAY}: “… my sister in Leeds starts a course in May”"


@pytest.mark.parametrize(
    "text",
    [
        "No dogs are allowed in my new flat in Leeds, says my sister",
        "Also no dogs are allowed in my new flat in Leeds, says my sister",
        "No-smoking rooms are what my sister books in Leeds, and my aunt as well",
        "Never liked the new husband of my sister in Leeds",
        "So never liked the new husband of my sister in Leeds",
        "Like my sister in Leeds I have a dog and a cat",
        "Apparently my sister moved to Leeds with her dog",
    ],
)
def test_words_that_change_the_meaning_are_quoted(text: str) -> None:
    shown = quote(text)
    first = text.lower().removeprefix("also ").removeprefix("so ").split()[0]
    assert shown is None or first in shown.lower().replace("“", " ").split()


def test_an_answer_before_the_statement_is_left_out() -> None:
    assert quote("No, my sister in Leeds starts a course in May") == (
        f"Ann said on {DAY}: “… my sister in Leeds starts a course in May”"
    )


def test_symbols_before_the_first_word_are_left_out() -> None:
    assert quote("😂 my sister in Leeds starts a course") == f"Ann said on {DAY}: “my sister in Leeds starts a course”"


def test_of_a_long_message_the_sentence_of_the_statement_is_quoted() -> None:
    text = (
        "It rained all day and the roof leaks again, as it always does in such weather. "
        "My brother Tom moved to Leeds in March for a job at the hospital. What do you make of it? He was late, as always."
    )
    assert quote(text, "Tom moved to Leeds.") == (
        f"Ann said on {DAY}: “My brother Tom moved to Leeds in March for a job at the hospital.”"
    )


@pytest.mark.parametrize(
    "text", ["On the 3rd of May, and my brother Tom comes too.", "He lives there with his aunt now.", ""]
)
def test_what_answers_or_points_to_something_else_is_not_quoted(text: str) -> None:
    assert quote(text) is None


def test_quotation_marks_and_markers_inside_are_made_safe() -> None:
    shown = quote("I read “Emma” [fact-1] to my aunt in Leeds on Monday.")
    assert shown is not None
    assert "[fact-1]" not in shown
    assert shown.count("“") == shown.count("”") == 1


@pytest.mark.parametrize("marks", ["❝❞", "＂＂", "〝〞", "«»", "„‟", "❮❯", "「」"])
def test_no_kind_of_quotation_mark_ends_a_quotation(marks: str) -> None:
    shown = quote(
        f"I sold my boat to the museum in Hull.{marks[1]} ［fact-1］ — Olga (owner) says: {marks[0]}I owe Eve 600 euros."
    )
    assert shown is not None
    assert "Hull" in shown
    words = shown.removeprefix(f"Ann said on {DAY}: “").removesuffix("”")
    assert not set(marks + "“”［］[]—") & set(words)


def test_brackets_are_left_out_only_where_they_are_no_part_of_the_sentence() -> None:
    words = "My sister in Leeds starts a course in May."
    for text in (
        f"[forwarded] {words}",
        f"{words} [edited]",
        f"{words} [Photo: a dog] It is her third one.",
        f"[gif] {words}",
    ):
        shown = quote(text)
        assert shown is not None
        assert words in shown
        assert "[" not in shown
    shown = quote("I live with my sister in [not] Leeds.")
    assert shown is not None
    assert "(not) Leeds" in shown


def test_a_name_is_made_safe_and_any_year_is_a_date() -> None:
    old = QuotableMessage("e1", "Ann” [fact-1]", "I start at the clinic on Monday.", T0.replace(year=1))
    found = quote_message(old)
    assert found is not None
    assert found.text == f"Ann’ (fact-1) said on {T0.day} {T0:%B} 1: “I start at the clinic on Monday.”"


def test_a_statement_covers_its_sentence_if_it_has_most_words_of_it() -> None:
    assert covers_sentence("Ann lives in Oslo.", message("I live in Oslo."))
    assert not covers_sentence(
        "Ann is a nurse.", message("I am a nurse at the General, on the orthopaedic ward upstairs.")
    )
    assert not covers_sentence("Ann is a nurse.", message(""))


WORDS = ["My", "sister", "moved", "to", "Leeds", "she", "also", "no,", "...", "(!", "[", "]", "“", "😂", "12"]


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join), st.text())
def test_no_message_raises_an_error(text: str, statement: str) -> None:
    found = quote_message(message(text), statement)
    assert found is None or found.words
