"""Train the worth of observations: which clauses of a conversation a careful reader would note."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelUnavailable
from kg.extraction import find_observations, observation_features
from kg.language import EnglishPipeline, MiniLM, required_layers, tag_names
from kg.settings import Settings
from training.corpus.reading import Conversation, Row, read_conversation

_PENALTY = 33.0
# The label of a sentence rises from 0 to 1 between these cosines to the nearest noted observation.
_UNLIKE, _ALIKE = 0.5, 0.75
_COVERED = 0.7
_TRAPPED = 0.65
_NEAR_MESSAGES = 1
_THRESHOLDS = (0.15, 0.2, 0.25, 0.3)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Sample:
    """The observations that the rules find in one conversation.

    Attributes:
        part: train or dev.
        turns: number of messages of people.
        features: of each observation.
        labels: how near each is to a noted observation, 0 to 1.
        covers: (observations, noted observations), whether one covers the other.
    """

    part: str
    turns: int
    features: list[dict[str, float]]
    labels: Floats
    covers: NDArray[np.bool_]


def train_observation_worth(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Fit the worth on these conversations, write it, and return how the part `train` alone does on the part `dev`.

    Args:
        folders: folders of conversations of the corpus; those in other languages than English are left out.
        out: the file to write.
        settings: where MiniLM's weights are.
        report: called with a line for each conversation.

    Returns:
        {"observations", "dev": [{"worth", "per_100_turns", "covered", "noted"}]}: for some thresholds of worth the number of
        facts in 100 messages, the share of the readers' observations that they cover, and the share of them that readers noted.
    """
    conversations = [one for one in map(read_conversation, folders) if one.about["language"] == "en"]
    model, english = MiniLM(settings), EnglishPipeline()
    samples = []
    for conversation in conversations:
        samples.append(_collect_sample(conversation, model, english))
        report(f"{conversation.name}: {len(samples[-1].features)} observations in {samples[-1].turns} messages")
    constant, weights = _fit([one for one in samples if one.part == "train"])
    figures = _measure([one for one in samples if one.part == "dev"], constant, weights)
    constant, weights = _fit(samples)
    rounded = {name: round(weight, 4) for name, weight in sorted(weights.items()) if round(weight, 4)}
    content = json.dumps({"constant": round(constant, 4), "weights": rounded}, indent=1, ensure_ascii=False)
    out.write_text(content + "\n", encoding="utf-8")
    return {"observations": sum(len(one.features) for one in samples), "dev": figures}


def _collect_sample(conversation: Conversation, model: MiniLM, english: EnglishPipeline) -> _Sample:
    events = [event for event in conversation.events if event["role"] == "user"]
    order = {event["id"]: index for index, event in enumerate(conversation.events)}
    speakers = sorted({event["speaker"] for event in events})
    texts = [event["text"] for event in events]
    names = tag_names(texts, model.encode(texts, layers=required_layers()))
    features: list[dict[str, float]] = []
    sentences, places = [], []
    for event, doc, spans in zip(events, english.parse(texts), names, strict=True):
        others = [name for name in speakers if name != event["speaker"]]
        found = find_observations(
            event["text"],
            speaker=event.get("speaker_name") or event["speaker"],
            at=datetime.fromisoformat(event["ts"]),
            doc=doc,
            names=spans,
            addressee=others[0] if len(others) == 1 else None,
        )
        features += observation_features(event["text"], found, spans)
        sentences += [one.sentence.text for one in found]
        places += [order[event["id"]]] * len(found)
    noted = [row for row in conversation.labels["observations"] if row["worth"] >= 1]
    similar = _similarities(sentences, places, noted, order, model)
    traps = _similarities(sentences, places, conversation.labels["traps"], order, model).max(axis=1, initial=0.0)
    best = similar.max(axis=1, initial=0.0)
    labels = np.clip((best - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0, 1.0)
    labels[(traps >= _TRAPPED) & (traps > best)] = 0.0
    return _Sample(conversation.about["part"], len(events), features, labels, similar >= _COVERED)


def _similarities(
    sentences: Sequence[str], places: Sequence[int], rows: Sequence[Row], order: Mapping[str, int], model: MiniLM
) -> Floats:
    """Return the cosine of each sentence to each row; 0 where the row's evidence is not the message or a neighbour."""
    if not sentences or not rows:
        return np.zeros((len(sentences), len(rows)))
    cosines = model.embed(sentences) @ model.embed([row["text"] for row in rows]).T
    near = np.zeros(cosines.shape, bool)
    for column, row in enumerate(rows):
        for place in (order[event] for event in row["evidence"] if event in order):
            near[:, column] |= np.abs(np.array(places) - place) <= _NEAR_MESSAGES
    return np.where(near, cosines, 0.0)


def _fit(samples: Sequence[_Sample]) -> tuple[float, dict[str, float]]:
    """Fit a logistic regression to labels between 0 and 1: each observation counts as noted and as not noted, in part."""
    try:
        from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415 - of the extra `train`
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    vectorizer = DictVectorizer(sparse=False)
    values = vectorizer.fit_transform([features for one in samples for features in one.features])
    labels = np.concatenate([one.labels for one in samples])
    outcomes = np.concatenate([np.ones(len(labels)), np.zeros(len(labels))])
    model = LogisticRegression(C=1 / _PENALTY, max_iter=2000).fit(
        np.vstack([values, values]), outcomes, sample_weight=np.concatenate([labels, 1 - labels])
    )
    return float(model.intercept_[0]), dict(zip(vectorizer.feature_names_, model.coef_[0].tolist(), strict=True))


def _measure(samples: Sequence[_Sample], constant: float, weights: Mapping[str, float]) -> list[dict[str, float]]:
    figures = []
    for threshold in _THRESHOLDS:
        kept = covered = noted = near = 0
        for one in samples:
            odds = [constant + sum(weights.get(k, 0.0) * v for k, v in each.items()) for each in one.features]
            is_kept = 1 / (1 + np.exp(-np.array(odds))) >= threshold
            kept += int(is_kept.sum())
            near += int((one.labels[is_kept] > 0).sum())
            covered += int(one.covers[is_kept].any(axis=0).sum())
            noted += one.covers.shape[1]
        figures.append(
            {
                "worth": threshold,
                "per_100_turns": round(100 * kept / max(1, sum(one.turns for one in samples)), 1),
                "covered": round(covered / max(1, noted), 3),
                "noted": round(near / max(1, kept), 3),
            }
        )
    return figures
