"""Random memories in chats and direct messages, and a plain reference of who may know what: leaks, and what is wrongly hidden."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.bench.common import scratch
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event, Fact

START = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)
OWNER = "chat:olga"
PEOPLE = ("Nils", "Bert", "Carla", "Derek", "Emil", "Olga")
_SUBJECTS = ("Fiona", "Gerald", "Helen")
_CHATS = 20
_ALL = 10_000
_SYLLABLES = (
    "ba",
    "dro",
    "fen",
    "gul",
    "kar",
    "lim",
    "mor",
    "nev",
    "pol",
    "sav",
    "tor",
    "vel",
    "zan",
    "rik",
    "quo",
    "jum",
    "wex",
    "hid",
)
# How it is said, as which predicate it is kept (None: it is only said), and whether of the speaker.
_FORMS = (
    ("I live in {}.", "lives_in", True),
    ("I work at {}.", "works_at", True),
    ("{who} lives in {}.", "lives_in", False),
    ("{who} works at {}.", "works_at", False),
    ("We talked about {} for an hour.", None, False),
)


@dataclass(frozen=True)
class Told:
    """One memory: who said what, where, to whom, with one word that nobody else says.

    Attributes:
        mark: that word.
        audience: shared, session or person.
        subject: whom it is about.
        predicate: what is stated of them; None: nothing is.
    """

    id: str
    speaker: str
    text: str
    mark: str
    session: str
    audience: str
    subject: str
    predicate: str | None
    at: dt.datetime

    @property
    def account(self) -> str:
        """Whose words they are."""
        return _account(self.speaker)

    def seen_by(self, account: str, session: str) -> bool:
        """Whether who asks there may know of it."""
        return (
            account == OWNER
            or self.audience == "shared"
            or (self.audience == "session" and self.session == session)
            or (self.audience == "person" and self.account == account)
        )


def memories(count: int, seed: int = 11) -> list[Told]:
    """So many random memories over twenty chats and the direct messages of six people; the same ones each time."""
    random_ = random.Random(seed)  # noqa: S311 - repeatable, not secret
    marks: dict[str, None] = {}
    while len(marks) < count:
        marks.setdefault("".join(random_.sample(_SYLLABLES, 3)).capitalize() + "ia")
    made = []
    for place, mark in enumerate(marks):
        speaker, who = random_.choice(PEOPLE), random_.choice(_SUBJECTS)
        audience = random_.choice(["shared", "session", "session", "person", "person"])
        text, predicate, own = random_.choice(_FORMS)
        session = f"chat:dm-{speaker.lower()}" if audience == "person" else f"chat:{random_.randrange(_CHATS)}"
        at = START + dt.timedelta(minutes=place)
        subject = speaker if own else who
        made.append(
            Told(f"e{place:04d}", speaker, text.format(mark, who=who), mark, session, audience, subject, predicate, at)
        )
    return made


def run(settings: Settings, tell: Callable[[str], None], *, count: int = 1_000) -> dict[str, Any]:
    """Ask for contexts, searches and facts on behalf of everybody, each in several sessions.

    Returns:
        As `asked` tells it.
    """
    clock = FixedClock(START)
    with scratch(settings.model_copy(update={"owner": (OWNER,)}), "audiences", clock=clock) as memory:
        told = memories(count)
        play(memory, clock, told)
        found = asked(memory, told)
    tell(f"{len(found['leaks'])} leaks, {len(found['hidden'])} wrongly hidden, of {count} memories")
    return found | {name: len(found[name]) for name in ("leaks", "hidden", "not_current")}


def play(memory: Memory, clock: FixedClock, told: Sequence[Told]) -> None:
    """Let it all be said and digested."""
    memory.log(
        Event(
            one.text,
            id=one.id,
            speaker=one.account,
            speaker_name=one.speaker,
            session=one.session,
            audience=one.audience,
            at=one.at,
        )
        for one in told
    )
    clock.forward(dt.timedelta(days=1))
    memory.digest()


def asked(memory: Memory, told: Sequence[Told]) -> dict[str, Any]:
    """What everybody is told.

    Returns:
        {"memories", "read" (how many were read as facts), "askers", "leaks", "hidden", "not_current"}. leaks: (where, who,
        session, mark) of each word that somebody was told without being of its audience; hidden: (who, session, text) of each
        message or fact that was kept from somebody who is; not_current: (who, session, subject, predicate, mark) where the newest
        that somebody may know is not what is current for them.
    """
    sources = {event for fact in _facts(memory) for event in fact.sources}
    read = [one for one in told if one.predicate and one.id in sources]
    leaks: list[tuple[str, ...]] = []
    hidden: list[tuple[str, ...]] = []
    old: list[tuple[str, ...]] = []
    everybody = list(_askers(told))
    for account, session in everybody:
        seen = {one.id for one in told if one.seen_by(account, session)}
        unseen = [one for one in told if one.id not in seen]
        facts = _facts(memory, account, session)
        for where, text in _answers(memory, account, session, unseen, facts):
            low = text.casefold()
            leaks += [(where, account, session, one.mark) for one in unseen if one.mark.casefold() in low]
        told_of = {event for fact in facts for event in fact.sources}
        hidden += [(account, session, one.text) for one in read if one.id in seen and one.id not in told_of]
        hits = {
            hit.id
            for hit in memory.search("live work talk", asker=account, session=session, limit=1_000, kinds=["event"])
        }
        hidden += [
            (account, session, one.text)
            for one in told
            if one.id in seen and one.session == session and one.id not in hits
        ]
        old += _not_current(memory, [one for one in read if one.id in seen], account, session)
    return {
        "memories": len(told),
        "read": len(read),
        "askers": len(everybody),
        "leaks": leaks,
        "hidden": hidden,
        "not_current": old,
    }


def _answers(
    memory: Memory, account: str, session: str, unseen: Sequence[Told], facts: Sequence[Fact]
) -> Iterator[tuple[str, str]]:
    """All that is told to who asks, even for what they should know nothing of."""
    probes = [one.mark for one in unseen[:: max(1, len(unseen) // 6)]][:6]
    question = f"Where do {', '.join((*_SUBJECTS, *PEOPLE))} live and work?"
    # The words that are asked for stand in no answer: the question is not part of it.
    for text in (question, f"What about {', '.join(probes)}?"):
        yield "context", memory.context(text, speaker=account, session=session, budget=30_000).text
        for kinds in (None, ["entity", "person", "topic"]):
            hits = memory.search(
                text, asker=account, session=session if kinds is None else None, limit=200, kinds=kinds
            )
            yield "search", "\n".join(hit.text for hit in hits)
    yield "facts", "\n".join(f"{fact.text} {fact.subject} {fact.object}" for fact in facts)


def _facts(memory: Memory, account: str | None = None, session: str | None = None) -> list[Fact]:
    return list(memory.facts.list(status=None, asker=account, session=session, limit=_ALL))


def _not_current(memory: Memory, seen: Sequence[Told], account: str, session: str) -> list[tuple[str, ...]]:
    """Of what people say of themselves, and one may know: where the newest is not what is current, or not the only one.

    What they say of others is only claimed; and who owns the memory sees what is current for each of its audiences.
    """
    if account == OWNER:
        return []
    newest = {
        (one.subject, str(one.predicate)): one.mark for one in seen if one.subject in PEOPLE and one.subject != "Olga"
    }
    current = memory.facts.list(status="current", asker=account, session=session, limit=_ALL)
    found: dict[tuple[str, str], list[str]] = {}
    for fact in current:
        found.setdefault((fact.subject, fact.predicate), []).append(fact.object)
    return [(account, session, *place, mark) for place, mark in newest.items() if found.get(place) != [mark]]


def _askers(told: Sequence[Told]) -> Iterator[tuple[str, str]]:
    """Each person, and one whom nobody knows, where they have their direct messages, in a chat, and where nobody ever spoke."""
    chats = sorted({one.session for one in told if one.audience == "session"})
    for number, name in enumerate((*PEOPLE, "Stranger")):
        for session in (f"chat:dm-{name.lower()}", chats[number % len(chats)], "chat:nowhere"):
            yield _account(name), session


def _account(name: str) -> str:
    return f"chat:{name.lower()}"
