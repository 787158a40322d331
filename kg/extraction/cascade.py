"""Two extractors in a row: the second, which costs more, reads only what the first is not sure of."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kg.errors import KgError
from kg.protocols import Extraction, Extractor, Found, Mention, Statement, Utterance

logger = logging.getLogger(__name__)


class Cascade:
    """An `Extractor` of two; what both state is the first one's.

    The second may fail, as a language model that does not answer: then the first one's findings stand alone, a line in the
    log says so, and each text that it was to read counts as a failure.
    """

    def __init__(self, first: Extractor, second: Extractor, *, below: float = 0.5) -> None:
        """Keep both.

        Args:
            first: reads everything.
            second: reads the texts in which the first finds no statement, or one that it is less sure of than `below`.
            below: confidence, 0 to 1; at 0 only texts without a statement are read twice.
        """
        self.name = f"{first.name}|{second.name}"
        self._first = first
        self._second = second
        self._below = below

    @property
    def layers(self) -> tuple[int, ...]:
        """What both of them ride on."""
        return tuple(sorted({*self._first.layers, *self._second.layers}))

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        read = self._first.extract(passages)
        found = list(read.found)
        places = [place for place, one in enumerate(found) if passages[place].text.strip() and self._unsure(one)]
        if not places:
            return read
        try:
            more = self._second.extract([passages[place] for place in places])
        except (ConnectionError, TimeoutError, KgError) as error:
            logger.warning(
                "%s did not read %d texts, %s alone did: %s", self._second.name, len(places), self._first.name, error
            )
            return Extraction(read.found, read.failures + len(places))
        for place, other in zip(places, more.found, strict=True):
            found[place] = _merged(found[place], other)
        return Extraction(tuple(found), read.failures + more.failures)

    def _unsure(self, found: Found) -> bool:
        return min((one.confidence for one in found.statements), default=-1.0) < self._below


def _merged(first: Found, second: Found) -> Found:
    there = {_key(one) for one in first.statements}
    statements = [*first.statements, *(one for one in second.statements if _key(one) not in there)]
    fresh = (name for name in second.mentions if not any(_overlap(name, one) for one in first.mentions))
    names = [*first.mentions, *fresh]
    return Found(
        tuple(sorted(statements, key=lambda one: (one.start, one.end))),
        tuple(sorted(names, key=lambda one: one.start)),
        first.topics or second.topics,
        tuple(sorted({*first.instructions, *second.instructions})),
    )


def _overlap(one: Mention, other: Mention) -> bool:
    return one.start < other.end and other.start < one.end


def _key(one: Statement) -> tuple[str, str, str]:
    return one.subject.casefold(), one.predicate, one.object.casefold()
