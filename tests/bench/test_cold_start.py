"""Tests of the cold-start benchmark, on a temporary server."""

from __future__ import annotations

import pytest

from kg import Settings
from kg.bench.cold_start import measure_cold_start


@pytest.mark.slow
def test_a_cold_start_is_measured() -> None:
    notes: list[str] = []
    measured = measure_cold_start(Settings(embedder="hashing", extractor="none"), notes.append)
    assert list(measured) == ["start_s", "warm_s", "first_search_ms", "warm_search_ms", "first_digest_ms", "plans"]
    assert all(value > 0 for value in measured.values())
    # Query plans are reused after the warm-up; planning takes seconds.
    assert measured["first_search_ms"] < 1_000
    assert 10 < measured["plans"] < 100
    assert len(notes) == 1
