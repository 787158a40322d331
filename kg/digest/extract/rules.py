"""The default extractor: names from the embedder's own pass, statements by rules over tagged words. No model is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kg.digest.extract.statements import extract
from kg.language.english import English, named
from kg.language.entities import Span, layers, recognise
from kg.language.minilm import Encoded, MiniLM
from kg.seams import Extraction, Found, Mention, Utterance

if TYPE_CHECKING:
    from kg.settings import Settings


class Rules:
    """An `Extractor` of English that needs no download beside the embedder's weights.

    Names come from the recogniser that rides on MiniLM's pass, or from a spaCy pipeline of the user's that has one.
    """

    def __init__(self, settings: Settings, pipeline: str | None = None) -> None:
        """Keep what is needed to load the models; nothing is loaded before the first text.

        Args:
            settings: where MiniLM's weights are, for texts that come without its hidden states.
            pipeline: a spaCy pipeline such as en_core_web_sm, or a folder; None is the one that ships.
        """
        self.name = f"rules:{pipeline}" if pipeline else "rules"
        self._english = English(pipeline)
        self._own = pipeline is not None
        # Another model's states mean nothing to the recogniser.
        self._encoder = MiniLM(settings.model_copy(update={"model_dir": None}))

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        texts = [passage.text for passage in passages]
        docs = self._english.parse(texts, trees=False)
        if self._own:
            spans = [named(doc, text) for doc, text in zip(docs, texts, strict=True)]
        else:
            spans = recognise(texts, self._encoded(passages))
        found = []
        for passage, doc, names in zip(passages, docs, spans, strict=True):
            statements = extract(
                passage.text,
                speaker=passage.speaker,
                at=passage.at,
                doc=doc,
                names=names,
                addressee=passage.addressee,
            )
            found.append(Found(tuple(statements), tuple(_mention(name) for name in names)))
        return Extraction(tuple(found))

    def _encoded(self, passages: Sequence[Utterance]) -> Encoded:
        hidden = [passage.hidden for passage in passages]
        wanted = layers()
        if any(each is None or not set(wanted) <= each.states.keys() for each in hidden):
            return self._encoder.encode([passage.text for passage in passages], wanted)
        there = [each for each in hidden if each is not None]
        states = {layer: tuple(each.states[layer] for each in there) for layer in wanted}
        none = np.empty((0, 0), np.float32)
        return Encoded(none, (), tuple(each.offsets for each in there), states)


def _mention(span: Span) -> Mention:
    return Mention(span.text, span.label, span.start, span.end, span.score)
