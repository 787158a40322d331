"""Ranking of the candidates of a search: passages are grouped by event, and a learnt model orders the events."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.language import best_matches, extract_keywords, unpack_states
from kg.retrieval.candidates import Candidates
from kg.retrieval.features import FEATURE_NAMES, compute_features, feature_group
from kg.retrieval.question import Question
from kg.retrieval.question_match import QuestionMatch, match_question
from kg.retrieval.tree_ranker import Ranker, logistic

Floats = NDArray[np.float64]

# Minimum number of events that the trees score.
_SCORED_EVENTS = 200
# Comparison of similar statements: the number of leading events, the maximum difference of log-odds, the minimum share of common
# words, and the number of characters read.
_COMPARED_EVENTS, _MAX_DIFFERENCE, _MIN_COMMON_SHARE, _MAX_CHARS = 30, 1.5, 0.34, 400


@dataclass(frozen=True, eq=False)
class Ranking:
    """Ranked events, best first.

    Attributes:
        candidates: the candidates.
        row: the row of the candidate that represents each event: its best passage, or the event itself.
        score: the probability that the event is evidence.
        why: feature group → its contribution to the log-odds; for the first `limit` events, and empty without `explain`.
        features: the events' features, in ranking order.
        missing_states: number of candidates with a vector, but without token states of the question's version.
        match: the candidates, matched with the question.
    """

    candidates: Candidates
    row: Sequence[int]
    score: Sequence[float]
    why: Sequence[dict[str, float]]
    features: Floats
    missing_states: int
    match: QuestionMatch

    def __len__(self) -> int:
        return len(self.row)


def rank_candidates(
    candidates: Candidates,
    question: Question,
    ranker: Ranker,
    *,
    version: int,
    limit: int,
    explain: bool = True,
    without: Collection[str] = (),
) -> Ranking:
    """Rank candidates; ties are ordered newest first, then by id.

    Args:
        candidates: the candidates of one search.
        question: the question.
        ranker: the model.
        version: the version of token states that the question's can be compared with.
        limit: minimum number of events to rank, and number of those to explain.
        explain: whether to explain the order.
        without: feature groups to treat as unknown (`kg bench recall --without`).
    """
    candidates = candidates.sorted_by_id()
    match, missing_states = match_candidates(candidates, question, version)
    features_ = compute_features(match)
    count = len(features_.values)
    # The trees score the best events of a simple sum; they would not lift an event that is far behind.
    leading = features_.order[: max(limit, _SCORED_EVENTS)]
    values, rows = mask_groups(features_.values[leading], without), features_.row[leading]
    base_scores = ranker.scores(values, count)
    scores = promote_newer_statements(
        base_scores, [candidates.text[row] for row in rows], [candidates.at[row] for row in rows], question.text
    )
    order = sorted(range(len(scores)), key=lambda event: _key(rows, candidates, scores, event))
    explained = order[:limit] if explain else []
    contributions = ranker.explain(values[explained], count) if explained else {}
    if explained and (scores > base_scores).any():
        contributions["newer"] = (scores - base_scores)[explained]
    return Ranking(
        candidates=candidates,
        row=[int(rows[event]) for event in order],
        score=[float(one) for one in logistic(scores[order])],
        why=[{group: float(part[index]) for group, part in contributions.items()} for index in range(len(explained))],
        features=values[order],
        missing_states=missing_states,
        match=match,
    )


def promote_newer_statements(scores: Floats, texts: Sequence[str], at: Sequence[int | None], question: str) -> Floats:
    """Return scores in which a newer statement ranks before the older one that it replaces.

    A later statement gets an earlier one's score if both contain the same words, or share many words and differ in their numbers
    ("the launch is on the 3rd", "… on the 17th"), and their scores are close. A number that the question has counts more.

    Args:
        scores: log-odds.
        texts: texts of the events.
        at: times of the events.
        question: the question.
    """
    _, asked_numbers = _keywords_and_numbers(question)
    lifted = scores.copy()
    top = [int(event) for event in np.argsort(-scores, kind="stable")[:_COMPARED_EVENTS]]

    @functools.cache
    def words(event: int) -> tuple[set[str], set[str]]:
        return _keywords_and_numbers(texts[event])

    for index, earlier in enumerate(top):
        for later in top[index + 1 :]:
            if scores[earlier] - scores[later] > _MAX_DIFFERENCE:
                break
            if (at[later] or 0) > (at[earlier] or 0) and _replaces(words(later), words(earlier), asked_numbers):
                lifted[later] = max(lifted[later], lifted[earlier])
    return lifted


def _keywords_and_numbers(text: str) -> tuple[set[str], set[str]]:
    """Return the keywords of a text's beginning, and those that are numbers."""
    words = set(extract_keywords(text[:_MAX_CHARS]))
    return words, {word for word in words if word[0].isdigit()}


def _replaces(later: tuple[set[str], set[str]], earlier: tuple[set[str], set[str]], asked: set[str]) -> bool:
    """Whether a statement repeats an earlier one, or has other numbers and the earlier one none of those asked for."""
    (words, numbers), (others, other_numbers) = later, earlier
    if words == others:
        return True
    if not numbers or not other_numbers or numbers == other_numbers or other_numbers & asked - numbers:
        return False
    return len(words & others) >= max(2.0, _MIN_COMMON_SHARE * min(len(words), len(others)))


def match_candidates(candidates: Candidates, question: Question, version: int) -> tuple[QuestionMatch, int]:
    """Match candidates with the question; also return how many candidates with a vector lack token states."""
    likeness = None
    missing_states = 0
    if question.asked is not None and question.asked.spans:
        rows, counts = unpack_states(candidates.states, version)
        # A candidate without a vector is not expected to have token states.
        missing_states = int(((counts == 0) & ~np.isnan(candidates.meaning)).sum())
        if rows.size:
            likeness = best_matches(rows, counts, question.asked.tokens).astype(np.float64)
    return match_question(candidates, question, likeness), missing_states


def mask_groups(values: Floats, without: Collection[str]) -> Floats:
    """Return the features with some groups set to unknown."""
    if not without:
        return values
    columns = [index for index, name in enumerate(FEATURE_NAMES) if feature_group(name) in without]
    left = values.copy()
    left[:, columns] = np.nan
    return left


def _key(rows: NDArray[np.int64], candidates: Candidates, scores: Floats, event: int) -> tuple[float, int, str]:
    row = rows[event]
    return -scores[event], -(candidates.at[row] or 0), candidates.event[row]
