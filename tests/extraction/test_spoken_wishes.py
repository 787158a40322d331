"""Preferences and names as statements of the person who wants them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from kg.extraction.spoken_wishes import add_wishes, is_standing
from kg.protocols import ExtractedStatement, Utterance

AT = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)


def wishes(text: str, *known: ExtractedStatement) -> list[tuple[str, str, bool, str]]:
    found = add_wishes(Utterance(text, "Ann", AT), known)
    return [(each.predicate, each.object, each.polarity, each.aspect) for each in found]


def test_a_preference_in_any_language_is_stated_with_its_aspect() -> None:
    assert wishes("bitte kürzer antworten") == [("prefers", "short answers", True, "length of answers")]
    assert wishes("pas d'émojis s'il te plaît") == [("prefers", "emojis", False, "emojis")]


def test_a_name_is_stated_and_the_refused_one_denied() -> None:
    text = "call me Tina, not Christina"
    known = ExtractedStatement("Ann", "name_is", "Christina", True, None, None, 0, len(text), 0.75)
    assert wishes(text, known) == [("name_is", "Tina", True, ""), ("name_is", "Christina", False, "")]


def test_a_refused_name_is_none() -> None:
    text = "Not Christina please, call me Tina. The bank calls me Christina."
    known = ExtractedStatement("Ann", "name_is", "Christina", True, None, None, 36, len(text), 0.75)
    refused = ExtractedStatement("Ann", "name_is", "Christina", False, None, None, 0, 20, 0.75)
    assert ("name_is", "Christina", True, "") not in wishes(text, known, refused)


def quotes(text: str, *known: ExtractedStatement) -> list[tuple[str, str]]:
    found = add_wishes(Utterance(text, "Ann", AT), known)
    return [(each.template, each.aspect) for each in found if each.kind == "preference"]


def test_a_preference_with_a_scope_is_quoted() -> None:
    flat = ExtractedStatement("Ann", "prefers", "emojis", False, None, None, 0, 34, 0.75, aspect="emojis")
    text = "dont use emojis in commit messages"
    assert quotes(text, flat) == [("{s}: “dont use emojis in commit messages”", "emojis in commit messages")]
    assert wishes(text, flat) == [("prefers", text, True, "emojis in commit messages")]


def test_an_exception_leaves_the_rule() -> None:
    text = "when i ask about money give me more detail, otherwise keep it short"
    assert wishes(text) == [
        ("prefers", "when i ask about money give me more detail", True, "length of answers when i ask about money"),
        ("prefers", "short answers", True, "length of answers"),
    ]


def test_a_convention_is_quoted() -> None:
    assert quotes("never push to main, open a PR instead") == [("{s}: “never push to main, open a PR instead”", "")]
    assert quotes("run the tests with `uv run pytest`") == [("{s}: “run the tests with `uv run pytest`”", "run tests")]
    said = "doc put me on sertraline yesterday. dont bring that up unless i ask"
    assert quotes(said) == [(f"{{s}}: “{said}”", "")]
    assert quotes("you: add rate limiting to /track") == []


def test_standing_words_are_conventions_or_orders_with_a_scope() -> None:
    assert is_standing("never deploy on fridays")
    assert is_standing("don't schedule anything before 10am")
    assert not is_standing("I was in the garden for an hour")


def test_other_statements_are_kept() -> None:
    text = "No emojis please. I prefer tea."
    tea = ExtractedStatement("Ann", "prefers", "tea", True, None, None, 18, len(text), 0.75)
    assert ("prefers", "tea", True, "") in wishes(text, tea)
    assert wishes("My boss wants shorter reports.", replace(tea, start=0)) == [("prefers", "tea", True, "")]


def test_texts_that_state_nothing_are_not_read() -> None:
    assert add_wishes(Utterance("no emojis please", "Ann", AT, is_stating=False), []) == []
    assert add_wishes(Utterance("no emojis please", "", AT), []) == []


def test_what_people_say_to_each_other_is_no_wish_about_answers() -> None:
    def between_people(text: str) -> set[str]:
        return {each.object for each in add_wishes(Utterance(text, "Ann", AT, is_between_people=True), [])}

    assert wishes("no emojis please") == [("prefers", "emojis", False, "emojis")]
    assert between_people("no emojis please") == set()
    assert between_people("shorter answers please") == {"short answers"}
    assert between_people("call me Tina, not Christina") == {"Tina", "Christina"}


def test_a_refusal_that_holds_in_part_is_quoted() -> None:
    text = "please dont send invoices by mail"
    flat = ExtractedStatement("Ann", "prefers", "invoices", False, None, None, 0, 25, 0.75)
    assert wishes(text, flat) == [("prefers", text, True, "invoices by mail")]
    whole = "please dont send invoices"
    assert wishes(whole, flat) == [("prefers", "invoices", False, "")]


def test_a_style_for_others_is_quoted() -> None:
    text = "pls always write to suppliers in a formal way"
    assert wishes(text) == [("prefers", text, True, "tone of answers to suppliers")]
    liked = ExtractedStatement("Ann", "prefers", "tea", True, None, None, 0, 22, 0.75)
    assert wishes("I prefer tea at night", liked) == [("prefers", "tea", True, "")]


def test_a_thing_in_a_language_is_no_wish_for_it() -> None:
    assert wishes("drop the french data") == []
    assert wishes("please always answer in french") == [("prefers", "French", True, "language")]
