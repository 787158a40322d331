"""The engine with threads: chunks are prepared completely, concurrently, and errors reach their futures."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from kg import Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import ScriptedExtractor
from kg.ingestion.engines import ThreadEngine, open_engine
from kg.ingestion.preparation import EventPreparer
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Extraction, TextExtraction, Utterance
from tests.ingestion.claims import claimed
from tests.support import FailingEmbedder, RecordingEmbedder

TOPICS = {"Ann moved to Oslo.": TextExtraction(topics={"oslo": 0.9})}


def test_a_chunk_is_embedded_extracted_and_its_names_embedded() -> None:
    with open_engine("local", Settings(), HashingEmbedder(), ScriptedExtractor(TOPICS)) as engine:
        assert engine.max_in_flight == 3
        batch = engine.submit([claimed("Ann moved to Oslo."), claimed("Bob left Oslo in spring.")]).result(timeout=30)
    assert [len(each.vectors) for each in batch.prepared] == [1, 1]
    assert [each.extracted.topics for each in batch.prepared if each.extracted] == [{"oslo": 0.9}, {}]
    assert "oslo" in batch.vectors


def test_a_chunk_is_embedded_while_the_one_before_is_extracted() -> None:
    second_is_embedded = threading.Event()

    class WaitingExtractor(ScriptedExtractor):
        def extract(self, passages: Sequence[Utterance]) -> Extraction:
            assert second_is_embedded.wait(timeout=30)
            return super().extract(passages)

    class SignallingEmbedder(RecordingEmbedder):
        def embed(self, texts: Sequence[str]) -> Any:
            if any("second" in text for text in texts):
                second_is_embedded.set()
            return super().embed(texts)

    with ThreadEngine(EventPreparer(SignallingEmbedder(), Settings(), WaitingExtractor({}))) as engine:
        futures = [engine.submit([claimed(f"This is the {name} message.")]) for name in ("first", "second")]
        texts = [future.result(timeout=60).prepared[0].event["text"] for future in futures]
    assert texts == ["This is the first message.", "This is the second message."]


def test_missing_weights_are_raised_by_the_future_and_the_engine_goes_on() -> None:
    embedder = FailingEmbedder(ModelUnavailable("no weights.", how="kg models fetch"), "poison")
    with open_engine("local", Settings(), embedder, None) as engine:
        poisoned, good = engine.submit([claimed("Some poison here.")]), engine.submit([claimed("All is well here.")])
        with pytest.raises(ModelUnavailable, match="kg models fetch"):
            poisoned.result(timeout=30)
        assert good.result(timeout=30).prepared[0].fault is None


def test_a_closed_engine_has_finished_its_chunks_and_takes_no_more() -> None:
    with ThreadEngine(EventPreparer(HashingEmbedder(), Settings())) as engine:
        future = engine.submit([claimed("All is well here.")])
    assert future.done()
    with pytest.raises(RuntimeError):
        engine.submit([])


@pytest.mark.parametrize("name", ["", "threads", "Local"])
def test_an_unknown_engine_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="local or ray"), open_engine(name, Settings(), HashingEmbedder(), None):
        pass
