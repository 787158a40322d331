"""`kg bench changes`: whether the graph follows what changes: values, preferences and tasks, after digestion."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.bench.common import temporary_memory
from kg.bench.recall import read_json_lines
from kg.language import EnglishPipeline, fold_text
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Fact, Task

_OUTCOMES = {
    "changes": ("right", "old value still current", "new value missing"),
    "ends": ("right", "old value still current"),
    "preferences": ("right", "missing", "opposite is current", "ended one still current"),
    "tasks": ("right", "missing", "still open", "closed too early", "closed in another way"),
}
_VALUES = ("changes", "ends")
_HALF = 0.5
_NO_LIMIT = 10_000
_WORD = re.compile(r"\d+(?:[.,:-]\d+)*|[^\W\d_]+")
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_DATE = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(_MONTHS)})[a-z]*(?: \d{{4}})?\b", re.IGNORECASE)
_ISO_DATE = re.compile(r"\b\d{4}-(\d\d)-(\d\d)\b")
_NEGATIONS = frozenset(
    ["no", "not", "never", "none", "nothing", "dislike", "hate", "avoid", "stop", "without", "n't", "anymore", "longer"]
)
# Facts of these kinds stay true when a value changes: they say what happened, or are counted as tasks.
_NOT_VALUES = frozenset({"event", "task"})
_CLOSED = frozenset({"done", "dropped"})

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class _StatedFact:
    """A fact with the content words of its sentence."""

    fact: Fact
    words: frozenset[str]
    is_current: bool


class _WordReader:
    """Reads the content words of texts: lemmas without stop words, numbers as digits, days as one word."""

    def __init__(self) -> None:
        self._english = EnglishPipeline()

    def read(self, texts: Sequence[str]) -> list[frozenset[str]]:
        joined = [_ISO_DATE.sub(_name_iso_day, _DATE.sub(_name_day, text)) for text in texts]
        return [frozenset(self._words_of(doc)) for doc in self._english.parse(joined, trees=False)]

    def _words_of(self, doc: Any) -> Iterable[str]:
        for token in doc:
            if token.is_stop and token.lower_ not in _NEGATIONS:
                continue
            for word in _WORD.findall(fold_text(token.lemma_)):
                number = word.replace(",", "") if word[0].isdigit() else word
                yield number.lstrip("0") or number


def measure_changes(
    folders: Sequence[Path],
    settings: Settings,
    report: Callable[[str], None],
    *,
    failures: bool = False,
) -> dict[str, Any]:
    """Digest each folder's events.jsonl in a temporary scope, and judge its facts by the labels of what changed.

    A fact holds a value if its sentence has at least half of the content words that distinguish the value from the other one,
    and all of its numbers and days, and it is about the same thing: it has a content word of what changed (of the subject, if
    the value has all of these), or comes from a message with evidence. Facts are current if their status is, and their
    validity has not ended at the last message. No speaker is an owner, so that all are believed alike.

    - changes: right, if a current fact holds the new value and none the old one; otherwise "old value still current" or
      "new value missing". What ended needs no new value. Facts of kind event, and tasks, hold no old value: they remain true.
    - preferences: those whose last state is current are right if a current fact of the holder, or from the message with evidence,
      has half of the content words of the value, with the same polarity; others are right if none has.
    - tasks: found if a task has half of the content words of the label, and belongs to whom the label names. An open
      one is right if a found task is open or overdue; a closed one if none of the found is open and one has its status.

    Args:
        folders: folders with events.jsonl, and with changes.jsonl, preferences.jsonl or tasks.jsonl as in training/corpus.
        settings: settings of the server and the models.
        report: called with a line for each folder.
        failures: also return the labels that were not right, with what was found.

    Returns:
        {"folders": {name: measures}, "all": measures}, and "failures" on request. Measures are, for changes, ends (the changes
        without a new value), preferences and tasks, {"labels", a count for each outcome, "right_share"}. For changes and ends,
        "noted" counts the labels whose old value is in a fact of any status, and "still_current_share" is of these.

    Raises:
        NotFound: events.jsonl is missing in a folder.
    """
    reader = _WordReader()
    measures: dict[str, Any] = {}
    failed: list[dict[str, Any]] = []
    totals: dict[str, Counter[str]] = {}
    for folder in folders:
        counts, wrong = _measure_folder(folder, settings, reader)
        failed += [{"folder": folder.name, **row} for row in wrong]
        for name, counter in counts.items():
            totals.setdefault(name, Counter()).update(counter)
        measures[folder.name] = {name: _summarise(name, counter) for name, counter in counts.items()}
        shares = ", ".join(f"{name} {row['right_share']}" for name, row in measures[folder.name].items())
        report(f"{folder.name}: {shares}")
    result = {"folders": measures, "all": {name: _summarise(name, counter) for name, counter in totals.items()}}
    return {**result, "failures": failed} if failures else result


def _measure_folder(
    folder: Path, settings: Settings, reader: _WordReader
) -> tuple[dict[str, Counter[str]], list[dict[str, Any]]]:
    events = read_json_lines(folder / "events.jsonl")
    last = max((_parse_time(event["ts"]) for event in events), default=dt.datetime.now(dt.UTC))
    clock = FixedClock(last + dt.timedelta(minutes=1))
    # Without an owner: every speaker is believed, and the labels say nothing about trust.
    with temporary_memory(settings, "changes", clock=clock) as memory:
        memory.import_files([folder / "events.jsonl"])
        memory.digest()
        facts = memory.facts.list(status=None, limit=_NO_LIMIT)
        tasks = memory.tasks.list(status=None, limit=_NO_LIMIT)
    stated = [
        _StatedFact(fact, words, fact.status == "current" and (fact.valid_to is None or fact.valid_to > last))
        for fact, words in zip(facts, reader.read([fact.text for fact in facts]), strict=True)
    ]
    judged = [
        *_judge_changes(_read_labels(folder, "changes"), stated, reader),
        *_judge_preferences(_read_labels(folder, "preferences"), stated, reader),
        *_judge_tasks(_read_labels(folder, "tasks"), tasks, reader),
    ]
    counts: dict[str, Counter[str]] = {name: Counter() for name in _OUTCOMES}
    for row in judged:
        counts[row["of"]][row["outcome"]] += 1
        counts[row["of"]]["noted"] += row.get("is_noted", False)
    return counts, [row for row in judged if row["outcome"] != "right"]


def _judge_changes(labels: Rows, facts: Sequence[_StatedFact], reader: _WordReader) -> Iterable[dict[str, Any]]:
    columns = [reader.read([str(row.get(name) or "") for row in labels]) for name in ("old", "new", "what", "subject")]
    for row, old, new, what, subject in zip(labels, *columns, strict=True):
        earlier, evidence = _events_of(row.get("earlier")), _events_of(row["evidence"])
        is_end = not row.get("new")
        old_words = (old - new or old) if not is_end else old | what
        new_words = new - old or new
        # "two lines" is part of "two lines, number first".
        without = frozenset[str]() if old - new else new_words
        held = [
            each
            for each in facts
            if each.fact.kind not in _NOT_VALUES
            and _holds(each, old_words, what - old_words or subject, earlier)
            and not without & each.words
            and not (is_end and _is_negative(each))
        ]
        current_old = [each for each in held if each.is_current and not _holds_better(each, new_words, old_words)]
        current_new = [
            each for each in facts if each.is_current and _holds(each, new_words, what - new_words or subject, evidence)
        ]
        outcome = "right" if is_end or current_new else "new value missing"
        yield {
            "of": "ends" if is_end else "changes",
            "outcome": "old value still current" if current_old else outcome,
            "is_noted": bool(held),
            "label": dict(row),
            "old_facts": [each.fact.text for each in current_old][:5],
            "new_facts": [each.fact.text for each in current_new][:5],
        }


def _judge_preferences(labels: Rows, facts: Sequence[_StatedFact], reader: _WordReader) -> Iterable[dict[str, Any]]:
    columns = [reader.read([str(row[name]) for row in labels]) for name in ("value", "topic", "holder")]
    for row, value, topic, holder in zip(labels, *columns, strict=True):
        last = row["states"][-1]
        events = {event for state in row["states"] for event in _events_of(state["evidence"])}
        wanted = (value | topic) - _NEGATIONS - holder
        is_positive = row["polarity"] == "+" and not (value & _NEGATIONS)
        found = [
            each
            for each in facts
            if each.is_current
            and each.fact.kind not in _NOT_VALUES
            and (holder & each.words or events & set(each.fact.sources))
            and _has_half(value - _NEGATIONS - holder or wanted, each.words)
        ]
        agreeing = [each for each in found if _is_negative(each) != is_positive]
        if last["status"] == "current":
            outcome = "right" if agreeing else "opposite is current" if found else "missing"
        else:
            outcome = "ended one still current" if agreeing else "right"
        yield {
            "of": "preferences",
            "outcome": outcome,
            "label": dict(row),
            "facts": [each.fact.text for each in found][:5],
        }


def _judge_tasks(labels: Rows, tasks: Sequence[Task], reader: _WordReader) -> Iterable[dict[str, Any]]:
    whats, whos = (reader.read([str(row[name]) for row in labels]) for name in ("what", "who"))
    texts = reader.read([task.text for task in tasks])
    owners = reader.read([task.owner for task in tasks])
    for row, what, who in zip(labels, whats, whos, strict=True):
        wanted = what - who
        found = [
            task
            for task, words, owner in zip(tasks, texts, owners, strict=True)
            if owner & who and _has_half(wanted, words)
        ]
        yield {
            "of": "tasks",
            "outcome": _judge_status(row["states"][-1]["status"], {task.status for task in found}),
            "label": dict(row),
            "tasks": [f"{task.status}: {task.text}" for task in found][:5],
        }


def _judge_status(wanted: str, found: set[str]) -> str:
    is_open = bool(found - _CLOSED)
    if not found:
        return "missing"
    if wanted not in _CLOSED:
        return "right" if is_open else "closed too early"
    if is_open:
        return "still open"
    return "right" if wanted in found else "closed in another way"


def _holds(each: _StatedFact, value: frozenset[str], about: frozenset[str], events: frozenset[str]) -> bool:
    """Whether a fact holds a value of a thing."""
    is_about = bool(about & each.words) or bool(events & set(each.fact.sources))
    return is_about and _has_half(value, each.words)


def _holds_better(each: _StatedFact, value: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a fact has more words of one value than of another one: "it is on the 21st, not on the 14th" is of the new one."""
    return bool(value) and len(value & each.words) / len(value) >= max(_HALF, len(other & each.words) / len(other))


