"""`kg bench facts`: precision and recall of fact extraction on single labelled messages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InvalidInput
from kg.extraction import extract_statements
from kg.knowledge import PREDICATES
from kg.language import EnglishPipeline, MiniLM, required_layers, tag_names

if TYPE_CHECKING:
    from kg.settings import Settings

Reporter = Callable[[str], None]
StatementKey = tuple[str, str, str, bool]

_BATCH = 64


def measure_fact_extraction(files: Sequence[Path], settings: Settings, report: Reporter) -> dict[str, Any]:
    """Measure extraction on files with a line {id, speaker, at, text, facts} for each message.

    A statement is correct if its subject, predicate, object and polarity are. Case is ignored, symmetric predicates match in
    both directions, and inverse predicates are equal. Dates are measured separately, on the correct statements.

    Args:
        files: files of this form, which count as one data set.
        settings: location of the embedder's weights, and its number of threads.
        report: called with a line for each message with an error.

    Returns:
        {"precision", "recall", "f1", "times", "false_on_empty", "by_predicate": {name: {p, r, f1, wanted}}, "items"}.
        times is the share of correct statements with correct dates, false_on_empty the share of messages without a fact from
        which one was extracted.

    Raises:
        InvalidInput: a file is missing or malformed.
        ModelUnavailable: the weights are missing.
    """
    records = [record for file in files for record in _read_rows(file)]
    model, english = MiniLM(settings), EnglishPipeline()
    correct, predicted, expected = Counter[str](), Counter[str](), Counter[str]()
    correct_dates = without_facts = false_on_empty = 0
    for start in range(0, len(records), _BATCH):
        batch = records[start : start + _BATCH]
        texts = [record["text"] for record in batch]
        names = tag_names(texts, model.encode(texts, layers=required_layers()))
        for record, doc, spans in zip(batch, english.parse(texts, trees=False), names, strict=True):
            at = datetime.fromisoformat(record["at"])
            statements = extract_statements(record["text"], speaker=record["speaker"], at=at, doc=doc, names=spans)
            extracted = {
                normalise_statement(statement.subject, statement.predicate, statement.object, statement.polarity): (
                    statement.valid_from,
                    statement.valid_to,
                )
                for statement in statements
            }
            gold = {
                normalise_statement(
                    statement["subject"], statement["predicate"], statement["object"], statement["polarity"]
                ): (
                    statement["valid_from"],
                    statement["valid_to"],
                )
                for statement in record["facts"]
            }
            predicted.update(statement[1] for statement in extracted)
            expected.update(statement[1] for statement in gold)
            correct.update(statement[1] for statement in extracted if statement in gold)
            correct_dates += sum(
                extracted[statement] == gold[statement] for statement in extracted if statement in gold
            )
            without_facts += not gold
            false_on_empty += bool(extracted) and not gold
            if extracted != gold:
                missed, wrong = sorted(gold.keys() - extracted.keys()), sorted(extracted.keys() - gold.keys())
                wrong_dates = sorted(
                    statement
                    for statement in extracted
                    if statement in gold and extracted[statement] != gold[statement]
                )
                report(
                    f"{record['id']} {record['text']}\n  missed {missed}\n  wrong {wrong}\n  other dates {wrong_dates}"
                )
    scores = _compute_scores(correct.total(), predicted.total(), expected.total())
    return {
        "precision": scores["p"],
        "recall": scores["r"],
        "f1": scores["f1"],
        "times": round(correct_dates / max(1, correct.total()), 4),
        "false_on_empty": round(false_on_empty / max(1, without_facts), 4),
        "by_predicate": {
            name: {**_compute_scores(correct[name], predicted[name], expected[name]), "wanted": expected[name]}
            for name in sorted({*predicted, *expected})
        },
        "items": len(records),
    }


def normalise_statement(subject: str, predicate: str, object_: str, polarity: bool) -> StatementKey:
    """Return a key that is equal for equal statements: case-folded, symmetric ends sorted, one of two inverses."""
    first, second = subject.casefold(), object_.casefold()
    definition = PREDICATES.get(predicate)
    if definition is not None and definition.is_symmetric:
        first, second = sorted((first, second))
    elif definition is not None and definition.inverse is not None and definition.inverse < predicate:
        return second, definition.inverse, first, polarity
    return first, predicate, second, polarity


def _read_rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("file", str(path), "the path of an existing file")
    try:
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"a file of JSON lines; {error}") from error
    if any(not {"id", "speaker", "at", "text", "facts"} <= record.keys() for record in records):
        raise InvalidInput("file", str(path), "a file of lines that each have id, speaker, at, text and facts")
    return records


def _compute_scores(correct: int, predicted: int, expected: int) -> dict[str, float]:
    precision, recall = correct / max(1, predicted), correct / max(1, expected)
    f1 = 2 * precision * recall / (precision + recall) if correct else 0.0
    return {"p": round(precision, 4), "r": round(recall, 4), "f1": round(f1, 4)}
