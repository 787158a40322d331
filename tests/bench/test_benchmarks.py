"""Tests of the benchmarks: the values, the shape of the result, and that the temporary scopes are erased."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Settings
from kg.bench import ingest, latency, observations, recall, reembedding, sleep, summaries, vector_recall
from kg.bench.common import compute_quantiles, temporary_memory
from kg.bench.recall import QuestionResult, bootstrap_interval, summarise_results
from kg.bench.synthetic_texts import generate_chat, generate_questions
from kg.errors import InvalidInput, NotFound
from kg.language.hashing_embedder import HashingEmbedder

pytestmark = pytest.mark.slow


@pytest.fixture
def settings_without_models(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing"})


@pytest.fixture
def write_folder(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a benchmark folder from lines by file name."""

    def write_folder(name: str, **files: list[dict[str, Any]]) -> Path:
        index = tmp_path / name
        index.mkdir()
        for file, lines in files.items():
            (index / f"{file}.jsonl").write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        return index

    return write_folder


EVENTS = [
    {
        "id": f"e{index}",
        "session": "c:1",
        "channel": "c",
        "speaker": "c:ann",
        "role": "user",
        "ts": f"2026-03-02T09:{index:02}:00Z",
    }
    | {"text": text}
    for index, text in enumerate(["Ann moved to Oslo.", "It rains a lot.", "The oak is old.", "A key lies under it."])
]
QUESTIONS = [
    {"question": "Who moved to Oslo?", "evidence": ["e0"], "category": "one"},
    {"question": "old oak", "evidence": ["e2", "no such event"], "category": "two"},
    {"question": "Unanswerable?", "evidence": [], "category": "two"},
]


