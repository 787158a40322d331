"""Preferences and names as statements of the person who wants them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from kg.extraction.spoken_wishes import add_wishes
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
