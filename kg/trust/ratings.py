"""Signed ratings between people, and the neighbourhood of two of them that an inference looks at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

RECEIVED = 100
"""How many of the newest ratings of the trustee are looked at."""
GIVEN = 200
"""How many of the newest ratings by the truster are looked at."""


@dataclass(frozen=True)
class Rating:
    """How far one person says that another is to be trusted.

    Attributes:
        truster: who rates.
        trustee: who is rated.
        rating: −1 to 1, and never 0: below is distrust.
        at: when, in seconds since the epoch.
    """

    truster: str
    trustee: str
    rating: float
    at: float


@dataclass(frozen=True)
class Rater:
    """What is known of somebody who rated the trustee.

    Attributes:
        praised: how many people rate them well.
        blamed: how many people rate them badly.
        praises: how many people besides the trustee they rate well.
        blames: how many people besides the trustee they rate badly.
        agrees: how many of those whom the truster rates they rate alike, for good or bad.
        differs: how many of those whom the truster rates they rate the other way.
    """

    praised: int = 0
    blamed: int = 0
    praises: int = 0
    blames: int = 0
    agrees: int = 0
    differs: int = 0


@dataclass(frozen=True)
class Near:
    """All that an inference of how a truster would rate a trustee looks at.

    Attributes:
        received: ratings of the trustee by others than the truster, newest first, of one moment the worst, `RECEIVED` at most.
        given: ratings by the truster of others than the trustee, newest first, of one moment the worst, `GIVEN` at most.
        own: the truster's own rating of the trustee.
        returned: the trustee's rating of the truster.
        since: when the trustee first gave or received one of the ratings that stand, in seconds since the epoch.
        raters: of each who rated the trustee, what is known of them.
        crowd: of each whom the truster rated, how many others rate them well, and how many badly.
    """

    received: tuple[Rating, ...] = ()
    given: tuple[Rating, ...] = ()
    own: Rating | None = None
    returned: Rating | None = None
    since: float | None = None
    raters: Mapping[str, Rater] = field(default_factory=dict)
    crowd: Mapping[str, tuple[int, int]] = field(default_factory=dict)


class Ratings:
    """Ratings that stand: of two by one person of the same other the newer."""

    def __init__(self, ratings: Iterable[Rating] = ()) -> None:
        self._given: dict[str, dict[str, Rating]] = defaultdict(dict)
        self._received: dict[str, dict[str, Rating]] = defaultdict(dict)
        # How many each gives and receives, by (person, whether it is a good one).
        self._gives: Counter[tuple[str, bool]] = Counter()
        self._gets: Counter[tuple[str, bool]] = Counter()
        for rating in ratings:
            self.add(rating)

    def add(self, rating: Rating) -> None:
        """Take a rating in; one that is older than what stands changes nothing."""
        before = self._given.get(rating.truster, {}).get(rating.trustee)
        if before is not None:
            if before.at > rating.at:
                return
            self._count(before, -1)
        self._count(rating, 1)
        self._given[rating.truster][rating.trustee] = rating
        self._received[rating.trustee][rating.truster] = rating

    def near(self, truster: str, trustee: str) -> Near:
        """The neighbourhood of two people; each may be unknown."""
        gives, gets = self._given.get(truster, {}), self._received.get(trustee, {})
        theirs = self._given.get(trustee, {})
        given = sorted(
            (one for one in gives.values() if one.trustee != trustee),
            key=lambda one: (-one.at, one.rating, one.trustee),
        )
        received = sorted(
            (one for one in gets.values() if one.truster != truster), key=lambda one: (-one.at, one.rating, one.truster)
        )
        good = {one.trustee: one.rating > 0 for one in given[:GIVEN]}
        return Near(
            received=tuple(received[:RECEIVED]),
            given=tuple(given[:GIVEN]),
            own=gives.get(trustee),
            returned=theirs.get(truster),
            since=min((one.at for some in (gets, theirs) for one in some.values()), default=None),
            raters={one.truster: self._rater(one, good) for one in received[:RECEIVED]},
            crowd={one.trustee: self._crowd(one) for one in given[:GIVEN]},
        )

    def _count(self, rating: Rating, by: int) -> None:
        self._gives[rating.truster, rating.rating > 0] += by
        self._gets[rating.trustee, rating.rating > 0] += by

    def _rater(self, rating: Rating, good: Mapping[str, bool]) -> Rater:
        rater, praise = rating.truster, rating.rating > 0
        gives = self._given[rater]
        both = good.keys() & gives.keys()
        agrees = sum(good[one] == (gives[one].rating > 0) for one in both)
        return Rater(
            praised=self._gets[rater, True],
            blamed=self._gets[rater, False],
            praises=self._gives[rater, True] - praise,
            blames=self._gives[rater, False] - (not praise),
            agrees=agrees,
            differs=len(both) - agrees,
        )

    def _crowd(self, rating: Rating) -> tuple[int, int]:
        whom, praise = rating.trustee, rating.rating > 0
        return self._gets[whom, True] - praise, self._gets[whom, False] - (not praise)
