"""kg bench facts: what extraction reads out of single messages, beside what it should."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import InvalidInput
from kg.extraction.message_facts import extract
from kg.knowledge.predicates import PREDICATES
from kg.language.english_pipeline import English
from kg.language.minilm import MiniLM
from kg.language.name_tagger import layers, recognise

if TYPE_CHECKING:
    from kg.settings import Settings

Tell = Callable[[str], None]
Key = tuple[str, str, str, bool]

_BATCH = 64


def run(files: Sequence[Path], settings: Settings, tell: Tell) -> dict[str, Any]:
    """Measure extraction on files with a line {id, speaker, at, text, facts} for each message.

    A statement is right where subject, predicate, object and polarity are; case does not count, symmetric predicates are right
    either way round, and inverses are the same. Dates are measured apart, on the statements that are right.

    Args:
        files: files of this form, taken together.
        settings: where the embedder's weights are, and its threads.
        tell: called with a line for each message that is not wholly right.

    Returns:
        {"precision", "recall", "f1", "times", "false_on_empty", "by_predicate": {name: {p, r, f1, wanted}}, "items"}.
        times is the share of right statements whose dates are right too, false_on_empty the share of messages without a
        fact that gave one.

    Raises:
        InvalidInput: a file is missing or of another form.
        ModelUnavailable: weights are not here.
    """
    rows = [row for file in files for row in _rows(file)]
    model, english = MiniLM(settings), English()
    right, found, wanted = Counter[str](), Counter[str](), Counter[str]()
    timed = empty = lied = 0
    for start in range(0, len(rows), _BATCH):
        part = rows[start : start + _BATCH]
        texts = [row["text"] for row in part]
        names = recognise(texts, model.encode(texts, layers=layers()))
        for row, doc, spans in zip(part, english.parse(texts, trees=False), names, strict=True):
            at = datetime.fromisoformat(row["at"])
            statements = extract(row["text"], speaker=row["speaker"], at=at, doc=doc, names=spans)
            got = {
                key(each.subject, each.predicate, each.object, each.polarity): (each.valid_from, each.valid_to)
                for each in statements
            }
            gold = {
                key(each["subject"], each["predicate"], each["object"], each["polarity"]): (
                    each["valid_from"],
                    each["valid_to"],
                )
                for each in row["facts"]
            }
            found.update(each[1] for each in got)
            wanted.update(each[1] for each in gold)
            right.update(each[1] for each in got if each in gold)
            timed += sum(got[each] == gold[each] for each in got if each in gold)
            empty += not gold
            lied += bool(got) and not gold
            if got != gold:
                missed, wrong = sorted(gold.keys() - got.keys()), sorted(got.keys() - gold.keys())
                late = sorted(each for each in got if each in gold and got[each] != gold[each])
                tell(f"{row['id']} {row['text']}\n  missed {missed}\n  wrong {wrong}\n  other dates {late}")
    total = _scores(right.total(), found.total(), wanted.total())
    return {
        "precision": total["p"],
        "recall": total["r"],
        "f1": total["f1"],
        "times": round(timed / max(1, right.total()), 4),
        "false_on_empty": round(lied / max(1, empty), 4),
        "by_predicate": {
            name: {**_scores(right[name], found[name], wanted[name]), "wanted": wanted[name]}
            for name in sorted({*found, *wanted})
        },
        "items": len(rows),
    }


def key(subject: str, predicate: str, thing: str, polarity: bool) -> Key:
    """What makes two statements the same: folded, the ends of symmetric predicates sorted, one of two inverses."""
    first, second = subject.casefold(), thing.casefold()
    kind = PREDICATES.get(predicate)
    if kind is not None and kind.symmetric:
        first, second = sorted((first, second))
    elif kind is not None and kind.inverse is not None and kind.inverse < predicate:
        return second, kind.inverse, first, polarity
    return first, predicate, second, polarity


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("file", str(path), "there is no such file")
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"it is not JSON by lines: {error}") from error
    if any(not {"id", "speaker", "at", "text", "facts"} <= row.keys() for row in rows):
        raise InvalidInput("file", str(path), "a line lacks id, speaker, at, text or facts")
    return rows


def _scores(right: int, found: int, wanted: int) -> dict[str, float]:
    precision, recall = right / max(1, found), right / max(1, wanted)
    both = 2 * precision * recall / (precision + recall) if right else 0.0
    return {"p": round(precision, 4), "r": round(recall, 4), "f1": round(both, 4)}
