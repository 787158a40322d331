"""Tune MiniLM to read which earlier statements a message ends (`python -m training ends`)."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import read_json_lines, temporary_memory
from kg.errors import ModelUnavailable
from kg.extraction import end_parts
from kg.knowledge import content_words
from kg.language import MiniLM, load_minilm_tensors
from kg.protocols import FixedClock
from kg.settings import Settings

LINES = Path(__file__).with_name("ended_statements.jsonl")
_RANK, _EPOCHS, _RATE = 16, 2, 1e-3
# Written statements with messages of other matters: the nearest in meaning, and how many of them are drawn.
_NEAREST, _DRAWN_OF_ENDS, _DRAWN_OF_OTHERS = 8, 3, 1
# Of conversations: statements and messages before a message that are compared, their least cosine, and how many pairs are learnt.
_BEFORE, _DRAWN_BEFORE, _LEAST_COSINE, _MOST_REAL, _FEWEST_WORDS = 6, 2, 0.25, 5_000, 5
_MESSAGE_WEIGHT, _OTHER_WEIGHT, _LABELLED_WEIGHT = 0.8, 0.7, 2.0
_HALF = 0.5
_NEWS_C, _NEWS_LOST, _NEWS_SCALE = 5.0, 0.1, 1_000
_NOT_STATES = frozenset({"event", "task"})
# These writers and the part dev are left out, to measure.
MEASURED_WRITERS = frozenset({"f", "i", "t"})
"""Writers of whose lines nothing is learnt."""
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class EndPair:
    """A statement and a later message.

    Attributes:
        statement: the text of a fact, or a message with its author.
        author: of the message.
        message: the message.
        ends: whether it ends the statement.
        kind: written, other (statements of other matters), fact or message (of conversations).
        weight: in training.
        group: its writer, or the part of its conversation.
    """

    statement: str
    author: str
    message: str
    ends: bool
    kind: str
    weight: float
    group: str


def tune_end_reader(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Learn the changes of MiniLM's weights, and measure them with the writers and the part dev that are left out.

    Args:
        folders: conversations of the corpus; they are digested, and most of their messages end nothing.
        out: the file to write the changes to; `news.json` is written next to it.
        settings: where MiniLM's weights are.
        report: called with a line for each step.

    Returns:
        {"pairs" (those learnt from), and by threshold and kind of pair "found": the share of ends that are found, "right": the
        share of the found that are ends, "false": the share of other pairs}.

    Raises:
        ModelUnavailable: PyTorch is not installed.
    """
    try:
        from training.low_rank_tuning import TuningSample, predict_classes, tune_network  # noqa: PLC0415 - heavy
    except ImportError as error:
        raise ModelUnavailable("PyTorch is not installed.", how="Install kg[torch].") from error
    model, tensors = MiniLM(settings), load_minilm_tensors(settings)
    pairs = [*read_written_pairs(), *_pair_with_others(model), *_read_conversations(folders, model, settings, report)]
    pieces = model.join_parts([end_parts(each.statement, each.author, each.message) for each in pairs])
    left_out = MEASURED_WRITERS | {"dev"}
    learnt = [place for place, each in enumerate(pairs) if each.group not in left_out]
    samples = [TuningSample(pieces[place], int(pairs[place].ends), pairs[place].weight) for place in learnt]
    network = tune_network(samples, tensors, classes=2, rank=_RANK, epochs=_EPOCHS, rate=_RATE)
    report(f"tuned on {len(learnt)} pairs")
    np.savez(out, allow_pickle=False, **network.export())
    news = fit_news_model(folders, model)
    out.with_name("news.json").write_text(json.dumps(news, separators=(",", ":")) + "\n", encoding="utf-8")
    rated = [place for place, each in enumerate(pairs) if each.group in left_out]
    rates = predict_classes(network, [pieces[place] for place in rated])[:, 1]
    return {"pairs": len(learnt), **measure_ends([pairs[place] for place in rated], list(map(float, rates)))}


def read_written_pairs() -> Iterator[EndPair]:
    """Yield the pairs that were written to learn from: each message with the fact, and with the message that states it."""
    for row in read_json_lines(LINES):
        for later in row["later"]:
            rest = later["by"], later["text"], later["ends"], "written"
            if row["fact"] is not None:
                yield EndPair(row["fact"], *rest, 1.0, row["writer"])
            yield EndPair(f"{row['by']}: {row['text']}", *rest, _MESSAGE_WEIGHT, row["writer"])


