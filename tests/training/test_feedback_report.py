"""The report on feedback from the log to the next context."""

from __future__ import annotations

from kg.memory import Memory
from training.feedback import FeedbackLine
from training.feedback_report import _judge_lines, _judge_topics, _learn, _log_lines, _summarise


def line(text: str, kind: str, topic: str = "", value: str = "") -> FeedbackLine:
    return FeedbackLine(text, "", kind, (), "lines", "dev", topic=topic, value=value)


def test_lines_are_judged_from_the_log_to_the_next_context(memory: Memory) -> None:
    lines = [
        line("no emojis please", "preference", "emojis", "none"),
        line("emojis are fine again", "preference", "emojis", "yes"),
        line("the bus was late", "none"),
        line("the bus was late", "complaint"),
    ]
    _log_lines(memory, lines)
    learnt = _learn(memory)
    outcomes = list(_judge_lines(memory, lines, learnt))
    assert outcomes == [("preference", True), ("preference", True), ("none", True), ("complaint", False)]
    assert _judge_topics(lines, learnt) == {"preferences": 2, "right": 1.0}
    assert _summarise(outcomes) == {
        "feedback": 3,
        "right": 0.667,
        "ordinary": 1,
        "false": 0.0,
        "by_kind": {"complaint": 0.0, "preference": 1.0, "none": 1.0},
    }
