"""Train which messages change an earlier wish, on pairs written for it (`python -m training wishes`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.language import MiniLM
from kg.memories.changed_wishes import STATE_LAYER, change_features, mean_states, split_message
from kg.settings import Settings
from training.feedback import read_conversation_lines

PAIRS = Path(__file__).with_name("changed_wishes.jsonl")
_PENALTY, _SCALE, _OTHER_WEIGHT = 1.0, 1_000, 0.3
_FOLDS, _OTHERS, _ORDINARY = 8, 6, 10
# Of the pairs of a wish and a message that leaves it, written to be hard, at most this share may be taken for a change.
_MAX_FALSE = 0.075
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WishPair:
    """A wish and a later message: whether the message changes the wish, their group, and whether the pair was written as one."""

    wish: str
    message: str
    is_changed: bool
    group: int
    is_written: bool


def train_changed_wishes(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Learn the weights; choose the threshold and measure by cross-validation over the pairs.

    Args:
        folders: conversations of the corpus, whose messages to agents change no wish of the pairs.
        out: the file to write the weights to.
        settings: settings of the models.
        report: called with a line for each step.

    Returns:
        {"pairs", "threshold", "found": the share of changes that are found, "false": of pairs written to be hard,
        "false_others": of other wishes and messages}.
    """
    pairs = _read_pairs(folders)
    report(f"{len(pairs)} pairs")
    names, values = _compute_values(pairs, MiniLM(settings))
    labels = np.array([each.is_changed for each in pairs])
    weights = np.array([1.0 if each.is_written else _OTHER_WEIGHT for each in pairs])
    groups = np.array([each.group % _FOLDS for each in pairs])
    rates = np.zeros(len(pairs))
    for fold in range(_FOLDS):
        learnt = groups != fold
        constant, coefficients = _fit(values[learnt], labels[learnt], weights[learnt])
        rates[~learnt] = 1 / (1 + np.exp(-(constant + values[~learnt] @ coefficients)))
    is_hard = np.array([each.is_written for each in pairs]) & ~labels
    threshold = float(np.quantile(rates[is_hard], 1 - _MAX_FALSE))
    constant, coefficients = _fit(values, labels, weights)
    content = {
        "constant": round(constant, 4),
        "threshold": round(threshold, 3),
        "weights": {name: round(float(each), 4) for name, each in zip(names, coefficients, strict=False)},
        "states": np.rint(coefficients[len(names) :] * _SCALE).astype(int).tolist(),
    }
    out.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
    others = np.array([not each.is_written for each in pairs])
    return {
        "pairs": len(pairs),
        "threshold": round(threshold, 3),
        "found": round(float((rates[labels] >= threshold).mean()), 3),
        "false": round(float((rates[is_hard] >= threshold).mean()), 3),
        "false_others": round(float((rates[others] >= threshold).mean()), 4),
    }


def _read_pairs(folders: Sequence[Path]) -> list[WishPair]:
    """Return the written pairs, each with other wishes for its message and other messages for its wish."""
    written = [(row["first"], row["later"], row["gone"]) for row in read_json_lines(PAIRS) if row["part"] == "train"]
    ordinary = [line.text for folder in folders for line in read_conversation_lines(folder) if line.source == "agents"]
    rng = np.random.default_rng(1)
    pairs = []
    for group, (wish, message, is_changed) in enumerate(written):
        others = [written[place][0] for place in rng.choice(len(written), _OTHERS, replace=False) if place != group]
        messages = [ordinary[place] for place in rng.choice(len(ordinary), _ORDINARY, replace=False)]
        unrelated = [*((other, message) for other in others), *((wish, other) for other in messages)]
        pairs.append(WishPair(wish, message, is_changed, group, is_written=True))
        pairs += [WishPair(*pair, is_changed=False, group=group, is_written=False) for pair in unrelated]
    return pairs


def _compute_values(pairs: Sequence[WishPair], model: MiniLM) -> tuple[list[str], Floats]:
    """Return the names of the features, and for each pair their values with the hidden states of the nearest sentence."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.wish, *split_message(pair.message))))
    vectors, _, hidden = model.embed_with_hidden_states(texts, (STATE_LAYER,))
    vector_of = dict(zip(texts, vectors / np.linalg.norm(vectors, axis=1, keepdims=True), strict=True))
    states_of = dict(zip(texts, map(mean_states, hidden), strict=True))
    rows, states = [], []
    for pair in pairs:
        parts = split_message(pair.message)
        cosines = [float(vector_of[pair.wish] @ vector_of[part]) for part in parts]
        nearest = int(np.argmax(cosines))
        rows.append(change_features(pair.wish, pair.message, (cosines[0], cosines[nearest])))
        states.append(states_of[parts[nearest]])
    names = sorted(rows[0])
    return names, np.hstack([np.array([[row[name] for name in names] for row in rows]), np.array(states)])


def _fit(values: Floats, labels: NDArray[np.bool_], weights: Floats) -> tuple[float, Floats]:
    """Return the constant and the weights of a logistic regression."""
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    model = LogisticRegression(C=1 / _PENALTY, max_iter=3000).fit(values, labels, sample_weight=weights)
    [learnt] = model.coef_
    return float(model.intercept_[0]), np.asarray(learnt)
