"""Assembly of a context: read what it needs, select and write its sections, and record what was used."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kg.context import stored_memories
from kg.context.budget import SECTION_TITLES, fill_sections, fit_to_budget
from kg.context.current_facts import update_facts
from kg.context.profiles import PROFILES, Profile
from kg.context.rendering import NO_MEMORIES, ContextLine
from kg.context.sections import ContextMaterial, build_memories, build_sections
from kg.context.session_history import SessionHistory, build_session_history
from kg.context.stored_memories import StoredMemories
from kg.context.task_selection import select_tasks
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.people import Participants, ParticipantsQuery, parse_participants
from kg.retrieval import AskedPeriod, Filters, RetrievalResult, retrieve, search_period
from kg.runtime import Runtime
from kg.settings import Settings
from kg.types import (
    Context,
    asker_person,
    canonical_session,
    channel_of_session,
    list_choices,
    parse_identity,
    validate_account,
    visible_audiences,
)

AUDIENCES = ("shared", "session", "person")
# The minimum number of tokens of a memory's line, which bounds the number of memories that can fit.
_MIN_LINE_TOKENS = 12
_MAX_MEMORIES = 80
# If all of these sections are empty, the context says that nothing is remembered.
_CONTENT_SECTIONS = {"knowledge", "topics", "recent", "memories"}
_EMPTY_SECTION = f"## {SECTION_TITLES['memories']}\n\n{NO_MEMORIES}\n"


@dataclass(frozen=True)
class ContextRequest:
    """A validated request for a context.

    Attributes:
        message: text of the message.
        speaker: the speaker's name or identity, as given by the caller.
        session: canonical id of the session.
        budget: the token budget.
        profile: the profile.
        filters: the filters of the search.
        audiences: audience tokens of the reader; None: all audiences.
        people: ids of persons that the message is about without naming them, as its speaker.
        owners: identities of the owners.
    """

    message: str
    speaker: str | None
    session: str | None
    budget: int
    profile: Profile
    filters: Filters
    audiences: tuple[str, ...] | None
    people: tuple[str, ...] = ()
    owners: frozenset[str] = frozenset()

    @property
    def account(self) -> str | None:
        """The speaker's identity, as platform:id."""
        if self.speaker is None:
            return None
        return str(parse_identity(self.speaker, "any" if self.session is None else channel_of_session(self.session)))


def check_budget_and_profile(budget: object, profile: str) -> tuple[int, Profile]:
    """Return the token budget and the profile.

    Raises:
        InvalidInput: the profile is unknown, or the budget is not a whole number of at least 0.
    """
    if profile not in PROFILES:
        raise InvalidInput("profile", profile, f"one of {', '.join(PROFILES)}")
    chosen = PROFILES[profile]
    if budget is None:
        return chosen.budget, chosen
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
        raise InvalidInput("budget", budget, "a whole number of tokens, at least 0")
    return budget, chosen


def create_request(
    message: str,
    *,
    speaker: str | None,
    session: str | None,
    budget: int | None,
    profile: str,
    as_of: dt.datetime | str | None,
    owners: frozenset[str],
    audience: str | None = None,
) -> ContextRequest:
    """Validate the arguments of a context and return its request.

    Raises:
        InvalidInput: names the field.
    """
    limit, chosen = check_budget_and_profile(budget, profile)
    who = None if speaker is None else validate_account("speaker", speaker)
    if audience not in (None, *AUDIENCES):
        raise InvalidInput("audience", audience, list_choices(audience, AUDIENCES))
    # In a room all read the answer: it holds nothing that a direct message says, for any asker.
    in_room = audience in ("shared", "session")
    audiences = visible_audiences(None if in_room else who, session, owners)
    return ContextRequest(
        message=message,
        speaker=who,
        session=None if session is None else canonical_session(session),
        budget=limit,
        profile=chosen,
        filters=Filters.from_arguments(as_of=as_of, audiences=audiences),
        audiences=audiences,
        people=asker_person(who, session),
        owners=owners,
    )


