"""`kg bench trust --community`: what the rules of trust withhold from honest people."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.bench.common import temporary_memory
from kg.bench.recall import read_json_lines
from kg.errors import InvalidInput
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event, Fact

_START = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
_DAY = dt.timedelta(days=1)
_DAYS = 60
_ENDORSED_AFTER = 30
_ENDORSEMENT = 0.9
_NO_LIMIT = 10_000
_WITHHELD = frozenset({"claimed", "contested", "quarantined"})
_KNOWN = frozenset({"current", "superseded"})


@dataclass
class _Tally:
    """What happened to the people and their facts.

    Attributes:
        messages: the number of messages that each account sent.
        refused: the number of messages that the gate refused, by the tier of their account.
        muted: accounts that the gate muted → their tier at that time.
    """

    messages: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    muted: dict[str, str] = field(default_factory=dict)


def measure_community(folders: Sequence[Path], settings: Settings, report: Callable[[str], object]) -> dict[str, Any]:
    """Play conversations as the rooms of one community over sixty days, and count what is withheld from its people.

    The person who writes most in the first folder is the owner. Each message passes the gate. After thirty days the owner rates
    all who have spoken with .9; after the next sleep their claims about relatives, friends and colleagues should be current.

    Args:
        folders: conversations, each with events.jsonl.
        settings: settings of the memory.
        report: called with a line for each fact that is withheld, and each person that is muted.

    Returns:
        {"people", "messages", "self_descriptions": {"facts", "withheld"}, "ties": {"facts", "withheld_before",
        "withheld_a_day_after"}: ties that others than the owner stated before they were rated, "muted", "muted_familiar",
        "refused": messages refused by the gate, by tier}.

    Raises:
        InvalidInput: no folder has messages of people.
    """
    events = list(_events(folders))
    if not events:
        raise InvalidInput("community", [str(folder) for folder in folders], "folders with messages of people")
    counts = Counter(event.speaker for event in events if str(event.session).startswith("room:0"))
    [(owner, _)] = counts.most_common(1)
    clock, tally = FixedClock(_START), _Tally()
    halfway = _START + _ENDORSED_AFTER * _DAY
    with temporary_memory(settings, "community", clock=clock, owner=owner) as memory:
        _play(memory, clock, [event for event in events if _moment(event) < halfway], tally, report)
        clock.at = halfway
        newcomers = sorted(account for account in tally.messages if account != owner)
        ties = _ties(memory, set(newcomers))
        before = _withheld(ties.values())
        for account in newcomers:
            memory.trust.rate(str(owner), account, _ENDORSEMENT)
        clock.at = halfway + _DAY
        memory.sleep.deep()
        after = _withheld(fact for key, fact in _ties(memory, set(newcomers)).items() if key in ties)
        _play(memory, clock, [event for event in events if _moment(event) >= halfway], tally, report)
        memory.sleep.deep()
        accounts = {person.id: person.identities for person in memory.people.list(limit=_NO_LIMIT)}
        own = [fact for fact in _facts(memory) if fact.asserted_by in accounts.get(fact.subject_id, ())]
        withheld = _withheld(own)
    for where, facts in (("self-description", withheld), ("tie after a day", after)):
        for fact in facts:
            report(f"withheld {where}: {fact.text} ({fact.status}, {fact.asserted_by})")
    familiar = [tier for tier in tally.muted.values() if tier not in ("stranger", "acquaintance")]
    return {
        "people": len(tally.messages),
        "messages": sum(tally.messages.values()),
        "self_descriptions": {"facts": len(own), "withheld": len(withheld)},
        "ties": {"facts": len(ties), "withheld_before": len(before), "withheld_a_day_after": len(after)},
        "muted": len(tally.muted),
        "muted_familiar": len(familiar),
        "refused": dict(sorted(tally.refused.items())),
    }


def _events(folders: Sequence[Path]) -> Iterator[Event]:
    """Return the messages of people in the order of their times, which are spread over the sixty days."""
    found: list[Event] = []
    for room, folder in enumerate(folders):
        rows = [row for row in read_json_lines(folder / "events.jsonl") if row.get("speaker") and row["role"] == "user"]
        moments = [dt.datetime.fromisoformat(row["ts"]).replace(tzinfo=dt.UTC) for row in rows]
        for row, moment in zip(rows, moments, strict=True):
            # Whole days between messages shrink or grow, the time within a session stays.
            share = (moment.date() - moments[0].date()) / max(moments[-1].date() - moments[0].date(), _DAY)
            at = _START.replace(hour=moment.hour, minute=moment.minute) + int(share * (_DAYS - 1)) * _DAY
            found.append(
                Event(
                    row["text"],
                    id=f"{room}/{row['id']}",
                    speaker=f"chat:{room}-{_account(row['speaker'])}",
                    speaker_name=row["speaker"],
                    session=f"room:{room}-{row['session']}",
                    at=at,
                )
            )
    yield from sorted(found, key=lambda event: (str(event.at), str(event.id)))


def _moment(event: Event) -> dt.datetime:
    return dt.datetime.fromisoformat(str(event.at))


def _account(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name.casefold())


def _play(
    memory: Memory, clock: FixedClock, events: Sequence[Event], tally: _Tally, report: Callable[[str], object]
) -> None:
    """Log messages at their times, as an agent that asks the gate first; digest once a day."""
    day: dt.date | None = None
    for event in events:
        moment = _moment(event)
        if day is not None and moment.date() != day:
            memory.digest()
        day = moment.date()
        clock.at = max(moment, clock.at)
        memory.log([event])
        account = str(event.speaker)
        tally.messages[account] += 1
        decision = memory.trust.may_message(account, direct=False)
        if not decision.allowed:
            tier = memory.trust.of(account).tier
            tally.refused[tier] += 1
            if account not in tally.muted:
                tally.muted[account] = tier
                report(f"muted: {event.speaker_name} ({tier}): {decision.reason}")
    memory.digest()


def _facts(memory: Memory) -> list[Fact]:
    return list(memory.facts.list(status=None, limit=_NO_LIMIT))


def _ties(memory: Memory, accounts: set[str]) -> Mapping[str, Fact]:
    return {
        fact.id: fact
        for fact in _facts(memory)
        if fact.kind == "relation" and fact.asserted_by in accounts and fact.status in _WITHHELD | _KNOWN
    }


def _withheld(facts: Any) -> list[Fact]:
    return [fact for fact in facts if fact.status in _WITHHELD]
