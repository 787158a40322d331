"""Train the feedback detector on judged lines and on the corpus (`python -m training feedback`)."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.extraction import (
    FEEDBACK_KINDS,
    FeedbackModel,
    FeedbackReader,
    feedback_features,
    find_feedback,
    rate_feedback,
    split_for_feedback,
)
from kg.language import is_english
from kg.memories import find_messages_to_agent
from training.corpus.reading import Conversation, Row, read_conversation
from training.feedback_combination import HeldOutReader, RatedSentence, choose_thresholds, fit_combination

LINES = Path(__file__).with_name("feedback_lines.jsonl")
_NONE = "none"
_CLASSES = (_NONE, *FEEDBACK_KINDS)
_PENALTY, _LEAST_WEIGHT, _SCALE = 0.8, 0.04, 100
_LEAST_THRESHOLD, _LEAST_CHARS = 0.05, 12
FOLDS = 5
_PEOPLE_WEIGHT = 0.1
# Most corrections and complaints of these writers are bare facts and sighs, which only knowledge of the world distinguishes from
# ordinary answers: with full weight, every short answer would be likely to be one.
_BARE_WRITERS, _BARE_WEIGHT = frozenset({*"defghkqrsuvwx", "ab", "ae", "af"}), 0.1
# Of ordinary messages, at most this share may be taken for each of these.
_MAX_FALSE = {"criticism": 0.010, "preference": 0.010, "praise": 0.03}
# In other languages the regression is alone, and there are fewer messages to measure it with.
_MAX_FALSE_ALONE = _MAX_FALSE | {"criticism": 0.030}
_GROUPS = {
    "correction": "criticism",
    "complaint": "criticism",
    "preference": "preference",
    "praise": "praise",
    "none": "none",
}
_LEARNT = frozenset({"correction", "preference", "complaint"})


@dataclass(frozen=True)
class FeedbackLine:
    """A message with the feedback it contains.

    Attributes:
        text: the message.
        previous: what the agent said before; "" if it said nothing.
        kind: correction, preference, praise, complaint or none.
        spans: the texts in it that are the feedback; empty: all of it.
        source: "lines", "chats" (judged lines of whole chats with an agent), "agents" (messages to an agent in the corpus) or
            "people" (other messages in the corpus).
        part: train, dev or test.
        language: of a judged line.
        weight: of its sentences in training.
        is_bare: whether it criticises in words that only what the agent said gives a meaning.
        topic: of a preference, where judged.
        value: of that topic.
        event: id of the message in its conversation; "" for a judged line.
        group: name of its conversation; "" for a judged line of no chat.
        writer: who wrote a judged line, where that is not the writer of the first lines.
    """

    text: str
    previous: str
    kind: str
    spans: Sequence[str]
    source: str
    part: str
    language: str = ""
    weight: float = 1.0
    is_bare: bool = False
    topic: str = ""
    value: str = ""
    event: str = ""
    group: str = ""
    writer: str = ""


def train_feedback(folders: Sequence[Path], out: Path, report: Callable[[str], None], held_out: Path) -> dict[str, Any]:
    """Learn the weights from the parts train and dev; choose thresholds and measure by cross-validation over conversations.

    Args:
        folders: conversations of the corpus.
        out: the file to write the weights to.
        report: called with a line for each folder.
        held_out: what readers say of sentences that they have not learnt from, see `tune_feedback_reader`.

    Returns:
        {"sentences", "features", "thresholds", "held_out": see `measure_feedback`}.
    """
    lines = read_lines_to_learn(folders, report)
    reader = HeldOutReader(held_out)
    learnt = [_fit([line for line in lines if fold_of_line(line) != fold]) for fold in range(FOLDS)]
    combined = fit_combination(list(_rate_sentences(lines, [_to_model(each) for each in learnt], reader)))
    # Thresholds this low keep whatever is likely at all.
    low = dict.fromkeys(_MAX_FALSE, _LEAST_THRESHOLD)
    extra = {"combined": combined, "thresholds": low, "other_thresholds": low, "combined_thresholds": low}
    models = [_to_model(each | extra) for each in learnt]
    english, others = ([line for line in lines if _reads_english(line) == wanted] for wanted in (True, False))
    extra["thresholds"] = _find_thresholds(models, english, None)
    extra["other_thresholds"] = _find_thresholds(models, others, None, _MAX_FALSE_ALONE)
    extra["combined_thresholds"] = _find_thresholds(models, [line for line in lines if reader.knows(line.text)], reader)
    models = [_to_model(each | extra) for each in learnt]
    shipped = _fit(lines) | extra
    out.write_text(json.dumps(shipped, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    figures = {
        name: measure_feedback(lines, lambda line: classify_message(line, models[fold_of_line(line)], chosen))  # noqa: B023
        for name, chosen in (("held_out", None), ("held_out_with_reader", reader))
    }
    return {
        "sentences": sum(len(split_for_feedback(line.text)) for line in lines),
        "features": len(shipped["weights"]),
        **extra,
        **figures,
    }


def read_lines_to_learn(folders: Sequence[Path], report: Callable[[str], None]) -> list[FeedbackLine]:
    """Return the judged lines and the messages of these conversations, without those of the part test."""
    lines = [*read_feedback_lines(), *(line for folder in folders for line in read_conversation_lines(folder, report))]
    return [line for line in lines if line.part != "test"]


def _reads_english(line: FeedbackLine) -> bool:
    return is_english(line.text, [line.previous] if line.previous else [])


def fold_of_line(line: FeedbackLine) -> int:
    """Return the fold of a line: a conversation is in one."""
    return crc32((line.group or line.text).encode()) % FOLDS


def read_feedback_lines() -> list[FeedbackLine]:
    """Return the judged lines."""
    return [
        FeedbackLine(
            row["text"], row.get("previous", ""), row["kind"], [row["span"]] if "span" in row else (),
            "chats" if "chat" in row else "lines", row["part"], row["language"],
            is_bare=_is_bare_criticism(row), topic=row.get("topic", ""), value=row.get("value", ""),
            group=f"chat {row['chat']}" if "chat" in row else "",
            writer=row.get("writer", ""),
        )
        for row in read_json_lines(LINES)
    ]  # fmt: skip


def _is_bare_criticism(row: Row) -> bool:
    return row.get("writer") in _BARE_WRITERS and _GROUPS[row["kind"]] == "criticism"


def read_conversation_lines(folder: Path, report: Callable[[str], None] = lambda _: None) -> list[FeedbackLine]:
    """Return the messages of persons in a conversation, with the judged feedback of its `feedback.jsonl`.

    Of a conversation between people, messages that state a preference are left out: they are no ordinary messages.
    """
    conversation = read_conversation(folder)
    report(folder.name)
    return list(_conversation_lines(conversation))


def _conversation_lines(conversation: Conversation) -> Iterator[FeedbackLine]:
    judged: dict[str, list[dict[str, Any]]] = {}
    for row in conversation.labels["feedback"]:
        judged.setdefault(row["event"], []).append(dict(row))
    stated = {state["evidence"] for row in conversation.labels["preferences"] for state in row["states"]}
    said = _read_messages_to_agent(conversation)
    before = ""
    for event in conversation.events:
        if event["role"] != "user":
            continue
        rows = judged.get(event["id"], [])
        with_agent = event["id"] in said
        # Between people there is no agent; its absence must not decide.
        previous = said[event["id"]] if with_agent else before if crc32(event["text"].encode()) % 2 else ""
        before = event["text"]
        if rows or event["id"] not in stated:
            kind = rows[0]["kind"] if rows else _NONE
            source, weight = ("agents", 1.0) if with_agent else ("people", _PEOPLE_WEIGHT)
            yield FeedbackLine(
                event["text"], previous, kind, [row["text"] for row in rows], source, conversation.about["part"],
                weight=weight, event=event["id"], group=conversation.name,
            )  # fmt: skip


def _read_messages_to_agent(conversation: Conversation) -> dict[str, str]:
    """Return event id → what the agent said before, of messages to the agent."""
    sessions: dict[str, list[Row]] = {}
    for event in conversation.events:
        if event.get("kind", "message") == "message":
            sessions.setdefault(event["session"], []).append(event)
    return {
        message["id"]: previous or ""
        for messages in sessions.values()
        for message, previous in find_messages_to_agent(messages)
    }


def measure_feedback(lines: Sequence[FeedbackLine], classify: Callable[[FeedbackLine], set[str]]) -> dict[str, Any]:
    """Return by source: shares of messages with the right kind, and of others that are taken for something to learn."""
    figures: dict[str, Any] = {}
    for source in sorted({line.source for line in lines}):
        counts: Counter[str] = Counter()
        for line in lines:
            if line.source == source:
                kinds = classify(line)
                counts[f"{line.kind} all"] += 1
                counts[f"{line.kind} right"] += _GROUPS[line.kind] in {_GROUPS[kind] for kind in kinds}
                counts["false"] += line.kind not in _LEARNT and not _LEARNT.isdisjoint(kinds)
                counts["ordinary"] += line.kind not in _LEARNT
        figures[source] = {
            kind: {
                "share": round(counts[f"{kind} right"] / counts[f"{kind} all"], 3),
                "messages": counts[f"{kind} all"],
            }
            for kind in _CLASSES
            if counts[f"{kind} all"]
        }
        figures[source]["false"] = round(counts["false"] / max(1, counts["ordinary"]), 4)
    return figures


def classify_message(
    line: FeedbackLine, model: FeedbackModel | None = None, reader: FeedbackReader | None = None
) -> set[str]:
    """Return the kinds of feedback in a message; {"none"} if there is none."""
    return {each.kind for each in find_feedback(line.text, line.previous, model, reader)} or {_NONE}


def with_answers(lines: Sequence[FeedbackLine]) -> Iterator[FeedbackLine]:
    """Yield the lines; judged lines of some length without an earlier message also after one of an agent, with half the weight.

    Otherwise the mere presence of an agent's message would speak for an ordinary line.
    """
    said = sorted({line.previous for line in lines if line.source == "agents" and line.previous})
    for line in lines:
        if line.source != "lines" or line.previous or len(line.text) < _LEAST_CHARS or not said:
            yield line
        else:
            yield replace(line, weight=line.weight / 2)
            yield replace(line, weight=line.weight / 2, previous=said[crc32(line.text.encode()) % len(said)])


def judged_kind(line: FeedbackLine, start: int, end: int) -> str:
    """Return the kind of feedback in a sentence of a line."""
    sentence = " ".join(unicodedata.normalize("NFC", line.text[start:end]).split())
    is_part = not line.spans or any(_overlap(sentence, " ".join(span.split())) for span in line.spans)
    return line.kind if is_part else _NONE


def _samples(lines: Sequence[FeedbackLine]) -> Iterator[tuple[str, dict[str, float], str, float]]:
    for line in with_answers(lines):
        for start, end, text in split_for_feedback(line.text):
            weight = line.weight * (_BARE_WEIGHT if line.is_bare else 1.0)
            yield text, feedback_features(text, line.previous), judged_kind(line, start, end), weight


def _rate_sentences(
    lines: Sequence[FeedbackLine], models: Sequence[FeedbackModel], reader: HeldOutReader
) -> Iterator[RatedSentence]:
    """Yield the sentences to agents of which the reader has a held-out rating, with that of the regression."""
    for line in with_answers([line for line in lines if line.source != "people"]):
        for start, end, text in split_for_feedback(line.text):
            if (second := reader.find(line.text, line.previous, start)) is not None:
                first = rate_feedback(feedback_features(text, line.previous), models[fold_of_line(line)])
                yield RatedSentence(_GROUPS[judged_kind(line, start, end)], first, second)


def _overlap(sentence: str, span: str) -> bool:
    return (
        sentence in span
        or span in sentence
        or span.startswith(sentence[-20:])
        or any(len(part) > 3 and part in sentence for part in span.replace("?", ".").split(". "))
    )


def _fit(lines: Sequence[FeedbackLine]) -> dict[str, Any]:
    """Fit the regression on features of at least two sentences; weights are relative to those of none."""
    try:
        from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415 - of the extra `train`
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    samples = list(_samples(lines))
    texts: dict[str, set[str]] = {}
    judged: set[str] = set()
    for text, features, kind, _ in samples:
        for name in features:
            texts.setdefault(name, set()).add(text)
        judged |= features.keys() if kind != _NONE else set()
    kept = [
        {name: value for name, value in features.items() if name in judged and len(texts[name]) > 1}
        for _, features, *_ in samples
    ]
    vectorizer = DictVectorizer()
    values = vectorizer.fit_transform(kept)
    labels = np.array([_CLASSES.index(kind) for *_, kind, _ in samples])
    model = LogisticRegression(C=1 / _PENALTY, max_iter=3000)
    model.fit(values, labels, sample_weight=[weight for *_, weight in samples])
    weights = (model.coef_ - model.coef_[0])[1:]
    constants = (model.intercept_ - model.intercept_[0])[1:]
    named = {
        name: np.rint(column * _SCALE).astype(int).tolist()
        for name, column in zip(vectorizer.feature_names_, weights.T, strict=True)
        if np.abs(column).max() >= _LEAST_WEIGHT
    }
    return {"constants": [round(float(each), 4) for each in constants], "weights": named}


def _find_thresholds(
    models: Sequence[FeedbackModel],
    lines: Sequence[FeedbackLine],
    reader: FeedbackReader | None,
    most_false: Mapping[str, float] = _MAX_FALSE,
) -> dict[str, float]:
    """Return the thresholds of held-out models with low ones: with them, ordinary messages are rarely taken for feedback."""
    rated: list[dict[str, float]] = []
    for line in lines:
        if line.kind == _NONE and line.source in {"agents", "chats"}:
            best: dict[str, float] = {}
            for each in find_feedback(line.text, line.previous, models[fold_of_line(line)], reader):
                group = _GROUPS[each.kind]
                best[group] = max(best.get(group, 0.0), each.probability)
            rated.append(best)
    return choose_thresholds(rated, most_false, _LEAST_THRESHOLD)


def _to_model(content: dict[str, Any]) -> FeedbackModel:
    weights = {name: tuple(each / _SCALE for each in row) for name, row in content["weights"].items()}
    return FeedbackModel(**{"thresholds": {}, "other_thresholds": {}, **content, "weights": weights})
