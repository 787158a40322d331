"""Synthetic people for pictures: groups of friends, families and colleagues, some of whom rate each other."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

from tests.support import T0

FIRST_NAMES = [
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eva",
    "Finn",
    "Gia",
    "Hugo",
    "Ida",
    "Jon",
    "Kim",
    "Leo",
    "Mia",
    "Noa",
    "Ole",
    "Pia",
    "Quin",
]
FIRST_NAMES += ["Rosa", "Sam", "Tea", "Uma", "Vera", "Will", "Xenia", "Yara", "Zoe"]
LAST_NAMES = [
    "Abel",
    "Berg",
    "Costa",
    "Dahl",
    "Engel",
    "Frost",
    "Garcia",
    "Holm",
    "Ito",
    "Jansen",
    "Kaya",
    "Lund",
    "Meyer",
    "Novak",
]
LAST_NAMES += ["Okoye", "Petit", "Rossi", "Silva", "Toma", "Weber"]
# Days known, active days, sessions and good marks of each tier.
TRUST_SIGNALS = {
    "stranger": (2, 1, 1, 0),
    "acquaintance": (20, 8, 8, 3),
    "familiar": (60, 30, 20, 20),
    "trusted": (120, 50, 30, 60),
    "inner_circle": (300, 80, 60, 120),
}
_CREATE_PEOPLE = """
UNWIND $people AS row
CREATE (person:Memory:Entity:Person {scope: $scope, id: row.id, kind: 'person', type: 'person', name: row.name,
  audience: 'shared', current: true, owner: row.owner,
  mention_count: row.mentions, first_seen: row.first, last_seen: $now, created_at: row.first})
CREATE (:Identity {scope: $scope, platform: 'cli', platform_id: row.id, name: 'cli:' + row.id})-[:IDENTIFIES]->(person)
MERGE (alias:Alias {scope: $scope, key: toLower(row.name)}) ON CREATE SET alias.name = row.name
MERGE (alias)-[:NAMES]->(person)
CREATE (edge:TrustEdge {scope: $scope, id: 'trust-' + row.id, truster: 'memory', trustee: row.id})-[:TO]->(person)
SET edge += row.edge
"""
_CREATE_CONNECTIONS = """
UNWIND $ties AS row
MATCH (one:Memory {scope: $scope, id: row.one}) USING INDEX SEEK one:Memory(scope, id)
MATCH (other:Memory {scope: $scope, id: row.other}) USING INDEX SEEK other:Memory(scope, id)
CREATE (one)-[tie:CONNECTED]->(other) SET tie = row.tie
"""
_CREATE_RATINGS = """
UNWIND $ratings AS row
MATCH (one:Memory {scope: $scope, id: row.one}) USING INDEX SEEK one:Memory(scope, id)
MATCH (other:Memory {scope: $scope, id: row.other}) USING INDEX SEEK other:Memory(scope, id)
CREATE (one)-[tie:TRUSTS {rating: row.rating, rated_at: $now}]->(other)
"""


def write_people(write: Callable[..., Any], count: int, ties: int, seed: int = 3) -> None:
    """Write people and connections to the graph.

    Args:
        write: runs Cypher in a scope, as the fixture `write`.
        count: the number of people, including the owner.
        ties: the approximate number of connections; a tenth are ratings.
        seed: the seed of the random generator.
    """
    rng = random.Random(seed)
    tiers = ["stranger"] * 6 + ["acquaintance"] * 7 + ["familiar"] * 5 + ["trusted"] * 3 + ["inner_circle"]
    people = []
    for place in range(count):
        known, active, sessions, good = TRUST_SIGNALS[tiers[place % len(tiers)] if place else "inner_circle"]
        name = f"{FIRST_NAMES[place % 26]} {LAST_NAMES[(place * 7 + place // 26) % 20]}"
        edge = {"message_count": sessions * 4, "sessions": sessions, "active_days": active, "hours": 12, "weekdays": 5}
        edge |= {"positive": good, "negative": 0, "restricted_attempts": 0, "sentiment": 0.0, "last_message": T0}
        mentions = 90 if not place else int(60 * rng.random() ** 3) + 1
        first = T0 - dt.timedelta(days=known + place % 5)
        person = {
            "id": f"p{place}",
            "name": name,
            "owner": not place,
            "mentions": mentions,
            "first": first,
            "edge": edge,
        }
        people.append(person)
    size = max(6, round(count**0.5))
    kinds = ["friend", "colleague", "sibling", "neighbour", "cousin", "teammate", "knows from the choir", "spouse"]
    pairs: dict[tuple[int, int], str] = {}
    while len(pairs) < ties * 9 // 10:
        one = rng.randrange(count)
        near = one // size * size
        other = min(count - 1, near + rng.randrange(size)) if rng.random() < 0.85 else int(count * rng.random() ** 2)
        if one != other:
            circle = one // size % 4 * 2
            pairs.setdefault((min(one, other), max(one, other)), kinds[circle + rng.randrange(2)])
    tied = [
        {"one": f"p{one}", "other": f"p{other}"}
        | {"tie": {"relationship": kind, "origin": "stated", "context": "the garden club"}}
        for (one, other), kind in pairs.items()
    ]
    for row in tied:
        row["tie"]["at"] = T0 - dt.timedelta(days=rng.randrange(200))
    rated = {}
    for _ in range(ties // 10):
        one, other = rng.sample(range(count), 2)
        rated[one, other] = {"one": f"p{one}", "other": f"p{other}", "rating": rng.choice([0.9, 0.6, 0.4, -0.5])}
    write(_CREATE_PEOPLE, people=people, now=T0)
    write(_CREATE_CONNECTIONS, ties=tied)
    write(_CREATE_RATINGS, ratings=list(rated.values()), now=T0)
