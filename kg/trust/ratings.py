"""Signed ratings between persons, and the neighborhood of two persons from which trust is inferred."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MAX_RECEIVED = 100
"""The number of newest ratings of the trustee that are used."""
MAX_GIVEN = 200
"""The number of newest ratings by the truster that are used."""


@dataclass(frozen=True)
class Rating:
    """How far one person trusts another, as they stated it.

    Attributes:
        truster: who rates.
        trustee: who is rated.
        rating: −1 to 1, never 0: negative is distrust.
        at: when, in seconds since the epoch.
    """

    truster: str
    trustee: str
    rating: float
    at: float


@dataclass(frozen=True)
class RaterStatistics:
    """Counts about a person who rated the trustee.

    Attributes:
        praised: number of persons who rate them positively.
        blamed: number of persons who rate them negatively.
        praises: number of persons other than the trustee whom they rate positively.
        blames: number of persons other than the trustee whom they rate negatively.
        agrees: number of persons rated by the truster whom they rate with the same sign.
        differs: number of persons rated by the truster whom they rate with the opposite sign.
    """

    praised: int = 0
    blamed: int = 0
    praises: int = 0
    blames: int = 0
    agrees: int = 0
    differs: int = 0


@dataclass(frozen=True)
class RatingNeighborhood:
    """The ratings around a truster and a trustee.

    Attributes:
        received: ratings of the trustee by persons other than the truster, newest first (at equal times the most negative first),
            at most `MAX_RECEIVED`.
        given: ratings by the truster of persons other than the trustee, in the same order, at most `MAX_GIVEN`.
        own: the truster's own rating of the trustee.
        returned: the trustee's rating of the truster.
        since: when the trustee first gave or received one of the current ratings, in seconds since the epoch.
        raters: for each who rated the trustee, counts about them.
        other_ratings: for each whom the truster rated, the number of positive and of negative ratings by others.
    """

    received: tuple[Rating, ...] = ()
    given: tuple[Rating, ...] = ()
    own: Rating | None = None
    returned: Rating | None = None
    since: float | None = None
    raters: Mapping[str, RaterStatistics] = field(default_factory=dict)
    other_ratings: Mapping[str, tuple[int, int]] = field(default_factory=dict)


class Ratings:
    """The current ratings: a newer rating by the same person of the same person replaces the older one."""

    def __init__(self, ratings: Iterable[Rating] = ()) -> None:
        self._given: dict[str, dict[str, Rating]] = defaultdict(dict)
        self._received: dict[str, dict[str, Rating]] = defaultdict(dict)
        # The number of ratings that each person gives and receives, by (person, whether it is positive).
        self._given_counts: Counter[tuple[str, bool]] = Counter()
        self._received_counts: Counter[tuple[str, bool]] = Counter()
        for rating in ratings:
            self.add(rating)

    def add(self, rating: Rating) -> None:
        """Add a rating; one that is older than the current one is ignored."""
        before = self._given.get(rating.truster, {}).get(rating.trustee)
        if before is not None:
            if before.at > rating.at:
                return
            self._count(before, -1)
        self._count(rating, 1)
        self._given[rating.truster][rating.trustee] = rating
        self._received[rating.trustee][rating.truster] = rating

    def neighborhood(self, truster: str, trustee: str) -> RatingNeighborhood:
        """Return the neighborhood of two persons; either may be unknown."""
        by_truster, of_trustee = self._given.get(truster, {}), self._received.get(trustee, {})
        by_trustee = self._given.get(trustee, {})
        given = sorted(
            (rating for rating in by_truster.values() if rating.trustee != trustee),
            key=lambda rating: (-rating.at, rating.rating, rating.trustee),
        )
        received = sorted(
            (rating for rating in of_trustee.values() if rating.truster != truster),
            key=lambda rating: (-rating.at, rating.rating, rating.truster),
        )
        signs = {rating.trustee: rating.rating > 0 for rating in given[:MAX_GIVEN]}
        return RatingNeighborhood(
            received=tuple(received[:MAX_RECEIVED]),
            given=tuple(given[:MAX_GIVEN]),
            own=by_truster.get(trustee),
            returned=by_trustee.get(truster),
            since=min((rating.at for some in (of_trustee, by_trustee) for rating in some.values()), default=None),
            raters={rating.truster: self._rater_statistics(rating, signs) for rating in received[:MAX_RECEIVED]},
            other_ratings={rating.trustee: self._other_ratings(rating) for rating in given[:MAX_GIVEN]},
        )

    def _count(self, rating: Rating, by: int) -> None:
        self._given_counts[rating.truster, rating.rating > 0] += by
        self._received_counts[rating.trustee, rating.rating > 0] += by

    def _rater_statistics(self, rating: Rating, signs: Mapping[str, bool]) -> RaterStatistics:
        rater, positive = rating.truster, rating.rating > 0
        by_rater = self._given[rater]
        both = signs.keys() & by_rater.keys()
        agrees = sum(signs[one] == (by_rater[one].rating > 0) for one in both)
        return RaterStatistics(
            praised=self._received_counts[rater, True],
            blamed=self._received_counts[rater, False],
            praises=self._given_counts[rater, True] - positive,
            blames=self._given_counts[rater, False] - (not positive),
            agrees=agrees,
            differs=len(both) - agrees,
        )

    def _other_ratings(self, rating: Rating) -> tuple[int, int]:
        trustee, positive = rating.trustee, rating.rating > 0
        return self._received_counts[trustee, True] - positive, self._received_counts[trustee, False] - (not positive)
