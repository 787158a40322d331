"""Ranking: candidates of one search, their passages counted as their event, in the order of the learnt ranker."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.language import late_interaction
from kg.language.keywords import keywords
from kg.retrieval.candidates import Candidates
from kg.retrieval.features import NAMES, group_of, table
from kg.retrieval.question import Question
from kg.retrieval.question_match import Evidence, match
from kg.retrieval.tree_ranker import Ranker, logistic

Floats = NDArray[np.float64]

# How many events the trees look at, where no more are wanted.
_JUDGED = 200
# Who is compared with whom: the first so many, of so like scores (log-odds), with such a share of words in common.
_COMPARED, _CLOSE, _SHARED, _READ = 30, 1.5, 0.34, 400


@dataclass(frozen=True, eq=False)
class Ranking:
    """Events in order, best first.

    Attributes:
        found: the candidates.
        row: of each event the candidate that stands for it: its passage that fits best, or itself.
        score: the probability that it is evidence.
        why: group of features → what it added to the log-odds; for the first `limit` events.
        features: the events' features, in the ranking's order.
        stateless: how many candidates have a vector, but no token states that the question's could be compared with.
    """

    found: Candidates
    row: Sequence[int]
    score: Sequence[float]
    why: Sequence[dict[str, float]]
    features: Floats
    stateless: int

    def __len__(self) -> int:
        return len(self.row)


def rank(
    found: Candidates,
    question: Question,
    ranker: Ranker,
    *,
    version: int,
    limit: int,
    without: Collection[str] = (),
) -> Ranking:
    """Rank what was found; equal scores newest first, then by id.

    Args:
        found: candidates of one search.
        question: what was asked.
        ranker: the weights.
        version: of the token states that the question's can be compared with.
        limit: how many are wanted at least, and explained.
        without: groups of features that are taken as unknown (`kg bench recall --without`).
    """
    found = found.ordered()
    evidence, stateless = prepare(found, question, version)
    made = table(evidence)
    count = len(made.values)
    # The trees judge those that may come first; who is far behind by plain sums is not lifted to the top by them.
    judged = made.order[: max(limit, _JUDGED)]
    values, rows = blank(made.values[judged], without), made.row[judged]
    alone = ranker.scores(values, count)
    scores = newest_of_its_like(alone, [found.text[row] for row in rows], [found.at[row] for row in rows])
    order = sorted(range(len(scores)), key=lambda event: _key(rows, found, scores, event))
    told = ranker.explain(values[order[:limit]], count)
    if (scores > alone).any():
        told["newer"] = (scores - alone)[order[:limit]]
    return Ranking(
        found=found,
        row=[int(rows[event]) for event in order],
        score=[float(one) for one in logistic(scores[order])],
        why=[{group: float(part[place]) for group, part in told.items()} for place in range(min(limit, len(order)))],
        features=values[order],
        stateless=stateless,
    )


def newest_of_its_like(scores: Floats, texts: Sequence[str], at: Sequence[int | None]) -> Floats:
    """Scores with what is current lifted beside what it replaces, so that the newest of the two stands first.

    A later statement is lifted to an earlier one's score where both say the same words, or say much the same with other
    numbers ("the launch is on the 3rd", "… on the 17th"), and the ranker sees no great difference.

    Args:
        scores: log-odds.
        texts: of the events.
        at: when each was said.
    """
    lifted = scores.copy()
    top = [int(event) for event in np.argsort(-scores, kind="stable")[:_COMPARED]]
    words = {event: _said(texts[event]) for event in top}
    for place, earlier in enumerate(top):
        for later in top[place + 1 :]:
            if scores[earlier] - scores[later] > _CLOSE:
                break
            if (at[later] or 0) > (at[earlier] or 0) and _alike(words[earlier], words[later]):
                lifted[later] = max(lifted[later], lifted[earlier])
    return lifted


def _said(text: str) -> tuple[set[str], set[str]]:
    """The keywords of a text's beginning, and those of them that are numbers."""
    words = set(keywords(text[:_READ]))
    return words, {word for word in words if word[0].isdigit()}


def _alike(one: tuple[set[str], set[str]], other: tuple[set[str], set[str]]) -> bool:
    (words, numbers), (others, other_numbers) = one, other
    if words == others:
        return True
    if not numbers or not other_numbers or numbers == other_numbers:
        return False
    return len(words & others) >= max(2.0, _SHARED * min(len(words), len(others)))


def prepare(found: Candidates, question: Question, version: int) -> tuple[Evidence, int]:
    """Candidates matched with their question, and how many with a vector lack token states."""
    likeness = None
    stateless = 0
    if question.asked is not None and question.asked.spans:
        rows, counts = late_interaction.unpack(found.states, version)
        # What has no vector yet, or never gets one, has no states either: that is no want.
        stateless = int(((counts == 0) & ~np.isnan(found.meaning)).sum())
        if rows.size:
            likeness = late_interaction.best_matches(rows, counts, question.asked.tokens).astype(np.float64)
    return match(found, question, likeness), stateless


def blank(values: Floats, without: Collection[str]) -> Floats:
    """The features with those of some groups unknown."""
    if not without:
        return values
    columns = [place for place, name in enumerate(NAMES) if group_of(name) in without]
    left = values.copy()
    left[:, columns] = np.nan
    return left


def _key(rows: NDArray[np.int64], found: Candidates, scores: Floats, event: int) -> tuple[float, int, str]:
    row = rows[event]
    return -scores[event], -(found.at[row] or 0), found.event[row]
