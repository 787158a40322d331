"""`kg bench tools` and `kg bench mcp`, with few calls and few clients."""

from __future__ import annotations

import pytest

from kg import Settings
from kg.bench import mcp_clients, tool_calls

pytestmark = pytest.mark.slow


def test_calls_are_answered_clearly_and_a_refused_one_writes_nothing(settings: Settings) -> None:
    told = tool_calls.run(200, settings, str)
    assert {key: told[key] for key in ("failed", "written_by_refused", "written_by_reads", "too_long")} == {
        "failed": 0,
        "written_by_refused": 0,
        "written_by_reads": 0,
        "too_long": 0,
    }
    assert 50 < told["refused"] < 175


def test_clients_are_answered_from_their_own_scope(settings: Settings) -> None:
    told = mcp_clients.run(4, 4.0, settings, str)
    assert told["errors"] == told["of_other_scopes"] == 0
    assert told["calls"] >= 8
    assert told["client_ms"]["p95"] > 0
    assert told["library_ms"]["p95"] > 0
