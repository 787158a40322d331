"""Forgetting: what is erased is gone from every node, edge and index, and a receipt says what it was."""

from __future__ import annotations

import uuid
from collections import Counter

from kg.graph import Graph
from kg.records import Receipt
from kg.seams import Clock

_BATCH = 5_000


def forget_scope(graph: Graph, clock: Clock) -> Receipt:
    """Erase everything of a scope, in batches; what is cut off half-way is finished by the next call.

    The receipt's own node stays in the graph and holds nothing but counts.
    """
    removed: Counter[str] = Counter()
    while kinds := graph.run("exchange/forget_memory", limit=_BATCH)[0]["kinds"]:
        removed.update(kinds)
    now = clock.now()
    name = f"receipt-{uuid.uuid4().hex[:12]}"
    what = f"scope {graph.scope}"
    counts = [f"{kind} {count}" for kind, count in sorted(removed.items())]
    [frame] = graph.run("exchange/forget_frame", receipt=name, now=now, what=what, removed=counts)
    for kind in ("sessions", "channels", "identities"):
        if frame[kind]:
            removed[kind.removesuffix("s").replace("identitie", "identity")] += frame[kind]
    return Receipt(id=name, at=now, what=what, removed=dict(removed))
