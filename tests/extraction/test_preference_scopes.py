"""Where a preference holds, and how it is quoted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.preference_scopes import (
    find_detail,
    find_limit,
    find_scope,
    needs_antecedent,
    quote_wish,
    split_exceptions,
)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("dont use emojis in commit messages please", "in commit messages"),
        ("always ask before you add a dependency ok?", "before you add a dependency"),
        ("be more detailed when i ask about tax stuff though", "when i ask about tax stuff"),
        ("dont write those long docstrings", "in docstrings"),
        ("all prices in euros in the quotes please", "in the quotes"),
        ("don't mention it unless i ask", "unless i ask"),
        ("grams for anything i bake", "for anything i bake"),
        ("when i send code i only want the diff", "when i send code"),
        ("no emojis in v1.2 notes. thanks", "in v1.2 notes"),
    ],
)
def test_a_scope_is_found(text: str, scope: str) -> None:
    found = find_scope(text)
    assert found is not None
    assert found.text == scope


@pytest.mark.parametrize(
    "text",
    [
        "keep your answers short in general",
        "answer in french from now on",
        "no emojis in your next answers",
        "keep it short when you write to me",
        "british spelling for anything you write for me",
        "use tabs in this repo",
        "answer in english even if i slip into tagalog",
        "they/them for me btw. so where is my refund",
        "24h clock please, at the hospital am/pm is a recipe for disaster",
        "",
    ],
)
def test_what_holds_in_general_has_no_scope(text: str) -> None:
    assert find_scope(text) is None


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("pls dont send reminders before 7 am", "before 7 am"),
        ("dont send me emails on weekends", "on weekends"),
        ("no coffee for me after lunch", "after lunch"),
        ("dont write emails to customers", "to customers"),
        ("pls always write to suppliers in a formal way", "to suppliers"),
        ("speak to the kids in french", "to the kids"),
        ("please dont send invoices by mail", "by mail"),
        ("dont order anything without asking me", "without asking me"),
        ("dont call on sundays", "on sundays"),
        ("answer my mum in polish", "to my mum"),
        ("dont send invoices, only pdf", "only pdf"),
    ],
)
def test_what_narrows_a_wish_is_its_limit(text: str, limit: str) -> None:
    found = find_limit(text)
    assert found is not None
    assert found.text == limit


@pytest.mark.parametrize(
    "text",
    [
        "dont use emojis",
        "write to me in french",
        "keep replies to one sentence",
        "switch to short answers",
        "never send attachments",
        "come to the point",
        "answer my questions in polish",
        "stop sending reminders",
        "answer in french",
    ],
)
def test_what_holds_in_general_has_no_limit(text: str) -> None:
    assert find_limit(text) is None


def test_a_reason_is_no_limit() -> None:
    assert find_limit("no bullet points please, i read this on a phone at work") is None


def test_a_detail_narrows_what_is_refused() -> None:
    found = find_detail("dont post photos of the kids", "photos")
    assert found is not None
    assert found.text == "of the kids"
    assert find_detail("dont use emojis with me", "emojis") is None
    assert find_detail("dont post photos", "photos") is None


def test_an_exception_is_a_part_of_its_own() -> None:
    assert split_exceptions("when i ask about money give me more detail, otherwise keep it short") == [
        "when i ask about money give me more detail",
        "otherwise keep it short",
    ]
    assert split_exceptions("write docstrings in german, the rest in english") == [
        "write docstrings in german",
        "the rest in english",
    ]
    assert split_exceptions("keep it short, please") == ["keep it short, please"]


def test_a_wish_is_quoted_without_words_around_it() -> None:
    assert quote_wish("also please dont write long docstrings, ok?") == "please dont write long docstrings"
    assert quote_wish("No emojis in commits.") == "No emojis in commits"
    assert quote_wish("use {name} and “it”") == 'use (name) and "it"'
    assert quote_wish("word " * 50) == ""


def test_that_needs_the_sentence_before_it() -> None:
    assert needs_antecedent("dont bring that up unless i ask", "doc put me on sertraline yesterday.")
    assert not needs_antecedent("dont bring that up unless i ask", "ok.")
    assert not needs_antecedent("dont bring that up unless i ask", "do you know what the doc said?")
    assert not needs_antecedent("Ines does that so dont touch web/", "we use python and fastapi here.")


@given(st.text(max_size=300))
def test_a_scope_is_a_part_of_the_text(text: str) -> None:
    found = find_scope(text.casefold())
    assert found is None or 0 <= found.start < found.end <= len(text.casefold())
    assert len(split_exceptions(text)) in {1, 2}
    assert "{" not in quote_wish(text)