def _pair_with_others(model: MiniLM) -> Iterator[EndPair]:
    """Yield the written messages with statements of other matters that are near in meaning."""
    rng = np.random.default_rng(1)
    rows = list(read_json_lines(LINES))
    statements = [row["fact"] or f"{row['by']}: {row['text']}" for row in rows]
    vectors = model.embed(statements)
    for place, row in enumerate(rows):
        is_measured = row["writer"] in MEASURED_WRITERS
        cosines = model.embed([f"{later['by']}: {later['text']}" for later in row["later"]]) @ vectors.T
        for later, nearness in zip(row["later"], cosines, strict=True):
            order = [
                other
                for other in np.argsort(-nearness)
                if other != place and (rows[other]["writer"] in MEASURED_WRITERS) == is_measured
            ][:_NEAREST]
            drawn = _DRAWN_OF_ENDS if later["ends"] else _DRAWN_OF_OTHERS
            for other in rng.choice(order, min(drawn, len(order)), replace=False):
                yield EndPair(
                    statements[other], later["by"], later["text"], False, "other", _OTHER_WEIGHT, row["writer"]
                )


def _read_conversations(
    folders: Sequence[Path], model: MiniLM, settings: Settings, report: Callable[[str], None]
) -> list[EndPair]:
    """Return the labelled changes of the English conversations, and some of the pairs that no label names, of each part."""
    found: list[EndPair] = []
    for folder in folders:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        if about["language"] == "en":
            found += _read_conversation(folder, about["part"], model, settings)
            report(f"{folder.name}: {len(found)} pairs")
    rng = np.random.default_rng(2)
    kept = [each for each in found if each.ends]
    for kind in ("fact", "message"):
        for part in ("train", "dev"):
            others = [each for each in found if not each.ends and each.kind == kind and each.group == part]
            chosen = rng.choice(len(others), min(len(others), _MOST_REAL), replace=False)
            kept += [others[place] for place in sorted(chosen)]
    return kept


def _read_conversation(folder: Path, part: str, model: MiniLM, settings: Settings) -> Iterator[EndPair]:
    events = [each for each in read_json_lines(folder / "events.jsonl") if each["role"] == "user" and each["text"]]
    places = {each["id"]: place for place, each in enumerate(events)}
    labels = read_json_lines(folder / "changes.jsonl")
    vectors = model.embed([each["text"] for each in events])
    rng = np.random.default_rng(3)
    changed = {
        (places[old], places[new])
        for label in labels
        for old in label.get("earlier", ())
        for new in label["evidence"]
        if old in places and new in places and events[places[old]]["ts"] < events[places[new]]["ts"]
    }
    for old, new in sorted(changed):
        yield EndPair(_quote(events[old]), *_news(events[new]), True, "message", 1.0, part)
    states = [_may_state(each["text"]) for each in events]
    for place, event in enumerate(events):
        cosines = vectors @ vectors[place]
        near = [
            other
            for other in np.argsort(-cosines)
            if events[other]["ts"] < event["ts"] and states[other] and cosines[other] >= _LEAST_COSINE
        ][:_BEFORE]
        for other in rng.choice(near, min(len(near), _DRAWN_BEFORE), replace=False) if near else ():
            if (other, place) not in changed:
                yield EndPair(_quote(events[other]), *_news(event), False, "message", _OTHER_WEIGHT, part)
    yield from _pair_facts(folder, part, events, vectors, labels, model, settings)


def _pair_facts(
    folder: Path,
    part: str,
    events: Sequence[dict[str, Any]],
    vectors: NDArray[np.float32],
    labels: Sequence[dict[str, Any]],
    model: MiniLM,
    settings: Settings,
) -> Iterator[EndPair]:
    """Yield the facts of a conversation with later messages that are near in meaning."""
    last = max(dt.datetime.fromisoformat(each["ts"]) for each in events).replace(tzinfo=dt.UTC)
    with temporary_memory(settings, "ends", clock=FixedClock(last + dt.timedelta(minutes=1))) as memory:
        memory.import_files([folder / "events.jsonl"])
        memory.digest()
        facts = [each for each in memory.facts.list(status=None, limit=10_000) if each.kind not in _NOT_STATES]
    times = {each["id"]: each["ts"] for each in events}
    stated = [min((times[source] for source in each.sources if source in times), default="9") for each in facts]
    cosines = vectors @ model.embed([each.text for each in facts]).T if facts else np.empty((len(events), 0))
    for event, nearness in zip(events, cosines, strict=True):
        near = [place for place in np.argsort(-nearness) if stated[place] < event["ts"]]
        for place in [each for each in near if nearness[each] >= _LEAST_COSINE][:_BEFORE]:
            fact = facts[place]
            named = [each for each in labels if event["id"] in each["evidence"] and _names(each, fact.sources)]
            is_ended = any(_holds_old(each, fact.text) for each in named)
            if is_ended or not named:
                weight = _LABELLED_WEIGHT if is_ended else _OTHER_WEIGHT
                yield EndPair(fact.text, *_news(event), is_ended, "fact", weight, part)