def build_context(runtime: Runtime, request: ContextRequest, *, records_use: bool = True) -> Context:
    """Build a context for a message in two round trips: a search, and a read of participants, session and stored memories.

    For a message that asks for nothing, such as "ok", nothing is searched.
    If the context cites notes or procedures, or its sentences of older messages were newly chosen, a third trip records that,
    deferred until the context is returned. Nothing is recorded for a context of the past, or without `records_use`.
    Tokens are counted on the final text and never exceed the budget.
    """
    settings, tokens, now = runtime.settings, runtime.tokens, runtime.clock.now()
    counted = runtime.graph.with_own_count()
    result = _search(counted, runtime, request, now)
    moment = request.filters.as_of or now
    if result.period is None:
        result = replace(result, graph_matches=update_facts(result.graph_matches, moment))
    participants, row = _read_surroundings(counted, request, result, moment, settings)
    stored = stored_memories.parse_stored_memories(row, request.message, moment)
    fitting = {fact.id for fact in result.context_facts}
    tasks = select_tasks(stored.tasks, request.message, result.period, fitting, moment)
    stored = replace(stored, tasks=tuple(tasks))
    history = build_session_history(participants.events, stored, settings, is_past=request.filters.as_of is not None)
    material = ContextMaterial(
        profile=request.profile,
        result=result,
        participants=participants,
        stored=stored,
        history=history,
        speaker=request.speaker,
        account=request.account,
        session=request.session,
        person_ids=request.people,
        sees_all=request.audiences is None,
        now=now,
        is_past=request.filters.as_of is not None,
        settings=settings,
        is_owner=request.account in request.owners,
        owners=request.owners,
    )
    parts = build_sections(material)
    kept = build_memories(material)
    dropped, left = fill_sections(parts, kept, request.budget, tokens)
    if not any(part.items for part in (*parts, kept) if part.name in _CONTENT_SECTIONS) and left >= tokens.count(
        _EMPTY_SECTION
    ):
        kept.items = [ContextLine(None, NO_MEMORIES, is_quoted=False)]
    written = fit_to_budget([*parts, kept], dropped, request.budget, tokens)
    if records_use and request.filters.as_of is None:
        _record_use(counted, request, result, stored, history, set(written.citations.values()), now)
    return Context(
        written.text,
        written.tokens,
        request.budget,
        written.sections,
        written.citations,
        tuple(dropped),
        counted.trips,
        result.degraded,
    )


def _search(graph: Graph, runtime: Runtime, request: ContextRequest, now: dt.datetime) -> RetrievalResult:
    """Search for what fits the message; if it asks for all of a period, for what was said in it, or is dated in it."""
    limit = max(1, min(_MAX_MEMORIES, request.budget // _MIN_LINE_TOKENS))
    settings, zone = runtime.settings, zoneinfo.ZoneInfo(runtime.settings.owner_zone)
    is_past = request.filters.as_of is not None
    period = (
        None
        if is_past or not isinstance(request.message, str)
        else AskedPeriod.parse(request.message, now.astimezone(zone))
    )
    if period is not None:
        return search_period(graph, request.message, period, request.filters, zone, limit=limit)
    return retrieve(
        graph,
        request.message,
        limit=limit,
        filters=request.filters,
        embedder=runtime.embedder,
        settings=settings,
        again=False,
        field="message",
        people=request.people,
        with_same_text=False,
        with_small_talk=False,
        explain=False,
    )


def _read_surroundings(
    graph: Graph, request: ContextRequest, result: RetrievalResult, moment: dt.datetime, settings: Settings
) -> tuple[Participants, Mapping[str, Any]]:
    """Read the participants of the session, the persons named or quoted, the newest messages and the stored memories."""
    # Without a speaker it is the owner's agent that asks.
    present = [request.account] if request.account else sorted(request.owners)
    facts = result.context_facts
    speakers = [*(hit.speaker for hit in result.hits), *(fact.speaker for fact in facts)]
    named = [entity.id for entity in result.graph_matches.entities if entity.type == "person"]
    query = ParticipantsQuery(
        accounts=[request.account] if request.account else [],
        compact_accounts=list(dict.fromkeys([*present, *(account for account in speakers if account)])),
        compact_ids=list(dict.fromkeys([*named, *(fact.subject for fact in facts)])),
        session=request.session,
        # One more than can be shown in full, to detect that there are more.
        last=max(settings.history_whole, settings.history_last) + 1,
        audiences=request.audiences,
        until=request.filters.until,
    )
    memories = stored_memories.build_query_params(
        request.profile,
        request.message,
        request.session,
        entities=[entity.id for entity in result.graph_matches.entities],
        event_ids=[hit.id for hit in result.hits if hit.kind == "event"],
        present=present,
        now=moment,
        is_past=request.filters.as_of is not None,
        settings=settings,
        vector=result.vector,
    )
    [row] = graph.run("context/read_surroundings", query.fragments, **query.params, **memories)
    return parse_participants(row, request.owners, query.until), row


def _record_use(
    graph: Graph,
    request: ContextRequest,
    result: RetrievalResult,
    stored: StoredMemories,
    history: SessionHistory,
    cited: set[str],
    now: dt.datetime,
) -> None:
    """Record the cited notes and procedures as used, and store newly chosen sentences of older messages, in one deferred trip."""
    notes = (hit.id for hit in result.hits if hit.kind == "longterm")
    ids = sorted({*notes, *(one.id for one in stored.procedures)} & cited)
    if not ids and not history.is_new_choice:
        return
    older, spans = history.choice if history.is_new_choice else ([], [])
    graph.run_later(
        "context/record_use",
        ids=ids,
        session=request.session if history.is_new_choice else None,
        older=older,
        spans=spans,
        until=history.until,
        now=now,
    )
