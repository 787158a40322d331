"""Who said what a tool shows: the names, accounts and tiers of speakers, and the form of a fact with its status and speaker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kg.agent.caller import Caller
from kg.agent.tool_output import truncate_line

if TYPE_CHECKING:
    from kg.people import Participants, SpeakerName
    from kg.types import Fact


def read_speakers(caller: Caller, accounts: Iterable[str | None], ids: Sequence[str] = ()) -> Participants:
    """Read the persons of these accounts and ids, without a round trip if there are none."""
    from kg import people  # noqa: PLC0415 - `kg tool --help` works without a database

    known = sorted({account for account in accounts if account})
    if not known and not ids:
        return people.Participants()
    query = people.ParticipantsQuery(compact_accounts=known, compact_ids=ids)
    return people.read_participants(caller.memory.graph, caller.memory.owners, query)


def name_speakers(caller: Caller, speakers: Iterable[SpeakerName]) -> Mapping[SpeakerName, str | None]:
    """Return the names to show for speakers, each given by account, name and role: as contexts show them."""
    asked, now = list(dict.fromkeys(speakers)), caller.memory.clock.now()
    there = read_speakers(caller, (account for account, _, _ in asked))
    return {one: there.display_name(one[0], one[1] or one[0], one[2], now) for one in asked}


def name_authors(caller: Caller, facts: Sequence[Fact]) -> list[str | None]:
    """Return the name to show of who states each fact; only owners read it, since others may not read the speaker's message."""
    accounts = [fact.asserted_by if caller.audiences is None else None for fact in facts]
    names = name_speakers(caller, [(account, None, None) for account in accounts if account])
    return [names.get((account, None, None)) for account in accounts]


def format_statement(text: str, status: str, said_by: str | None) -> str:
    """Return the sentence of a fact with its status, if it is not current, and who says it, if that is known."""
    from kg.people import attribute_line  # noqa: PLC0415 - `kg tool --help` works without a database

    name, sentence = truncate_line(said_by, 80) if said_by else "", truncate_line(text)
    if status in {"claimed", "contested"}:
        against = ", against what is known" if status == "contested" else ""
        return f"claimed{f' by {name}' if name else ''}{against}: {sentence}"
    return attribute_line(sentence, [name] if name else [])
