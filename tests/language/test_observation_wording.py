"""The wording that observations and tasks share, whether rules or a language model write them."""

from __future__ import annotations

import pytest

from kg.language.observation_wording import (
    distinguish_verb,
    format_task,
    is_self_contained,
    make_template,
    strip_dates,
)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann opened a studio.", True),
        ("Ann sleeps.", False),
        ("Ann " + "very " * 58 + "tired.", True),
        ("Ann " + "very " * 59 + "tired.", False),
        ("Ann likes my studio.", False),
        ("Ann asked you out.", False),
        ('Ann said "no" twice.', False),
        ("On 7 May 2026 works for Ann.", False),
        ("On 7 May 2026 Ann moved.", True),
    ],
)
def test_a_sentence_is_in_the_third_person(sentence: str, expected: bool) -> None:
    assert is_self_contained(sentence, "Ann") is expected
    assert not is_self_contained(sentence, "")


def test_the_subject_is_replaced_as_a_whole_word() -> None:
    assert make_template("Ann met Annika at Ann's house.", "Ann") == "{s} met Annika at {s}'s house"
    assert make_template("It cost 5 (five).", "5 (five)") == "It cost {s}"
    assert make_template("Yt_kanda met yt_kanda's boss.", "yt_kanda") == "{s} met {s}'s boss"


@pytest.mark.parametrize(
    ("deed", "due", "expected"),
    [
        ("call Bob", None, "{s} is to call Bob"),
        ("call Bob", "2026-05-07", "{s} is to call Bob by 7 May 2026"),
        ("call Bob", "2026-05", "{s} is to call Bob in May 2026"),
        ("call Bob", "2026", "{s} is to call Bob in 2026"),
        ("call Bob on 7 May 2026", "2026-05-07", "{s} is to call Bob on 7 May 2026"),
    ],
)
def test_a_task_names_its_day_once(deed: str, due: str | None, expected: str) -> None:
    assert format_task(deed, due) == expected


def test_dates_and_their_prepositions_are_left_out() -> None:
    assert strip_dates("the lease by 7 May 2026") == "the lease"
    assert strip_dates("the party at the end of May 2026, maybe") == "the party, maybe"


def test_a_verb_that_is_spelled_as_a_closed_predicate_is_distinguished() -> None:
    assert distinguish_verb("phone", ["phone"]) == "to_phone"
    assert distinguish_verb("call", ["phone"]) == "call"
