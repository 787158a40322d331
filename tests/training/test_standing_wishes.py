"""The sentences that MiniLM is tuned on to read standing wishes, and how it is measured."""

from __future__ import annotations

from collections import Counter

from kg.bench import read_json_lines
from training.standing_wishes import (
    LINES,
    WishSentence,
    _choose_measured,
    _measure,
    _read_old_lines,
    read_standing_lines,
)


def sentence(message: str, kind: str, group: str, *, is_wish: bool = False) -> WishSentence:
    return WishSentence(message, 0, len(message), is_wish, kind, 1.0, group)


def test_lines_are_distinct_and_spans_are_in_them() -> None:
    rows = read_json_lines(LINES)
    assert len({row["text"] for row in rows}) == len(rows)
    assert all(row.get("span", row["text"]) in row["text"] for row in rows)
    assert Counter(row["kind"] for row in rows)["standing"] > 800
    assert not [row for row in rows if "span" in row and row["kind"] != "standing"]


def test_only_the_sentences_of_the_span_are_wishes() -> None:
    found = [each for each in read_standing_lines() if each.kind == "standing"]
    assert sum(each.is_wish for each in found) >= len({each.message for each in found})
    assert any(not each.is_wish for each in found)
    assert not any(each.is_wish for each in read_standing_lines() if each.kind != "standing")


def test_of_the_judged_lines_some_preferences_are_wishes() -> None:
    lines = list(_read_old_lines())
    assert 0.05 < sum(each.is_wish for each in lines) / len(lines) < 0.5


def test_writers_and_conversations_are_left_out_to_measure() -> None:
    some = [sentence("a", "agents", f"chat {number}") for number in range(8)] + [sentence("b", "once", "writer a")]
    assert _choose_measured(some) == {"writer d", "writer e", "chat 0", "chat 4"}


def test_a_message_is_taken_for_a_wish_by_its_likeliest_sentence() -> None:
    sentences = [
        sentence("Use tabs.", "standing", "writer d", is_wish=True),
        sentence("It rained. Water it now.", "once", "writer d"),
        sentence("It rained. Water it now.", "once", "writer d"),
        sentence("It rains.", "once", "writer d"),
    ]
    figures = _measure(sentences, [0.75, 0.1, 0.65, 0.2])
    assert figures["0.6"] == {"once, false": 0.5, "standing, found": 1.0}
    assert figures["0.7"] == {"once, false": 0.0, "standing, found": 1.0}
