"""`kg bench attacks`: recall and false-alarm rate of the detector of instructions to an agent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.bench.common import compute_quantiles, time_call
from kg.errors import InvalidInput
from kg.language import bundled_pipeline, find_instructions

Reporter = Callable[[str], None]

_BATCH = 256
_EVENTS = "events.jsonl"


def measure_attack_detection(files: Sequence[Path], chats: Sequence[Path], report: Reporter) -> dict[str, Any]:
    """Measure how many attacks are detected and how many ordinary messages are flagged by mistake.

    Args:
        files: JSON Lines files with {text, kind} for each attack; kind is any label and is optional.
        chats: files and folders of ordinary chat with a line {text, role} for each message. A folder has events.jsonl,
            or subfolders that have one. Messages whose role is not "user" are skipped.
        report: called with a line for each missed attack and each false alarm.

    Returns:
        {"recall", "false_alarms": the share of attacks and of ordinary messages that is detected, None if there are none,
        "attacks", "ordinary": their numbers, "missed", "alarmed": the misclassified texts,
        "by_kind": {kind: {recall, attacks}}, "ms": {p50, p95} per message, without tagging}.

    Raises:
        InvalidInput: a file is missing or malformed.
        ModelUnavailable: the English pipeline cannot be loaded.
    """
    attacks = [record for file in files for record in _read_rows(file)]
    ordinary = [
        record
        for chat in chats
        for file in _list_files(chat)
        for record in _read_rows(file)
        if record.get("role", "user") == "user"
    ]
    times: list[float] = []
    detected = list(_detect_instructions([record["text"] for record in attacks], times))
    flagged = list(_detect_instructions([record["text"] for record in ordinary], times))
    missed = [record["text"] for record, is_detected in zip(attacks, detected, strict=True) if not is_detected]
    alarmed = [record["text"] for record, is_detected in zip(ordinary, flagged, strict=True) if is_detected]
    for text in missed:
        report(f"missed: {text}")
    for text in alarmed:
        report(f"false alarm: {text}")
    kinds = sorted({record.get("kind", "") for record in attacks})
    detected_by_kind = {
        kind: [
            is_detected for record, is_detected in zip(attacks, detected, strict=True) if record.get("kind", "") == kind
        ]
        for kind in kinds
    }
    return {
        "recall": _compute_share(detected),
        "false_alarms": _compute_share(flagged),
        "attacks": len(attacks),
        "ordinary": len(ordinary),
        "missed": missed,
        "alarmed": alarmed,
        "by_kind": {
            kind: {"recall": _compute_share(detected_by_kind[kind]), "attacks": len(detected_by_kind[kind])}
            for kind in kinds
        },
        "ms": compute_quantiles(times) if times else {},
    }


def _detect_instructions(texts: Sequence[str], times: list[float]) -> Iterator[bool]:
    """Yield whether each text contains instructions, and append the detection time in ms, without tagging, to `times`."""
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        for text, doc in zip(batch, bundled_pipeline().parse(batch, trees=False), strict=True):
            elapsed_ms, spans = time_call(lambda text=text, doc=doc: find_instructions(text, doc))  # type: ignore[misc]
            times.append(elapsed_ms)
            yield bool(spans)


def _list_files(chat: Path) -> list[Path]:
    if not chat.is_dir():
        return [chat]
    files = sorted({*chat.glob(_EVENTS), *chat.glob(f"*/{_EVENTS}")})
    if not files:
        raise InvalidInput("chat", str(chat), f"a folder with {_EVENTS}, or with subfolders that have one")
    return files


def _read_rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        raise InvalidInput("file", str(path), "the path of an existing file")
    try:
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError as error:
        raise InvalidInput("file", str(path), f"a file of JSON lines; {error}") from error
    if any(not isinstance(record, dict) or not isinstance(record.get("text"), str) for record in records):
        raise InvalidInput("file", str(path), "a file of lines that each have a string `text`")
    return records


def _compute_share(detected_by_kind: Sequence[bool]) -> float | None:
    return round(sum(detected_by_kind) / len(detected_by_kind), 4) if detected_by_kind else None
