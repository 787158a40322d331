"""Training of the worth of observations, on a few conversations of the corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg import Settings
from kg.extraction.observation_worth import load_worth_model
from training.corpus.reading import CONVERSATIONS
from training.observation_worth import train_observation_worth

pytestmark = pytest.mark.extras


def test_training_writes_weights_that_prefer_what_readers_noted(tmp_path: Path) -> None:
    folders = [CONVERSATIONS / name for name in ("band-on-hiatus", "film-club", "therapist-bot-not")]
    parts = {json.loads((folder / "about.json").read_text(encoding="utf-8"))["part"] for folder in folders}
    assert "test" not in parts
    out = tmp_path / "worth.json"
    figures = train_observation_worth(folders, out, Settings(embed_threads=2), lambda _: None)
    content = json.loads(out.read_text(encoding="utf-8"))
    assert figures["observations"] > 100
    assert content["weights"]["date"] > 0
    assert content["constant"] < 0
    assert set(content["weights"]) & set(load_worth_model().weights)
