"""Records of events and their ingestion."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """Something said or done, immutable once logged.

    Attributes:
        text: the text; never truncated.
        speaker: who said it, as `platform:id`; a bare name takes the channel as its platform.
        speaker_name: display name of the speaker; by default the id part of `speaker`.
        session: the conversation, preferably `channel:chat`.
        channel: by default the prefix of the session.
        at: time (aware datetime or ISO 8601); by default the time of logging.
        kind: message, tool_call, tool_result or observation.
        role: user, assistant, system or tool.
        direction: inbound, outbound or internal.
        parent: id of the event that this one answers, such as the tool_call of a tool_result.
        tool: name of the tool.
        id: an id chosen by the caller; by default derived from the content, so that a repeated event is the same event.
        metadata: a JSON object.
        audience: shared, session, person, or, for what an agent or tool writes, `person:` and the account that may read it; by
            default the channel's setting.
        seq: 0, 1, 2 … within the session; set when stored.
        status: pending, processing, complete, skipped, failed or failed_permanent; set when stored.
        instructs: whether it instructs an agent and its speaker is not an owner; set when digested.
        salience: of a person's message: the probability that it matters in a summary of its day, 0 to 1; set when digested.
    """

    text: str
    _: KW_ONLY
    speaker: str | None = None
    speaker_name: str | None = None
    session: str = "default"
    channel: str | None = None
    at: dt.datetime | str | None = None
    kind: str = "message"
    role: str = "user"
    direction: str = "inbound"
    parent: str | None = None
    tool: str | None = None
    id: str | None = None
    metadata: Mapping[str, Any] | None = None
    audience: str | None = None
    seq: int | None = None
    status: str | None = None
    instructs: bool = False
    salience: float | None = None


@dataclass(frozen=True)
class Digest:
    """The result of a digestion.

    Attributes:
        events: events that are now complete.
        passages: passages cut from long texts.
        entities: new entities.
        facts: new facts.
        topics: new topics.
        skipped: events without content to extract (they remain searchable).
        failed: events whose digestion failed.
        again: events among them that were digested before.
        removed_facts: facts that no event states any more, since their events were digested again.
        trips: statements sent to the database.
        degraded: what was not available (as "extraction: …"); empty if everything was.
    """

    events: int = 0
    passages: int = 0
    entities: int = 0
    facts: int = 0
    topics: int = 0
    skipped: int = 0
    failed: int = 0
    again: int = 0
    removed_facts: int = 0
    trips: int = 0
    degraded: tuple[str, ...] = ()
