"""The pairs that MiniLM is tuned on to read which statements a message ends, and how it is measured."""

from __future__ import annotations

from collections import Counter

from kg.bench import read_json_lines
from kg.extraction import split_news
from training.ended_statements import LINES, EndPair, measure_ends, read_written_pairs


def pair(kind: str, *, ends: bool) -> EndPair:
    return EndPair("Ann lives in Oslo.", "Ann", "Bergen is lovely.", ends, kind, 1.0, "f")


def test_each_statement_has_messages_that_end_it_and_others_that_do_not() -> None:
    rows = read_json_lines(LINES)
    assert Counter(len(row["later"]) for row in rows) == {5: len(rows)}
    assert {sum(later["ends"] for later in row["later"]) for row in rows} == {2, 3}
    assert len({row["writer"] for row in rows}) == 20
    assert sum(row["fact"] is not None for row in rows) > len(rows) / 2


def test_messages_are_learnt_with_the_fact_and_with_the_message_that_states_it() -> None:
    rows = read_json_lines(LINES)
    pairs = list(read_written_pairs())
    assert len(pairs) == 5 * (len(rows) + sum(row["fact"] is not None for row in rows))
    assert 0.4 < sum(each.ends for each in pairs) / len(pairs) < 0.5


def test_most_written_messages_are_read_in_one_part() -> None:
    parts = Counter(len(split_news(later["text"])) for row in read_json_lines(LINES) for later in row["later"])
    assert parts[1] > sum(parts.values()) * 0.95


def test_ends_are_counted_by_threshold_and_kind() -> None:
    pairs = [
        pair("written", ends=True),
        pair("written", ends=True),
        pair("written", ends=False),
        pair("other", ends=False),
    ]
    figures = measure_ends(pairs, [0.95, 0.65, 0.75, 0.1])
    assert figures["0.6"] == {
        "written, false": 1.0,
        "written, found": 1.0,
        "written, right": 0.667,
        "other, false": 0.0,
    }
    assert figures["0.9"] == {"written, false": 0.0, "written, found": 0.5, "written, right": 1.0, "other, false": 0.0}
