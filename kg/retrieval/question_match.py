"""Evidence: candidates matched with their question, and what several features are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.retrieval import lexical, neighbours, normalisation
from kg.retrieval.candidates import Candidates
from kg.retrieval.question import Question

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Full text knows forms of a word that a prefix does not: what it found counts, if as the least.
_LEAST = 0.001
_LEAST_RARITY = 0.05
_UNKNOWN_RARITY = 0.3


@dataclass(frozen=True, eq=False)
class Evidence:
    """The candidates of one search, matched with its question: passages in rows, their events in groups.

    Attributes:
        found: the candidates.
        question: what was asked.
        group: the event of each row, as a number; events are numbered in the order of their first row.
        events: how many events there are.
        counts: how often each word of the question stands in each row.
        likeness: (rows, tokens): how well each token of the question is matched in each row; None without token states.
        plain: the rows' texts as words are looked for in them.
    """

    found: Candidates
    question: Question
    group: Ints
    events: int
    counts: Floats
    likeness: Floats | None
    plain: Sequence[str]


def match(found: Candidates, question: Question, likeness: Floats | None) -> Evidence:
    """Match candidates with their question.

    Args:
        found: the candidates.
        question: what was asked.
        likeness: (rows, tokens), from `kg.language.late_interaction.best_matches`, or None.
    """
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(event, len(numbers)) for event in found.event], np.int64)
    plain = [lexical.plain(text) for text in found.text]
    counts = lexical.occurrences(question.words, plain)
    return Evidence(found, question, group, len(numbers), counts, likeness, plain)


def token_weights(question: Question, rarity: Floats) -> Floats:
    """How much each token of a question counts, summing up to 1: the rarity of its word here, times its learnt pull.

    Args:
        question: with token states.
        rarity: of each of its words among the candidates.
    """
    if question.asked is None or not question.asked.spans:
        return np.zeros(0)
    folded = question.text.casefold()
    rare = dict(zip(question.words, rarity, strict=True))
    weights = np.full(len(question.asked.spans), _UNKNOWN_RARITY)
    for place, (start, _) in enumerate(question.asked.spans):
        # A piece inside a word counts as its word.
        while start > 0 and folded[start - 1 : start].isalnum():
            start -= 1  # noqa: PLW2901 - walks back to where the word begins
        value = next((rare[word] for word in question.words if folded.startswith(word, start)), _UNKNOWN_RARITY)
        weights[place] = max(value, _LEAST_RARITY)
    pulled = weights * np.exp(question.asked.pull - question.asked.pull.max())
    total: Floats = pulled / pulled.sum()
    return total


class Made:
    """What several features are made of, by event."""

    def __init__(self, evidence: Evidence) -> None:
        found, group = evidence.found, evidence.group
        count = evidence.events
        self.evidence, self.count = evidence, count
        lengths = np.array([len(text) for text in evidence.plain], np.float64)
        rarity = lexical.rarity(evidence.counts)
        frequency = lexical.saturated(evidence.counts, lengths)
        fit = frequency @ rarity
        fit = np.where(np.isnan(found.words), fit, np.maximum(fit, _LEAST))
        known = found.meaning[~np.isnan(found.meaning)]
        # What vectors did not find counts as far as the farthest that they found.
        cosine = np.where(np.isnan(found.meaning), known.min(), found.meaning) if known.size else None
        weights = token_weights(evidence.question, rarity)
        late = None if evidence.likeness is None else evidence.likeness @ weights
        parts = [
            normalisation.standard(fit),
            *(normalisation.standard(part) for part in (late, cosine) if part is not None),
        ]
        self.row = _best_rows(np.sum(parts, axis=0), group, count)
        place = [None if found.seq[row] is None else (found.session[row], found.seq[row]) for row in self.row]
        self.session = [found.session[row] or found.id[row] for row in self.row]
        self.near = neighbours.beside(place)
        self.words = normalisation.group_max(fit, group, count)
        self.word_parts = normalisation.group_max(frequency, group, count)
        self.rarity, self.weights = rarity, weights
        self.present = (self.word_parts > 0) @ (rarity / max(rarity.sum(), 1e-9))
        self.meaning = None if cosine is None else normalisation.group_max(cosine, group, count, -1.0)
        self.late = None if late is None else normalisation.group_max(late, group, count)
        self.late_parts = (
            None if evidence.likeness is None else normalisation.group_max(evidence.likeness, group, count)
        )
        both = normalisation.standard(self.words) + sum(
            share * normalisation.standard(part)
            for share, part in ((1.0, self.late), (0.5, self.meaning))
            if part is not None
        )
        self.both: Floats = both
        self.words_sum = neighbours.weighted_sum(self.words, self.near)
        self.late_sum = (
            None if self.late is None else neighbours.weighted_sum(normalisation.above_median(self.late), self.near)
        )
        self.meaning_sum = (
            None
            if self.meaning is None
            else neighbours.weighted_sum(normalisation.above_median(self.meaning), self.near)
        )
        self.draft = both + 0.5 * normalisation.standard(self.words_sum)
        self.order = np.argsort(-self.draft, kind="stable")
        self.folded = [evidence.plain[row] for row in self.row]

    def column(self, name: str) -> list[object]:
        """A column of the candidates, at the rows that stand for the events."""
        values = getattr(self.evidence.found, name)
        return [values[row] for row in self.row]

    @property
    def unknown(self) -> Floats:
        """A feature that is not known of any event."""
        return np.full(self.count, np.nan)


def _best_rows(fit: Floats, group: Ints, count: int) -> Ints:
    rows = np.zeros(count, np.int64)
    # Written from the worst to the best: the best row of each event is written last.
    order = np.argsort(fit, kind="stable")
    rows[group[order]] = order
    return rows
