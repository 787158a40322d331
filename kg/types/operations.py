"""Records of operations on a scope: erasure, re-embedding, health and model usage."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Receipt:
    """The record of an erasure or of a reversible change.

    Attributes:
        id: id of the receipt's node, which holds no erased content.
        at: time of the operation.
        what: what was requested.
        removed: kind → number of records removed.
        kept: kind → number of affected records that other sources still support.
    """

    id: str
    at: dt.datetime
    what: str
    removed: Mapping[str, int]
    kept: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Change:
    """A change that was made by hand, a mark on a person, or an erasure.

    Attributes:
        id: id of its record.
        at: when.
        what: what was done, as "retract", "merge" or "approve procedure".
        by: who did it, if that was recorded.
        reason: why; "" if none was given.
        subjects: what was changed: id, kind and text or name of each, at most five.
        count: the number of all subjects.
        is_undone: whether it was undone.
    """

    id: str
    at: dt.datetime
    what: str
    by: str | None = None
    reason: str = ""
    subjects: tuple[tuple[str, str, str], ...] = ()
    count: int = 0
    is_undone: bool = False


@dataclass(frozen=True)
class ReembeddingResult:
    """The result of changing the embedding model of a scope.

    Attributes:
        embedder: name of the new model.
        dimension: length of its vectors.
        memories: number of nodes that got a new vector.
    """

    embedder: str
    dimension: int
    memories: int


@dataclass(frozen=True)
class Health:
    """The result of a health check.

    Attributes:
        healthy: whether there are no errors.
        checks: name → finding.
        warnings: conditions that need attention.
        errors: what does not work.
    """

    healthy: bool
    checks: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class TokenUsage:
    """The usage of a language model on one day.

    Attributes:
        date: ISO date, UTC.
        model: name of the model.
        prompt: tokens of the prompts.
        completion: tokens of the answers.
        requests: number of answers.
    """

    date: str
    model: str
    prompt: int
    completion: int
    requests: int
