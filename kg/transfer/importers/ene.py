"""Import of an Ene home: people and trust, sessions, logs and threads, core memory, diary, and its Chroma store."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.knowledge import ImportedEntity
from kg.memories import ImportedMemory
from kg.transfer.importers import chroma, core_json, markdown, model_usage
from kg.transfer.importers.chat_sessions import direct_account, session_name, session_of_file
from kg.transfer.importers.ene_diary import read_diary
from kg.transfer.importers.ene_logs import (
    LOGS,
    add_thread_authors,
    read_log_authors,
    read_logs,
    read_threads,
    with_author,
)
from kg.transfer.importers.ene_people import INDEX, PEOPLE, EnePeople, read_people
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.message_authors import begin_with_authors, split_authors
from kg.transfer.importers.scheduled_tasks import read_tasks
from kg.transfer.importers.seen_texts import SeenTexts
from kg.transfer.importers.session_lines import SessionForm, SpokenPart, content_text, read_session
from kg.transfer.importers.source_folder import ImportSource
from kg.types import channel_of_session

_SESSIONS = r"sessions/[^/]+\.jsonl"
_CHROMA = rf"{re.escape(chroma.FILE)}"
_IDENTITY = r"(?:SOUL|IDENTITY|PERSONA)\.md"
_USER = r"USER\.md"
# Number of messages of a session that show whether they begin with their authors.
_SAMPLE = 200
_SEED = re.compile(r"\[Previous session summary: (.*)\]\s*", re.DOTALL)


def recognise(source: ImportSource) -> bool:
    """Recognise people files or their index, a folder of diaries, or core memory next to a diary."""
    if not source.is_folder:
        return False
    files = HomeFiles(source, "ene")
    return files.has(PEOPLE) or files.has(INDEX) or files.has(r"memory/diary/\d{4}-\d\d-\d\d\.md")


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all parts of the home, each once; what the logs and threads have in addition to the sessions is read too."""
    files = HomeFiles(source, "Ene")
    people = read_people(files, context)
    add_thread_authors(files, people.roster)
    yield from people.items
    logs = files.take(LOGS)
    seen = SeenTexts()
    for item in _read_sessions(files, people, logs, context):
        if isinstance(item, EventItem):
            seen.add(item.event["text"], item.event["at"])
        yield item
    yield from read_logs(files, logs, people.roster, seen, context)
    yield from read_threads(files, seen, context)
    yield from files.read(r"core\.json", lambda name: core_json.read(source, context, name))
    yield from files.read(r"(?:MEMORY|CORE)\.md", lambda name: markdown.read_core(source, context, name))
    yield from files.read(_IDENTITY, lambda name: markdown.read_core(source, context, name, "identity"))
    yield from files.read(_USER, lambda name: markdown.read_core(source, context, name, "people"))
    yield from files.read(r"HISTORY\.md", lambda name: markdown.read_history(source, context, name))
    yield from files.read(r"diary/[^/]+\.md", lambda name: read_diary(source, name, people.roster, context))
    yield from files.read(_CHROMA, lambda name: _read_chroma(source, name, people, context))
    yield from read_tasks(files, context)
    yield from model_usage.read_databases(files, context)
    yield from files.left()


def _read_sessions(
    files: HomeFiles, people: EnePeople, logs: Sequence[str], context: ImportContext
) -> Iterator[ImportItem]:
    find_author = read_log_authors(files, list(logs), context)

    def split(session: str, of_anyone: bool) -> SessionForm:
        name = session_name(session)
        platform = channel_of_session(name)
        own = name if people.roster.knows(name) else direct_account(name)

        def user_line(text: str, row: Mapping[str, Any], at: dt.datetime | None) -> list[SpokenPart]:
            said = []
            for part in split_authors(text, people.roster, platform, of_anyone=of_anyone):
                author = part.speaker or row.get("author_name") or find_author(part.text, at)
                if own and part.speaker and not people.roster.knows(part.speaker):
                    # In a direct chat a name that no account has is that of the person there.
                    said.append(replace(part, speaker=own))
                elif part.speaker is None and isinstance(author, str):
                    said.append(with_author(part, author, people.roster, platform))
                else:
                    said.append(part if part.speaker else replace(part, speaker=own))
            return said

        return SessionForm("ene", user_line)

    def read_one(name: str) -> Iterator[ImportItem]:
        session = session_of_file(stem(name))
        is_direct = direct_account(session_name(session)) is not None
        of_anyone = begin_with_authors(_user_texts(files.source, name), people.roster, is_direct=is_direct)
        for item in read_session(files.source, name, session, split(session, of_anyone), context):
            yield _without_seed_words(item)

    yield from files.read(_SESSIONS, read_one)


def _user_texts(source: ImportSource, name: str) -> Iterator[str]:
    """Yield the texts of the first lines of users in a session."""
    rows = (row for _, row in source.read_rows(name) if isinstance(row, dict) and row.get("role") == "user")
    yield from (content_text(row.get("content")) for row in itertools.islice(rows, _SAMPLE))


def _without_seed_words(item: ImportItem) -> ImportItem:
    """Return a line that begins a new session with the summary of the last one, without the words around it."""
    if isinstance(item, EventItem) and item.event["role"] == "system" and (seed := _SEED.fullmatch(item.event["text"])):
        event = {**item.event, "text": seed[1], "kind": "observation", "direction": "internal"}
        return EventItem(item.where, event) if seed[1].strip() else SkippedItem(item.where, "no text")
    return item


def _read_chroma(source: ImportSource, name: str, people: EnePeople, context: ImportContext) -> Iterator[ImportItem]:
    """Read the Chroma store; an entity that is a person with an account is that person."""
    for item in chroma.read_database(source, name, context):
        if isinstance(item, RecordItem) and isinstance(item.record, ImportedEntity):
            key = item.where.rpartition(", ")[2]
            account = people.entities.get(key) or people.roster.find(item.record.name, None, people.roster.platform)
            if account and (item.record.type == "person" or key in people.entities):
                yield RecordItem(item.where, replace(item.record, account=account, type="person"))
                continue
        if _is_diary_copy(item):
            yield SkippedItem(item.where, "a second copy of the beginning of a diary")
            continue
        yield item


def _is_diary_copy(item: ImportItem) -> bool:
    return (
        isinstance(item, RecordItem)
        and isinstance(item.record, ImportedMemory)
        and item.record.text.startswith("[Diary ")
    )
