"""Measure feedback from the log to the next context (`python -m training.feedback_report --help`)."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.bench import read_json_lines, temporary_memory
from kg.events import parse_time
from kg.extraction import open_feedback_reader
from kg.language import create_embedder
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Learning
from training.feedback import (
    FeedbackLine,
    classify_message,
    measure_feedback,
    read_conversation_lines,
    read_feedback_lines,
)

_START = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
_AGENT = "What can I do for you."
_SENTIMENT = {"correction": "negative", "complaint": "negative", "preference": "neutral"}
_NONE = "none"
_LIMIT = 10_000


def report_feedback(
    folders: Sequence[Path], part: str, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Log judged lines and conversations with agents, digest, sleep, and compare the learnings and the next contexts.

    A message with feedback is right if a learning rests on it whose sentiment fits, and a line of the next context in its
    chat cites that. A learning that rests on any other message is false. Each judged line is a private chat of its own. Of
    conversations, an older preference may be superseded by the end: then it must be so by a learning that is in the context.

    Args:
        folders: conversations of the corpus; those of other parts are skipped.
        part: train, dev or test.
        settings: settings of the server and the models.
        report: called with a line for each step.

    Returns:
        {"lines": {writer of lines: as the conversations}, "conversations": {"feedback", "right", "ordinary", "false", and a
        share by kind}, "topics": {"preferences", "right"} of the first writer's lines, "detector": the shares of the detector
        alone, see `measure_feedback`}.
    """
    lines = [line for line in read_feedback_lines() if line.part == part]
    read = {folder: read_conversation_lines(folder) for folder in folders}
    read = {folder: found for folder, found in read.items() if found and found[0].part == part}
    by_writer: dict[str, Any] = {}
    topics: dict[str, Any] = {}
    for writer in sorted({line.writer for line in lines}):
        written = [line for line in lines if line.writer == writer]
        with temporary_memory(settings, "feedback") as memory:
            _log_lines(memory, written)
            learnt = _learn(memory)
            by_writer[writer or "first"] = _summarise(list(_judge_lines(memory, written, learnt)))
        if not writer:
            topics = _judge_topics(written, learnt)
    report(f"{len(lines)} lines")
    figures: dict[str, Any] = {"lines": by_writer, "topics": topics}
    outcomes: list[tuple[str, bool]] = []
    for folder, found in read.items():
        if any(line.source == "agents" for line in found):
            outcomes += _judge_conversation(folder, found, settings)
            report(folder.name)
    figures["conversations"] = _summarise(outcomes)
    reader = open_feedback_reader(create_embedder(settings))
    everything = [*lines, *(line for found in read.values() for line in found)]
    figures["detector"] = measure_feedback(everything, lambda line: classify_message(line, reader=reader))
    return figures


def _log_lines(memory: Memory, lines: Sequence[FeedbackLine]) -> None:
    for number, line in enumerate(lines):
        at = _START + dt.timedelta(minutes=number)
        chat = {"session": f"cli:{number}", "channel": "cli", "audience": "session", "at": at}
        memory.log(
            [
                {"id": f"{number}:agent", "text": line.previous or _AGENT, "speaker": "cli:agent", "role": "assistant", **chat},
                {"id": str(number), "text": line.text, "speaker": "cli:person", "role": "user", **chat},
            ]
        )  # fmt: skip


def _learn(memory: Memory) -> Mapping[str, Sequence[Learning]]:
    """Digest and sleep; return the learnings by the event that they rest on."""
    memory.digest()
    memory.sleep.quick()
    found: dict[str, list[Learning]] = {}
    for learning in memory.learnings.list(active=False, limit=_LIMIT):
        for source in learning.sources:
            found.setdefault(source, []).append(learning)
    return found


def _judge_lines(
    memory: Memory, lines: Sequence[FeedbackLine], learnt: Mapping[str, Sequence[Learning]]
) -> Iterator[tuple[str, bool]]:
    for number, line in enumerate(lines):
        found = learnt.get(str(number), ())
        if line.kind not in _SENTIMENT:
            yield line.kind, not found
            continue
        fitting = [learning for learning in found if learning.sentiment == _SENTIMENT[line.kind]]
        yield line.kind, bool(fitting) and _is_in_context(memory, fitting, f"cli:{number}")


