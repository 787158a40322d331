"""Training: each part learns what it should from made-up cases; the whole run, where LightGBM is installed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kg import Settings
from kg.errors import ModelUnavailable
from kg.language.late_interaction import WIDTH, unit
from kg.language.minilm_architecture import HIDDEN
from kg.protocols import Asked
from kg.retrieval.question import Question
from tests.retrieval.made import found
from training import gradient_boosting, ranking
from training.calibration import logistic_regression
from training.projection import components, learn, lesson, likeness
from training.ranking_cases import Case, Corpus

lightgbm_missing = importlib.util.find_spec("lightgbm") is None


def case(number: int, random: np.random.Generator, states: dict[str, Any], hint: np.ndarray) -> Case:
    """A question whose evidence shares the direction `hint` with it, drowned in what all share."""
    shared = 4 * random.normal(size=HIDDEN)
    mark = hint * random.choice([-3.0, 3.0])
    rows = []
    for place in range(12):
        text = f"text {number} {place}"
        noise = random.normal(size=(3, HIDDEN))
        states[text] = unit((noise + shared + (mark if place == 0 else -mark)).astype(np.float32)).astype(np.float16)
        rows.append({"id": text, "event": text, "text": text, "meaning": 0.5})
    asked = Asked(np.zeros(HIDDEN, np.float32), np.zeros((0, WIDTH), np.float32), np.zeros(0, np.float32), ((0, 4),))
    hidden = unit((random.normal(size=(1, HIDDEN)) + shared + mark).astype(np.float32))
    return Case(
        "made/up",
        "all",
        Question("what?", (), asked),
        found(rows),
        {f"text {number} 0": 1},
        1,
        hidden,
        ((0, 4),),
        number % 2,
    )


def test_the_projection_learns_what_sets_evidence_apart() -> None:
    random = np.random.default_rng(0)
    hint = random.normal(size=HIDDEN)
    hint /= np.linalg.norm(hint)
    states: dict[str, Any] = {}
    cases = [case(number, random, states, hint) for number in range(64)]
    corpus = Corpus(cases, states)
    start = components(corpus)
    lessons = [lesson(one, 1.0) for one in cases]
    projection = learn(corpus, lessons[:48], start)

    def right(states_: Any) -> float:
        held = cases[48:]
        return float(np.mean([likeness(corpus, one, states_)[0][:, 0].argmax() == 0 for one in held]))

    before = right(type(projection)(1, start, projection.pull))
    assert projection.states.shape == (HIDDEN, WIDTH)
    assert right(projection) >= max(before, 0.5)
    assert np.linalg.norm(hint @ projection.states) > np.linalg.norm(hint @ start)


def test_logistic_regression_finds_the_weights_that_made_the_labels() -> None:
    random = np.random.default_rng(0)
    values = random.normal(size=(20_000, 2)) * [1.0, 10.0] + [0.0, 5.0]
    labels = (random.random(20_000) < 1 / (1 + np.exp(-(2 * values[:, 0] - 0.1 * values[:, 1] + 1)))).astype(float)
    weights, base = logistic_regression(values, labels)
    assert weights == pytest.approx([2.0, -0.1], rel=0.1)
    assert base == pytest.approx(1.0, abs=0.15)


@pytest.mark.skipif(not lightgbm_missing, reason="LightGBM is installed")
def test_without_lightgbm_it_says_what_to_install() -> None:
    with pytest.raises(ModelUnavailable, match=r"kg\[train\]"):
        gradient_boosting.learn([np.zeros((1, 1))], [np.zeros(1, np.int64)], [1.0])


@pytest.mark.extras
def test_the_whole_run_learns_to_find_what_shares_words(settings: Settings, tmp_path: Path) -> None:
    folders = []
    for name in "abcdefgh":
        folder = tmp_path / "talks" / name
        folder.mkdir(parents=True)
        things = [f"{name}{sign}thing" for sign in "qrstuvwxyz"]
        events = [
            {
                "id": f"{name}{place}",
                "session": "c:1",
                "channel": "c",
                "speaker": "c:ann",
                "role": "user",
                "ts": f"2026-03-02T09:{place:02}:00Z",
                "text": f"Line {place}: the {thing} stands in room {place}.",
            }
            for place, thing in enumerate(things)
        ]
        questions = [
            {"question": f"Where is the {thing}?", "evidence": [f"{name}{p}"]} for p, thing in enumerate(things)
        ]
        for file, lines in (("events", events), ("questions", questions)):
            (folder / f"{file}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        folders.append(folder)
    out = (tmp_path / "late.npz", tmp_path / "ranker.json")
    told = ranking.run(folders, settings, out, lambda _: None)
    assert told["talks"]["r@5"] >= 0.9
    assert out[0].stat().st_size < 100_000
    assert json.loads(out[1].read_text(encoding="utf-8"))["trees"]