def test_recall_is_the_share_of_evidence_in_the_first_k(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    passages = [{"id": "p1", "title": "Oslo", "text": "A city."}, {"id": "p2", "title": "Oak", "text": "A tree."}]
    progress: list[str] = []
    result = recall.measure_recall(
        [
            write_folder("talk", events=EVENTS, questions=QUESTIONS),
            write_folder(
                "texts", passages=passages, questions=[{"question": "Which city is Oslo?", "evidence": ["p1"]}]
            ),
        ],
        settings_without_models,
        progress.append,
    )
    assert set(result) == {
        "folders", "mean", "by_category", "ms", "interval", "confidence", "unanswerable", "answerable", "calibration_error",
        "newest_first",
    }  # fmt: skip
    assert result["folders"]["talk"] | {"mrr": 1} == {
        "r@5": 0.75, "r@10": 0.75, "r@20": 0.75, "r@50": 0.75, "hit@10": 1.0, "mrr": 1, "questions": 2,
    }  # fmt: skip
    assert result["folders"]["texts"]["r@5"] == 1.0
    assert result["mean"]["questions"] == 3
    assert result["by_category"]["two"]["r@10"] == 0.5
    assert set(result["ms"]) == {"p50", "p95"}
    assert [line.split(":")[0] for line in progress] == ["talk", "texts"]


def test_summary_of_known_results() -> None:
    answers = [
        QuestionResult("f", "c", (1, None), 1.0),
        QuestionResult("f", "c", (7,), 1.0),
        QuestionResult("f", "c", (None,), 1.0),
    ]
    assert [answers[0].recall(5), answers[1].recall(5), answers[1].recall(10)] == [0.5, 0.0, 1.0]
    assert summarise_results(answers) == {
        "r@5": 0.1667, "r@10": 0.5, "r@20": 0.5, "r@50": 0.5, "hit@10": 0.6667, "mrr": 0.381, "questions": 3,
    }  # fmt: skip


def test_ablation_reports_the_difference_with_its_interval(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    talk = write_folder("talk", events=EVENTS, questions=QUESTIONS)
    result = recall.measure_recall([talk], settings_without_models, str, ["words", "around"])["without"]
    assert set(result) == {"words", "around"}
    for less in result.values():
        for cut in ("r@5", "r@10"):
            low, high = less[cut]["interval"]
            assert low <= less[cut]["brings"] <= high
            assert less[cut]["significant"] is (low > 0 or high < 0)
        assert less["mean"]["questions"] == 2
    with pytest.raises(InvalidInput, match="without"):
        recall.measure_recall([talk], settings_without_models, str, ["windows"])


def test_intervals_hold_the_mean_and_shrink_with_more_questions() -> None:
    low, high = bootstrap_interval([0.0, 1.0] * 50)
    assert 0.38 <= low < 0.5 < high <= 0.62
    assert bootstrap_interval([1.0] * 9) == [1.0, 1.0]
    wide = bootstrap_interval([0.0, 1.0] * 5)
    assert wide[1] - wide[0] > high - low


def test_newest_first_is_measured_for_current_values(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    days = ["The launch is planned for 3 April.", "The launch moved to 17 April."]
    events = [EVENTS[index] | {"id": f"d{index}", "text": text} for index, text in enumerate(days)]
    questions_ = [{"question": "When is the launch?", "evidence": ["d0", "d1"], "category": "knowledge_update"}]
    result = recall.measure_recall(
        [write_folder("news", events=events, questions=questions_)], settings_without_models, str
    )
    assert result["newest_first"] in (0.0, 1.0)
    assert sum(level["questions"] for level in result["confidence"].values()) == 1


def test_questions_without_an_answer_count_for_the_confidence_alone(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    questions = [*QUESTIONS, {"question": "Who is the mayor of Quito?", "evidence": [], "category": "negative"}]
    result = recall.measure_recall(
        [write_folder("talk", events=EVENTS, questions=questions)], settings_without_models, str
    )
    assert result["mean"]["questions"] == 2
    assert sum(level["questions"] for level in result["confidence"].values()) == 3
    assert result["unanswerable"]["questions"] == 1
    assert 0 <= result["calibration_error"] <= 1


def test_the_calibration_error_is_the_distance_of_what_was_reported_to_what_holds() -> None:
    results = [
        recall.QuestionResult("f", "single", (1,) if number < 3 else (9,), 1.0, "medium", 0.75) for number in range(4)
    ]
    results += [recall.QuestionResult("f", "wrong-person", (1,), 1.0, "low", 0.25)]
    figures = recall.summarise_confidence(results)
    assert figures["confidence"] == {
        "low": {"questions": 1, "answered": 0.0},
        "medium": {"questions": 4, "answered": 0.75},
    }
    assert figures["unanswerable"] == {"questions": 1, "low_or_none": 1.0}
    assert figures["answerable"] == {"questions": 4, "low_or_none": 0.0}
    assert figures["calibration_error"] == 0.05


def test_a_folder_without_questions_is_refused(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    with pytest.raises(NotFound, match=r"questions\.jsonl"):
        recall.measure_recall([write_folder("empty", events=EVENTS)], settings_without_models, str)


def test_latency_reports_each_call_and_the_bare_query(settings_without_models: Settings) -> None:
    result = latency.measure_latency(100, 40, settings_without_models, str)
    times = {name for name in result if name.endswith("_ms")}
    assert {"bare_vector_ms", "search_ms", "search_without_embedding_ms", "context_ms"} <= times
    assert {"context_without_embedding_ms", "full_context_without_embedding_ms"} <= times
    assert result["context_ratio"] > 0
    assert all(0 < result[name]["p50"] <= result[name]["p95"] for name in times)
    assert result["size"] == 100
    assert result["ratio"] == pytest.approx(
        result["search_without_embedding_ms"]["p50"] / result["bare_vector_ms"]["p50"], rel=0.05
    )


def test_ingest_reports_rates_and_trips(settings_without_models: Settings) -> None:
    result = ingest.measure_ingestion(100, 1, 100, settings_without_models, str)
    assert set(result) == {
        "log_events_per_s",
        "embed_texts_per_s",
        "digest_texts_per_s",
        "ratio",
        "trips_per_batch",
        "one_by_one_ms",
    }
    assert result["trips_per_batch"] <= 3
    single = result.pop("one_by_one_ms")
    assert 0 < single["p50"] <= single["p95"]
    assert min(result.values()) > 0


def test_sleep_reports_durations_and_trips(settings_without_models: Settings) -> None:
    result = sleep.measure_sleep(100, settings_without_models, lambda _: None)
    assert list(result) == ["events 25", "events 50", "events 100"]
    few, many = result["events 25"], result["events 100"]
    assert many["seconds"] > 0
    assert many["trips"] < 4 * few["trips"], "trips must not grow faster than the events"
    assert many["again_trips"] < many["trips"]


def test_reembedding_fails_no_search(settings_without_models: Settings) -> None:
    result = reembedding.measure_reembedding(100, settings_without_models, str)
    assert result["memories"] >= 100
    assert (result["failed"], result["searches"] > 0) == (0, True)


def test_vector_recall_compares_with_an_exhaustive_search(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    result = vector_recall.measure_vector_recall(
        [write_folder("talk", events=EVENTS, questions=QUESTIONS)], settings_without_models, str
    )
    assert (result["texts"], result["questions"]) == (4, 3)
    assert result["recall@10"]["50"] == 1.0


def test_a_temporary_scope_is_erased_after_an_error(
    settings_without_models: Settings, look: Callable[..., list[Any]]
) -> None:
    names = []

    def fail() -> None:
        with temporary_memory(settings_without_models, "test", HashingEmbedder()) as memory:
            names.append(memory.scope)
            memory.log([{"text": "hello"}])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [row[0] for row in look("MATCH (n {scope: $name}) RETURN labels(n)", name=names[0])] == [["Receipt"]]


def test_quantiles_by_the_nearest_rank() -> None:
    assert compute_quantiles(list(range(1, 101))) == {"p50": 50, "p95": 95}
    assert compute_quantiles([3.14159]) == {"p50": 3.14, "p95": 3.14}


def test_synthetic_chats_are_deterministic() -> None:
    assert generate_chat(50, seed=3) == generate_chat(50, seed=3)
    assert generate_chat(50, seed=3) != generate_chat(50, seed=4)
    assert len({event["id"] for event in generate_chat(500)}) == 500
    assert generate_questions(20) == generate_questions(20)
    assert generate_chat(1, seed=7)[0]["speaker"].startswith("chat:")


def test_summaries_report_coverage_sources_and_length(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    lines = [
        {"id": f"e{index}", "ts": f"2026-03-02T09:{index:02}:00Z", "session": "s", "channel": "chat", "speaker": "Ann"}
        | {"text": "I live in Ghent." if index == 0 else f"The ferry number {index} leaves the old harbour at noon."}
        for index in range(12)
    ]
    closed_only = settings_without_models.model_copy(update={"observation_worth": 1.0})
    result = summaries.measure_summaries([write_folder("harbour", events=lines)], closed_only, lambda _: None)
    measures = result["folders"]["harbour"]
    assert (measures["facts"], measures["covered"], measures["covered_by_id"], measures["without_source"]) == (
        1,
        1,
        1,
        0,
    )
    assert measures["nodes"] >= 3
    assert result["mean"] == pytest.approx(measures)


def test_observations_are_compared_with_the_facts_near_them(
    settings_without_models: Settings, write_folder: Callable[..., Path]
) -> None:
    texts = ("I live in Ghent.", "Nice!", "I opened a pottery studio in Graz in May 2025.", "Cool.", "See you.")
    events = [
        {"id": f"e{index}", "ts": f"2026-03-02T09:{index:02}:00Z", "session": "s", "channel": "chat", "speaker": "Ann"}
        | {"text": text}
        for index, text in enumerate(texts)
    ]
    noted = [
        {"text": "Ann lives in Ghent.", "evidence": ["e0"]},
        {"text": "Ann opened a pottery studio in Graz.", "evidence": ["e3"]},
        {"text": "Ann is fond of the sea.", "evidence": ["e4"]},
        {"text": "Ann says bye.", "evidence": ["e4"], "worth": 0},
    ]
    folder = write_folder("studio", events=events, observations=noted)
    watchful = settings_without_models.model_copy(update={"observation_worth": 0.1})
    result = observations.measure_observations([folder], watchful, lambda _: None)
    assert result["folders"]["studio"]["observations"] == 3
    assert result["mean"] == {"turn": 0.3333, "half": 0.6667, "cosine": 0.6667}
    assert result["facts_per_100_turns"] == 40
    assert result["facts_on_noted_turns"] == 0.5
    closed_only = settings_without_models.model_copy(update={"observation_worth": 1.0})
    without = observations.measure_observations([folder], closed_only, lambda _: None)
    assert without["mean"] == {"turn": 0.3333, "half": 0.3333, "cosine": 0.3333}
