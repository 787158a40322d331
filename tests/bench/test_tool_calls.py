"""Tests of `kg bench tools` and `kg bench mcp`, with few calls and few clients."""

from __future__ import annotations

import pytest

from kg import Settings
from kg.bench import mcp_clients, tool_calls

pytestmark = pytest.mark.slow


def test_random_calls_get_clear_answers_and_refused_calls_write_nothing(settings: Settings) -> None:
    result = tool_calls.measure_tool_calls(200, settings, str)
    assert {key: result[key] for key in ("failed", "written_by_refused", "written_by_reads", "too_long")} == {
        "failed": 0,
        "written_by_refused": 0,
        "written_by_reads": 0,
        "too_long": 0,
    }
    assert 50 < result["refused"] < 175


def test_mcp_clients_get_answers_from_their_own_scope(settings: Settings) -> None:
    result = mcp_clients.measure_mcp_clients(4, 4.0, settings, str)
    assert result["errors"] == result["of_other_scopes"] == 0
    assert result["calls"] >= 8
    assert result["client_ms"]["p95"] > 0
    assert result["library_ms"]["p95"] > 0
