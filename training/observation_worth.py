"""Train the worth of observations: which clauses of a conversation a careful reader would note."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.extraction import WORTH_LAYERS, WorthModel, clause_states, find_observations, observation_features
from kg.language import EnglishPipeline, MiniLM, required_layers, tag_names
from kg.protocols import HiddenStates
from kg.settings import Settings
from training.corpus.reading import Conversation, Row, read_conversation

_PENALTY = 33.0
# The label of a sentence rises from 0 to 1 between these cosines to the nearest noted observation.
_UNLIKE, _ALIKE = 0.5, 0.75
_COVERED = 0.7
_TRAPPED = 0.65
_NEAR_MESSAGES = 1
_DIRECTIONS, _STATE_SCALE = 128, 0.3
_JUDGED_FACTS = Path(__file__).with_name("judged_facts.jsonl")
_THRESHOLDS = (0.15, 0.2, 0.25, 0.3)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Sample:
    """The observations that the rules find in one conversation.

    Attributes:
        part: train or dev.
        turns: number of messages of people.
        features: of each observation.
        states: of each observation, see `clause_states`.
        labels: how near each is to a noted observation, 0 to 1; of those that a reader judged, 1 if right and useful, else 0; in
            messages that need no note, 0.
        covers: (observations, noted observations), whether one covers the other.
    """

    part: str
    turns: int
    features: list[dict[str, float]]
    states: Floats
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
        {"observations", "dev": {"features" or "with_states": [{"worth", "per_100_turns", "covered", "noted"}]}}: for some
        thresholds of worth the number of facts in 100 messages, the share of the readers' observations that they cover, and the
        share of them that readers noted; by features of the clause alone, and with its hidden states.
    """
    conversations = [one for one in map(read_conversation, folders) if one.about["language"] == "en"]
    model, english = MiniLM(settings), EnglishPipeline()
    samples = []
    for conversation in conversations:
        samples.append(_collect_sample(conversation, model, english))
        report(f"{conversation.name}: {len(samples[-1].features)} observations in {samples[-1].turns} messages")
    train, dev = ([one for one in samples if one.part == part] for part in ("train", "dev"))
    figures = {
        kind: _measure(dev, _fit(train, with_states=kind == "with_states")) for kind in ("features", "with_states")
    }
    plain, with_states = _fit(samples, with_states=False), _fit(samples, with_states=True)
    content = _to_json(plain) | {
        "with_states": _to_json(with_states) | {"states": with_states.states.round(5).tolist()}
    }
    out.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return {"observations": sum(len(one.features) for one in samples), "dev": figures}


