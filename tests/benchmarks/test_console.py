"""The measurement of the console: its facts, what misses a goal, its table, and a small run in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.console import list_missed, measure_console, write_table
from benchmarks.console_scope import OWNER, NumberedFactsExtractor, fill
from kg import Memory, Settings
from kg.protocols import Utterance
from tests.chromium import NO_CHROMIUM, find_chromium
from tests.support import T0


def measured(paint: float = 300.0, key: float = 90.0, frames: float = 55.0) -> dict[str, Any]:
    def both(value: float) -> dict[str, float]:
        return {"p50": value, "p95": 2 * value}

    picture = {"nodes": 20, "names": 19, "frames_per_s": frames, "slowest_frame_ms": 30}
    return {
        "pages": {"home": {"first_ms": 400, "paint_ms": both(paint), "server_ms": both(40.0)}},
        "key_ms": both(key),
        "search_ms": both(40.0),
        "social_graph": {"communities": {"interactive_ms": 1500.0} | picture, "everybody": picture},
    }


def test_each_goal_can_be_missed() -> None:
    assert list_missed(measured()) == []
    assert list_missed(measured(paint=1001)) == ["home"]
    assert list_missed(measured(key=151)) == ["key"]
    assert list_missed(measured(frames=39)) == ["frames of communities", "frames of everybody"]


def test_the_table_has_pages_keys_and_frames() -> None:
    text = write_table(measured())
    assert "| home | 400 | 300 / 600 | 40 / 80 |" in text
    assert "A key: 90 / 180 ms, of which the server 40 / 80 ms." in text
    assert "communities: 20 nodes, 19 names, 55.0 frames/s while it is dragged, interactive after 1500 ms" in text
    assert text.endswith("missed: none.")


def test_a_sentence_with_a_number_states_a_fact() -> None:
    texts = [
        "The boat costs 17 euros, and Ann wants to pay half of it on Friday. Ada Lovell knows more.",
        "Please remind Ann to bring the boat when we meet in Oslo at 18.",
        "Yes, Friday works for me.",
    ]
    found = NumberedFactsExtractor().extract([Utterance(text, "Ann", T0) for text in texts]).results
    assert [[(one.subject, one.object) for one in each.statements] for each in found] == [
        [("Ada Lovell", "boat number 17")],
        [("Ann", "boat number 18")],
        [],
    ]


@pytest.mark.slow
@pytest.mark.skipif(find_chromium() is None, reason=NO_CHROMIUM)
def test_a_small_scope_is_measured(settings: Settings, scope: str) -> None:
    fill(scope, 1_000, settings, print)
    with Memory.connect(scope, settings=settings, owner=OWNER) as memory:
        result = measure_console(memory, 1)
        memory.forget(scope=True)
    assert len(result["pages"]) == 23
    assert result["social_graph"]["communities"]["names"] > 5
    assert result["key_ms"]["p50"] > 0
