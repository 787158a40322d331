"""The benchmarks: they measure what they say, tell it in the shape of the contract, and leave nothing behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Settings
from kg.bench import ingest, latency, recall, reembedding, sleep, summaries, vector_recall
from kg.bench.common import quantiles, scratch
from kg.bench.recall import Answer, interval, summary
from kg.bench.synthetic_texts import chat, questions
from kg.errors import InvalidInput, NotFound
from kg.language.hashing_embedder import HashingEmbedder

pytestmark = pytest.mark.slow


@pytest.fixture
def modelless(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing"})


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """A folder of a benchmark: its lines by file."""

    def folder(name: str, **files: list[dict[str, Any]]) -> Path:
        place = tmp_path / name
        place.mkdir()
        for file, lines in files.items():
            (place / f"{file}.jsonl").write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        return place

    return folder


EVENTS = [
    {
        "id": f"e{place}",
        "session": "c:1",
        "channel": "c",
        "speaker": "c:ann",
        "role": "user",
        "ts": f"2026-03-02T09:{place:02}:00Z",
    }
    | {"text": text}
    for place, text in enumerate(["Ann moved to Oslo.", "It rains a lot.", "The oak is old.", "A key lies under it."])
]
QUESTIONS = [
    {"question": "Who moved to Oslo?", "evidence": ["e0"], "category": "one"},
    {"question": "old oak", "evidence": ["e2", "no such event"], "category": "two"},
    {"question": "Unanswerable?", "evidence": [], "category": "two"},
]


def test_recall_is_the_share_of_the_evidence_among_the_first(modelless: Settings, folder: Callable[..., Path]) -> None:
    passages = [{"id": "p1", "title": "Oslo", "text": "A city."}, {"id": "p2", "title": "Oak", "text": "A tree."}]
    told_lines: list[str] = []
    told = recall.run(
        [
            folder("talk", events=EVENTS, questions=QUESTIONS),
            folder("texts", passages=passages, questions=[{"question": "Which city is Oslo?", "evidence": ["p1"]}]),
        ],
        modelless,
        told_lines.append,
    )
    assert set(told) == {"folders", "mean", "by_category", "ms", "interval", "confidence", "newest_first"}
    assert told["folders"]["talk"] | {"mrr": 1} == {
        "r@5": 0.75, "r@10": 0.75, "r@20": 0.75, "r@50": 0.75, "hit@10": 1.0, "mrr": 1, "questions": 2,
    }  # fmt: skip
    assert told["folders"]["texts"]["r@5"] == 1.0
    assert told["mean"]["questions"] == 3
    assert told["by_category"]["two"]["r@10"] == 0.5
    assert set(told["ms"]) == {"p50", "p95"}
    assert [line.split(":")[0] for line in told_lines] == ["talk", "texts"]


def test_golden_numbers_of_a_summary() -> None:
    answers = [Answer("f", "c", (1, None), 1.0), Answer("f", "c", (7,), 1.0), Answer("f", "c", (None,), 1.0)]
    assert [answers[0].recall(5), answers[1].recall(5), answers[1].recall(10)] == [0.5, 0.0, 1.0]
    assert summary(answers) == {
        "r@5": 0.1667, "r@10": 0.5, "r@20": 0.5, "r@50": 0.5, "hit@10": 0.6667, "mrr": 0.381, "questions": 3,
    }  # fmt: skip


def test_what_a_group_brings_is_told_with_its_interval(modelless: Settings, folder: Callable[..., Path]) -> None:
    talk = folder("talk", events=EVENTS, questions=QUESTIONS)
    told = recall.run([talk], modelless, str, ["words", "around"])["without"]
    assert set(told) == {"words", "around"}
    for less in told.values():
        for cut in ("r@5", "r@10"):
            low, high = less[cut]["interval"]
            assert low <= less[cut]["brings"] <= high
            assert less[cut]["significant"] is (low > 0 or high < 0)
        assert less["mean"]["questions"] == 2
    with pytest.raises(InvalidInput, match="without"):
        recall.run([talk], modelless, str, ["windows"])


def test_intervals_hold_the_mean_and_shrink_with_more_questions() -> None:
    low, high = interval([0.0, 1.0] * 50)
    assert 0.38 <= low < 0.5 < high <= 0.62
    assert interval([1.0] * 9) == [1.0, 1.0]
    wide = interval([0.0, 1.0] * 5)
    assert wide[1] - wide[0] > high - low


def test_whether_the_current_statement_stands_before_the_outdated_one(
    modelless: Settings, folder: Callable[..., Path]
) -> None:
    days = ["The launch is planned for 3 April.", "The launch moved to 17 April."]
    events = [EVENTS[place] | {"id": f"d{place}", "text": text} for place, text in enumerate(days)]
    asked = [{"question": "When is the launch?", "evidence": ["d0", "d1"], "category": "knowledge_update"}]
    told = recall.run([folder("news", events=events, questions=asked)], modelless, str)
    assert told["newest_first"] in (0.0, 1.0)
    assert sum(level["questions"] for level in told["confidence"].values()) == 1


def test_a_folder_without_questions_is_named(modelless: Settings, folder: Callable[..., Path]) -> None:
    with pytest.raises(NotFound, match=r"questions\.jsonl"):
        recall.run([folder("empty", events=EVENTS)], modelless, str)


def test_latency_tells_each_call_beside_the_bare_query(modelless: Settings) -> None:
    told = latency.run(100, 40, modelless, str)
    times = {name for name in told if name.endswith("_ms")}
    assert {"bare_vector_ms", "search_ms", "search_without_embedding_ms", "context_ms"} <= times
    assert {"context_without_embedding_ms", "full_context_without_embedding_ms"} <= times
    assert told["context_ratio"] > 0
    assert all(0 < told[name]["p50"] <= told[name]["p95"] for name in times)
    assert told["size"] == 100
    assert told["ratio"] == pytest.approx(
        told["search_without_embedding_ms"]["p50"] / told["bare_vector_ms"]["p50"], rel=0.05
    )


def test_ingest_tells_speeds_and_trips(modelless: Settings) -> None:
    told = ingest.run(100, 1, modelless, str)
    assert set(told) == {"log_events_per_s", "embed_texts_per_s", "digest_texts_per_s", "ratio", "trips_per_batch"}
    assert told["trips_per_batch"] <= 3
    assert min(told.values()) > 0


def test_sleep_tells_seconds_and_trips_and_a_second_one_finds_nothing(modelless: Settings) -> None:
    told = sleep.run(100, modelless, lambda _: None)
    assert list(told) == ["events 25", "events 50", "events 100"]
    few, many = told["events 25"], told["events 100"]
    assert many["seconds"] > 0
    assert many["trips"] < 4 * few["trips"], "they do not grow faster than the events"
    assert many["again_trips"] < many["trips"]


def test_reembedding_fails_no_search(modelless: Settings) -> None:
    told = reembedding.run(100, modelless, str)
    assert told["memories"] >= 100
    assert (told["failed"], told["searches"] > 0) == (0, True)


def test_vectors_compare_the_index_with_an_exact_look(modelless: Settings, folder: Callable[..., Path]) -> None:
    told = vector_recall.run([folder("talk", events=EVENTS, questions=QUESTIONS)], modelless, str)
    assert (told["texts"], told["questions"]) == (4, 3)
    assert told["recall@10"]["50"] == 1.0


def test_a_scratch_scope_is_erased_even_after_an_error(modelless: Settings, look: Callable[..., list[Any]]) -> None:
    names = []

    def fail() -> None:
        with scratch(modelless, "test", HashingEmbedder()) as memory:
            names.append(memory.scope)
            memory.log([{"text": "hello"}])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [row[0] for row in look("MATCH (n {scope: $name}) RETURN labels(n)", name=names[0])] == [["Receipt"]]


def test_quantiles_by_the_nearest_rank() -> None:
    assert quantiles(list(range(1, 101))) == {"p50": 50, "p95": 95}
    assert quantiles([3.14159]) == {"p50": 3.14, "p95": 3.14}


def test_made_up_chats_are_the_same_everywhere() -> None:
    assert chat(50, seed=3) == chat(50, seed=3)
    assert chat(50, seed=3) != chat(50, seed=4)
    assert len({event["id"] for event in chat(500)}) == 500
    assert questions(20) == questions(20)
    assert chat(1, seed=7)[0]["speaker"].startswith("chat:")


def test_summaries_tells_coverage_sources_and_length(modelless: Settings, folder: Callable[..., Path]) -> None:
    lines = [
        {"id": f"e{place}", "ts": f"2026-03-02T09:{place:02}:00Z", "session": "s", "channel": "chat", "speaker": "Ann"}
        | {"text": "I live in Ghent." if place == 0 else f"The ferry number {place} leaves the old harbour at noon."}
        for place in range(12)
    ]
    told = summaries.run([folder("harbour", events=lines)], modelless, lambda _: None)
    measures = told["folders"]["harbour"]
    assert (measures["facts"], measures["covered"], measures["covered_by_id"], measures["without_source"]) == (
        1,
        1,
        1,
        0,
    )
    assert measures["nodes"] >= 3
    assert told["mean"] == pytest.approx(measures)