def _collect_sample(conversation: Conversation, model: MiniLM, english: EnglishPipeline) -> _Sample:
    events = [event for event in conversation.events if event["role"] == "user"]
    order = {event["id"]: index for index, event in enumerate(conversation.events)}
    speakers = sorted({event["speaker"] for event in events})
    texts = [event["text"] for event in events]
    encoded = model.encode(texts, layers=required_layers())
    names = tag_names(texts, encoded)
    features: list[dict[str, float]] = []
    sentences, places, states, ids = [], [], [], []
    for number, (event, doc, spans) in enumerate(zip(events, english.parse(texts), names, strict=True)):
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
        hidden = HiddenStates(encoded.offsets[number], {layer: each[number] for layer, each in encoded.states.items()})
        of_clauses = clause_states(found, hidden)
        states += [] if of_clauses is None else list(of_clauses)
        sentences += [one.sentence.text for one in found]
        places += [order[event["id"]]] * len(found)
        ids += [event["id"]] * len(found)
    noted = [row for row in conversation.labels["observations"] if row["worth"] >= 1]
    similar = _similarities(sentences, places, noted, order, model)
    traps = _similarities(sentences, places, conversation.labels["traps"], order, model).max(axis=1, initial=0.0)
    best = similar.max(axis=1, initial=0.0)
    labels = np.clip((best - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0, 1.0)
    labels[(traps >= _TRAPPED) & (traps > best)] = 0.0
    verdicts = _read_verdicts(conversation.name)
    idle = {row["event"] for row in conversation.labels["idle"] if "event" in row}
    found_verdicts = [
        verdicts.get((event, sentence), "useless" if event in idle else None)
        for event, sentence in zip(ids, sentences, strict=True)
    ]
    judged = np.array([each is not None for each in found_verdicts], dtype=np.bool_)
    labels[judged] = [float(each == "right") for each in found_verdicts if each is not None]
    covers = similar >= _COVERED
    return _Sample(conversation.about["part"], len(events), features, np.array(states), labels, covers)


@functools.cache
def _all_verdicts() -> dict[tuple[str, str, str], str]:
    rows = read_json_lines(_JUDGED_FACTS)
    return {(row["conversation"], row["event"], row["text"]): row["judged"] for row in rows}


def _read_verdicts(conversation: str) -> dict[tuple[str, str], str]:
    """Return (event, statement) → right, useless or wrong, as a reader judged statements of a conversation."""
    return {(event, text): judged for (name, event, text), judged in _all_verdicts().items() if name == conversation}


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


def _fit(samples: Sequence[_Sample], *, with_states: bool) -> WorthModel:
    """Fit a logistic regression to labels between 0 and 1: each observation counts as noted and as not noted, in part.

    States count by their main directions; their weights are those of the states themselves.
    """
    try:
        from sklearn.decomposition import PCA  # noqa: PLC0415 - of the extra `train`
        from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    vectorizer = DictVectorizer(sparse=False)
    values = vectorizer.fit_transform([features for one in samples for features in one.features])
    width, projections = values.shape[1], []
    for layer in (
        np.split(np.concatenate([one.states for one in samples]), len(WORTH_LAYERS), axis=1) if with_states else ()
    ):
        directions = PCA(min(_DIRECTIONS, *layer.shape), random_state=0).fit(layer)
        # Less than the features of the clause, so that the penalty weighs them more.
        matrix = directions.components_.T / np.sqrt(directions.explained_variance_) * _STATE_SCALE
        values = np.hstack([values, (layer - directions.mean_) @ matrix])
        projections.append((directions.mean_, matrix))
    labels = np.concatenate([one.labels for one in samples])
    outcomes = np.concatenate([np.ones(len(labels)), np.zeros(len(labels))])
    model = LogisticRegression(C=1 / _PENALTY, max_iter=3000).fit(
        np.vstack([values, values]), outcomes, sample_weight=np.concatenate([labels, 1 - labels])
    )
    weights, constant, states = model.coef_[0], float(model.intercept_[0]), []
    for number, (mean, matrix) in enumerate(projections):
        start = width + sum(other.shape[1] for _, other in projections[:number])
        states.append(matrix @ weights[start : start + matrix.shape[1]])
        constant -= float(mean @ states[-1])
    named = dict(zip(vectorizer.feature_names_, weights[:width].tolist(), strict=True))
    return WorthModel(constant, named, np.concatenate(states) if states else np.zeros(0))


def _to_json(model: WorthModel) -> dict[str, Any]:
    rounded = {name: round(weight, 4) for name, weight in sorted(model.weights.items()) if round(weight, 4)}
    return {"constant": round(model.constant, 4), "weights": rounded}


def _measure(samples: Sequence[_Sample], model: WorthModel) -> list[dict[str, float]]:
    figures = []
    estimates = [
        np.array(
            [
                model.estimate(each, row if model.states.size else None)
                for each, row in zip(one.features, one.states, strict=True)
            ]
        )
        for one in samples
    ]
    for threshold in _THRESHOLDS:
        kept = covered = noted = near = 0
        for one, worth in zip(samples, estimates, strict=True):
            is_kept = worth >= threshold
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
