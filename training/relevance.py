"""Train the relevance of memories to messages on the corpus: `python -m training relevance`."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from kg.bench import UNANSWERABLE_CATEGORIES, log_folder, read_json_lines, temporary_memory
from kg.language import extract_keywords
from kg.memory import Memory
from kg.retrieval import FACT_SIGNALS, LONE_FACT_SIGNALS, RELEVANCE_SIGNALS, Filters, RetrievalResult, retrieve
from kg.settings import Settings
from training.calibration import fit_logistic_regression

IDLE_MESSAGES = Path(__file__).with_name("idle_messages.txt")
_DEPTH = 60
# The least weight of unknown names: a person may be known by another form of the name, so the best hits must still be shown.
_MOST_DOUBT = -3.0
_OWN_OBSERVATIONS, _OTHER_MESSAGES, _IDLE, _OWN_IDLE, _KEYWORDS = 20, 40, 25, 8, 12


@dataclass(frozen=True)
class _Message:
    """A message, and the events that hold what it is about.

    Attributes:
        text: its text.
        kind: question, statement, keywords, elsewhere (of another conversation), idle, or own idle (of the conversation).
        evidence: ids of events; empty if the memory has nothing for it.
    """

    text: str
    kind: str
    evidence: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Sample:
    """A message with what was found for it."""

    message: _Message
    result: RetrievalResult


def train_relevance(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], object]
) -> dict[str, Any]:
    """Learn the weights from the part train of the corpus, and measure them on the part dev.

    Args:
        folders: conversations of the corpus.
        out: the file to write the weights to.
        settings: settings of the server and the models.
        report: called with a line for each folder.

    Returns:
        {"messages", "kinds": {kind of message: quantiles .1, .5, .9 of its relevance on dev}, "coverage": {threshold: share of
        the evidence of dev that is kept, "kept": memories per kind of message}}.
    """
    parts: dict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        parts[json.loads((folder / "about.json").read_text())["part"]].append(folder)
    train, dev = (list(_collect(parts[part], settings, report)) for part in ("train", "dev"))
    weights = {
        "message": _fit_messages(train),
        "fact": _fit_facts(train, lone=False),
        "lone fact": _fit_facts(train, lone=True),
    }
    out.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    return {"messages": len(train), **_measure(dev, weights["message"])}


def _collect(folders: Sequence[Path], settings: Settings, report: Callable[[str], object]) -> Iterator[_Sample]:
    for folder in folders:
        with temporary_memory(settings, "relevance") as memory:
            log_folder(memory, folder)
            memory.digest()
            for message in _messages(folder, folders):
                if message.text.strip():
                    yield _Sample(message, _retrieve(memory, message.text))
        report(folder.name)


def _messages(folder: Path, folders: Sequence[Path]) -> Iterator[_Message]:
    """Return questions and statements of the conversation and of others, and small talk."""
    choice = random.Random(folder.name)  # noqa: S311 - a sample
    texts = {row["id"]: row["text"] for row in read_json_lines(folder / "events.jsonl")}
    questions = [
        row for row in read_json_lines(folder / "questions.jsonl") if row.get("category") not in UNANSWERABLE_CATEGORIES
    ]
    for row in questions:
        yield _Message(row["question"], "question", frozenset(row["evidence"]))
    for row in choice.sample(questions, min(_KEYWORDS, len(questions))):
        said = " ".join(texts.get(event, "") for event in row["evidence"]).casefold()
        words = [word for word in extract_keywords(row["question"]) if word in said]
        yield _Message(" ".join(words[: choice.randint(1, 3)]), "keywords", frozenset(row["evidence"]))
    own = read_json_lines(folder / "observations.jsonl")
    for row in choice.sample(own, min(_OWN_OBSERVATIONS, len(own))):
        yield _Message(row["text"], "statement", frozenset(row["evidence"]))
    others = [other for other in folders if other != folder]
    elsewhere = [row["question"] for other in others for row in read_json_lines(other / "questions.jsonl")]
    elsewhere += [row["text"] for other in others for row in read_json_lines(other / "observations.jsonl")]
    for text in choice.sample(elsewhere, min(_OTHER_MESSAGES, len(elsewhere))):
        yield _Message(text, "elsewhere")
    for text in choice.sample(elsewhere, min(_KEYWORDS, len(elsewhere))):
        yield _Message(" ".join(extract_keywords(text)[: choice.randint(1, 3)]), "elsewhere")
    for text in choice.sample(IDLE_MESSAGES.read_text(encoding="utf-8").splitlines(), _IDLE):
        yield _Message(text, "idle")
    own_idle = [texts[row["event"]] for row in read_json_lines(folder / "idle.jsonl") if row["event"] in texts]
    for text in choice.sample(own_idle, min(_OWN_IDLE, len(own_idle))):
        yield _Message(text, "own idle")


def _retrieve(memory: Memory, text: str) -> RetrievalResult:
    return retrieve(
        memory.graph,
        text,
        limit=_DEPTH,
        filters=Filters.from_arguments(),
        embedder=memory.embedder,
        settings=memory.settings,
        with_same_text=False,
    )


def _fit_messages(samples: Sequence[_Sample]) -> dict[str, float]:
    known = [sample for sample in samples if sample.result.signals]
    weights, base = fit_logistic_regression(
        np.array([sample.result.signals for sample in known]),
        np.array([float(bool(sample.message.evidence)) for sample in known]),
    )
    named = {name: round(float(weight), 4) for name, weight in zip(RELEVANCE_SIGNALS, weights, strict=True)}
    named["unknown_names"] = max(named["unknown_names"], _MOST_DOUBT)
    return named | {"base": round(base, 4)}


def _fit_facts(samples: Sequence[_Sample], *, lone: bool) -> dict[str, float]:
    """Fit the probability that a fact rests on evidence of the message, by its signals.

    Args:
        samples: messages with what was found for them.
        lone: whether to use only the signals of facts without events.
    """
    names = LONE_FACT_SIGNALS if lone else FACT_SIGNALS
    pairs = [
        (fact.signals[: len(names)], bool(sample.message.evidence & set(fact.sources)))
        for sample in samples
        if sample.message.kind != "statement"
        for fact in sample.result.graph_matches.facts
        if len(fact.signals) == len(FACT_SIGNALS)
    ]
    weights, base = fit_logistic_regression(
        np.array([signals for signals, _ in pairs]), np.array([float(answers) for _, answers in pairs])
    )
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)} | {
        "base": round(base, 4)
    }


def _measure(samples: Sequence[_Sample], weights: dict[str, float]) -> dict[str, Any]:
    kinds: dict[str, list[tuple[_Sample, float]]] = defaultdict(list)
    for sample in samples:
        total = weights["base"] + sum(
            weights[name] * value for name, value in zip(RELEVANCE_SIGNALS, sample.result.signals, strict=True)
        )
        kinds[sample.message.kind].append((sample, float(1 / (1 + np.exp(-total)))))
    figures: dict[str, Any] = {
        "kinds": {
            kind: np.quantile([relevance for _, relevance in group], (0.1, 0.5, 0.9)).round(3).tolist()
            for kind, group in sorted(kinds.items())
        }
    }
    for threshold in (0.001, 0.0015, 0.002, 0.003, 0.004):
        figures[str(threshold)] = {
            kind: [round(fmean(values), 3) for values in zip(*(_kept(*each, threshold) for each in group), strict=True)]
            for kind, group in sorted(kinds.items())
        }
    return figures


def _kept(sample: _Sample, relevance: float, threshold: float) -> tuple[float, float]:
    """Return the number of events that a threshold keeps, and the share of the evidence among them."""
    kept = {hit.id for hit in sample.result.hits if hit.kind == "event" and hit.score * relevance >= threshold}
    evidence = sample.message.evidence
    return len(kept), len(kept & evidence) / len(evidence) if evidence else 0.0
