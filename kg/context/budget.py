"""The budget: what each section is given, and the proof that the whole fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.context import rendering
from kg.context.sections import Part
from kg.protocols import TokenCounter
from kg.types import Section

TITLES = {
    "state": "State",
    "working": "Working memory",
    "identity": "Who the agent is",
    "core": "Core memory (background, not current conversation)",
    "preferences": "Preferences",
    "knowledge": "What is known",
    "entities": "Who and what is named",
    "people": "People",
    "topics": "Topics",
    "channel": "In this channel",
    "diary": "Diary",
    "procedures": "Procedures that were approved",
    "learnings": "Learnt about one's own work",
    "memories": "Memories",
    "earlier": "Earlier in this conversation",
    "recent": "Recent conversation",
    "anchor": "To keep in mind",
}
"""The sections in the order in which they are told, each with its heading."""
# What goes first where the count of the whole is over.
_SHED = (
    "anchor", "diary", "earlier", "recent", "memories", "topics", "channel", "learnings", "procedures", "entities", "people",
    "core", "preferences", "knowledge", "working", "identity", "state",
)  # fmt: skip
_QUOTED = {"earlier", "recent"}
_ROUNDS = 24


@dataclass(frozen=True)
class Written:
    """The text with what stands in it."""

    text: str
    tokens: int
    sections: tuple[Section, ...]
    citations: Mapping[str, str]


def fill(parts: list[Part], memories: Part, budget: int, tokens: TokenCounter) -> tuple[list[str], int]:
    """Give each section what it may take, and the memories what is left. Whole items only.

    Where the sections want more than there is, each is given the same share of its number, and what wants less gets all that it
    wants. The first section, the state, is a line or two: it comes first, or a small budget would lose it with most of its room
    free.

    Args:
        parts: every section but the memories, the state first; afterwards with the items that they hold, in reading order.
        memories: what is left is theirs; what is quoted from the session is not repeated.
        budget: tokens of the whole.
        tokens: counts them.

    Returns:
        ids of what was left out, each once, and the tokens that are left.
    """
    dropped: list[str] = []
    costs = {part.name: _costs(part, tokens) for part in (*parts, memories)}
    state, *others = parts
    left = budget - _take(state, costs["state"], min(budget, state.cap), dropped)
    # Said once, whichever section quotes first.
    if any(item.quoted for part in (*others, memories) for item in part.items):
        left = max(0, left - tokens.count(rendering.FENCE + "\n"))
    wants = {part.name: _held(costs[part.name], part.cap) for part in (*others, memories)}
    level = _level({part.name: part.cap for part in (*others, memories)}, wants, left)
    for part in others:
        left -= _take(part, costs[part.name], min(wants[part.name], int(level * part.cap), left), dropped)
    heading, *each = costs["memories"]
    said = {item.node for part in parts if part.name in _QUOTED for item in part.items}
    news = [(item, cost) for item, cost in zip(memories.items, each, strict=True) if item.node not in said]
    memories.items = [item for item, _ in news]
    left -= _take(memories, [heading, *(cost for _, cost in news)], left, dropped)
    for part in parts:
        if part.newest_last:
            part.items.reverse()
    shown = {item.node for part in (*parts, memories) for item in part.items}
    return [node for node in dict.fromkeys(dropped) if node not in shown], left


def finish(parts: Sequence[Part], dropped: list[str], budget: int, tokens: TokenCounter) -> Written:
    """Write the text and count it; while it is over, the item needed least goes. The loop ends with the empty text."""
    while True:
        written = _write(parts, tokens)
        if written.tokens <= budget:
            return written
        part = next(part for name in _SHED for part in parts if part.name == name and part.items)
        gone = part.shed().node
        if gone is not None and not any(item.node == gone for part in parts for item in part.items):
            dropped.append(gone)


def _costs(part: Part, tokens: TokenCounter) -> list[int]:
    """Tokens of a section's heading, then of each of its items."""
    heading = tokens.count(f"## {TITLES[part.name]}\n\n") if part.items else 0
    return [heading, *(tokens.count(item.written("m000") + "\n") for item in part.items)]


def _held(costs: Sequence[int], room: int) -> int:
    """Tokens that the items of a section take which its room holds; an item too long is passed over."""
    used = costs[0]
    for cost in costs[1:]:
        if used + cost <= room:
            used += cost
    return used if used > costs[0] else 0


def _level(caps: Mapping[str, int], wants: Mapping[str, int], room: int) -> float:
    """The share of its number that every section may have, so that all together fit: 1 where there is room for all."""

    def used(level: float) -> float:
        return sum(min(wants[name], level * cap) for name, cap in caps.items())

    if used(1.0) <= room:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        low, high = (middle, high) if used(middle) <= room else (low, middle)
    return low


def _take(part: Part, costs: Sequence[int], room: int, dropped: list[str]) -> int:
    """Keep of a section's items those that its room holds; returns what they take."""
    used, kept = costs[0], []
    for item, cost in zip(part.items, costs[1:], strict=True):
        if used + cost <= room:
            kept.append(item)
            used += cost
        elif item.node is not None:
            dropped.append(item.node)
    part.items = kept
    return used if kept else 0


def _write(parts: Sequence[Part], tokens: TokenCounter) -> Written:
    markers: dict[str, str] = {}
    written: list[tuple[str, list[str]]] = []
    told = []
    fenced = False
    for part in sorted(parts, key=lambda part: list(TITLES).index(part.name)):
        lines = []
        for item in part.items:
            # What is told in several lines is one memory.
            marker = markers.setdefault(item.node, f"m{len(markers) + 1}") if item.node is not None else ""
            lines.append(item.written(marker))
        if not lines:
            continue
        told.append(Section(part.name, tokens.count("\n".join(lines)), tuple(lines)))
        if not fenced and any(item.quoted for item in part.items):
            fenced = True
            lines = [rendering.FENCE, *lines]
        written.append((TITLES[part.name], lines))
    text = rendering.assemble(written)
    return Written(text, tokens.count(text), tuple(told), {marker: node for node, marker in markers.items()})
