"""Matches of candidates with their question, by word and token, and the signals that features are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from kg.retrieval import lexical, neighbours, normalisation
from kg.retrieval.candidates import Candidates, select_items
from kg.retrieval.question import Question

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Full text matches inflections that a prefix does not; a candidate it found gets at least this score.
_MIN_SCORE = 0.001
_MIN_RARITY = 0.05
_UNKNOWN_RARITY = 0.3


@dataclass(frozen=True, eq=False)
class QuestionMatch:
    """The candidates of one search, matched with its question: passages in rows, grouped by event.

    Attributes:
        candidates: the candidates.
        question: the question.
        group: the number of each row's event; events are numbered in the order of their first row.
        events: number of events.
        counts: count of each word of the question in each row.
        likeness: (rows, tokens): similarity of each token of the question to each row; None without token states.
        texts: the rows' normalised texts.
    """

    candidates: Candidates
    question: Question
    group: Ints
    events: int
    counts: Floats
    likeness: Floats | None
    texts: Sequence[str]


def match_question(candidates: Candidates, question: Question, likeness: Floats | None) -> QuestionMatch:
    """Match candidates with their question.

    Args:
        candidates: the candidates.
        question: the question.
        likeness: (rows, tokens), from `kg.language.late_interaction.best_matches`, or None.
    """
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(event, len(numbers)) for event in candidates.event], np.int64)
    texts = lexical.normalise_texts(candidates.text)
    counts = lexical.count_occurrences(question.words, texts)
    return QuestionMatch(candidates, question, group, len(numbers), counts, likeness, texts)


def token_weights(question: Question, rarity: Floats) -> Floats:
    """Return the weight of each token of a question, summing to 1: its word's rarity here times its learnt weight.

    Args:
        question: the question, with token states.
        rarity: rarity of each of its words among the candidates.
    """
    if question.asked is None or not question.asked.spans:
        return np.zeros(0)
    folded = question.text.casefold()
    rare = dict(zip(question.words, rarity, strict=True))
    weights = np.full(len(question.asked.spans), _UNKNOWN_RARITY)
    for index, (start, _) in enumerate(question.asked.spans):
        # A token inside a word gets the word's rarity.
        while start > 0 and folded[start - 1 : start].isalnum():
            start -= 1  # noqa: PLW2901 - walks back to where the word begins
        value = next((rare[word] for word in question.words if folded.startswith(word, start)), _UNKNOWN_RARITY)
        weights[index] = max(value, _MIN_RARITY)
    pulled = weights * np.exp(question.asked.log_weights - question.asked.log_weights.max())
    total: Floats = pulled / pulled.sum()
    return total


class EventSignals:
    """Signals per event that several features are computed from."""

    def __init__(self, match: QuestionMatch) -> None:
        candidates, group = match.candidates, match.group
        count = match.events
        self.match, self.count = match, count
        lengths = np.array([len(text) for text in match.texts], np.float64)
        rarity = lexical.inverse_document_frequency(match.counts)
        frequency = lexical.saturate_term_frequency(match.counts, lengths)
        fit = frequency @ rarity
        fit = np.where(np.isnan(candidates.words), fit, np.maximum(fit, _MIN_SCORE))
        known = candidates.meaning[~np.isnan(candidates.meaning)]
        # A candidate that vector search did not find gets the lowest cosine it found.
        cosine = np.where(np.isnan(candidates.meaning), known.min(), candidates.meaning) if known.size else None
        weights = token_weights(match.question, rarity)
        late = None if match.likeness is None else match.likeness @ weights
        parts = [
            normalisation.standard_score(fit),
            *(normalisation.standard_score(part) for part in (late, cosine) if part is not None),
        ]
        self.row = _best_rows(np.sum(parts, axis=0), group, count)
        self._rows: list[int] = self.row.tolist()
        sessions, seqs = self.column("session"), self.column("seq")
        positions = [
            None if seq is None else (str(session), cast("int", seq))
            for session, seq in zip(sessions, seqs, strict=True)
        ]
        self.session = [str(session or key) for session, key in zip(sessions, self.column("id"), strict=True)]
        self.near = neighbours.find_neighbour_rows(positions)
        self.words = normalisation.group_max(fit, group, count)
        self.word_parts = normalisation.group_max(frequency, group, count)
        self.rarity, self.weights = rarity, weights
        self.present = (self.word_parts > 0) @ (rarity / max(rarity.sum(), 1e-9))
        self.meaning = None if cosine is None else normalisation.group_max(cosine, group, count, -1.0)
        self.late = None if late is None else normalisation.group_max(late, group, count)
        self.late_parts = None if match.likeness is None else normalisation.group_max(match.likeness, group, count)
        both = normalisation.standard_score(self.words) + sum(
            share * normalisation.standard_score(part)
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
        self.draft = both + 0.5 * normalisation.standard_score(self.words_sum)
        self.order = np.argsort(-self.draft, kind="stable")
        self.folded = select_items(match.texts, self._rows)

    def column(self, name: str) -> list[object]:
        """Return a column of the candidates at the rows that represent the events."""
        return select_items(getattr(self.match.candidates, name), self._rows)

    @property
    def unknown(self) -> Floats:
        """A feature that is unknown for all events."""
        return np.full(self.count, np.nan)


def _best_rows(fit: Floats, group: Ints, count: int) -> Ints:
    rows = np.zeros(count, np.int64)
    # Rows are assigned from worst to best, so that each event's best row is assigned last.
    order = np.argsort(fit, kind="stable")
    rows[group[order]] = order
    return rows
