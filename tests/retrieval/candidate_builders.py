"""Builders of candidates and questions for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from kg.retrieval.candidates import Candidates
from kg.retrieval.question import Question

MICROSECONDS = 1_772_442_000_000_000  # 2026-03-02 09:00 UTC
MINUTE = 60_000_000


def found(rows: Sequence[dict[str, Any]]) -> Candidates:
    """Candidates with these fields; the n-th is event e<n>, the n-th line of session chat."""
    full = [
        {
            "id": f"e{place}",
            "event": f"e{place}",
            "kind": "event",
            "seq": place,
            "at": MICROSECONDS + place * MINUTE,
            "session": "chat",
            "speaker": None,
            "speaker_name": None,
            "role": "user",
            "text": "said",
            "instructs": False,
            "states": None,
            "sources": (),
            "of_episode": False,
            "meaning": np.nan,
            "words": np.nan,
        }
        | row
        for place, row in enumerate(rows)
    ]
    columns = {name: [row[name] for row in full] for name in full[0]} if full else {}
    for name in ("meaning", "words"):
        columns[name] = np.array(columns.get(name, []), np.float64)  # type: ignore[assignment]
    return Candidates(**{field.name: columns.get(field.name, []) for field in fields(Candidates)})


def question(text: str, *words: str) -> Question:
    return Question(text, words, None)
