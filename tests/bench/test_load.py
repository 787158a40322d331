"""Tests of the load benchmark and of its synthetic chat."""

from __future__ import annotations

import itertools

import pytest

from kg import Memory, Settings
from kg.bench import load
from kg.bench.synthetic_chat import CHUNK_LINES, FAMOUS, ROOM, KnownNamesExtractor, generate_lines
from kg.errors import InvalidInput
from kg.protocols import Utterance
from tests.support import T0

pytestmark = pytest.mark.slow


@pytest.fixture
def settings_without_models(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing"})


def test_a_chunk_of_the_chat_does_not_depend_on_the_start() -> None:
    whole = list(generate_lines(0, 2 * CHUNK_LINES))
    assert list(generate_lines(CHUNK_LINES - 7, 20)) == whole[CHUNK_LINES - 7 : CHUNK_LINES + 13]
    assert len({line["id"] for line in whole}) == 2 * CHUNK_LINES
    assert sum(line["session"] == ROOM for line in whole) == pytest.approx(200, abs=60)
    assert all(line["at"] < next_line["at"] for line, next_line in itertools.pairwise(whole))


def test_the_extractor_finds_the_generated_names() -> None:
    text = "Max broke it. Ada Lovell knows more."
    works = "Ann Balomi works for Zapora Labs."
    extracted = (
        KnownNamesExtractor()
        .extract([Utterance(each, "Max", T0) for each in (text, works, "Yes, Monday works for me.")])
        .results
    )
    assert [(mention.text, mention.label) for mention in extracted[0].mentions] == [(FAMOUS, "person")]
    assert [(statement.subject, statement.predicate, statement.object) for statement in extracted[1].statements] == [
        ("Ann Balomi", "works_at", "Zapora Labs")
    ]
    assert not extracted[2].mentions
    assert not extracted[2].statements


def test_each_size_is_measured_and_a_later_run_continues(settings_without_models: Settings, scope: str) -> None:
    progress: list[str] = []
    first = load.measure_load([100], 1, 40, settings_without_models, progress.append, name=scope, keep=True)
    second = load.measure_load([1_000, 2_000], 1, 40, settings_without_models, progress.append, name=scope, keep=False)
    assert [row["size"] for row in first["measured"] + second["measured"]] == [100, 1_000, 2_000]
    smaller, larger = second["measured"]
    # Existing events are not logged again; with the timed writes of the first run there are 700.
    assert f"{scope}-0: 1000 memories" in progress[2]
    # The index is approximate, and its graph differs with the order of parallel writes.
    assert smaller["of_exact"]["100"] >= 0.98
    for name in ("search_ms", "context_ms", "log_ms", "digest_ms", "entity_ms"):
        assert 0 < larger[name]["p50"] <= larger[name]["p95"]
        assert second["growth"][name] == pytest.approx(larger[name]["p95"] / smaller[name]["p95"], abs=0.01)
    with Memory.connect(f"{scope}-0", settings=settings_without_models) as memory:
        assert memory.graph.run("bench/count_events")[0]["events"] == 0


@pytest.mark.parametrize("sizes", [[1_000, 1_000], [2_000, 1_000], [1_001]])
def test_invalid_sizes_are_refused(settings_without_models: Settings, sizes: list[int]) -> None:
    with pytest.raises(InvalidInput, match="sizes"):
        load.measure_load(sizes, 2, 40, settings_without_models, lambda _: None, name="never", keep=True)
