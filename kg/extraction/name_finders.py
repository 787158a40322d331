"""Who finds the names in a text: the recogniser on the embedder's pass, or a spaCy pipeline. One is exchanged for another."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kg.language.english_pipeline import English, named
from kg.language.minilm import Encoded, MiniLM
from kg.language.name_tagger import Span, layers, recognise
from kg.protocols import Utterance
from kg.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.tokens import Doc


@dataclass(frozen=True, eq=False)
class Named:
    """What a recogniser gives for some texts, in their order.

    Attributes:
        spans: the names of each text, in the order of the text; none overlap.
        docs: the texts taken apart, where the recogniser has done that as well, with the dependencies of Universal Dependencies;
            None otherwise.
    """

    spans: tuple[tuple[Span, ...], ...]
    docs: tuple[Doc, ...] | None = None


class Recogniser(Protocol):
    """Anything that finds names in texts."""

    @property
    def name(self) -> str:
        """Identifies recogniser and model; kept with what rests on it."""
        ...

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder's pass that it rides on; none where it reads by itself."""
        ...

    def names(self, passages: Sequence[Utterance]) -> Named:
        """The names in each of these texts.

        Raises:
            ModelUnavailable: its model is not on this machine, or cannot be loaded.
        """
        ...


@functools.lru_cache(maxsize=2)
def _encoder(cache_dir: Path, threads: int, batch: int) -> MiniLM:
    """The model that the recogniser was trained on, whatever embedder is used: its states alone mean something to it."""
    return MiniLM(Settings(model_dir=None, cache_dir=cache_dir, embed_threads=threads, embed_batch=batch))


class PassNames:
    """The default `Recogniser`: a small network on the hidden states of MiniLM's pass. Without them it makes the pass itself."""

    name = "rules"

    def __init__(self, settings: Settings) -> None:
        """Keep where MiniLM's weights are, for texts that come without its hidden states."""
        self._encoder = _encoder(settings.cache_dir, settings.embed_threads, settings.embed_batch)

    @property
    def layers(self) -> tuple[int, ...]:
        """See `Recogniser.layers`."""
        return layers()

    def names(self, passages: Sequence[Utterance]) -> Named:
        """See `Recogniser.names`."""
        texts = [passage.text for passage in passages]
        return Named(tuple(map(tuple, recognise(texts, self._encoded(passages)))))

    def _encoded(self, passages: Sequence[Utterance]) -> Encoded:
        hidden = [passage.hidden for passage in passages]
        wanted = layers()
        if any(each is None or not set(wanted) <= each.states.keys() for each in hidden):
            return self._encoder.encode([passage.text for passage in passages], wanted)
        there = [each for each in hidden if each is not None]
        states = {layer: tuple(each.states[layer] for each in there) for layer in wanted}
        none = np.empty((0, 0), np.float32)
        return Encoded(none, (), tuple(each.offsets for each in there), states)


class SpacyNames:
    """A `Recogniser` out of a spaCy pipeline that names entities, such as en_core_web_sm.

    Where the pipeline's dependencies are those of Universal Dependencies, what it has taken apart is given along.
    """

    layers: tuple[int, ...] = ()

    def __init__(self, pipeline: str | Path) -> None:
        """Keep the pipeline's name; it is loaded at the first text.

        Args:
            pipeline: a package that is installed, or a folder.
        """
        self.name = f"spacy:{pipeline}"
        self._english = English(pipeline)

    def names(self, passages: Sequence[Utterance]) -> Named:
        """See `Recogniser.names`."""
        docs = self._english.parse([passage.text for passage in passages])
        spans = tuple(tuple(named(doc, passage.text)) for doc, passage in zip(docs, passages, strict=True))
        return Named(spans, tuple(docs) if self._english.universal else None)
