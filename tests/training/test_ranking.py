"""Tests of the training of the ranker on synthetic cases; the whole run needs LightGBM."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kg import Settings
from kg.errors import ModelUnavailable
from kg.language.late_interaction import STATE_WIDTH, normalise_rows
from kg.language.minilm_architecture import HIDDEN
from kg.protocols import EncodedQuestion
from kg.retrieval.question import Question
from tests.retrieval.candidate_builders import found
from training import gradient_boosting, ranking
from training.projection import (
    build_projection_sample,
    compute_principal_components,
    compute_similarities,
    learn_projection,
)
from training.ranking_cases import RankingCase, RankingCorpus

lightgbm_missing = importlib.util.find_spec("lightgbm") is None


def build_case(number: int, random: np.random.Generator, states: dict[str, Any], hint: np.ndarray) -> RankingCase:
    """Build a case whose evidence shares the direction `hint` with the question, under a larger component that all share."""
    shared = 4 * random.normal(size=HIDDEN)
    direction = hint * random.choice([-3.0, 3.0])
    rows = []
    for index in range(12):
        text = f"text {number} {index}"
        noise = random.normal(size=(3, HIDDEN))
        states[text] = normalise_rows(
            (noise + shared + (direction if index == 0 else -direction)).astype(np.float32)
        ).astype(np.float16)
        rows.append({"id": text, "event": text, "text": text, "meaning": 0.5})
    encoded = EncodedQuestion(
        np.zeros(HIDDEN, np.float32), np.zeros((0, STATE_WIDTH), np.float32), np.zeros(0, np.float32), ((0, 4),)
    )
    hidden = normalise_rows((random.normal(size=(1, HIDDEN)) + shared + direction).astype(np.float32))
    return RankingCase(
        "made/up",
        "all",
        Question("what?", (), encoded),
        found(rows),
        {f"text {number} 0": 1},
        1,
        hidden,
        ((0, 4),),
        number % 2,
    )


def test_the_projection_learns_the_direction_of_evidence() -> None:
    random = np.random.default_rng(0)
    hint = random.normal(size=HIDDEN)
    hint /= np.linalg.norm(hint)
    states: dict[str, Any] = {}
    cases = [build_case(number, random, states, hint) for number in range(64)]
    corpus = RankingCorpus(cases, states)
    start = compute_principal_components(corpus)
    samples = [build_projection_sample(case, 1.0) for case in cases]
    projection = learn_projection(corpus, samples[:48], start)

    def hit_rate(states_: Any) -> float:
        held_out = cases[48:]
        return float(np.mean([compute_similarities(corpus, case, states_)[0][:, 0].argmax() == 0 for case in held_out]))

    before = hit_rate(type(projection)(1, start, projection.weights))
    assert projection.states.shape == (HIDDEN, STATE_WIDTH)
    assert hit_rate(projection) >= max(before, 0.5)
    assert np.linalg.norm(hint @ projection.states) > np.linalg.norm(hint @ start)


@pytest.mark.skipif(not lightgbm_missing, reason="LightGBM is installed")
def test_missing_lightgbm_raises_with_install_advice() -> None:
    with pytest.raises(ModelUnavailable, match=r"kg\[train\]"):
        gradient_boosting.train_ranker([np.zeros((1, 1))], [np.zeros(1, np.int64)], [1.0])


@pytest.mark.extras
def test_the_whole_training_learns_shared_words(settings: Settings, tmp_path: Path) -> None:
    folders = []
    for name in "abcdefgh":
        folder = tmp_path / "talks" / name
        folder.mkdir(parents=True)
        nouns = [f"{name}{sign}thing" for sign in "qrstuvwxyz"]
        events = [
            {
                "id": f"{name}{index}",
                "session": "c:1",
                "channel": "c",
                "speaker": "c:ann",
                "role": "user",
                "ts": f"2026-03-02T09:{index:02}:00Z",
                "text": f"Line {index}: the {noun} stands in room {index}.",
            }
            for index, noun in enumerate(nouns)
        ]
        questions = [{"question": f"Where is the {noun}?", "evidence": [f"{name}{p}"]} for p, noun in enumerate(nouns)]
        for file, lines in (("events", events), ("questions", questions)):
            (folder / f"{file}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        folders.append(folder)
    out = (tmp_path / "late.npz", tmp_path / "ranker.json")
    result = ranking.train_ranking(folders, settings, out, lambda _: None)
    assert result["talks"]["r@5"] >= 0.9
    assert out[0].stat().st_size < 100_000
    assert json.loads(out[1].read_text(encoding="utf-8"))["trees"]