def _names(label: dict[str, Any], sources: Sequence[str]) -> bool:
    return not set(label.get("earlier", ())).isdisjoint(sources)


def _holds_old(label: dict[str, Any], text: str) -> bool:
    """Whether a text has half of the words that distinguish the old value from the new one."""
    old = content_words(str(label.get("old") or "")) - content_words(str(label.get("new") or ""))
    return bool(old) and len(old & content_words(text)) / len(old) >= _HALF


def _quote(event: dict[str, Any]) -> str:
    return f"{event['speaker']}: {event['text']}"


def _news(event: dict[str, Any]) -> tuple[str, str]:
    return event["speaker"], event["text"]


def _may_state(text: str) -> bool:
    return len(text.split()) >= _FEWEST_WORDS and not text.rstrip().endswith("?")


def fit_news_model(folders: Sequence[Path], model: MiniLM) -> dict[str, Any]:
    """Return a regression on vectors that distinguishes messages which end something from ordinary ones of conversations.

    Its constant is such that nine of ten ends of the writers that are left out are above 0.

    Raises:
        ModelUnavailable: scikit-learn is not installed.
    """
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - of the extra `train`
    except ImportError as error:
        raise ModelUnavailable("scikit-learn is not installed.", how="Install kg[train].") from error
    rows = [(text, 1.0, 1.0, writer in MEASURED_WRITERS) for text, writer in _list_written_ends()]
    for folder in folders:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        if about["language"] == "en":
            changed = {event for label in read_json_lines(folder / "changes.jsonl") for event in label["evidence"]}
            rows += [
                (
                    each["text"],
                    float(each["id"] in changed),
                    0.5 if each["id"] in changed else 1.0,
                    about["part"] == "dev",
                )
                for each in read_json_lines(folder / "events.jsonl")
                if each["role"] == "user" and each["text"]
            ]
    texts, labels, weights, left_out = zip(*rows, strict=True)
    vectors = model.embed(texts)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    learnt = ~np.array(left_out)
    fitted = LogisticRegression(C=_NEWS_C, max_iter=3000).fit(
        vectors[learnt], np.array(labels)[learnt], sample_weight=np.array(weights)[learnt]
    )
    [learnt_weights] = fitted.coef_
    odds = vectors @ learnt_weights
    written = [place for place, (_, writer) in enumerate(_list_written_ends()) if writer in MEASURED_WRITERS]
    constant = -float(np.quantile(odds[written], _NEWS_LOST))
    return {"constant": round(constant, 4), "weights": np.rint(learnt_weights * _NEWS_SCALE).astype(int).tolist()}


def _list_written_ends() -> list[tuple[str, str]]:
    """Return the written messages that end a statement, with their writers."""
    return [(later["text"], row["writer"]) for row in read_json_lines(LINES) for later in row["later"] if later["ends"]]


def measure_ends(pairs: Sequence[EndPair], rates: Sequence[float]) -> dict[str, Any]:
    """Return the figures of `tune_end_reader`, by threshold."""
    figures: dict[str, Any] = {}
    for threshold in _THRESHOLDS:
        row: dict[str, float] = {}
        for kind in dict.fromkeys(each.kind for each in pairs):
            taken = [
                each.ends for each, rate in zip(pairs, rates, strict=True) if each.kind == kind and rate >= threshold
            ]
            ends = [each.ends for each in pairs if each.kind == kind]
            others = len(ends) - sum(ends)
            row[f"{kind}, false"] = round((len(taken) - sum(taken)) / others, 4) if others else 0.0
            if any(ends):
                row[f"{kind}, found"] = round(sum(taken) / sum(ends), 3)
                row[f"{kind}, right"] = round(sum(taken) / len(taken), 3) if taken else 0.0
        figures[str(threshold)] = row
    return figures
