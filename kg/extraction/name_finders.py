"""Name finders: the protocol, the default (a tagger on the embedder's hidden states) and one that uses a spaCy pipeline."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kg.language import EncodedTexts, EnglishPipeline, MiniLM, NameSpan, required_layers, spacy_names, tag_names
from kg.protocols import HiddenStates, Utterance
from kg.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.tokens import Doc


@dataclass(frozen=True, eq=False)
class FoundNames:
    """The names in some texts, in the order of the texts.

    Attributes:
        spans: the names of each text, in the order of the text; none overlap.
        docs: the parsed texts, with Universal Dependencies, if the name finder parses them; None otherwise.
        hidden: the hidden states in which it found them; empty if it reads the text itself.
    """

    spans: tuple[tuple[NameSpan, ...], ...]
    docs: tuple[Doc, ...] | None = None
    hidden: tuple[HiddenStates, ...] = ()


class NameFinder(Protocol):
    """A component that finds names in texts."""

    @property
    def name(self) -> str:
        """Identifies component and model; stored with what is derived from its output."""
        ...

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder that it needs; empty if it reads the text itself."""
        ...

    def find_names(self, passages: Sequence[Utterance]) -> FoundNames:
        """Return the names in each of these texts.

        Raises:
            ModelUnavailable: its model is not on this machine, or cannot be loaded.
        """
        ...


@functools.lru_cache(maxsize=2)
def _load_encoder(cache_dir: Path, threads: int, batch: int) -> MiniLM:
    """Return the model on whose hidden states the name tagger was trained, whichever embedder is configured."""
    return MiniLM(Settings(model_dir=None, cache_dir=cache_dir, embed_threads=threads, embed_batch=batch))


class HiddenStateNameFinder:
    """The default `NameFinder`: a small network on the hidden states of MiniLM, which it computes if they are not given."""

    name = "rules"

    def __init__(self, settings: Settings) -> None:
        """Store where MiniLM's weights are, for texts that come without its hidden states."""
        self._encoder = _load_encoder(settings.cache_dir, settings.embed_threads, settings.embed_batch)

    @property
    def layers(self) -> tuple[int, ...]:
        """See `NameFinder.layers`."""
        return required_layers()

    def find_names(self, passages: Sequence[Utterance]) -> FoundNames:
        """See `NameFinder.find_names`."""
        texts = [passage.text for passage in passages]
        encoded = self._encode(passages)
        hidden = tuple(
            HiddenStates(offsets, {layer: states[place] for layer, states in encoded.states.items()})
            for place, offsets in enumerate(encoded.offsets)
        )
        return FoundNames(tuple(map(tuple, tag_names(texts, encoded))), hidden=hidden)

    def _encode(self, passages: Sequence[Utterance]) -> EncodedTexts:
        hidden = [passage.hidden for passage in passages]
        needed = required_layers()
        if any(each is None or not set(needed) <= each.states.keys() for each in hidden):
            return self._encoder.encode([passage.text for passage in passages], needed)
        given = [each for each in hidden if each is not None]
        states = {layer: tuple(each.states[layer] for each in given) for layer in needed}
        no_vectors = np.empty((0, 0), np.float32)
        return EncodedTexts(no_vectors, (), tuple(each.offsets for each in given), states)


class SpacyNameFinder:
    """A `NameFinder` with a spaCy pipeline that has an entity recogniser, such as en_core_web_sm.

    If the pipeline's dependencies are Universal Dependencies, the parsed texts are returned as well.
    """

    layers: tuple[int, ...] = ()

    def __init__(self, pipeline: str | Path) -> None:
        """Store the pipeline's name; it is loaded at the first text.

        Args:
            pipeline: an installed package, or a folder.
        """
        self.name = f"spacy:{pipeline}"
        self._english = EnglishPipeline(pipeline)

    def find_names(self, passages: Sequence[Utterance]) -> FoundNames:
        """See `NameFinder.find_names`."""
        docs = self._english.parse([passage.text for passage in passages])
        spans = tuple(tuple(spacy_names(doc, passage.text)) for doc, passage in zip(docs, passages, strict=True))
        return FoundNames(spans, tuple(docs) if self._english.universal else None)
