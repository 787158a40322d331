"""Building a context: what to say, what fits, and the proof that it fits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.context import render
from kg.context.profiles import PROFILES, Profile
from kg.context.render import Item
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.log import history
from kg.recall import Filters, Found, find, telling
from kg.records import Context, Event, Section
from kg.seams import Embedder, TokenCounter
from kg.settings import Settings

_TITLES = {
    "state": "State",
    "knowledge": "What is known",
    "entities": "Who and what is named",
    "recent": "Recent conversation",
    "memories": "Memories",
}
# What goes first where the count of the whole is over.
_SHED = ("recent", "memories", "entities", "knowledge", "state")
# The fewest tokens that a line of a memory takes: more memories than this allows cannot fit, and are not asked for.
_LEAST_TOKENS = 12
_MOST_MEMORIES = 80


@dataclass
class _Part:
    """A section while it is being filled: items in reading order, most dispensable told by `shed`."""

    name: str
    items: list[Item] = field(default_factory=list)
    newest_last: bool = False

    def shed(self) -> Item:
        """Take out the item that is needed least: the oldest message, or the last of the ranking."""
        return self.items.pop(0 if self.newest_last else -1)


@dataclass(frozen=True)
class Ask:
    """One request for a context, checked.

    Attributes:
        visible: tokens of who may see; None: all.
        people: ids of persons that the message is about without naming them: who says it.
    """

    message: str
    speaker: str | None
    session: str | None
    budget: int
    profile: Profile
    filters: Filters
    visible: tuple[str, ...] | None
    people: tuple[str, ...] = ()


def checked(budget: object, profile: str) -> tuple[int, Profile]:
    """The budget in tokens and the profile.

    Raises:
        InvalidInput: an unknown profile, or a budget that is not a whole number of at least 0.
    """
    if profile not in PROFILES:
        raise InvalidInput("profile", profile, f"one of {', '.join(PROFILES)}")
    chosen = PROFILES[profile]
    if budget is None:
        return chosen.budget, chosen
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
        raise InvalidInput("budget", budget, "a whole number of tokens, at least 0")
    return budget, chosen


def build(
    graph: Graph, ask: Ask, *, now: dt.datetime, embedder: Embedder, tokens: TokenCounter, settings: Settings
) -> Context:
    """A context for a message, in at most two trips: one search, one look at the session.

    The count is of the final text by `tokens`, and never exceeds the budget.
    """
    counted = graph.counting()
    limit = max(1, min(_MOST_MEMORIES, ask.budget // _LEAST_TOKENS))
    found = find(
        counted,
        ask.message,
        limit=limit,
        filters=ask.filters,
        embedder=embedder,
        settings=settings,
        again=False,
        field="message",
        people=ask.people,
    )
    recent = _recent(counted, ask, settings)
    parts, dropped = _fill(ask, recent, found, now, tokens)
    return _finish(ask, parts, dropped, tokens, counted.trips, found.degraded)


def _recent(graph: Graph, ask: Ask, settings: Settings) -> list[Event]:
    if ask.session is None:
        return []
    return history(graph, ask.session, last=settings.history_last, audiences=ask.visible, until=ask.filters.until)


def _fill(
    ask: Ask, recent: Sequence[Event], found: Found, now: dt.datetime, tokens: TokenCounter
) -> tuple[list[_Part], list[str]]:
    """Each section within its share, and what they leave over for memories. Whole items only.

    The state is one short line: it is not scaled down, or a small budget would lose it with most of its room free.
    """
    share = ask.profile.share(ask.budget)
    left = ask.budget
    dropped: list[str] = []

    state = _Part("state")
    left -= _take(
        state,
        [render.state(now, ask.speaker, ask.session)],
        min(left, ask.profile.state),
        tokens,
        dropped,
    )
    knowledge, entities = _Part("knowledge"), _Part("entities")
    facts = [render.of_fact(fact) for fact in telling(found.known)]
    left -= _take(knowledge, facts, min(left, int(share * ask.profile.knowledge)), tokens, dropped)
    named = [render.of_entity(entity) for entity in found.known.entities if entity.id not in ask.people]
    left -= _take(entities, named, min(left, int(share * ask.profile.entities)), tokens, dropped)
    talk = _Part("recent", newest_last=True)
    newest_first = [render.of_event(event, now.date()) for event in reversed(recent)]
    left -= _take(talk, newest_first, min(left, int(share * ask.profile.recent)), tokens, dropped)
    talk.items.reverse()
    memories = _Part("memories")
    said = {item.node for item in talk.items}
    items = [render.of_hit(hit) for hit in found.hits if hit.id not in said and hit.kind != "fact"]
    if not items and not talk.items and not knowledge.items:
        items = [Item(None, render.EMPTY, quoted=False)]
    _take(memories, items, left, tokens, dropped)
    parts = [state, knowledge, entities, memories, talk]
    shown = {item.node for part in parts for item in part.items}
    return parts, [node for node in dict.fromkeys(dropped) if node not in shown]


def _take(part: _Part, items: Sequence[Item], room: int, tokens: TokenCounter, dropped: list[str]) -> int:
    """Put items into a part until its room is used; returns what they take. An item too long is passed over."""
    used = tokens.count(f"## {_TITLES[part.name]}\n\n")
    if items and items[0].quoted:
        used += tokens.count(render.FENCE + "\n")
    for item in items:
        cost = tokens.count(item.written("m000") + "\n")
        if used + cost <= room:
            part.items.append(item)
            used += cost
        elif item.node is not None:
            dropped.append(item.node)
    return used if part.items else 0


def _finish(
    ask: Ask,
    parts: list[_Part],
    dropped: list[str],
    tokens: TokenCounter,
    trips: int,
    degraded: tuple[str, ...],
) -> Context:
    """Write the text and count it; while it is over, the item needed least goes. The loop ends with the empty text."""
    while True:
        text, sections, citations = _write(parts, tokens)
        used = tokens.count(text)
        if used <= ask.budget:
            return Context(text, used, ask.budget, sections, citations, tuple(dropped), trips, degraded)
        part = next(part for name in _SHED for part in parts if part.name == name and part.items)
        gone = part.shed()
        if gone.node is not None:
            dropped.append(gone.node)


def _write(parts: Sequence[_Part], tokens: TokenCounter) -> tuple[str, tuple[Section, ...], Mapping[str, str]]:
    citations: dict[str, str] = {}
    written: list[tuple[str, list[str]]] = []
    sections = []
    fenced = False
    for part in parts:
        lines = []
        for item in part.items:
            marker = f"m{len(citations) + 1}"
            if item.node is not None:
                citations[marker] = item.node
            lines.append(item.written(marker))
        if not lines:
            continue
        if part.items[0].quoted and not fenced:
            fenced = True
            written.append((_TITLES[part.name], [render.FENCE, *lines]))
        else:
            written.append((_TITLES[part.name], lines))
        sections.append(Section(part.name, tokens.count("\n".join(lines)), tuple(lines)))
    return render.assemble(written), tuple(sections), citations
