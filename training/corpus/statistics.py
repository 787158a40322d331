"""Statistics of the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from training.corpus.reading import CONVERSATIONS, LABELS, PARTS, Conversation


def summarise_corpus(conversations: Sequence[Conversation]) -> dict[str, Any]:
    """Return counts of conversations, messages and labels, in all and by part, kind, language and category."""
    return {
        "all": _count(conversations),
        "parts": {part: _count([one for one in conversations if one.about.get("part") == part]) for part in PARTS},
        "kinds": dict(Counter(one.about["kind"] for one in conversations).most_common()),
        "languages": dict(Counter(one.about["language"] for one in conversations).most_common()),
        "categories": dict(
            Counter(row["category"] for one in conversations for row in one.labels["questions"]).most_common()
        ),
        "worth": dict(
            sorted(Counter(row["worth"] for one in conversations for row in one.labels["observations"]).items())
        ),
        "people": sum(len(one.about["people"]) for one in conversations),
        "read_twice": sum(bool(one.second) for one in conversations),
        "megabytes": round(sum(file.stat().st_size for file in CONVERSATIONS.rglob("*.json*")) / 1e6, 2),
    }


def _count(conversations: Sequence[Conversation]) -> dict[str, int]:
    counts = {"conversations": len(conversations), "messages": sum(len(one.events) for one in conversations)}
    return counts | {name: sum(len(one.labels[name]) for one in conversations) for name in LABELS}
