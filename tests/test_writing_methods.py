"""Methods of Memory that write: log, add and digest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kg import Event, Memory
from kg.errors import InvalidInput, ModelUnavailable
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Extraction, FixedClock, Utterance
from tests.support import T0, RecordingEmbedder, minutes


def test_what_is_added_is_digested_and_other_events_stay_pending(memory: Memory) -> None:
    memory.log([Event("The mill is old.", session="cli:1", at=T0)])
    [added] = memory.add("I live in Oslo.", speaker="cli:ann", session="cli:2")
    assert memory.queue()["pending"] == 1
    assert memory.get(added).status == "complete"  # type: ignore[union-attr]
    assert "Oslo" in str(memory.facts.list(status=None))
    assert memory.search("Where does ann live?")[0].sources == (added,)


class InterruptedExtractor:
    """An extractor that looks at the queue, and is then interrupted as by Ctrl-C."""

    name = "interrupted"
    layers: tuple[int, ...] = ()

    def __init__(self) -> None:
        self.memory: Memory | None = None
        self.queue: dict[str, int] = {}

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        assert self.memory is not None
        self.queue = dict(self.memory.queue())
        raise KeyboardInterrupt


def test_a_message_whose_digestion_is_cut_off_is_digested_when_its_claim_expires(
    connect: Callable[..., Memory], clock: FixedClock
) -> None:
    extractor = InterruptedExtractor()
    memory = extractor.memory = connect(extractor=extractor)
    with pytest.raises(KeyboardInterrupt):
        memory.add("I live in Oslo.", speaker="cli:ann")
    assert (extractor.queue["pending"], extractor.queue["processing"]) == (0, 1)
    later = connect()
    assert later.digest().events == 0, "it is still claimed"
    clock.forward(minutes(5))
    assert later.digest().events == 1
    assert "Oslo" in str(later.facts.list(status=None))


def test_without_weights_an_added_message_is_logged_and_pending(connect: Callable[..., Memory]) -> None:
    class MissingEmbedder(HashingEmbedder):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            raise ModelUnavailable("no weights.", how="fetch")

    memory = connect(embedder=MissingEmbedder())
    with pytest.raises(ModelUnavailable):
        memory.add("I live in Oslo.", speaker="cli:ann")
    assert memory.queue()["pending"] == 1
    assert connect().digest().events == 1


def test_the_names_of_earlier_messages_are_not_embedded_again(connect: Callable[..., Memory]) -> None:
    embedder = RecordingEmbedder()
    memory = connect(embedder=embedder)
    for text in ("I moved to Oslo.", "I work in Oslo now."):
        memory.add(text, speaker="cli:ann")
    assert embedder.texts.count("Oslo") == 1


def test_a_text_that_was_added_is_not_added_again(memory: Memory) -> None:
    assert memory.add("The quay is green.") == memory.add("The quay is green.")
    assert len(memory.history("default")) == 1


def test_a_refused_text_writes_nothing(memory: Memory) -> None:
    for wrong in ({"text": " "}, {"text": "x", "kind": "opinion"}, {"text": "x", "audience": "person"}):
        with pytest.raises(InvalidInput):
            memory.add(**wrong)
    assert memory.queue()["pending"] == 0
