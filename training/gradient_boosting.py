"""Training of the ranker's trees with LightGBM, and conversion into the ranker's own format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.retrieval import TREE_DEPTH, UNKNOWN_VALUE, Ranker

Floats = NDArray[np.float64]

ROUNDS = 300
# LambdaMART (Burges, 2010) with many small trees and few features each, against overfitting to single conversations.
_SETTINGS = {
    "objective": "lambdarank",
    "label_gain": [0, 1, 1.5],
    "lambdarank_truncation_level": 20,
    "learning_rate": 0.08,
    "num_leaves": 2**TREE_DEPTH,
    "max_depth": TREE_DEPTH,
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


def train_ranker(tables: Sequence[Floats], labels: Sequence[NDArray[np.int64]], weights: Sequence[float]) -> Ranker:
    """Train a ranker on the feature tables of many questions.

    Args:
        tables: features of each question, (events, features); NaN is allowed.
        labels: relevance of the events of each question: 0, 1 or 2.
        weights: weight of each question.

    Raises:
        ModelUnavailable: the extra `train` is not installed.
    """
    try:
        import lightgbm  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("LightGBM is not installed.", how="Install kg[train].") from error
    sizes = [len(table) for table in tables]
    data = lightgbm.Dataset(
        np.nan_to_num(np.concatenate(tables), nan=UNKNOWN_VALUE),
        np.concatenate(labels),
        group=sizes,
        weight=np.repeat(np.asarray(weights, np.float64), sizes),
    )
    model = lightgbm.train(_SETTINGS, data, ROUNDS)
    return _convert_trees([tree["tree_structure"] for tree in model.dump_model()["tree_info"]])


def _convert_trees(trees: Sequence[dict[str, Any]]) -> Ranker:
    count, inner_nodes = len(trees), 2**TREE_DEPTH - 1
    feature = np.zeros((count, inner_nodes), np.int64)
    # Below an early leaf all nodes go left and have the same value.
    threshold = np.full((count, inner_nodes), 1e300)
    value = np.zeros((count, 2 * inner_nodes + 1))
    for number, tree in enumerate(trees):
        _fill_node(tree, 0, feature[number], threshold[number], value[number])
    return Ranker(1, feature, threshold, value, 1.0, 0.0, 0.0, {})


def _fill_node(node: dict[str, Any], index: int, feature: NDArray[np.int64], threshold: Floats, value: Floats) -> None:
    split = "split_feature" in node
    value[index] = node["internal_value"] if split else node["leaf_value"]
    if index >= feature.size:
        return
    if split:
        feature[index], threshold[index] = node["split_feature"], node["threshold"]
    for child, name in ((2 * index + 1, "left_child"), (2 * index + 2, "right_child")):
        _fill_node(node[name] if split else node, child, feature, threshold, value)
