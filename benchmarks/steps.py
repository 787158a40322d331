"""What `make reproduce` measures: one command of `kg bench` for each step, the same that a user can run alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONVERSATIONS = ROOT / "training" / "corpus" / "conversations"
FAULT_SEED = 1
_QUICK_CONVERSATIONS = 2


@dataclass(frozen=True)
class Step:
    """One measurement.

    Attributes:
        name: its key in the report: the measurement, and after a dot the set of conversations.
        title: its heading.
        words: the command after `python -m`.
        skipped: why it is not run; empty if it is.
    """

    name: str
    title: str
    words: Sequence[str] = ()
    skipped: str = ""


def list_test_folders(most: int | None = None) -> list[Path]:
    """Return the conversations of the part test of the corpus, from which nothing was learnt; at most `most`, the shortest."""
    folders = [
        path.parent
        for path in sorted(CONVERSATIONS.glob("*/about.json"))
        if json.loads(path.read_text(encoding="utf-8"))["part"] == "test"
    ]
    return sorted(folders, key=lambda folder: (folder / "events.jsonl").stat().st_size)[:most]


def list_steps(*, quick: bool, locomo: Path | None, longmemeval: Path | None) -> list[Step]:
    """Return all steps, those that cannot be run with the reason.

    Args:
        quick: measure a part of the conversations, small sizes and few faults; for a check, not for figures.
        locomo: a file `locomo10.json`, or a folder of folders with its conversations; None: leave it out.
        longmemeval: a file of LongMemEval; None: leave it out.
    """
    own = [str(folder) for folder in list_test_folders(_QUICK_CONVERSATIONS if quick else None)]
    sets = [
        ("corpus", "our corpus, part test", own, ""),
        ("locomo", "LoCoMo", _name_set("locomo", locomo, quick=quick), "no file was given (LOCOMO=locomo10.json)"),
        (
            "longmemeval",
            "LongMemEval",
            _name_set("longmemeval", longmemeval, quick=quick),
            "no file was given (LONGMEMEVAL=longmemeval_s.json)",
        ),
    ]
    steps = []
    for measure, title in (("recall", "Recall of search"), ("contexts", "Contexts"), ("observations", "Observations")):
        for key, name, words, reason in sets:
            if measure == "observations" and key == "longmemeval":
                reason, words = "its files have no observations", []  # noqa: PLW2901
            steps.append(
                Step(f"{measure}.{key}", f"{title}: {name}", _bench(measure, *words), reason if not words else "")
            )
    size, questions, events = ("1000", "60", "200") if quick else ("10000", "330", "1000")
    kills, minutes = ("4", "5") if quick else ("40", "20")
    steps += [
        Step("latency", "Latency", _bench("latency", "--size", size, "--questions", questions)),
        Step(
            "ingest",
            "Ingest",
            _bench("ingest", "--size", events, "--rounds", "1" if quick else "3", "--stored", size),
        ),
        Step(
            "peers",
            "Other memories on the same machine",
            ("benchmarks.peers", *(("--size", size) if quick else ()), "--json"),
        ),
        Step("faults", "Faults", _bench("faults", "--kills", kills, "--minutes", minutes, "--seed", str(FAULT_SEED))),
    ]
    return steps


def _bench(*words: str) -> tuple[str, ...]:
    return ("kg", "bench", *words, "--json")


def _name_set(form: str, path: Path | None, *, quick: bool) -> list[str]:
    """Return the arguments that name a public set: a file with its form, or the folders in a folder."""
    if path is None:
        return []
    if path.is_dir():
        folders = sorted(str(one.parent) for one in path.glob("*/questions.jsonl"))
        return folders[: 1 if quick else None]
    return [str(path), "--form", form, *(("--sample", "1") if quick else ())]
