"""Train the salience of messages: what readers mention of each day of a conversation (`python -m training salience`)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import log_folder, temporary_memory
from kg.errors import ModelUnavailable
from kg.extraction import salience_features
from kg.language import MiniLM, split_sentences
from kg.memory import Memory
from kg.settings import Settings
from training.corpus.reading import Conversation, read_conversation

# A sentence of a cited message is labelled as important from this cosine to a sentence of the day's summary.
_ALIKE = 0.45
_DIRECTIONS, _VECTOR_SCALE, _PENALTY = 64, 0.3, 3.0
_DAY_SENTENCES = (2, 3, 4, 5)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Sentence:
    """A sentence of a message.

    Attributes:
        day: conversation and date.
        event: id of the message.
        features: see `kg.extraction.salience_features`.
        vector: of the message.
        is_cited: whether the day's summary cites the message.
        is_important: whether the summary also says something like the sentence.
    """

    day: tuple[str, str]
    event: str
    features: dict[str, float]
    vector: NDArray[np.float32]
    is_cited: bool
    is_important: bool


def train_message_salience(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Learn the weights from all conversations, and measure what the part train alone does on the part dev.

    Args:
        folders: conversations of the corpus.
        out: the file to write the weights to.
        settings: settings of the server and the models.
        report: called with a line for each folder.

    Returns:
        {"sentences", "with_vector" and "without_vector": {"roc_auc": of important sentences, and by number of sentences a day
        "precision": share of them from cited messages, "recall": share of the cited messages}}.
    """
    model = MiniLM(settings)
    parts: dict[str, list[_Sentence]] = defaultdict(list)
    for folder in folders:
        conversation = read_conversation(folder)
        with temporary_memory(settings, "salience") as memory:
            log_folder(memory, folder)
            memory.digest()
            worths = _read_worths(memory)
        parts[conversation.about["part"]] += _read_sentences(conversation, worths, model)
        report(folder.name)
    both = [*parts["train"], *parts["dev"]]
    figures: dict[str, Any] = {"sentences": len(both)}
    content = {}
    for name, with_vector in (("with_vector", True), ("without_vector", False)):
        figures[name] = _measure(parts["dev"], _fit(parts["train"], with_vector=with_vector))
        content[name] = _fit(both, with_vector=with_vector)
    out.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
    return figures


def _read_worths(memory: Memory) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for fact in memory.facts.list(status=None, limit=10_000):
        for source in fact.sources:
            found[source].append(1.0 if fact.worth is None else fact.worth)
    return found


def _read_sentences(conversation: Conversation, worths: dict[str, list[float]], model: MiniLM) -> list[_Sentence]:
    days = {row["date"]: row for row in conversation.labels["importance"]}
    events = [event for event in conversation.events if event["role"] == "user" and event["ts"][:10] in days]
    said = {date: _day_sentences(row) for date, row in days.items()}
    summaries = {date: model.embed(texts) for date, texts in said.items() if texts}
    vectors = model.embed([event["text"] for event in events])
    spans = [[event["text"][start:end] for start, end in split_sentences(event["text"])] for event in events]
    embedded = iter(model.embed([sentence for sentences in spans for sentence in sentences]))
    found = []
    for event, vector, sentences in zip(events, vectors, spans, strict=True):
        date = event["ts"][:10]
        is_cited = event["id"] in days[date]["evidence"]
        for sentence in sentences:
            own = next(embedded)
            nearest = float((summaries[date] @ own).max()) if date in summaries else 0.0
            features = salience_features(sentence, event["text"], worths.get(event["id"], ()))
            day = (conversation.name, date)
            found.append(_Sentence(day, event["id"], features, vector, is_cited, is_cited and nearest >= _ALIKE))
    return found


def _day_sentences(row: Mapping[str, Any]) -> list[str]:
    text = row["text"]
    return [*(text[start:end] for start, end in split_sentences(text)), *row["must"]]


def _fit(samples: Sequence[_Sentence], *, with_vector: bool) -> dict[str, Any]:
    """Fit a logistic regression; vectors count by their main directions, their weights are those of the vectors themselves."""
    try:
        from sklearn.decomposition import PCA  # noqa: PLC0415 - of the extra `train`
        from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
        from sklearn.preprocessing import StandardScaler  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    vectorizer, scaler = DictVectorizer(sparse=False), StandardScaler()
    values = scaler.fit_transform(vectorizer.fit_transform([one.features for one in samples]))
    width = values.shape[1]
    directions = PCA(_DIRECTIONS, random_state=0).fit(np.array([one.vector for one in samples]))
    matrix = directions.components_.T / np.sqrt(directions.explained_variance_) * _VECTOR_SCALE
    if with_vector:
        vectors = np.array([one.vector for one in samples])
        values = np.hstack([values, (vectors - directions.mean_) @ matrix])
    labels = np.array([one.is_important for one in samples])
    model = LogisticRegression(C=1 / _PENALTY, max_iter=3000).fit(values, labels)
    weights = model.coef_[0][:width] / scaler.scale_
    constant = float(model.intercept_[0] - scaler.mean_ @ weights)
    named = {name: round(float(each), 4) for name, each in zip(vectorizer.feature_names_, weights, strict=True)}
    if not with_vector:
        return {"constant": round(constant, 4), "weights": named}
    of_vector = matrix @ model.coef_[0][width:]
    constant -= float(directions.mean_ @ of_vector)
    return {"constant": round(constant, 4), "weights": named, "vector": of_vector.round(4).tolist()}


def _measure(samples: Sequence[_Sentence], content: dict[str, Any]) -> dict[str, Any]:
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415

    vector = np.array(content.get("vector", np.zeros(len(samples[0].vector))))
    weights = content["weights"]
    scores = [
        content["constant"]
        + sum(weights.get(name, 0.0) * value for name, value in one.features.items())
        + float(vector @ one.vector)
        for one in samples
    ]
    days: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, one in enumerate(samples):
        days[one.day].append(index)
    figures: dict[str, Any] = {"roc_auc": round(float(roc_auc_score([one.is_important for one in samples], scores)), 3)}
    for most in _DAY_SENTENCES:
        precision, recall = [], []
        for indices in days.values():
            chosen = sorted(indices, key=lambda index: -scores[index])[:most]
            cited = {samples[index].event for index in indices if samples[index].is_cited}
            precision.append(fmean(samples[index].is_cited for index in chosen))
            if cited:
                recall.append(len(cited & {samples[index].event for index in chosen}) / len(cited))
        figures[str(most)] = {"precision": round(fmean(precision), 3), "recall": round(fmean(recall), 3)}
    return figures