def _is_in_context(memory: Memory, learnings: Sequence[Learning], session: str | None) -> bool:
    context = memory.context("And now the next thing.", speaker="cli:person", session=session)
    cited = set(context.citations.values())
    current = {one.superseded_by or one.id for one in learnings}
    return not cited.isdisjoint(current)


def _judge_topics(lines: Sequence[FeedbackLine], learnt: Mapping[str, Sequence[Learning]]) -> dict[str, Any]:
    """Judge the topics of the first writer's lines; later writers named topics in their own words."""
    counts: Counter[str] = Counter()
    for number, line in enumerate(lines):
        if line.topic:
            values = [one.value or "" for one in learnt.get(str(number), ()) if one.topic == line.topic]
            counts["preferences"] += 1
            # The value of a time is the sentence itself; "yes" and "allowed" are one.
            wanted = {line.value, "yes"} if line.value == "allowed" else {line.value}
            counts["right"] += any(
                value in wanted or value.casefold() in line.text.casefold() for value in values if value
            )
    return {"preferences": counts["preferences"], "right": round(counts["right"] / max(1, counts["preferences"]), 3)}


def _judge_conversation(folder: Path, lines: Sequence[FeedbackLine], settings: Settings) -> Iterator[tuple[str, bool]]:
    """Log one chat after the other, and judge its messages by the context after it."""
    chats: dict[str, list[Mapping[str, Any]]] = {}
    for event in read_json_lines(folder / "events.jsonl"):
        chats.setdefault(event["session"], []).append(event)
    by_event = {line.event: line for line in lines}
    clock = FixedClock(_START)
    with temporary_memory(settings, "feedback", clock=clock) as memory:
        for events in chats.values():
            clock.at = parse_time("ts", events[-1]["ts"]) + dt.timedelta(minutes=1)
            memory.log(_to_event(event) for event in events)
            learnt = _learn(memory)
            for line in (by_event[event["id"]] for event in events if event["id"] in by_event):
                found = learnt.get(line.event, ())
                if line.kind in _SENTIMENT:
                    fitting = [learning for learning in found if learning.sentiment == _SENTIMENT[line.kind]]
                    yield line.kind, bool(fitting) and _is_in_context(memory, fitting, None)
                else:
                    yield line.kind, not found


def _to_event(row: Mapping[str, Any]) -> Mapping[str, Any]:
    names = ("id", "session", "text", "speaker", "channel", "role", "kind", "tool")
    return {**{name: row[name] for name in names if name in row}, "at": row["ts"]}


def _summarise(outcomes: Sequence[tuple[str, bool]]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    for kind, is_right in outcomes:
        group = "feedback" if kind in _SENTIMENT else "ordinary"
        counts[group] += 1
        counts[f"{group} right"] += is_right
        counts[f"{kind} all"] += 1
        counts[f"{kind} right"] += is_right
    kinds = [kind for kind in (*_SENTIMENT, "praise", _NONE) if counts[f"{kind} all"]]
    return {
        "feedback": counts["feedback"],
        "right": round(counts["feedback right"] / max(1, counts["feedback"]), 3),
        "ordinary": counts["ordinary"],
        "false": round(1 - counts["ordinary right"] / max(1, counts["ordinary"]), 4),
        "by_kind": {kind: round(counts[f"{kind} right"] / counts[f"{kind} all"], 3) for kind in kinds},
    }


def _print_progress(text: str) -> None:
    sys.stderr.write(text + "\n")


def _main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of conversations of training/corpus.")],
    part: Annotated[str, typer.Option(help="The part to measure: train, dev or test.")] = "dev",
) -> None:
    """Measure feedback from the log to the next context, on judged lines and conversations with agents."""
    result = report_feedback(folders, part, Settings(), _print_progress)
    sys.stdout.write(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    typer.run(_main)
