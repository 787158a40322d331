"""Triage: a golden table of events that are embedded and extracted."""

from __future__ import annotations

import pytest

from kg.ingestion.triage import worth_embedding, worth_extracting


@pytest.mark.parametrize(
    ("kind", "text", "embedded", "extracted"),
    [
        ("message", "I moved to Oslo last week.", True, True),
        ("message", "the weather is nice over there", True, True),
        ("message", "ok", True, False),
        ("message", "thanks!", True, False),
        ("message", "haha yes", True, False),
        ("message", "👍", True, False),
        ("message", "Great", True, False),
        ("message", "I am Ann", True, True),
        ("message", "it was Bob", True, True),
        ("message", "meet Bob", True, True),
        ("message", "call Ünal", True, True),
        ("message", "at 7", True, True),
        ("message", "we lost", True, True),
        ("message", "never mind then", True, False),
        ("message", "no emojis please", True, True),
        ("message", "stop using tabs", True, True),
        ("message", "rota done", True, True),
        ("message", "bought milk", True, True),
        ("message", "scrap the kennels", True, True),
        ("message", "never mind", True, True),
        ("message", "*fri", True, True),
        ("message", "s/oslo/bergen", True, True),
        ("message", "oops, leeds", True, True),
        ("message", "no, tomorrow", True, True),
        ("message", "no, half past three", True, True),
        ("message", "back in the office", True, True),
        ("message", "npm → pnpm", True, True),
        ("message", "no", True, False),
        ("observation", "The door opened.", True, False),
        ("observation", "The door of the shed opened.", True, True),
        ("tool_call", "search(query='Where does Ann live?')", False, False),
        ("tool_error", "Error: the connection was refused by the host", False, False),
        ("tool_result", "ok", False, False),
        ("tool_result", "Done.", False, False),
        ("tool_result", " true ", False, False),
        ("tool_result", '"success"', False, False),
        ("tool_result", "null", False, False),
        ("tool_result", "{}", False, False),
        ("tool_result", "ok, 3 files were written", True, True),
        ("tool_result", "Ann lives in Oslo.", True, True),
        ("message", "done", True, False),
    ],
)
def test_which_events_are_embedded_and_extracted(kind: str, text: str, embedded: bool, extracted: bool) -> None:
    assert (worth_embedding(kind, text), worth_extracting(kind, text)) == (embedded, extracted)


def test_a_short_answer_is_extracted_from() -> None:
    assert not worth_extracting("message", "Yes!")
    assert worth_extracting("message", "todo: buy stamps")
    assert worth_extracting("message", "Yes!", is_answer=True)
    assert not worth_extracting("tool_call", "Yes!", is_answer=True)
