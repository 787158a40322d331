"""Building a context: what is read for it, what of that is told, and what is noted of it afterwards."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from kg.context import stored_memories as besides
from kg.context.budget import TITLES, fill, finish
from kg.context.profiles import PROFILES, Profile
from kg.context.rendering import EMPTY, Item
from kg.context.sections import Material, Part, memories, sections
from kg.context.session_history import Course, course
from kg.context.stored_memories import Beside
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.people.participants import Company, company
from kg.protocols import Embedder, TokenCounter
from kg.retrieval import Filters, Found, find
from kg.settings import Settings
from kg.types import Context, identifiers

# The fewest tokens that a line of a memory takes: more memories than this allows cannot fit, and are not asked for.
_LEAST_TOKENS = 12
_MOST_MEMORIES = 80
# Where none of these has anything, it is said that nothing is remembered.
_TELLING = {"knowledge", "topics", "recent", "memories"}
_NOTHING = f"## {TITLES['memories']}\n\n{EMPTY}\n"


@dataclass(frozen=True)
class Ask:
    """One request for a context, checked.

    Attributes:
        visible: tokens of who may see; None: all.
        people: ids of persons that the message is about without naming them: who says it.
        owners: accounts of the owners.
    """

    message: str
    speaker: str | None
    session: str | None
    budget: int
    profile: Profile
    filters: Filters
    visible: tuple[str, ...] | None
    people: tuple[str, ...] = ()
    owners: frozenset[str] = frozenset()

    @property
    def account(self) -> str | None:
        """The account of who says it, as platform:id."""
        if self.speaker is None:
            return None
        return str(
            identifiers.identity(self.speaker, "any" if self.session is None else identifiers.channel_of(self.session))
        )


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
    """A context for a message, in two trips: one search, one look at who is there, what they said last and what is kept close.

    Where notes or procedures stand in it, or what is told of older messages was chosen anew, a third notes that afterwards. A
    look at the past notes nothing. The count is of the final text by `tokens`, and never exceeds the budget.
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
    moment = ask.filters.as_of or now
    there = _there(counted, ask, found, moment, settings)
    beside = besides.read(there.beside, ask.message, moment)
    told = course(there.events, beside, settings, then=ask.filters.as_of is not None)
    made = Material(
        profile=ask.profile,
        found=found,
        there=there,
        beside=beside,
        course=told,
        speaker=ask.speaker,
        account=ask.account,
        session=ask.session,
        about=ask.people,
        whole=ask.visible is None,
        now=now,
        then=ask.filters.as_of is not None,
        settings=settings,
    )
    parts = sections(made)
    kept = Part("memories", ask.profile.memories, memories(made))
    dropped, left = fill(parts, kept, ask.budget, tokens)
    if not any(part.items for part in (*parts, kept) if part.name in _TELLING) and left >= tokens.count(_NOTHING):
        kept.items = [Item(None, EMPTY, quoted=False)]
    written = finish([*parts, kept], dropped, ask.budget, tokens)
    if ask.filters.as_of is None:
        _used(counted, ask, found, beside, told, set(written.citations.values()), now)
    return Context(
        written.text,
        written.tokens,
        ask.budget,
        written.sections,
        written.citations,
        tuple(dropped),
        counted.trips,
        found.degraded,
    )


def _there(graph: Graph, ask: Ask, found: Found, moment: dt.datetime, settings: Settings) -> Company:
    """Who speaks, who spoke last in the session, who is named, and who said what was found; and what is kept close."""
    return company(
        graph,
        ask.owners,
        accounts=[ask.account] if ask.account else [],
        heard=list(dict.fromkeys(hit.speaker for hit in found.hits if hit.speaker)),
        named=[entity.id for entity in found.known.entities if entity.type == "person"],
        session=ask.session,
        # One more than are told whole tells that there are more.
        last=max(settings.history_whole, settings.history_last) + 1,
        audiences=ask.visible,
        until=ask.filters.until,
        beside=besides.asked(
            ask.profile,
            ask.message,
            ask.session,
            entities=[entity.id for entity in found.known.entities],
            found=[hit.id for hit in found.hits if hit.kind == "event"],
            now=moment,
            settings=settings,
        ),
    )


def _used(
    graph: Graph, ask: Ask, found: Found, beside: Beside, told: Course, cited: set[str], now: dt.datetime
) -> None:
    """Count notes and procedures that stand in the context as used, and keep what was chosen of older messages, in one trip."""
    notes = (hit.id for hit in found.hits if hit.kind == "longterm")
    ids = sorted({*notes, *(one.id for one in beside.procedures)} & cited)
    if not ids and not told.renewed:
        return
    older, spans = told.place if told.renewed else ([], [])
    graph.run(
        "context/record_use",
        ids=ids,
        session=ask.session if told.renewed else None,
        older=older,
        spans=spans,
        until=told.until,
        now=now,
    )
