"""The default extractor: names from a recogniser, statements by rules over tagged words, topics. No language model is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.message_facts import extract
from kg.extraction.name_finders import PassNames, Recogniser
from kg.extraction.topic_phrases import topics
from kg.language.english_pipeline import shipped
from kg.language.instructions import instructing
from kg.language.name_tagger import Span
from kg.protocols import Extraction, Found, Mention, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.settings import Settings


class Rules:
    """An `Extractor` of English that needs no download beside the embedder's weights.

    Names come from the recogniser that rides on MiniLM's pass, or from another one.
    """

    def __init__(self, settings: Settings, *, names: Recogniser | None = None) -> None:
        """Keep what is needed to load the models; nothing is loaded before the first text.

        Args:
            settings: where MiniLM's weights are; used by the default recogniser only.
            names: who finds the names; None: `PassNames`.
        """
        self._names = names or PassNames(settings)
        self.name = self._names.name
        self._english = shipped()

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder's pass that its recogniser rides on; none where that reads by itself."""
        return self._names.layers

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        named = self._names.names(passages)
        docs = named.docs or self._english.parse([passage.text for passage in passages], trees=False)
        return Extraction(tuple(map(_found, passages, docs, named.spans)))


def _found(passage: Utterance, doc: Doc, names: Sequence[Span]) -> Found:
    statements = extract(
        passage.text, speaker=passage.speaker, at=passage.at, doc=doc, names=names, addressee=passage.addressee
    )
    mentions = [Mention(span.text, span.label, span.start, span.end, span.score) for span in names]
    return Found(
        tuple(statements),
        tuple(mentions),
        topics(passage.text, doc, mentions, statements),
        tuple(instructing(passage.text, doc)),
    )
