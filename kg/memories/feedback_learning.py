"""Learning from feedback in a session: which messages are to the agent, and whose feedback counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg.graph import Graph
from kg.memories.feedback import find_messages_to_agent
from kg.memories.learnings import Learnings
from kg.people import ParticipantsQuery, read_participants

AgentMessage = tuple[Mapping[str, Any], str | None]
"""A user's message to the agent, and the agent's last message before it."""


def list_agent_messages(
    rows: Iterable[Mapping[str, Any]], said_before: str | None = None, spoken_since: Iterable[str] = ()
) -> list[AgentMessage]:
    """Return the users' messages to the agent among the events of a session.

    Args:
        rows: events in order, each with `event_kind`, `role`, `speaker`, `text`, `instructs` and `quarantine`.
        said_before: the agent's last message before them; None: it said nothing.
        spoken_since: accounts that spoke between it and them.
    """
    messages = [
        row
        for row in rows
        if row["event_kind"] == "message"
        and not row["quarantine"]
        and not (row["instructs"] and row["role"] == "assistant")
    ]
    found = find_messages_to_agent(messages, said_before, spoken_since)
    return [each for each in found if not each[0]["instructs"]]


def learn_feedback(
    graph: Graph,
    owners: frozenset[str],
    learnings: Learnings,
    messages: Sequence[AgentMessage],
    *,
    reads_wishes: bool = True,
) -> int:
    """Learn from feedback to the agent; return in how many messages there is some, with those that were learnt from before.

    If the scope has an owner, only the owner's feedback counts.

    Args:
        graph: the scope.
        owners: identities of the owners, as configured.
        learnings: where what is learnt is stored.
        messages: messages to the agent, in order, each with `id`, `text`, `speaker`, `audience` and `is_learnt`.
        reads_wishes: see `Learnings.detect`.
    """
    count = sum(1 for row, _ in messages if row["is_learnt"])
    unread = [each for each in messages if not each[0]["is_learnt"]]
    if not unread:
        return count
    accounts = list(dict.fromkeys(row["speaker"] for row, _ in unread))
    participants = read_participants(graph, owners, ParticipantsQuery(accounts=accounts))
    for row, previous in unread:
        card = participants.card_of(row["speaker"])
        if participants.has_owner and row["speaker"] not in owners and not (card and card.person.owner):
            continue
        learning = learnings.detect(
            row["text"], previous, sources=[row["id"]], audience=row["audience"], reads_wishes=reads_wishes
        )
        count += learning is not None
    return count
