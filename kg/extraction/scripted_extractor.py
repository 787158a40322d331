"""The fake extractor that ships: it finds in a text just what it was told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kg.protocols import Extraction, Found, Utterance


class Scripted:
    """An `Extractor` for tests and trials: text → what is found in it; any other text states nothing."""

    name = "scripted"
    layers: tuple[int, ...] = ()

    def __init__(self, found: Mapping[str, Found]) -> None:
        self._found = dict(found)

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        return Extraction(tuple(self._found.get(passage.text, Found()) for passage in passages))
