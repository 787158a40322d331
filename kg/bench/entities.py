"""kg bench entities: the recogniser of names beside labels."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.bench.labelled_names import LABELS, Labelled, read
from kg.errors import InvalidInput
from kg.language.minilm import MiniLM
from kg.language.name_tagger import Span, layers, recognise

if TYPE_CHECKING:
    from kg.settings import Settings

Tell = Callable[[str], None]

_BATCH = 64
_TEXTS, _NAMES = "dataset.jsonl", "labels.jsonl"


@dataclass
class Tally:
    """Names that are right, found, and wanted, by label."""

    right: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    wanted: Counter[str] = field(default_factory=Counter)

    def told(self) -> dict[str, Any]:
        """Precision, recall and F1, overall ("micro") and by label."""
        by_type = {
            label: {**_scores(self.right[label], self.found[label], self.wanted[label]), "wanted": self.wanted[label]}
            for label in sorted({*self.found, *self.wanted})
        }
        return {"micro": _scores(self.right.total(), self.found.total(), self.wanted.total()), **by_type}


def run(files: Sequence[Path], settings: Settings, tell: Tell) -> dict[str, Any]:
    """Measure the shipped recogniser on files and folders of labels, taken together.

    A file has a line {tokens, tags} for each sentence, tags in BIO or IO. A name counts as found where place and label are
    right. The set's labels are brought into ours; names of a label that a set does not give, and @accounts, do not count for
    or against.
    A folder has dataset.jsonl {id, text} and labels.jsonl {id, entities: [{name, type}]}: a name counts as found where it
    is found anywhere in the text, with its type.

    Args:
        files: files and folders of these forms.
        settings: where the embedder's weights are, and its threads.
        tell: called with a line a file.

    Returns:
        {"micro": {precision, recall, f1}, label: {precision, recall, f1, wanted} for each label}.

    Raises:
        InvalidInput: a file is missing or of another form.
        ModelUnavailable: the weights are not here.
    """
    model, total = MiniLM(settings), Tally()
    for file in files:
        if file.is_dir():
            _folder(file, model, total)
        elif file.is_file():
            _file(file, model, total)
        else:
            raise InvalidInput("file", str(file), "there is no such file or folder")
        tell(f"{file}: {total.told()['micro']}")
    return total.told()


def found(texts: Sequence[str], model: MiniLM) -> list[list[Span]]:
    """The names in each of these texts."""
    spans: list[list[Span]] = []
    for start in range(0, len(texts), _BATCH):
        part = texts[start : start + _BATCH]
        spans += recognise(part, model.encode(part, layers=layers()))
    return spans


def tally(total: Tally, sentence: Labelled, spans: Sequence[Span]) -> None:
    """Count a sentence's names."""
    gold = {(each.start, each.end): each.names for each in sentence.gold}
    for names in gold.values():
        total.wanted[min(names)] += 1
    for span in spans:
        names = gold.get((span.start, span.end), frozenset())
        if span.label in names:
            total.right[min(names)] += 1
            total.found[min(names)] += 1
        elif span.label in sentence.known and not _unsure(sentence, span):
            total.found[span.label] += 1


def _unsure(sentence: Labelled, span: Span) -> bool:
    return any(start < span.end and end > span.start for start, end in sentence.unsure)


def _file(file: Path, model: MiniLM, total: Tally) -> None:
    sentences = read(file)
    for sentence, spans in zip(sentences, found([each.text for each in sentences], model), strict=True):
        tally(total, sentence, spans)


def _folder(folder: Path, model: MiniLM, total: Tally) -> None:
    texts = {row["id"]: row["text"] for row in _rows(folder / _TEXTS)}
    wanted = {row["id"]: row["entities"] for row in _rows(folder / _NAMES)}
    known = {label for entities in wanted.values() for each in entities for label in _ours(each["type"], folder)}
    for key, spans in zip(texts, found(list(texts.values()), model), strict=True):
        gold = {each["name"].casefold(): _ours(each["type"], folder) for each in wanted.get(key, [])}
        names = {(span.text.casefold(), span.label) for span in spans if span.label in known}
        for labels in gold.values():
            total.wanted[min(labels)] += 1
        for name, label in names:
            total.found[label] += 1
            total.right[label] += label in gold.get(name, ())


def _ours(label: str, folder: Path) -> frozenset[str]:
    if label not in LABELS:
        raise InvalidInput("file", str(folder / _NAMES), f"{label} is no known type")
    return LABELS[label]


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("folder", str(path.parent), f"it has no {path.name}")
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"it is not JSON by lines: {error}") from error


def _scores(right: int, found: int, wanted: int) -> dict[str, float]:
    precision, recall = right / max(1, found), right / max(1, wanted)
    both = 2 * precision * recall / (precision + recall) if right else 0.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(both, 4)}
