"""Train the lasting value of messages: what readers note, and what they would keep as a line of the card of a person."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.knowledge import LastingModel, card_features, lasting_features
from kg.protocols import Embedder
from training.corpus.reading import Conversation, read_conversation

_PENALTY, _FEWEST, _MOST_EVIDENCE, _LEAST_WEIGHT = 20.0, 5, 3, 0.05
# How much the worth that a reader gave an observation counts.
_SHARES = {0: 0.0, 1: 0.2, 2: 0.7, 3: 1.0}
_NOTED, _FOLDS, _TOP = 2, 5, 0.1
JUDGED_QUOTATIONS = Path(__file__).with_name("judged_quotations.jsonl")
_CARD_PENALTY, _VECTOR_SCALE, _DIGITS = 10.0, 3.0, 3
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Quotation:
    """A quotation that a reader judged as a line of the card of its author.

    Attributes:
        conversation: its conversation.
        text: its words.
        is_clear: whether they are clear alone.
        age: how long ago they were said when the reader read them: the day after the conversation.
        vector: of its message.
        is_worth: whether it is right and worth a line.
    """

    conversation: str
    text: str
    is_clear: bool
    age: dt.timedelta
    vector: NDArray[np.float32]
    is_worth: bool


def train_lasting_value(
    folders: Sequence[Path], out: Path, report: Callable[[str], None], *, embedder: Embedder, judged: Path
) -> dict[str, Any]:
    """Fit the lasting value on English conversations, write it, and return how it does on conversations left out.

    Args:
        folders: folders of conversations of the corpus of the parts train and dev.
        out: the file to write.
        report: called with a line for each conversation.
        embedder: MiniLM.
        judged: quotations of these conversations that readers judged.

    Returns:
        {"messages", "noted": share of messages with an observation of worth 2 or 3, "noted_of_best": the same of the tenth of
        the messages that rank best, "quotations", "worth": share of the judged quotations that are worth a line,
        "worth_of_best", "worth_of_best_without_vector": the same of the tenth that rank best}; what ranks best is found by models
        that did not see its conversation.
    """
    conversations = [one for one in map(read_conversation, folders) if one.about["language"] == "en"]
    rows: list[tuple[int, dict[str, float], int]] = []
    for number, conversation in enumerate(conversations):
        found = _collect_messages(conversation)
        rows += [(number % _FOLDS, *each) for each in found]
        report(f"{conversation.name}: {len(found)} messages")
    names = _list_names([features for _, features, _ in rows])
    values = _to_matrix([features for _, features, _ in rows], names)
    folds, worths = (np.array([row[place] for row in rows]) for place in (0, 2))
    labels = np.array([_SHARES[worth] for worth in worths.tolist()])
    words = [_fit(values[folds != fold], labels[folds != fold]) for fold in range(_FOLDS)]
    ranks = np.zeros(len(rows))
    for fold, (weights, constant) in enumerate(words):
        ranks[folds == fold] = values[folds == fold] @ weights + constant
    weights, constant = _fit(values, labels)
    shipped = _to_model(names, weights, constant)
    fold_of = {conversation.name: number % _FOLDS for number, conversation in enumerate(conversations)}
    quotations = _read_quotations(judged, conversations, embedder)
    models = [_to_model(names, *each) for each in words]
    card, figures = _fit_cards(quotations, [models[fold_of[each.conversation]] for each in quotations], fold_of)
    content = {"constant": shipped.constant, "weights": dict(shipped.weights), **card}
    out.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    noted = worths >= _NOTED
    return {
        "messages": len(rows),
        "noted": _share(noted),
        "noted_of_best": _share(noted[_best(ranks)]),
        **figures,
    }


def _list_names(rows: Sequence[dict[str, float]]) -> list[str]:
    counts = Counter(name for features in rows for name in features)
    return sorted(name for name, count in counts.items() if count >= _FEWEST)


def _to_matrix(rows: Sequence[dict[str, float]], names: Sequence[str]) -> Floats:
    return np.array([[features.get(name, 0.0) for name in names] for features in rows])


def _to_model(names: Sequence[str], weights: Floats, constant: float) -> LastingModel:
    kept = {
        name: round(weight, _DIGITS)
        for name, weight in zip(names, weights.tolist(), strict=True)
        if abs(weight) >= _LEAST_WEIGHT
    }
    return LastingModel(round(constant, 4), kept, {}, {}, ())


def _share(values: NDArray[np.bool_]) -> float:
    return round(float(values.mean()), 3)


def _best(ranks: Floats) -> NDArray[np.int64]:
    return np.argsort(-ranks)[: int(len(ranks) * _TOP)]


def _read_quotations(file: Path, conversations: Sequence[Conversation], embedder: Embedder) -> list[_Quotation]:
    """Read the judged quotations of the conversations."""
    events = {(one.name, event["id"]): event for one in conversations for event in one.events}
    ends = {one.name: max(event["ts"] for event in one.events) for one in conversations}
    rows = [row for row in read_json_lines(file) if row["conversation"] in ends]
    texts = [events[row["conversation"], row["event"]]["text"] for row in rows]
    vectors = [vector for start in range(0, len(texts), 128) for vector in embedder.embed(texts[start : start + 128])]
    return [
        _Quotation(
            row["conversation"],
            row["text"],
            row["clear"],
            dt.datetime.fromisoformat(ends[row["conversation"]])
            + dt.timedelta(days=1)
            - dt.datetime.fromisoformat(events[row["conversation"], row["event"]]["ts"]),
            vector,
            row["judged"] == "worth",
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]


def _fit_cards(
    quotations: Sequence[_Quotation], models: Sequence[LastingModel], fold_of: Mapping[str, int]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fit the second regression, with and without the vector.

    Args:
        quotations: the judged quotations.
        models: for each, the first regression that did not see its conversation.
        fold_of: name of a conversation → its fold.

    Returns:
        The weights, and the figures of `train_lasting_value` about quotations.
    """
    rows = [
        card_features(each.text, model, is_clear=each.is_clear, age=each.age)
        for each, model in zip(quotations, models, strict=True)
    ]
    names = sorted(rows[0])
    form, vectors = _to_matrix(rows, names), np.array([each.vector for each in quotations], np.float64) * _VECTOR_SCALE
    labels = np.array([float(each.is_worth) for each in quotations])
    folds = np.array([fold_of[each.conversation] for each in quotations])
    figures: dict[str, Any] = {"quotations": len(quotations), "worth": _share(labels > 0)}
    fitted = {}
    for name, values in (("with_vector", np.hstack([form, vectors])), ("without_vector", form)):
        ranks = np.zeros(len(labels))
        for fold in range(_FOLDS):
            weights, constant = _fit(values[folds != fold], labels[folds != fold], _CARD_PENALTY)
            ranks[folds == fold] = values[folds == fold] @ weights + constant
        figures["worth_of_best" if name == "with_vector" else "worth_of_best_without_vector"] = _share(
            labels[_best(ranks)] > 0
        )
        fitted[name] = _fit(values, labels, _CARD_PENALTY)
    card: dict[str, Any] = {
        name: {"": round(constant, 4)}
        | {each: round(weight, _DIGITS) for each, weight in zip(names, weights.tolist(), strict=False)}
        for name, (weights, constant) in fitted.items()
    }
    direction = fitted["with_vector"][0][len(names) :] * _VECTOR_SCALE
    length = float(np.linalg.norm(direction)) or 1.0
    card["with_vector"]["nearness"] = round(length, _DIGITS)
    return {**card, "direction": [round(each, 4) for each in (direction / length).tolist()]}, figures


def _collect_messages(conversation: Conversation) -> list[tuple[dict[str, float], int]]:
    """Return the features of each message of a person, and the greatest worth of what readers noted of it."""
    worths: dict[str, int] = defaultdict(int)
    for row in conversation.labels["observations"]:
        # What rests on many messages is in none of them.
        for event in row["evidence"] if len(row["evidence"]) <= _MOST_EVIDENCE else ():
            worths[event] = max(worths[event], row["worth"])
    said = [event for event in conversation.events if event["role"] == "user" and event.get("text")]
    return [(lasting_features(event["text"]), worths[event["id"]]) for event in said]


def _fit(values: Floats, labels: Floats, penalty: float = _PENALTY) -> tuple[Floats, float]:
    """Fit a logistic regression to labels between 0 and 1: each message counts as noted and as not noted, in part."""
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    outcomes = np.concatenate([np.ones(len(labels)), np.zeros(len(labels))])
    model = LogisticRegression(C=1 / penalty, max_iter=500, solver="liblinear").fit(
        np.vstack([values, values]), outcomes, sample_weight=np.concatenate([labels, 1 - labels])
    )
    return model.coef_[0], float(model.intercept_[0])
