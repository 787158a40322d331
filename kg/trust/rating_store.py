"""Ratings between persons in the graph: record how one person rates another, and infer trust between two persons."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.events import parse_time
from kg.graph import Graph
from kg.protocols import Clock
from kg.trust.inference import InferredTrust, infer_from_neighborhood
from kg.trust.ratings import MAX_GIVEN, MAX_RECEIVED, RaterStatistics, Rating, RatingNeighborhood
from kg.trust.trust_state import trust_edge_id
from kg.types import validate_name


class TrustInference:
    """Records ratings between the persons of a scope and infers trust from them; persons are given by id."""

    def __init__(self, graph: Graph, clock: Clock) -> None:
        self._graph = graph
        self._clock = clock

    def rate(
        self, truster: str, trustee: str, rating: float, *, at: dt.datetime | str | None = None, reason: str = ""
    ) -> bool:
        """Record how far one person trusts another; it is valid until they give a newer rating.

        Args:
            truster: id of the person who rates.
            trustee: id of the person who is rated.
            rating: −1 (distrust) to 1 (trust), but not 0.
            at: time of the rating, UTC unless it has a time zone; by default now.
            reason: why.

        Returns:
            Whether it is the current rating; False if a newer one is known.

        Raises:
            InvalidInput: both are the same person, or the rating or the time is invalid; nothing was written.
            NotFound: one of the persons does not exist; nothing was written.
        """
        first, second = _pair(truster, trustee)
        now = self._clock.now()
        rows = self._graph.run(
            "trust/rate",
            id=trust_edge_id(first, second),
            truster=first,
            trustee=second,
            rating=_checked_rating(rating),
            at=now if at is None else parse_time("at", at),
            reason=validate_name("reason", reason) if reason != "" else None,
            now=now,
        )
        if not rows:
            raise self._missing(first, second)
        return bool(rows[0]["is_current"])

    def infer(self, truster: str, trustee: str, *, by: Collection[str] | None = None) -> InferredTrust:
        """Infer the probability that one person would trust another; one round trip.

        Args:
            truster: id of the person who would trust.
            trustee: id of the person who would be trusted.
            by: ids of the only persons whose ratings of the trustee count, as `endorsement_prior` requires; the trustee's rating
                of the truster is then ignored. None: all persons.

        Raises:
            InvalidInput: both are the same person, or an id is invalid.
            NotFound: one of the persons does not exist.
        """
        first, second = _pair(truster, trustee)
        params = {} if by is None else {"by": sorted({validate_name("by", one) for one in by})}
        rows = self._graph.run(
            "trust/ratings",
            list(params),
            truster=first,
            trustee=second,
            max_received=MAX_RECEIVED,
            max_given=MAX_GIVEN,
            **params,
        )
        if not rows:
            raise self._missing(first, second)
        near = _neighborhood(rows[0], first, second)
        if by is not None:
            near = replace(near, returned=None)
        return infer_from_neighborhood(near, self._clock.now().timestamp())

    def _missing(self, truster: str, trustee: str) -> NotFound:
        return NotFound(f"person {truster!r} or person {trustee!r} in scope {self._graph.scope!r}")


def _neighborhood(row: Mapping[str, Any], truster: str, trustee: str) -> RatingNeighborhood:
    received, given = row["received"], row["given"]
    return RatingNeighborhood(
        received=tuple(_rating_record(one["by"], trustee, one) for one in received),
        given=tuple(_rating_record(truster, one["trustee"], one) for one in given),
        own=_rating_record(truster, trustee, row["own"]) if row["own"] else None,
        returned=_rating_record(trustee, truster, row["returned"]) if row["returned"] else None,
        since=row["since"],
        raters={
            one["by"]: RaterStatistics(
                one["praised"], one["blamed"], one["praises"], one["blames"], one["agrees"], one["differs"]
            )
            for one in received
        },
        other_ratings={
            one["trustee"]: (one["good"] - (one["rating"] > 0), one["bad"] - (one["rating"] < 0)) for one in given
        },
    )


def _rating_record(truster: str, trustee: str, row: Mapping[str, Any]) -> Rating:
    return Rating(truster, trustee, row["rating"], row["at"])


def _pair(truster: object, trustee: object) -> tuple[str, str]:
    first, second = validate_name("truster", truster), validate_name("trustee", trustee)
    if first == second:
        raise InvalidInput("trustee", trustee, "another person than the truster")
    return first, second


def _checked_rating(value: object) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 < abs(value) <= 1
    ):
        raise InvalidInput("rating", value, "a number from -1 to 1 other than 0")
    return float(value)
