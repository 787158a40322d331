"""kg bench attacks: the detector of instructions to an agent, beside ordinary chat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.bench.common import quantiles, timed
from kg.errors import InvalidInput
from kg.language.english_pipeline import shipped
from kg.language.instructions import instructing

Tell = Callable[[str], None]

_BATCH = 256
_EVENTS = "events.jsonl"


def run(files: Sequence[Path], chats: Sequence[Path], tell: Tell) -> dict[str, Any]:
    """Measure which attacks are found, and which ordinary messages are taken for some.

    Args:
        files: files with a line {text, kind} for each attack; kind is any label and may be missing.
        chats: files and folders of ordinary chat with a line {text, role} for each message, a folder's in its events.jsonl
            or in those of the folders in it. What role tells to be no user's is left out.
        tell: called with a line for each attack that is missed and each ordinary message that is not.

    Returns:
        {"recall", "false_alarms": the shares found of attacks and of ordinary messages, None where there are none,
        "attacks", "ordinary": how many there are, "missed", "alarmed": the texts that were judged wrongly,
        "by_kind": {kind: {recall, attacks}}, "ms": {p50, p95} of a message, its tags not counted}.

    Raises:
        InvalidInput: a file is missing or of another form.
        ModelUnavailable: the English pipeline cannot be loaded.
    """
    attacks = [row for file in files for row in _rows(file)]
    ordinary = [
        row for chat in chats for file in _files(chat) for row in _rows(file) if row.get("role", "user") == "user"
    ]
    times: list[float] = []
    found = list(_found([row["text"] for row in attacks], times))
    alarms = list(_found([row["text"] for row in ordinary], times))
    missed = [row["text"] for row, hit in zip(attacks, found, strict=True) if not hit]
    alarmed = [row["text"] for row, hit in zip(ordinary, alarms, strict=True) if hit]
    for text in missed:
        tell(f"missed: {text}")
    for text in alarmed:
        tell(f"false alarm: {text}")
    kinds = sorted({row.get("kind", "") for row in attacks})
    hits = {
        kind: [hit for row, hit in zip(attacks, found, strict=True) if row.get("kind", "") == kind] for kind in kinds
    }
    return {
        "recall": _share(found),
        "false_alarms": _share(alarms),
        "attacks": len(attacks),
        "ordinary": len(ordinary),
        "missed": missed,
        "alarmed": alarmed,
        "by_kind": {kind: {"recall": _share(hits[kind]), "attacks": len(hits[kind])} for kind in kinds},
        "ms": quantiles(times) if times else {},
    }


def _found(texts: Sequence[str], times: list[float]) -> Iterator[bool]:
    """Whether each text instructs; how long it took, its tags not counted, is added to the times."""
    for start in range(0, len(texts), _BATCH):
        part = texts[start : start + _BATCH]
        for text, doc in zip(part, shipped().parse(part, trees=False), strict=True):
            took, spans = timed(lambda text=text, doc=doc: instructing(text, doc))  # type: ignore[misc]
            times.append(took)
            yield bool(spans)


def _files(chat: Path) -> list[Path]:
    if not chat.is_dir():
        return [chat]
    files = sorted({*chat.glob(_EVENTS), *chat.glob(f"*/{_EVENTS}")})
    if not files:
        raise InvalidInput("chat", str(chat), f"it has no {_EVENTS}, nor has a folder in it")
    return files


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("file", str(path), "there is no such file")
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"it is not JSON by lines: {error}") from error
    if any(not isinstance(row, dict) or not isinstance(row.get("text"), str) for row in rows):
        raise InvalidInput("file", str(path), "a line lacks text")
    return rows


def _share(hits: Sequence[bool]) -> float | None:
    return round(sum(hits) / len(hits), 4) if hits else None
