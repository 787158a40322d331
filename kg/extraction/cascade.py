"""Running a second, more expensive extractor on the texts for which the first one has low confidence."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from kg.errors import KgError
from kg.extraction.preference_aspects import add_aspects
from kg.protocols import CachingExtractor, ExtractedStatement, Extraction, Extractor, Mention, TextExtraction, Utterance

logger = logging.getLogger(__name__)


class CascadeExtractor:
    """An `Extractor` that combines two others; for a statement that both find, the first one's result is used.

    If the second fails (a language model that does not answer), the results of the first are returned alone, a warning is
    logged, and each text that the second should have read counts as a failure.
    """

    def __init__(self, first: Extractor, second: Extractor, *, below: float = 0.5) -> None:
        """Combine two extractors.

        Args:
            first: reads every text.
            second: reads the texts in which the first finds no statement, or one with a confidence below `below`.
            below: confidence, 0 to 1; at 0 only texts without a statement are read twice.
        """
        self.name = f"{first.name}|{second.name}"
        self._first = first
        self._second = second
        self._below = below

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers that either extractor needs."""
        return tuple(sorted({*self._first.layers, *self._second.layers}))

    def clear_cache(self) -> None:
        """See `CachingExtractor.clear_cache`."""
        for extractor in (self._first, self._second):
            if isinstance(extractor, CachingExtractor):
                extractor.clear_cache()

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        extraction = self._first.extract(passages)
        found = list(extraction.results)
        unsure = [index for index, one in enumerate(found) if passages[index].text.strip() and self._is_unsure(one)]
        if not unsure:
            return extraction
        try:
            more = self._second.extract([passages[index] for index in unsure])
        except (ConnectionError, TimeoutError, KgError) as error:
            logger.warning(
                "%s could not read %d texts; using the results of %s alone: %s",
                self._second.name,
                len(unsure),
                self._first.name,
                error,
            )
            return Extraction(extraction.results, extraction.failures + len(unsure))
        for index, other in zip(unsure, more.results, strict=True):
            found[index] = _merge_results(found[index], other)
        return Extraction(tuple(found), extraction.failures + more.failures)

    def _is_unsure(self, found: TextExtraction) -> bool:
        closed = (one.confidence for one in found.statements if not one.template)
        return min(closed, default=-1.0) < self._below


def _merge_results(first: TextExtraction, second: TextExtraction) -> TextExtraction:
    new_statements = (
        one for one in add_aspects(second.statements) if not any(_is_same(one, known) for known in first.statements)
    )
    statements = [*first.statements, *new_statements]
    new_mentions = (name for name in second.mentions if not any(_overlaps(name, one) for one in first.mentions))
    names = [*first.mentions, *new_mentions]
    return TextExtraction(
        tuple(sorted(statements, key=lambda one: (one.start, one.end))),
        tuple(sorted(names, key=lambda one: one.start)),
        first.topics or second.topics,
        tuple(sorted({*first.instructions, *second.instructions})),
    )


def _overlaps(one: Mention, other: Mention) -> bool:
    return one.start < other.end and other.start < one.end


def _is_same(one: ExtractedStatement, other: ExtractedStatement) -> bool:
    """Whether two statements have the same parts, or are observations with the same verb from the same words."""
    if _statement_key(one) == _statement_key(other):
        return True
    is_overlapping = one.start < other.end and other.start < one.end
    is_observed = bool(one.template and other.template)
    return is_observed and is_overlapping and _statement_key(one)[:2] == _statement_key(other)[:2]


def _statement_key(one: ExtractedStatement) -> tuple[str, str, str]:
    return one.subject.casefold(), one.predicate, one.object.casefold()
