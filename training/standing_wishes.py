"""Tune MiniLM to read standing wishes in English messages to an agent (`python -m training standing`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from kg.bench import read_json_lines
from kg.errors import ModelUnavailable
from kg.extraction import split_for_feedback, standing_parts
from kg.language import MiniLM, load_minilm_tensors
from kg.settings import Settings
from training.feedback import FeedbackLine, judged_kind, read_conversation_lines, read_feedback_lines

LINES = Path(__file__).with_name("standing_lines.jsonl")
_STANDING, _PREFERENCE = "standing", "preference"
_RANK, _EPOCHS, _RATE = 16, 4, 1e-3
# Of the judged lines of feedback, three of five are read, with half the weight: they are of answers mostly.
_LINES_READ, _LINES_OF, _LINES_WEIGHT = 3, 5, 0.5
# To measure, these writers and every fourth conversation are left out.
_MEASURED_WRITERS, _EVERY = frozenset({"writer d", "writer e"}), 4
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class WishSentence:
    """A sentence of a message to an agent.

    Attributes:
        message: the message.
        start: where the sentence begins in it.
        end: where it ends.
        is_wish: whether it states a standing wish.
        kind: standing, once or other, of lines written for this; else lines or agents.
        weight: in training.
        group: its writer, or its conversation.
    """

    message: str
    start: int
    end: int
    is_wish: bool
    kind: str
    weight: float
    group: str


def tune_standing_reader(
    folders: Sequence[Path], out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Measure with writers and conversations left out; then learn the changes of MiniLM's weights from all.

    Args:
        folders: conversations of the corpus.
        out: the file to write the changes to.
        settings: where MiniLM's weights are.
        report: called with a line for each step.

    Returns:
        {"sentences", and by threshold the share of messages taken for wishes, by kind: "found" with a wish, "false" without}.

    Raises:
        ModelUnavailable: PyTorch is not installed.
    """
    try:
        from training.low_rank_tuning import TuningSample, predict_classes, tune_network  # noqa: PLC0415 - heavy
    except ImportError as error:
        raise ModelUnavailable("PyTorch is not installed.", how="Install kg[torch].") from error
    sentences = [*read_standing_lines(), *_read_old_lines(), *_read_messages(folders)]
    model, tensors = MiniLM(settings), load_minilm_tensors(settings)
    pieces = model.join_parts([standing_parts(each.message, each.start, each.end) for each in sentences])
    samples = [TuningSample(text, int(each.is_wish), each.weight) for text, each in zip(pieces, sentences, strict=True)]
    measured = _choose_measured(sentences)
    figures: dict[str, Any] = {"sentences": len(sentences)}
    for left_out in dict.fromkeys((measured, frozenset[str]())):
        learnt = [sample for sample, each in zip(samples, sentences, strict=True) if each.group not in left_out]
        network = tune_network(learnt, tensors, classes=2, rank=_RANK, epochs=_EPOCHS, rate=_RATE)
        report(f"tuned on {len(learnt)} sentences")
        if left_out:
            rated = [place for place, each in enumerate(sentences) if each.group in left_out]
            rates = predict_classes(network, [pieces[place] for place in rated])[:, 1]
            figures |= _measure([sentences[place] for place in rated], list(map(float, rates)))
            report(json.dumps(figures))
    np.savez(out, allow_pickle=False, **network.export())
    return figures


def read_standing_lines() -> Iterator[WishSentence]:
    """Yield the sentences of the lines that were written to learn from."""
    for row in read_json_lines(LINES):
        for start, end, _ in split_for_feedback(row["text"]):
            is_wish = row["kind"] == _STANDING and _is_part(row["text"][start:end], row.get("span"))
            yield WishSentence(row["text"], start, end, is_wish, row["kind"], 1.0, f"writer {row['writer']}")


def _is_part(sentence: str, span: str | None) -> bool:
    return span is None or sentence.strip() in span or span in sentence


def _read_old_lines() -> Iterable[WishSentence]:
    """Yield sentences of the judged English lines of feedback: a preference is a standing wish."""
    for line in read_feedback_lines():
        is_read = crc32(line.text.encode()) % _LINES_OF < _LINES_READ
        if is_read and line.part != "test" and line.language == "en":
            yield from _to_sentences(line, "lines", _LINES_WEIGHT, "lines")


def _read_messages(folders: Sequence[Path]) -> Iterable[WishSentence]:
    """Yield the sentences of messages to agents in the English ones of these conversations."""
    for folder in folders:
        if json.loads((folder / "about.json").read_text(encoding="utf-8"))["language"] == "en":
            for line in read_conversation_lines(folder):
                if line.source == "agents":
                    yield from _to_sentences(line, "agents", 1.0, line.group)


def _to_sentences(line: FeedbackLine, kind: str, weight: float, group: str) -> Iterable[WishSentence]:
    for start, end, _ in split_for_feedback(line.text):
        is_wish = judged_kind(line, start, end) == _PREFERENCE
        yield WishSentence(line.text, start, end, is_wish, kind, weight, group)


def _choose_measured(sentences: Sequence[WishSentence]) -> frozenset[str]:
    """Return the writers and conversations that are left out to measure."""
    return _MEASURED_WRITERS | set(sorted({each.group for each in sentences if each.kind == "agents"})[::_EVERY])


def _measure(sentences: Sequence[WishSentence], rates: Sequence[float]) -> dict[str, Any]:
    messages: dict[tuple[str, str], tuple[float, bool]] = {}
    for each, rate in zip(sentences, rates, strict=True):
        most, is_wish = messages.get((each.kind, each.message), (0.0, False))
        messages[each.kind, each.message] = max(most, rate), is_wish or each.is_wish
    figures: dict[str, Any] = {}
    for threshold in _THRESHOLDS:
        shares = figures.setdefault(str(threshold), {})
        for kind in sorted({kind for kind, _ in messages}):
            for name, wanted in (("found", True), ("false", False)):
                some = [rate for (one, _), (rate, is_wish) in messages.items() if one == kind and is_wish == wanted]
                if some:
                    shares[f"{kind}, {name}"] = round(float(np.mean([rate >= threshold for rate in some])), 3)
    return figures
