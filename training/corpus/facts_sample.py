"""Draw facts of conversations at random, with the messages around them, to be judged by readers."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from kg.extraction import create_extractor
from kg.knowledge import statement_text
from kg.language import create_embedder, embed_with_hidden_states
from kg.protocols import EarlierTurn, Utterance
from kg.settings import Settings

_MESSAGES_BEFORE, _MESSAGES_AFTER = 3, 1


def sample_facts(folders: Sequence[Path], count: int, seed: int, settings: Settings) -> list[dict[str, Any]]:
    """Return facts that are extracted from the messages of people, drawn at random.

    Args:
        folders: folders with events.jsonl.
        count: how many facts, from all folders together; of each folder the same number.
        seed: of the random numbers.
        settings: the extractor and its settings.

    Returns:
        {"fact", "kind", "folder", "event", "messages": the messages before it, its own, and the one after it}.
    """
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    share = -(-count // len(folders))
    rows: list[dict[str, Any]] = []
    for folder in folders:
        found = _extract_facts(folder, settings)
        rows += rng.sample(found, min(share, len(found)))
    rng.shuffle(rows)
    return rows[:count]


def _extract_facts(folder: Path, settings: Settings) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    extractor, embedder = create_extractor(settings), create_embedder(settings)
    if extractor is None:
        return []
    rows = []
    for place, event in enumerate(events):
        if event.get("role", "user") != "user" or not event.get("text"):
            continue
        _, _, hidden = embed_with_hidden_states(embedder, [event["text"]], extractor.layers)
        utterance = Utterance(
            event["text"],
            _name(event),
            datetime.fromisoformat(event["ts"]),
            _find_addressee(events, place),
            hidden[0],
            earlier=_find_earlier(events, place),
        )
        around = events[max(0, place - _MESSAGES_BEFORE) : place + 1 + _MESSAGES_AFTER]
        messages = [f"{one['ts'][:16]} {_name(one)}: {one.get('text', '')}" for one in around]
        rows += [
            {
                "fact": statement_text(statement, statement.subject, statement.object),
                "kind": statement.kind or statement.predicate,
                "folder": folder.name,
                "event": event["id"],
                "messages": messages,
            }
            for statement in extractor.extract([utterance]).results[0].statements
        ]
    return rows


def _name(event: dict[str, Any]) -> str:
    return str(event.get("speaker_name") or event["speaker"].split(":")[-1])


def _find_addressee(events: Sequence[dict[str, Any]], place: int) -> str | None:
    """Return the only other speaker of the twelve messages before in the same session."""
    event = events[place]
    before = [one for one in events[:place] if one["session"] == event["session"]][-12:]
    others = {_name(one) for one in before if one["speaker"] != event["speaker"]}
    return others.pop() if len(others) == 1 else None


def _find_earlier(events: Sequence[dict[str, Any]], place: int) -> tuple[EarlierTurn, ...]:
    """Return the four messages before in the same session."""
    before = [one for one in events[:place] if one["session"] == events[place]["session"]][-4:]
    return tuple(EarlierTurn(one.get("text", ""), _name(one), datetime.fromisoformat(one["ts"])) for one in before)