def _has_half(wanted: frozenset[str], words: frozenset[str]) -> bool:
    """Whether a text has half of the wanted words, negations left out if there are others, and all numbers and days."""
    wanted = wanted - _NEGATIONS or wanted
    numbers = {word for word in wanted if any(char.isdigit() for char in word)}
    return bool(wanted) and numbers <= words and len(wanted & words) >= _HALF * len(wanted)


def _is_negative(each: _StatedFact) -> bool:
    return not each.fact.polarity or bool(each.words & _NEGATIONS) or each.fact.predicate == "dislikes"


def _events_of(evidence: str | Sequence[str] | None) -> frozenset[str]:
    return frozenset([evidence] if isinstance(evidence, str) else evidence or ())


def _name_day(match: re.Match[str]) -> str:
    return f"{_MONTHS.index(match[2].lower()) + 1}-{int(match[1])}"


def _name_iso_day(match: re.Match[str]) -> str:
    return f"{int(match[1])}-{int(match[2])}"


def _parse_time(text: str) -> dt.datetime:
    time = dt.datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=dt.UTC)


def _read_labels(folder: Path, name: str) -> Rows:
    path = folder / f"{name}.jsonl"
    return read_json_lines(path) if path.is_file() else []


def _summarise(name: str, counter: Counter[str]) -> dict[str, Any]:
    outcomes = {outcome: counter[outcome] for outcome in _OUTCOMES[name]}
    labels = sum(outcomes.values())
    summary = {"labels": labels, **outcomes, "right_share": _share(counter["right"], labels)}
    if name not in _VALUES:
        return summary
    noted, still = counter["noted"], counter["old value still current"]
    return {**summary, "noted": noted, "still_current_share": _share(still, noted)}


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
