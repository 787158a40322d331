"""Visibility benchmark: random statements in chats and direct messages, checked against a reference of who may read what."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.bench.common import temporary_memory
from kg.memory import Memory
from kg.protocols import FixedClock
from kg.settings import Settings
from kg.types import Event, Fact

START = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)
OWNER = "chat:olga"
PEOPLE = ("Nils", "Bert", "Carla", "Derek", "Emil", "Olga")
_SUBJECTS = ("Fiona", "Gerald", "Helen")
_CHATS = 20
_NO_LIMIT = 10_000
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
# Template, the predicate of the extracted fact (None: no fact), and whether the fact is about the speaker.
_TEMPLATES = (
    ("I live in {}.", "lives_in", True),
    ("I work at {}.", "works_at", True),
    ("{who} lives in {}.", "lives_in", False),
    ("{who} works at {}.", "works_at", False),
    ("We talked about {} for an hour.", None, False),
)


@dataclass(frozen=True)
class ScriptedStatement:
    """One logged statement with a word that occurs in no other statement.

    Attributes:
        unique_word: that word.
        audience: shared, session or person.
        subject: the person that it is about.
        predicate: the predicate that it states of the subject; None if it states no fact.
    """

    id: str
    speaker: str
    text: str
    unique_word: str
    session: str
    audience: str
    subject: str
    predicate: str | None
    at: dt.datetime

    @property
    def identity(self) -> str:
        """The identity of the speaker."""
        return _build_identity(self.speaker)

    def is_visible_to(self, identity: str, session: str) -> bool:
        """Return whether this asker may read the statement in this session."""
        return (
            identity == OWNER
            or self.audience == "shared"
            or (self.audience == "session" and self.session == session)
            or (self.audience == "person" and self.identity == identity)
        )


def generate_statements(count: int, seed: int = 11) -> list[ScriptedStatement]:
    """Generate random statements in twenty chats and the direct messages of six people; deterministic for a seed."""
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    words: dict[str, None] = {}
    while len(words) < count:
        words.setdefault("".join(rng.sample(_SYLLABLES, 3)).capitalize() + "ia")
    statements = []
    for number, word in enumerate(words):
        speaker, subject_name = rng.choice(PEOPLE), rng.choice(_SUBJECTS)
        audience = rng.choice(["shared", "session", "session", "person", "person"])
        text, predicate, is_about_speaker = rng.choice(_TEMPLATES)
        session = f"chat:dm-{speaker.lower()}" if audience == "person" else f"chat:{rng.randrange(_CHATS)}"
        at = START + dt.timedelta(minutes=number)
        subject = speaker if is_about_speaker else subject_name
        statements.append(
            ScriptedStatement(
                f"e{number:04d}",
                speaker,
                text.format(word, who=subject_name),
                word,
                session,
                audience,
                subject,
                predicate,
                at,
            )
        )
    return statements


def measure_audience_leaks(settings: Settings, report: Callable[[str], None], *, count: int = 1_000) -> dict[str, Any]:
    """Query contexts, searches and facts for every asker in several sessions, and count visibility errors.

    Args:
        settings: settings of the memory.
        report: called with a line of progress.
        count: number of statements.

    Returns:
        The result of `find_visibility_errors`, with counts in place of the lists of errors.
    """
    clock = FixedClock(START)
    with temporary_memory(settings.model_copy(update={"owner": (OWNER,)}), "audiences", clock=clock) as memory:
        statements = generate_statements(count)
        log_statements(memory, clock, statements)
        result = find_visibility_errors(memory, statements)
    report(f"{len(result['leaks'])} leaks, {len(result['hidden'])} wrongly hidden, of {count} memories")
    return result | {name: len(result[name]) for name in ("leaks", "hidden", "not_current")}


def log_statements(memory: Memory, clock: FixedClock, statements: Sequence[ScriptedStatement]) -> None:
    """Log all statements and digest them."""
    memory.log(
        Event(
            statement.text,
            id=statement.id,
            speaker=statement.identity,
            speaker_name=statement.speaker,
            session=statement.session,
            audience=statement.audience,
            at=statement.at,
        )
        for statement in statements
    )
    clock.forward(dt.timedelta(days=1))
    memory.digest()


def find_visibility_errors(memory: Memory, statements: Sequence[ScriptedStatement]) -> dict[str, Any]:
    """Query the memory as every asker and compare the answers with the reference.

    Returns:
        {"memories", "read" (number of statements extracted as facts), "askers", "leaks", "hidden", "not_current"}.
        leaks: (where, asker, session, word) of each word returned to an asker outside its audience.
        hidden: (asker, session, text) of each message or fact that an asker in its audience did not get.
        not_current: (asker, session, subject, predicate, word) where the newest visible fact is not the current one.
    """
    sources = {event for fact in _list_facts(memory) for event in fact.sources}
    extracted = [statement for statement in statements if statement.predicate and statement.id in sources]
    leaks: list[tuple[str, ...]] = []
    hidden: list[tuple[str, ...]] = []
    outdated: list[tuple[str, ...]] = []
    askers = list(_list_askers(statements))
    for identity, session in askers:
        visible_ids = {statement.id for statement in statements if statement.is_visible_to(identity, session)}
        hidden_statements = [statement for statement in statements if statement.id not in visible_ids]
        facts = _list_facts(memory, identity, session)
        for where, text in _collect_answers(memory, identity, session, hidden_statements, facts):
            low = text.casefold()
            leaks += [
                (where, identity, session, statement.unique_word)
                for statement in hidden_statements
                if statement.unique_word.casefold() in low
            ]
        returned_sources = {event for fact in facts for event in fact.sources}
        hidden += [
            (identity, session, statement.text)
            for statement in extracted
            if statement.id in visible_ids and statement.id not in returned_sources
        ]
        hit_ids = {
            hit.id
            for hit in memory.search("live work talk", asker=identity, session=session, limit=1_000, kinds=["event"])
        }
        hidden += [
            (identity, session, statement.text)
            for statement in statements
            if statement.id in visible_ids and statement.session == session and statement.id not in hit_ids
        ]
        outdated += _find_outdated(
            memory, [statement for statement in extracted if statement.id in visible_ids], identity, session
        )
    return {
        "memories": len(statements),
        "read": len(extracted),
        "askers": len(askers),
        "leaks": leaks,
        "hidden": hidden,
        "not_current": outdated,
    }


def _collect_answers(
    memory: Memory, identity: str, session: str, hidden_statements: Sequence[ScriptedStatement], facts: Sequence[Fact]
) -> Iterator[tuple[str, str]]:
    """Yield (source, text) of every answer to an asker, including answers to questions about hidden statements."""
    probes = [statement.unique_word for statement in hidden_statements[:: max(1, len(hidden_statements) // 6)]][:6]
    question = f"Where do {', '.join((*_SUBJECTS, *PEOPLE))} live and work?"
    # Answers do not repeat the question, so a word in an answer comes from the memory.
    for text in (question, f"What about {', '.join(probes)}?"):
        yield "context", memory.context(text, speaker=identity, session=session, budget=30_000).text
        for kinds in (None, ["entity", "person", "topic"]):
            hits = memory.search(
                text, asker=identity, session=session if kinds is None else None, limit=200, kinds=kinds
            )
            yield "search", "\n".join(hit.text for hit in hits)
    yield "facts", "\n".join(f"{fact.text} {fact.subject} {fact.object}" for fact in facts)


def _list_facts(memory: Memory, identity: str | None = None, session: str | None = None) -> list[Fact]:
    return list(memory.facts.list(status=None, asker=identity, session=session, limit=_NO_LIMIT))


def _find_outdated(
    memory: Memory, visible: Sequence[ScriptedStatement], identity: str, session: str
) -> list[tuple[str, ...]]:
    """Find slots of visible self-descriptions where the newest value is not the only current value.

    Statements about others are only claimed, so they are skipped. The owner sees the current fact of each audience, so the
    owner is skipped too.
    """
    if identity == OWNER:
        return []
    newest = {
        (statement.subject, str(statement.predicate)): statement.unique_word
        for statement in visible
        if statement.subject in PEOPLE and statement.subject != "Olga"
    }
    current = memory.facts.list(status="current", asker=identity, session=session, limit=_NO_LIMIT)
    current_values: dict[tuple[str, str], list[str]] = {}
    for fact in current:
        current_values.setdefault((fact.subject, fact.predicate), []).append(fact.object)
    return [(identity, session, *slot, word) for slot, word in newest.items() if current_values.get(slot) != [word]]


def _list_askers(statements: Sequence[ScriptedStatement]) -> Iterator[tuple[str, str]]:
    """Yield each person and one stranger in three sessions: direct messages, a chat, and an empty session."""
    chats = sorted({statement.session for statement in statements if statement.audience == "session"})
    for number, name in enumerate((*PEOPLE, "Stranger")):
        for session in (f"chat:dm-{name.lower()}", chats[number % len(chats)], "chat:nowhere"):
            yield _build_identity(name), session


def _build_identity(name: str) -> str:
    return f"chat:{name.lower()}"
