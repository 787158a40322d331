"""Learning the ranker's trees with LightGBM, and reading them into the ranker's own form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.retrieval.tree_ranker import DEPTH, UNKNOWN, Ranker

Floats = NDArray[np.float64]

ROUNDS = 300
# LambdaMART (Burges, 2010): many small trees, few features each, so that no conversation's quirks are learnt by heart.
_SETTINGS = {
    "objective": "lambdarank",
    "label_gain": [0, 1, 1.5],
    "lambdarank_truncation_level": 20,
    "learning_rate": 0.08,
    "num_leaves": 2**DEPTH,
    "max_depth": DEPTH,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 63,
    "force_col_wise": True,
    "deterministic": True,
    "seed": 0,
    "verbose": -1,
}


def learn(tables: Sequence[Floats], labels: Sequence[NDArray[np.int64]], weights: Sequence[float]) -> Ranker:
    """A ranker from the tables of many questions.

    Args:
        tables: a question's features each, (events, features); nan is allowed.
        labels: the relevance of its events: 0, 1 or 2.
        weights: how much each question counts.

    Raises:
        ModelUnavailable: without the extra `train`.
    """
    try:
        import lightgbm  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("LightGBM is not installed.", how="Install kg[train].") from error
    sizes = [len(table) for table in tables]
    data = lightgbm.Dataset(
        np.nan_to_num(np.concatenate(tables), nan=UNKNOWN),
        np.concatenate(labels),
        group=sizes,
        weight=np.repeat(np.asarray(weights, np.float64), sizes),
    )
    model = lightgbm.train(_SETTINGS, data, ROUNDS)
    return _read([tree["tree_structure"] for tree in model.dump_model()["tree_info"]])


def _read(trees: Sequence[dict[str, Any]]) -> Ranker:
    count, inner = len(trees), 2**DEPTH - 1
    feature = np.zeros((count, inner), np.int64)
    # Where a tree ends early, all go left, and what is below is equal.
    threshold = np.full((count, inner), 1e300)
    value = np.zeros((count, 2 * inner + 1))
    for number, tree in enumerate(trees):
        _place(tree, 0, feature[number], threshold[number], value[number])
    return Ranker(1, feature, threshold, value, 1.0, 0.0, 0.0, {})


def _place(node: dict[str, Any], at: int, feature: NDArray[np.int64], threshold: Floats, value: Floats) -> None:
    split = "split_feature" in node
    value[at] = node["internal_value"] if split else node["leaf_value"]
    if at >= feature.size:
        return
    if split:
        feature[at], threshold[at] = node["split_feature"], node["threshold"]
    for child, name in ((2 * at + 1, "left_child"), (2 * at + 2, "right_child")):
        _place(node[name] if split else node, child, feature, threshold, value)
