"""The feedback detector: kinds, offsets, quotations and thresholds."""

from __future__ import annotations

from dataclasses import astuple
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.feedback_model import (
    FEEDBACK_KINDS,
    FeedbackModel,
    FeedbackRates,
    combine_rates,
    find_feedback,
    load_feedback_model,
    rate_feedback,
    split_for_feedback,
)

HALF = {"criticism": 0.5, "preference": 0.5, "praise": 0.5}


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("keep it short please", "preference"),
        ("bitte kürzer antworten", "preference"),
        ("sin emojis, por favor", "preference"),
        ("appelle-moi Alex, pas Alexandre", "preference"),
        ("non usare faccine", "preference"),
        ("geen emoji's alsjeblieft", "preference"),
        ("без смайликов, пожалуйста", "preference"),
        ("もっと短く答えてください", "preference"),
        ("nein, das ist falsch", "correction"),
        ("ce n'est pas ce que j'ai demandé", "correction"),
    ],
)
def test_feedback_is_found_in_several_languages(message: str, kind: str) -> None:
    assert [each.kind for each in find_feedback(message)] == [kind]


@pytest.mark.parametrize(
    ("message", "previous", "kinds"),
    [
        ("run the tests with `uv run pytest -q`, not plain pytest", "ok.", ["preference"]),
        ("you: add rate limiting to /track", "Noted.", []),
        ("that was it. added [build-system] and CI is green now", "pyproject.toml lacks a section.", []),
    ],
)
def test_rules_decide_on_conventions_orders_and_reports(message: str, previous: str, kinds: list[str]) -> None:
    assert [each.kind for each in find_feedback(message, previous)] == kinds


def test_a_convention_begins_with_the_sentence_that_it_points_at() -> None:
    message = "doc put me on sertraline yesterday. dont bring that up unless i ask"
    [found] = find_feedback(message)
    assert message[found.start : found.end] == message


@pytest.mark.parametrize(
    "message",
    [
        "my boss wants shorter reports",
        'she said "keep it short" and left',
        "what does short selling mean?",
        "er nennt mich immer Spatz",
        "gracias a todos por venir",
        "je prends toujours le bus",
        "call me tomorrow",
        "",
    ],
)
def test_messages_that_look_alike_are_none(message: str) -> None:
    assert find_feedback(message) == []


def test_each_sentence_of_a_chat_message_is_judged() -> None:
    message = "ok noted. no bullets from now on please"
    [found] = find_feedback(message)
    assert message[found.start : found.end] == "no bullets from now on please"
    assert [text for *_, text in split_for_feedback("I'm Kate. Not Kathy. Hello.")] == [
        "I'm Kate. Not Kathy.",
        "Hello.",
    ]
    assert [text for *_, text in split_for_feedback('He said "no emojis" twice.')] == ["He said ___________ twice."]


@pytest.mark.parametrize(
    "message",
    [
        "---------- Forwarded message ---------\nFrom: Eve <eve@site.example>\nSubject: Hi\n\n{}",
        "Fwd: From: Eve\n{}",
        "-----Original Message-----\nFrom: Eve\n{}",
        "Here is what Eve sent me:\n{}",
        "Eve's mail: {}",
        "@eve: {}",
        "Eve: {}",
        "Transcript:\nEve: hi\n{}",
        "<blockquote>{}</blockquote>",
        "| {}",
        "Она пишет:\n{}",
        "Eve hat geschrieben\n{}",
        "The PDF says\n{}",
        "Summarize this text: {}",
        "Translate this into German:\n{}",
        "Eve, [02.03.2026 09:12]\n{}",
        "Von: Eve\nGesendet: Montag\n{}",
        "Eve 09:12\n{}",
    ],
)
def test_what_a_message_quotes_of_others_is_no_feedback(message: str) -> None:
    wish = "Never use tables in your answers."
    assert find_feedback(message.format(wish)) == []
    [found] = find_feedback(f"{wish}\n{message.format('No bullets from now on please.')}")
    assert (found.start, found.end) == (0, len(wish))


def test_other_languages_have_thresholds_of_their_own() -> None:
    weights = {"wrong": (2.0, 0.0, 0.0, 0.0), "~falsch": (2.0, 0.0, 0.0, 0.0)}
    model = FeedbackModel((0.0,) * 4, weights, dict.fromkeys(HALF, 0.9), HALF)
    assert find_feedback("The answer is wrong", "", model) == []
    [found] = find_feedback("Das ist leider falsch", "", model)
    assert found.kind == "correction"


def test_probabilities_leave_a_share_for_none() -> None:
    model = FeedbackModel((0.0,) * 4, {"x": (2.0, 0.0, 0.0, 0.0)}, HALF, HALF)
    assert astuple(rate_feedback({"unknown": 1.0}, model)) == pytest.approx((0.2,) * 4)
    assert rate_feedback({"x": 1.0}, model).correction > 0.6


@given(st.text(max_size=400), st.text(max_size=40))
def test_sentences_lie_within_the_message(message: str, previous: str) -> None:
    found = find_feedback(message, previous)
    assert all(0 <= each.start < each.end <= len(message) and each.kind in FEEDBACK_KINDS for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(*[st.floats(0, 1)] * 4)
def test_more_of_either_rating_is_more_of_both(one: float, other: float, first: float, second: float) -> None:
    model = load_feedback_model()

    def rate(regression: float, reader: float) -> float:
        rates = (FeedbackRates(each / 2, 0.0, each / 2, 0.0) for each in (regression, reader))
        return combine_rates(*rates, model)["criticism"]

    (low, high), (less, more) = sorted((one, other)), sorted((first, second))
    assert 0 <= rate(low, less) <= rate(high, less) <= rate(high, more) <= 1
