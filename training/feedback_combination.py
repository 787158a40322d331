"""Fit how the feedback detector's regression and its reader are combined, on sentences that neither has learnt from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.extraction import FeedbackRates, FeedbackReader

_PENALTY, _DIGITS = 0.1, 4


@dataclass(frozen=True)
class RatedSentence:
    """A sentence with its judged group (criticism, preference, praise or none), and both ratings of it."""

    group: str
    first: FeedbackRates
    second: FeedbackRates


class HeldOutReader(FeedbackReader):
    """Knows what readers said of sentences that they had not learnt from."""

    def __init__(self, path: Path) -> None:
        """Read the ratings of `tune_feedback_reader`."""
        rows = read_json_lines(path)
        self._rates = {(row["text"], row["previous"], row["start"]): FeedbackRates(*row["rates"]) for row in rows}
        self._texts = {row["text"] for row in rows}

    def knows(self, text: str) -> bool:
        """Whether there are ratings of a message."""
        return text in self._texts

    def find(self, text: str, previous: str, start: int) -> FeedbackRates | None:
        """Return the rating of a sentence; None if there is none."""
        return self._rates.get((text, previous, start))

    def rate(self, message: str, previous: str, spans: Sequence[tuple[int, int]]) -> list[FeedbackRates]:
        """Return the ratings of sentences; those without one have no feedback."""
        nothing = FeedbackRates(0.0, 0.0, 0.0, 0.0)
        return [self.find(message, previous, start) or nothing for start, _ in spans]


def fit_combination(sentences: Sequence[RatedSentence]) -> dict[str, list[float]]:
    """Return for each group the log-odds without either rating, and the weights of the log-odds of both."""
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    pairs = [(each.first.odds_by_group(), each.second.odds_by_group()) for each in sentences]
    fitted = {}
    for group in pairs[0][0]:
        values = np.array([[first[group], second[group]] for first, second in pairs])
        model = LogisticRegression(C=1 / _PENALTY).fit(values, [each.group == group for each in sentences])
        fitted[group] = [round(float(each), _DIGITS) for each in (model.intercept_[0], *model.coef_[0])]
    return fitted


def choose_thresholds(
    rated: Sequence[Mapping[str, float]], most_false: Mapping[str, float], least: float
) -> dict[str, float]:
    """Return the least thresholds at which ordinary messages are rarely taken for feedback.

    Args:
        rated: the highest probability of each group in each ordinary message; none where it is below the least threshold.
        most_false: the share of these messages that may be taken for each group.
        least: the least threshold.
    """
    found = {}
    for group, share in most_false.items():
        ranked = sorted((each[group] for each in rated if group in each), reverse=True)
        allowed = int(share * len(rated))
        found[group] = round(ranked[allowed] + 0.0005, 3) if len(ranked) > allowed else least
    return found
