"""Agreement of the two readers of a conversation: F1 of observations, of evidence and of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.corpus.reading import Conversation, Row

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts → vectors of unit length."""
_NEAR_MESSAGES = 1
_COSINE = 0.7
_NOTED = 1
"""The least worth of an observation that counts."""
_SECOND = 2  # labels that were taken from the second reader when the two were settled


def measure_agreement(conversations: Sequence[Conversation], embed: Embed) -> dict[str, Any]:
    """Return the mean agreement over the conversations that were read twice.

    An observation agrees if one of the other reader says the same (cosine ≥ .7) of the same message or a neighbour; those
    of worth 0 need no partner, but may be one. Labels that were taken from the second reader do not count. A change agrees if
    the other reader has one with near evidence. The F1 of evidence is the mean over questions.

    Args:
        conversations: conversations; those without a second reader are left out.
        embed: returns vectors of unit length.
    """
    read_twice = [one for one in conversations if one.second]
    rows = {one.name: measure_conversation(one, embed) for one in read_twice}
    names = ("observations", "changes", "evidence")
    mean = {name: round(float(np.mean([row[name] for row in rows.values()])), 3) for name in names} if rows else {}
    return {"conversations": len(rows), "mean": mean, "by_conversation": rows}


def measure_conversation(conversation: Conversation, embed: Embed) -> dict[str, float]:
    """Return the F1 of observations, changes and evidence of a conversation that was read twice."""
    order = {event["id"]: index for index, event in enumerate(conversation.events)}
    first = {name: [row for row in rows if row.get("reader") != _SECOND] for name, rows in conversation.labels.items()}
    second = conversation.second
    return {
        "observations": _observation_f1(first["observations"], second.get("observations", ()), order, embed),
        "changes": _change_f1(first["changes"], second.get("changes", ()), order),
        "evidence": _evidence_f1(first["questions"], second.get("answers", ())),
    }


def _observation_f1(first: Sequence[Row], second: Sequence[Row], order: Mapping[str, int], embed: Embed) -> float:
    if not first or not second:
        return 0.0
    vectors = embed([row["text"] for row in (*first, *second)])
    near = np.array([[_is_near(row, other, order) for other in second] for row in first], bool)
    agrees = near & np.greater_equal(vectors[: len(first)] @ vectors[len(first) :].T, _COSINE)
    noted = [np.array([row["worth"] >= _NOTED for row in rows]) for rows in (first, second)]
    return _f1(np.any(agrees, axis=1)[noted[0]], np.any(agrees, axis=0)[noted[1]])


def _change_f1(first: Sequence[Row], second: Sequence[Row], order: Mapping[str, int]) -> float:
    if not first and not second:
        return 1.0
    near = [[_is_near(row, other, order) for other in second] for row in first]
    agrees = np.array(near, bool).reshape(len(first), len(second))
    return _f1(np.any(agrees, axis=1), np.any(agrees, axis=0))


def _evidence_f1(questions: Sequence[Row], answers: Sequence[Row]) -> float:
    found = {row["question"]: set(row["evidence"]) for row in answers}
    values = []
    for question in questions:
        ours, theirs = set(question["evidence"]), found.get(question["id"], set())
        values.append(2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 1.0)
    return round(float(np.mean(values)), 3) if values else 1.0


def _is_near(row: Row, other: Row, order: Mapping[str, int]) -> bool:
    return any(
        abs(order[left] - order[right]) <= _NEAR_MESSAGES for left in row["evidence"] for right in other["evidence"]
    )


def _f1(found_of_first: NDArray[np.bool_], found_of_second: NDArray[np.bool_]) -> float:
    recall, precision = (float(part.mean()) if len(part) else 0.0 for part in (found_of_first, found_of_second))
    return round(2 * precision * recall / (precision + recall), 3) if precision + recall else 0.0
