"""A fake extractor for tests, which returns prepared results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kg.protocols import Extraction, TextExtraction, Utterance


class ScriptedExtractor:
    """An `Extractor` for tests that looks up each text in a mapping; any other text gives an empty result."""

    name = "scripted"
    layers: tuple[int, ...] = ()

    def __init__(self, found: Mapping[str, TextExtraction]) -> None:
        self._found = dict(found)

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        return Extraction(tuple(self._found.get(passage.text, TextExtraction()) for passage in passages))
