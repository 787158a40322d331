"""Tune MiniLM to read feedback in English messages to an agent (`python -m training feedback-changes`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from kg.errors import ModelUnavailable
from kg.extraction import FEEDBACK_KINDS, feedback_parts, split_for_feedback
from kg.language import MiniLM, is_english, load_minilm_tensors
from kg.settings import Settings
from training.feedback import FOLDS, FeedbackLine, fold_of_line, judged_kind, read_lines_to_learn, with_answers

_CLASSES = ("none", *FEEDBACK_KINDS)
_RANK, _EPOCHS, _RATE = 32, 6, 1e-3
# Of what people say to each other, one message in so many is an example of no feedback, with less weight.
_PEOPLE_SHARE, _PEOPLE_WEIGHT = 4, 0.3


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence of a judged line: its kind of feedback, its word pieces, and its weight in training."""

    line: FeedbackLine
    start: int
    kind: str
    pieces: Sequence[int]
    weight: float


def tune_feedback_reader(
    folders: Sequence[Path], out: Path, held_out: Path, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Learn the changes of MiniLM's weights from the parts train and dev, and rate each sentence by changes learnt without it.

    Args:
        folders: conversations of the corpus.
        out: the file to write the changes to.
        held_out: the file to write the ratings to: lines {"text", "previous", "start", "rates"}.
        settings: where MiniLM's weights are.
        report: called with a line for each step.

    Returns:
        {"sentences", "rated"}.

    Raises:
        ModelUnavailable: PyTorch is not installed.
    """
    try:
        from training.low_rank_tuning import TuningSample, predict_classes, tune_network  # noqa: PLC0415 - heavy
    except ImportError as error:
        raise ModelUnavailable("PyTorch is not installed.", how="Install kg[torch].") from error
    sentences = list(read_sentences(read_lines_to_learn(folders, report), settings))
    tensors = load_minilm_tensors(settings)
    rows = []
    for fold in [*range(FOLDS), None]:
        samples = [
            TuningSample(each.pieces, _CLASSES.index(each.kind), each.weight)
            for each in sentences
            if fold_of_line(each.line) != fold
        ]
        network = tune_network(samples, tensors, classes=len(_CLASSES), rank=_RANK, epochs=_EPOCHS, rate=_RATE)
        report("all sentences" if fold is None else f"fold {fold + 1} of {FOLDS}")
        if fold is None:
            np.savez(out, allow_pickle=False, **network.export())
            break
        rated = [each for each in sentences if fold_of_line(each.line) == fold]
        for each, row in zip(rated, predict_classes(network, [one.pieces for one in rated]), strict=True):
            rates = [round(float(rate), 5) for rate in row[1:]]
            rows.append({"text": each.line.text, "previous": each.line.previous, "start": each.start, "rates": rates})
    held_out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return {"sentences": len(sentences), "rated": len(rows)}


def read_sentences(lines: Sequence[FeedbackLine], settings: Settings) -> Iterator[JudgedSentence]:
    """Yield the sentences of English lines, with their word pieces."""
    model = MiniLM(settings)
    for line in with_answers(lines):
        is_skipped = line.source == "people" and line.kind == "none" and crc32(line.text.encode()) % _PEOPLE_SHARE
        if is_skipped or not is_english(line.text, [line.previous] if line.previous else []):
            continue
        weight = _PEOPLE_WEIGHT if line.source == "people" else line.weight
        spans = [(start, end) for start, end, _ in split_for_feedback(line.text)]
        pieces = model.join_parts([feedback_parts(line.text, line.previous, *span) for span in spans])
        for (start, end), each in zip(spans, pieces, strict=True):
            yield JudgedSentence(line, start, judged_kind(line, start, end), each, weight)
