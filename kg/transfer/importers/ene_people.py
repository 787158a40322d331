"""People of an Ene home: a file each, with accounts, notes, trust signals and connections, and an index of accounts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.people import ImportedNote, ImportedPerson, ImportedTie, ImportedViolation
from kg.transfer.importers.chat_sessions import is_account
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem, note_item
from kg.transfer.importers.message_authors import Roster
from kg.transfer.importers.values import read_count, read_mapping, read_names, read_number, read_text
from kg.trust import PriorTrust

PEOPLE = r"social/people/[^/]+\.json"
INDEX = r"social/index\.json"
_NOTE_TIMES = ("added_at", "created_at", "timestamp", "at", "date", "updated_at")


@dataclass
class EnePeople:
    """The people of a home.

    Attributes:
        roster: their accounts by name.
        items: the items of their files.
        accounts: id of a person in the home → their accounts.
        entities: id of an entity in the home → an account of the person that it is.
    """

    roster: Roster = field(default_factory=Roster)
    items: list[ImportItem] = field(default_factory=list)
    accounts: dict[str, list[str]] = field(default_factory=dict)
    entities: dict[str, str] = field(default_factory=dict)


def read_people(files: HomeFiles, context: ImportContext) -> EnePeople:
    """Read the people files and the index; people that only the index knows have their accounts alone."""
    people = EnePeople()
    indexed = _read_index(files, people.items)
    profiles: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for name in files.take(PEOPLE):
        profile = files.source.read_json(name)
        if not isinstance(profile, Mapping):
            people.items.append(SkippedItem(name, "no JSON object"))
            continue
        profiles[read_text(profile.get("id")) or stem(name)] = (name, profile)
    for person, (name, profile) in profiles.items():
        accounts = [*_accounts(profile.get("platform_ids")), *indexed.pop(person, ())]
        people.accounts[person] = list(dict.fromkeys(accounts))
        if not people.accounts[person]:
            people.items.append(SkippedItem(name, "a person without an account"))
            continue
        people.items += _person_items(name, profile, people.accounts[person], context)
        names = [read_text(profile.get("display_name")), *read_names(profile.get("aliases"))]
        platforms = read_mapping(profile.get("platform_ids"))
        for account in people.accounts[person]:
            there = read_mapping(platforms.get(account))
            people.roster.add(account, [*names, read_text(there.get("display_name")), read_text(there.get("username"))])
        if entity := read_text(profile.get("entity_id")):
            people.entities[entity] = people.accounts[person][0]
    for person, accounts in indexed.items():
        people.accounts[person] = list(accounts)
        people.items.append(RecordItem(f"social/index.json, {person}", ImportedPerson(accounts=accounts, origin="ene")))
    people.items += _ties(profiles, people.accounts)
    if people.accounts:
        platforms_used = [account.partition(":")[0] for accounts in people.accounts.values() for account in accounts]
        people.roster.platform = max(sorted(set(platforms_used)), key=platforms_used.count, default="discord")
    return people


def _read_index(files: HomeFiles, items: list[ImportItem]) -> dict[str, list[str]]:
    """Return person → accounts: a flat map in old versions, under `platform_to_person` in new ones."""
    found: dict[str, list[str]] = {}
    for name in files.take(INDEX):
        content = files.source.read_json(name)
        if not isinstance(content, Mapping):
            items.append(SkippedItem(name, "no JSON object"))
            continue
        nested = content.get("platform_to_person")
        for account, person in (nested if isinstance(nested, Mapping) else content).items():
            if isinstance(person, str) and is_account(account):
                found.setdefault(person, []).append(account)
    return found


def _accounts(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [str(account) for account in value if is_account(account)]
    return [account for account in read_names(value) if is_account(account)]


def _person_items(
    where: str, profile: Mapping[str, Any], accounts: Sequence[str], context: ImportContext
) -> Iterator[ImportItem]:
    trust = read_mapping(profile.get("trust"))
    platforms = [read_mapping(each) for each in read_mapping(profile.get("platform_ids")).values()]
    starts = [profile.get("created_at"), *(each.get("first_seen") for each in platforms)]
    ends = [each.get("last_seen") for each in platforms]
    first, last = _moments(starts, context), _moments(ends, context)
    # A score that was set by hand has made-up counts beside it.
    is_set_by_hand = trust.get("manual_override") is not None
    prior = None if is_set_by_hand else _prior(trust, first, last, context)
    if is_set_by_hand:
        yield SkippedItem(f"{where}, trust", "a score set by hand; name owners in KG_OWNER")
    yield RecordItem(
        where,
        ImportedPerson(
            accounts=accounts,
            name=read_text(profile.get("display_name")).strip() or None,
            aliases=[
                *read_names(profile.get("aliases")),
                *(read_text(each.get(field)) for each in platforms for field in ("display_name", "username")),
            ],
            summary=read_text(profile.get("summary")),
            notes=list(_notes(profile.get("notes"), context)),
            first_seen=min(first, default=None),
            last_seen=max(last, default=None),
            trust=prior,
            sentiment=read_number(trust.get("sentiment_modifier")) or 0.0,
            violations=list(_violations(trust.get("violations"), context)),
            origin="ene",
        ),
    )
    # A context shows the notes on who speaks; those on others are found by searches of the owner.
    name = read_text(profile.get("display_name")).strip() or accounts[0]
    for note in _notes(profile.get("notes"), context):
        yield note_item(where, f"{name}: {note.text}", note.at, about=[name], audience=f"person:{accounts[0]}")


def _notes(value: object, context: ImportContext) -> Iterator[ImportedNote]:
    for each in value if isinstance(value, list) else []:
        fields = each if isinstance(each, Mapping) else {"content": each}
        text = read_text(fields.get("content") or fields.get("text") or fields.get("note")).strip()
        if text:
            yield ImportedNote(text, next(iter(_moments([fields.get(each) for each in _NOTE_TIMES], context)), None))


def _violations(value: object, context: ImportContext) -> Iterator[ImportedViolation]:
    for each in value if isinstance(value, list) else []:
        fields = read_mapping(each)
        at = context.parse_time(fields.get("timestamp") or fields.get("at"))
        if at is not None:
            severity = read_number(fields.get("severity"))
            yield ImportedViolation(
                0.15 if severity is None else severity, at, read_text(fields.get("description") or fields.get("reason"))
            )


def _prior(
    trust: Mapping[str, Any], first: Sequence[dt.datetime], last: Sequence[dt.datetime], context: ImportContext
) -> PriorTrust | None:
    signals = read_mapping(trust.get("signals"))
    start = _moments([signals.get("first_interaction")], context) or first
    end = _moments([signals.get("last_interaction")], context) or last
    messages, positive = read_count(signals.get("message_count")), read_count(trust.get("positive_interactions"))
    negative = read_count(trust.get("negative_interactions"))
    if not (messages or positive or negative) or not (start or end):
        return None
    begin, until = min([*start, *end]), max([*end, *start])
    return PriorTrust(
        begin,
        until,
        messages or positive + negative,
        read_count(signals.get("session_count")),
        min(read_count(signals.get("days_active")), (until - begin).days + 1),
        _numbers(signals.get("unique_hours"), 24),
        _numbers(signals.get("unique_days_of_week"), 7),
        positive,
        negative,
        read_count(signals.get("restricted_tool_attempts")),
    )


def _numbers(value: object, limit: int) -> frozenset[int]:
    listed = value if isinstance(value, list) else []
    numbers = (read_number(each) for each in listed)
    return frozenset(int(number) for number in numbers if number is not None and 0 <= number < limit)


def _moments(values: Sequence[object], context: ImportContext) -> list[dt.datetime]:
    return [moment for value in values if (moment := context.parse_time(value)) is not None]


def _ties(
    profiles: Mapping[str, tuple[str, Mapping[str, Any]]], accounts: Mapping[str, Sequence[str]]
) -> Iterator[ImportItem]:
    """Yield the ties; two persons whose files name each other have one, with what both files say of it."""
    places: dict[tuple[str, str, str], str] = {}
    contexts: dict[tuple[str, str, str], dict[str, None]] = {}
    for person, (name, profile) in profiles.items():
        listed = profile.get("connections")
        for each in listed if isinstance(listed, list) else []:
            fields = read_mapping(each)
            other, kind = read_text(fields.get("person_id")), read_text(fields.get("relationship")).strip() or "knows"
            one, two = sorted((person, other))
            places.setdefault((one, two, kind), f"{name}, connection to {other}")
            said = contexts.setdefault((one, two, kind), {})
            if context := read_text(fields.get("context")).strip():
                said[context] = None
    for (one, two, kind), where in places.items():
        if accounts.get(one) and accounts.get(two):
            about = "; ".join(contexts[one, two, kind]) or None
            yield RecordItem(where, ImportedTie(accounts[one][0], accounts[two][0], kind, about))
        else:
            yield SkippedItem(where, "there is no file of that person")
