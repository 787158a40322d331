"""Simulated ratings between people, to train trust inference on: no rating of a real person is learnt from.

A community grows; people deal with each other, mostly with people whom acquaintances know, and rate the other one afterwards. The
model has what is known of such communities, each part with round parameters that are not fitted to any data set:

- activity and popularity are uneven: a few people deal often;
- deals are bursts: who deals now, deals again soon;
- most people deal fairly; a bad day or a misunderstanding costs a fair person a bad rating now and then;
- cheats build a reputation with small deals, then cheat several people within days, and rate their victims badly;
- rings of accounts praise each other and blame whom their members quarrel with;
- quarrels spread: a bad rating is answered by a bad rating, and friends of both take sides;
- some people rate harshly, and some praise all others.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.trust import Rating

_DAY_S = 86_400.0
_CHEAT_SHARE, _RING_SHARE, _HARSH_SHARE, _KIND_SHARE = 0.05, 0.05, 0.05, 0.1
_RING_SIZE, _PRAISE = 8, 0.6  # and the share of deals of a ring among themselves
_DEALS_OF_A_CHEAT = 6  # fair deals before the first fraud
_REPEAT, _KNOWN_BY_FRIENDS = 0.25, 0.5  # shares of deals with earlier partners, and with partners of partners
_BAD_LUCK, _ANSWER, _TAKE_SIDES = 0.03, 0.7, 0.3
_SOON_S, _QUIET_S, _BURST = 6 * 3_600.0, 400 * _DAY_S, 0.5


@dataclass(eq=False)
class _Member:
    name: str
    kind: str
    activity: float
    joined: float
    ring: int | None = None
    deals: int = 0
    partners: list[_Member] = field(default_factory=list)
    victims: set[str] = field(default_factory=set)


def simulate_ratings(people: int, days: int, seed: int) -> list[Rating]:
    """Return the ratings of a simulated community, oldest first.

    Args:
        people: number of people who join, evenly over the time.
        days: duration.
        seed: seed of the random numbers.
    """
    rng = random.Random(seed)  # noqa: S311 - a simulation
    members = [_create_member(number, people, days, rng) for number in range(people)]
    ratings: dict[tuple[str, str, float], Rating] = {}
    queue = [(member.joined, index) for index, member in enumerate(members)]
    heapq.heapify(queue)
    present: list[_Member] = []
    seen: set[str] = set()
    while queue:
        now, index = heapq.heappop(queue)
        if now > days * _DAY_S:
            break
        member = members[index]
        if member.name not in seen:
            seen.add(member.name)
            present.append(member)
        if len(present) > 1 and (partner := _choose_partner(member, present, rng)):
            for rating in _deal(member, partner, now, rng):
                ratings[rating.truster, rating.trustee, rating.at] = rating
        wait = _SOON_S if rng.random() < _BURST else _QUIET_S / member.activity
        heapq.heappush(queue, (now + rng.expovariate(1 / wait), index))
    return sorted(ratings.values(), key=lambda rating: rating.at)


def _create_member(number: int, people: int, days: int, rng: random.Random) -> _Member:
    draw, kind, ring = rng.random(), "fair", None
    if draw < _CHEAT_SHARE:
        kind = "cheat"
    elif draw < _CHEAT_SHARE + _RING_SHARE:
        kind, ring = "ring", rng.randrange(max(1, round(people * _RING_SHARE / _RING_SIZE)))
    elif draw < _CHEAT_SHARE + _RING_SHARE + _HARSH_SHARE:
        kind = "harsh"
    elif draw < _CHEAT_SHARE + _RING_SHARE + _HARSH_SHARE + _KIND_SHARE:
        kind = "kind"
    joined = days * _DAY_S * number / people * 0.9
    return _Member(f"p{number}", kind, rng.paretovariate(1.5), joined, ring)


def _choose_partner(member: _Member, present: list[_Member], rng: random.Random) -> _Member | None:
    draw = rng.random()
    if member.ring is not None and draw < _PRAISE:
        pool = [other for other in present if other.ring == member.ring]
    elif member.partners and draw < _REPEAT:
        pool = member.partners
    elif member.partners and draw < _REPEAT + _KNOWN_BY_FRIENDS:
        pool = rng.choice(member.partners).partners
    else:
        pool = rng.choices(present, weights=[other.activity for other in present], k=1)
    candidates = [other for other in pool if other is not member]
    return rng.choice(candidates) if candidates else None


def _deal(member: _Member, partner: _Member, now: float, rng: random.Random) -> Iterator[Rating]:
    """Yield the ratings that follow a deal: of each other, and of friends who take sides."""
    is_new = partner not in member.partners
    for one, other in ((member, partner), (partner, member)):
        one.deals += 1
        if is_new:
            one.partners.append(other)
    bad_for_member, bad_for_partner = _is_bad(partner, member, rng), _is_bad(member, partner, rng)
    yield _rate(member, partner, bad_for_member, now)
    if rng.random() < _ANSWER:
        answer_is_bad = bad_for_partner or (bad_for_member and rng.random() < _ANSWER)
        yield _rate(partner, member, answer_is_bad, now + rng.expovariate(1 / _SOON_S))
    if bad_for_member:
        for friend in rng.sample(member.partners, min(3, len(member.partners))):
            if friend is not partner and rng.random() < _TAKE_SIDES:
                yield _rate(friend, partner, True, now + rng.expovariate(1 / _DAY_S))
        if partner.ring is not None:
            for ally in partner.partners:
                if ally.ring == partner.ring and rng.random() < _TAKE_SIDES:
                    yield _rate(ally, member, True, now + rng.expovariate(1 / _DAY_S))


def _is_bad(actor: _Member, judge: _Member, rng: random.Random) -> bool:
    """Whether a deal goes badly for the judge, as the judge sees it."""
    if actor.ring is not None and actor.ring == judge.ring:
        return False
    cheats = actor.kind == "ring" or (actor.kind == "cheat" and actor.deals > _DEALS_OF_A_CHEAT)
    share = 0.7 if cheats else _BAD_LUCK * {"harsh": 8, "kind": 0.2}.get(judge.kind, 1)
    # A cheat blames the victim.
    if judge.kind in {"cheat", "ring"} and actor.name in judge.victims:
        return True
    is_bad = rng.random() < share
    if is_bad and cheats:
        actor.victims.add(judge.name)
    return is_bad


def _rate(truster: _Member, trustee: _Member, is_bad: bool, at: float) -> Rating:
    return Rating(truster.name, trustee.name, -1.0 if is_bad else 0.3, at)
