"""Trust between others, on the graph: who rates whom, and how one would rate another."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.events import moment
from kg.graph import Graph
from kg.protocols import Clock
from kg.trust.inference import Inferred, inferred
from kg.trust.ratings import GIVEN, RECEIVED, Near, Rater, Rating
from kg.trust.trust_state import trust_id
from kg.types import identifiers


class Inference:
    """What the people of a scope say of each other, by their ids."""

    def __init__(self, graph: Graph, clock: Clock) -> None:
        self._graph = graph
        self._clock = clock

    def rate(
        self, truster: str, trustee: str, rating: float, *, at: dt.datetime | str | None = None, reason: str = ""
    ) -> bool:
        """Take down how far one person says that another is to be trusted; it stands until they say something newer.

        Args:
            truster: id of the person who says so.
            trustee: id of the person who is spoken of.
            rating: −1 (distrust) to 1 (trust), but not 0.
            at: when it was said, in UTC where no time zone is told; now, where it is left out.
            reason: why.

        Returns:
            Whether it stands now; false where something newer is known.

        Raises:
            InvalidInput: both are the same, or the rating or the time is none; nothing was written.
            NotFound: one of the two is not there; nothing was written.
        """
        first, second = _pair(truster, trustee)
        now = self._clock.now()
        rows = self._graph.run(
            "trust/rate",
            id=trust_id(first, second),
            truster=first,
            trustee=second,
            rating=_rating(rating),
            at=now if at is None else moment("at", at),
            reason=identifiers.plain("reason", reason) if reason != "" else None,
            now=now,
        )
        if not rows:
            raise self._missing(first, second)
        return bool(rows[0]["taken"])

    def infer(self, truster: str, trustee: str, *, by: Collection[str] | None = None) -> Inferred:
        """How likely it is that one person would trust another, from what people say of each other; one trip.

        Args:
            truster: id of the person who would trust.
            trustee: id of the person whom they would.
            by: ids of the only people whose word about the trustee counts, as it should for a `prior`; then it counts for nothing
                how the trustee speaks of the truster. Everybody's, where it is left out.

        Raises:
            InvalidInput: both are the same, or an id is none.
            NotFound: one of the two is not there.
        """
        first, second = _pair(truster, trustee)
        chosen = {} if by is None else {"by": sorted({identifiers.plain("by", one) for one in by})}
        rows = self._graph.run(
            "trust/ratings", list(chosen), truster=first, trustee=second, received=RECEIVED, given=GIVEN, **chosen
        )
        if not rows:
            raise self._missing(first, second)
        near = _near(rows[0], first, second)
        if by is not None:
            near = replace(near, returned=None)
        return inferred(near, self._clock.now().timestamp())

    def _missing(self, truster: str, trustee: str) -> NotFound:
        return NotFound(f"person {truster!r} or person {trustee!r} in scope {self._graph.scope!r}")


def _near(row: Mapping[str, Any], truster: str, trustee: str) -> Near:
    received, given = row["received"], row["given"]
    return Near(
        received=tuple(_said(one["by"], trustee, one) for one in received),
        given=tuple(_said(truster, one["whom"], one) for one in given),
        own=_said(truster, trustee, row["own"]) if row["own"] else None,
        returned=_said(trustee, truster, row["returned"]) if row["returned"] else None,
        since=row["since"],
        raters={
            one["by"]: Rater(
                one["praised"], one["blamed"], one["praises"], one["blames"], one["agrees"], one["differs"]
            )
            for one in received
        },
        crowd={one["whom"]: (one["good"] - (one["rating"] > 0), one["bad"] - (one["rating"] < 0)) for one in given},
    )


def _said(truster: str, trustee: str, row: Mapping[str, Any]) -> Rating:
    return Rating(truster, trustee, row["rating"], row["at"])


def _pair(truster: object, trustee: object) -> tuple[str, str]:
    first, second = identifiers.plain("truster", truster), identifiers.plain("trustee", trustee)
    if first == second:
        raise InvalidInput("trustee", trustee, "somebody else than the truster")
    return first, second


def _rating(value: object) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 < abs(value) <= 1
    ):
        raise InvalidInput("rating", value, "a number from -1 to 1, but not 0")
    return float(value)
