"""`kg bench entities`: precision, recall and F1 of the name recogniser on labelled texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.bench.labelled_names import LABELS, LabelledText, read_labelled_texts
from kg.errors import InvalidInput
from kg.language import MiniLM, NameSpan, required_layers, tag_names

if TYPE_CHECKING:
    from kg.settings import Settings

Reporter = Callable[[str], None]

_BATCH = 64
_TEXTS_FILE, _LABELS_FILE = "dataset.jsonl", "labels.jsonl"


@dataclass
class LabelCounts:
    """Counts of correct, predicted and expected names, by label."""

    correct: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)

    def summarise(self) -> dict[str, Any]:
        """Return precision, recall and F1, overall ("micro") and by label."""
        by_type = {
            label: {
                **_compute_scores(self.correct[label], self.predicted[label], self.expected[label]),
                "wanted": self.expected[label],
            }
            for label in sorted({*self.predicted, *self.expected})
        }
        return {
            "micro": _compute_scores(self.correct.total(), self.predicted.total(), self.expected.total()),
            **by_type,
        }


def measure_entity_recognition(files: Sequence[Path], settings: Settings, report: Reporter) -> dict[str, Any]:
    """Measure the shipped recogniser on labelled files and folders, which count as one data set.

    A file has a line {tokens, tags} for each sentence, with BIO or IO tags. A name is correct if its span and its label are.
    Labels of the data set are mapped to the labels of kg. Names with a label that the data set does not use, and @accounts,
    are not counted.
    A folder has dataset.jsonl {id, text} and labels.jsonl {id, entities: [{name, type}]}. A name is correct if it is
    recognised anywhere in the text with its type.

    Args:
        files: files and folders of these forms.
        settings: location of the embedder's weights, and its number of threads.
        report: called with a line for each file.

    Returns:
        {"micro": {precision, recall, f1}, label: {precision, recall, f1, wanted} for each label}.

    Raises:
        InvalidInput: a file is missing or malformed.
        ModelUnavailable: the weights are missing.
    """
    model, counts = MiniLM(settings), LabelCounts()
    for file in files:
        if file.is_dir():
            _count_folder(file, model, counts)
        elif file.is_file():
            _count_file(file, model, counts)
        else:
            raise InvalidInput("file", str(file), "the path of an existing file or folder")
        report(f"{file}: {counts.summarise()['micro']}")
    return counts.summarise()


def recognise_names(texts: Sequence[str], model: MiniLM) -> list[list[NameSpan]]:
    """Recognise the names in each text."""
    spans: list[list[NameSpan]] = []
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        spans += tag_names(batch, model.encode(batch, layers=required_layers()))
    return spans


def count_names(counts: LabelCounts, sentence: LabelledText, spans: Sequence[NameSpan]) -> None:
    """Add the names of one sentence to the counts."""
    labels_by_name = {(item.start, item.end): item.labels for item in sentence.names}
    for labels in labels_by_name.values():
        counts.expected[min(labels)] += 1
    for span in spans:
        labels = labels_by_name.get((span.start, span.end), frozenset())
        if span.label in labels:
            counts.correct[min(labels)] += 1
            counts.predicted[min(labels)] += 1
        elif span.label in sentence.known_labels and not _is_uncertain(sentence, span):
            counts.predicted[span.label] += 1


def _is_uncertain(sentence: LabelledText, span: NameSpan) -> bool:
    return any(start < span.end and end > span.start for start, end in sentence.uncertain_spans)


def _count_file(file: Path, model: MiniLM, counts: LabelCounts) -> None:
    sentences = read_labelled_texts(file)
    for sentence, spans in zip(sentences, recognise_names([item.text for item in sentences], model), strict=True):
        count_names(counts, sentence, spans)


def _count_folder(folder: Path, model: MiniLM, counts: LabelCounts) -> None:
    texts = {row["id"]: row["text"] for row in _read_rows(folder / _TEXTS_FILE)}
    expected = {row["id"]: row["entities"] for row in _read_rows(folder / _LABELS_FILE)}
    known_labels = {
        label for entities in expected.values() for item in entities for label in _map_label(item["type"], folder)
    }
    for key, spans in zip(texts, recognise_names(list(texts.values()), model), strict=True):
        labels_by_name = {item["name"].casefold(): _map_label(item["type"], folder) for item in expected.get(key, [])}
        predicted = {(span.text.casefold(), span.label) for span in spans if span.label in known_labels}
        for labels in labels_by_name.values():
            counts.expected[min(labels)] += 1
        for name, label in predicted:
            counts.predicted[label] += 1
            counts.correct[label] += label in labels_by_name.get(name, ())


def _map_label(label: str, folder: Path) -> frozenset[str]:
    if label not in LABELS:
        raise InvalidInput("file", str(folder / _LABELS_FILE), f"a file with known types only; {label!r} is not known")
    return LABELS[label]


def _read_rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("folder", str(path.parent), f"a folder that has {path.name}")
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"a file of JSON lines; {error}") from error


def _compute_scores(correct: int, predicted: int, expected: int) -> dict[str, float]:
    precision, recall = correct / max(1, predicted), correct / max(1, expected)
    f1 = 2 * precision * recall / (precision + recall) if correct else 0.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}
