"""The sentences that MiniLM is tuned on to read feedback."""

from __future__ import annotations

from kg.settings import Settings
from training.feedback import FeedbackLine
from training.feedback_tuning import read_sentences


def line(text: str, kind: str, source: str = "lines", previous: str = "You have two cats.") -> FeedbackLine:
    return FeedbackLine(text, previous, kind, ("It is three cats.",) if kind != "none" else (), source, "train")


def test_sentences_have_the_kind_that_was_judged_in_them() -> None:
    found = list(read_sentences([line("Good morning. It is three cats.", "correction")], Settings()))
    assert [(each.start, each.kind, each.weight) for each in found] == [(0, "none", 1.0), (14, "correction", 1.0)]
    assert found[0].pieces != found[1].pieces


def test_other_languages_and_most_talk_between_people_are_left_out() -> None:
    talk = [line(f"see you at the station at {hour}", "none", source="people") for hour in range(40)]
    assert 0 < len(list(read_sentences(talk, Settings()))) < 20
    assert not list(read_sentences([line("nein, das ist nicht richtig", "correction", previous="")], Settings()))
