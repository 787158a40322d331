"""The load: any stretch of its chat alone, what it tells at each size, and that it goes on where it was left."""

from __future__ import annotations

import itertools

import pytest

from kg import Memory, Settings
from kg.bench import load
from kg.bench.synthetic_chat import FAMOUS, ROOM, STRETCH, Known, lines
from kg.errors import InvalidInput
from kg.protocols import Utterance
from tests.support import T0

pytestmark = pytest.mark.slow


@pytest.fixture
def modelless(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing"})


def test_a_stretch_of_the_chat_is_the_same_wherever_one_begins() -> None:
    whole = list(lines(0, 2 * STRETCH))
    assert list(lines(STRETCH - 7, 20)) == whole[STRETCH - 7 : STRETCH + 13]
    assert len({line["id"] for line in whole}) == 2 * STRETCH
    assert sum(line["session"] == ROOM for line in whole) == pytest.approx(200, abs=60)
    assert all(one["at"] < other["at"] for one, other in itertools.pairwise(whole))


def test_its_reader_finds_the_names_that_it_was_made_of() -> None:
    text = "Max broke it. Ada Lovell knows more."
    works = "Ann Balomi works for Zapora Labs."
    found = Known().extract([Utterance(each, "Max", T0) for each in (text, works, "Yes, Monday works for me.")]).found
    assert [(mention.text, mention.label) for mention in found[0].mentions] == [(FAMOUS, "person")]
    assert [(one.subject, one.predicate, one.object) for one in found[1].statements] == [
        ("Ann Balomi", "works_at", "Zapora Labs")
    ]
    assert not found[2].mentions
    assert not found[2].statements


def test_each_size_is_measured_and_a_later_run_goes_on(modelless: Settings, scope: str) -> None:
    told: list[str] = []
    first = load.run([100], 1, 40, modelless, told.append, name=scope, keep=True)
    second = load.run([1_000, 2_000], 1, 40, modelless, told.append, name=scope, keep=False)
    assert [one["size"] for one in first["measured"] + second["measured"]] == [100, 1_000, 2_000]
    smaller, larger = second["measured"]
    # What was there was not logged again: with what was timed at 100, there were 700.
    assert f"{scope}-0: 1000 memories" in told[2]
    assert smaller["of_exact"]["100"] >= 0.99
    for name in ("search_ms", "context_ms", "log_ms", "digest_ms", "entity_ms"):
        assert 0 < larger[name]["p50"] <= larger[name]["p95"]
        assert second["growth"][name] == pytest.approx(larger[name]["p95"] / smaller[name]["p95"], abs=0.01)
    with Memory.connect(f"{scope}-0", settings=modelless) as memory:
        assert memory.graph.run("bench/count_events")[0]["events"] == 0


@pytest.mark.parametrize("sizes", [[1_000, 1_000], [2_000, 1_000], [1_001]])
def test_sizes_that_cannot_be_are_refused(modelless: Settings, sizes: list[int]) -> None:
    with pytest.raises(InvalidInput, match="sizes"):
        load.run(sizes, 2, 40, modelless, lambda _: None, name="never", keep=True)
