"""Training of the feedback detector: its lines, their folds, and the fit."""

from __future__ import annotations

import pytest

from training.corpus.reading import CONVERSATIONS
from training.feedback import (
    FeedbackLine,
    _fit,
    _to_model,
    classify_message,
    fold_of_line,
    measure_feedback,
    read_conversation_lines,
    read_feedback_lines,
)

LOW = {"criticism": 0.3, "preference": 0.3, "praise": 0.3}


def line(text: str, kind: str, **options: str) -> FeedbackLine:
    return FeedbackLine(text, options.get("previous", ""), kind, (), "lines", "train", group=options.get("group", ""))


def test_judged_lines_are_distinct_and_in_many_languages() -> None:
    lines = read_feedback_lines()
    assert len({(each.text, each.previous) for each in lines}) == len(lines)
    assert {each.language for each in lines} == {"en", "de", "es", "fr", "pt", "it", "nl", "ru", "ja"}
    assert {each.part for each in lines} == {"train", "dev", "test"}


def test_messages_of_a_conversation_have_their_judgement_and_the_agents_last_message() -> None:
    lines = {each.event: each for each in read_conversation_lines(CONVERSATIONS / "assistant-terse-trader")}
    assert (lines["s1:3"].kind, lines["s1:1"].kind) == ("preference", "none")
    assert lines["s1:3"].previous
    assert len({fold_of_line(each) for each in lines.values()}) == 1, "a conversation is not divided"


def test_a_detector_is_learnt_from_lines() -> None:
    pytest.importorskip("sklearn")
    lines = [line(f"always use {thing}", "preference") for thing in ("grams", "tabs", "commas", "euros")]
    lines += [line(f"the {thing} was late", "none") for thing in ("bus", "train", "mail", "spring")]
    lines += [line(f"wrong {thing} again", "correction") for thing in ("sum", "date", "name", "road")]
    lines += [line(f"bravo for the {thing}", "praise") for thing in ("plot", "song", "list", "pun")]
    lines += [line(f"why so {thing} today", "complaint") for thing in ("slow", "rude", "long", "vague")]
    model = _to_model({**_fit(lines), "thresholds": LOW})
    assert classify_message(line("always use litres", "preference"), model) == {"preference"}
    assert classify_message(line("the boat was late", "none"), model) == {"none"}
    figures = measure_feedback(lines, lambda each: classify_message(each, model))
    assert figures["lines"]["preference"] == {"share": 1.0, "messages": 4}
    assert figures["lines"]["false"] == 0.0
