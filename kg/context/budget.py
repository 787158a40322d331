"""The token budget of a context: allocation to sections, and the check that the final text fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.context import rendering
from kg.context.section_draft import SectionDraft
from kg.protocols import TokenCounter
from kg.types import Section

SECTION_TITLES = {
    "state": "State",
    "working": "Working memory",
    "tasks": "Open tasks",
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
"""The sections in the order in which they are written, each with its heading."""
# The order in which sections lose lines when the final text is over the budget.
_REMOVAL_ORDER = (
    "anchor", "diary", "earlier", "recent", "memories", "topics", "channel", "learnings", "procedures", "entities", "people",
    "core", "preferences", "knowledge", "tasks", "working", "identity", "state",
)  # fmt: skip
_HISTORY_SECTIONS = {"earlier", "recent"}
_BISECTION_STEPS = 24


@dataclass(frozen=True)
class ContextText:
    """The final text with its sections and citations."""

    text: str
    tokens: int
    sections: tuple[Section, ...]
    citations: Mapping[str, str]


def fill_sections(
    parts: list[SectionDraft], memories: SectionDraft, budget: int, tokens: TokenCounter
) -> tuple[list[str], int]:
    """Select the lines of each section within the budget, and give the rest of the budget to the memories.

    Only whole lines are taken. If the sections need more than the budget, each gets the same share of its maximum, or what it
    needs if that is less. The state section, a line or two, is filled first: its share of a small budget could not hold it.

    Args:
        parts: every section except the memories, the state first. They are modified to hold the selected lines in reading order.
        memories: the memories section; lines already quoted from the session are left out.
        budget: the token budget.
        tokens: the token counter.

    Returns:
        The ids of left-out nodes, without duplicates, and the number of remaining tokens.
    """
    dropped: list[str] = []
    costs = {part.name: _costs(part, tokens) for part in (*parts, memories)}
    state, *others = parts
    left = budget - _select_lines(state, costs["state"], min(budget, state.max_tokens), dropped)
    # The notice precedes the first quoted line of the text.
    if any(line.is_quoted for part in (*others, memories) for line in part.items):
        left = max(0, left - tokens.count(rendering.QUOTE_FENCE + "\n"))
    needs = {part.name: _fitting_tokens(costs[part.name], part.max_tokens) for part in (*others, memories)}
    share = _fair_share({part.name: part.max_tokens for part in (*others, memories)}, needs, left)
    for part in others:
        left -= _select_lines(
            part, costs[part.name], min(needs[part.name], int(share * part.max_tokens), left), dropped
        )
    heading, *each = costs["memories"]
    said = {line.node_id for part in parts if part.name in _HISTORY_SECTIONS for line in part.items}
    news = [(line, cost) for line, cost in zip(memories.items, each, strict=True) if line.node_id not in said]
    memories.items = [line for line, _ in news]
    left -= _select_lines(memories, [heading, *(cost for _, cost in news)], left, dropped)
    for part in parts:
        if part.newest_last:
            part.items.reverse()
    shown = {line.node_id for part in (*parts, memories) for line in part.items}
    return [node for node in dict.fromkeys(dropped) if node not in shown], left


def fit_to_budget(parts: Sequence[SectionDraft], dropped: list[str], budget: int, tokens: TokenCounter) -> ContextText:
    """Write the text and remove the least important lines until it fits. Terminates with the empty text at the latest."""
    while True:
        written = _write(parts, tokens)
        if written.tokens <= budget:
            return written
        part = next(part for name in _REMOVAL_ORDER for part in parts if part.name == name and part.items)
        removed_node = part.remove_least_important().node_id
        if removed_node is not None and not any(line.node_id == removed_node for part in parts for line in part.items):
            dropped.append(removed_node)


def _costs(part: SectionDraft, tokens: TokenCounter) -> list[int]:
    """Return the tokens of a section's heading and of each of its lines."""
    heading = tokens.count(f"## {SECTION_TITLES[part.name]}\n\n") if part.items else 0
    return [heading, *(tokens.count(line.with_marker("m000") + "\n") for line in part.items)]


def _fitting_tokens(costs: Sequence[int], room: int) -> int:
    """Return the tokens of the lines that fit into `room`; a line that is too long is skipped."""
    used = costs[0]
    for cost in costs[1:]:
        if used + cost <= room:
            used += cost
    return used if used > costs[0] else 0


def _fair_share(limits: Mapping[str, int], needs: Mapping[str, int], room: int) -> float:
    """Return the largest share of its maximum that every section can get, found by bisection: 1 where all of them fit."""

    def used(share: float) -> float:
        return sum(min(needs[name], share * cap) for name, cap in limits.items())

    if used(1.0) <= room:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if used(middle) <= room else (low, middle)
    return low


def _select_lines(part: SectionDraft, costs: Sequence[int], room: int, dropped: list[str]) -> int:
    """Keep the lines that fit into `room`; return their tokens."""
    used, kept = costs[0], []
    for line, cost in zip(part.items, costs[1:], strict=True):
        if used + cost <= room:
            kept.append(line)
            used += cost
        elif line.node_id is not None:
            dropped.append(line.node_id)
    part.items = kept
    return used if kept else 0


def _write(parts: Sequence[SectionDraft], tokens: TokenCounter) -> ContextText:
    markers: dict[str, str] = {}
    written: list[tuple[str, list[str]]] = []
    sections = []
    has_fence = False
    for part in sorted(parts, key=lambda part: list(SECTION_TITLES).index(part.name)):
        lines = []
        for line in part.in_reading_order:
            # Several lines of the same node share a marker.
            marker = markers.setdefault(line.node_id, f"m{len(markers) + 1}") if line.node_id is not None else ""
            lines.append(line.with_marker(marker))
        if not lines:
            continue
        sections.append(Section(part.name, tokens.count("\n".join(lines)), tuple(lines)))
        if not has_fence and any(line.is_quoted for line in part.items):
            has_fence = True
            lines = [rendering.QUOTE_FENCE, *lines]
        written.append((SECTION_TITLES[part.name], lines))
    text = rendering.assemble_sections(written)
    return ContextText(text, tokens.count(text), tuple(sections), {marker: node for node, marker in markers.items()})
