"""Train the lasting value of messages: which messages of a conversation hold what a reader would miss after months."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.knowledge import lasting_features
from training.corpus.reading import Conversation, read_conversation

_PENALTY, _FEWEST, _MOST_EVIDENCE, _LEAST_WEIGHT = 20.0, 5, 3, 0.05
# How much the worth that a reader gave an observation counts.
_SHARES = {0: 0.0, 1: 0.2, 2: 0.7, 3: 1.0}
_NOTED, _FOLDS, _TOP = 2, 5, 0.1
Floats = NDArray[np.float64]


def train_lasting_value(folders: Sequence[Path], out: Path, report: Callable[[str], None]) -> dict[str, Any]:
    """Fit the lasting value on English conversations, write it, and return how it does on conversations left out.

    Args:
        folders: folders of conversations of the corpus of the parts train and dev.
        out: the file to write.
        report: called with a line for each conversation.

    Returns:
        {"messages", "noted": share of messages with an observation of worth 2 or 3, "noted_of_best": the same of the tenth of
        the messages that rank best, each by a model that did not see its conversation}.
    """
    conversations = [one for one in map(read_conversation, folders) if one.about["language"] == "en"]
    rows: list[tuple[int, dict[str, float], int]] = []
    for number, conversation in enumerate(conversations):
        found = _collect_messages(conversation)
        rows += [(number % _FOLDS, *each) for each in found]
        report(f"{conversation.name}: {len(found)} messages")
    counts = Counter(name for _, features, _ in rows for name in features)
    names = sorted(name for name, count in counts.items() if count >= _FEWEST)
    values = np.array([[features.get(name, 0.0) for name in names] for _, features, _ in rows])
    folds, worths = (np.array([row[place] for row in rows]) for place in (0, 2))
    labels = np.array([_SHARES[worth] for worth in worths.tolist()])
    ranks = np.zeros(len(rows))
    for fold in range(_FOLDS):
        weights, constant = _fit(values[folds != fold], labels[folds != fold])
        ranks[folds == fold] = values[folds == fold] @ weights + constant
    best = np.argsort(-ranks)[: int(len(rows) * _TOP)]
    weights, constant = _fit(values, labels)
    kept = {
        name: round(weight, 3)
        for name, weight in zip(names, weights.tolist(), strict=True)
        if abs(weight) >= _LEAST_WEIGHT
    }
    content: Mapping[str, Any] = {"constant": round(constant, 4), "weights": kept}
    out.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    noted = worths >= _NOTED
    return {
        "messages": len(rows),
        "noted": round(float(noted.mean()), 3),
        "noted_of_best": round(float(noted[best].mean()), 3),
    }


def _collect_messages(conversation: Conversation) -> list[tuple[dict[str, float], int]]:
    """Return the features of each message of a person, and the greatest worth of what readers noted of it."""
    worths: dict[str, int] = defaultdict(int)
    for row in conversation.labels["observations"]:
        # What rests on many messages is in none of them.
        for event in row["evidence"] if len(row["evidence"]) <= _MOST_EVIDENCE else ():
            worths[event] = max(worths[event], row["worth"])
    said = [event for event in conversation.events if event["role"] == "user" and event.get("text")]
    return [(lasting_features(event["text"]), worths[event["id"]]) for event in said]


def _fit(values: Floats, labels: Floats) -> tuple[Floats, float]:
    """Fit a logistic regression to labels between 0 and 1: each message counts as noted and as not noted, in part."""
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    outcomes = np.concatenate([np.ones(len(labels)), np.zeros(len(labels))])
    model = LogisticRegression(C=1 / _PENALTY, max_iter=500, solver="liblinear").fit(
        np.vstack([values, values]), outcomes, sample_weight=np.concatenate([labels, 1 - labels])
    )
    return model.coef_[0], float(model.intercept_[0])
