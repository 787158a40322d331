"""Persons of another memory: accounts, names, notes, ties, and the trust signals that it counted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.errors import InvalidInput, Refused
from kg.events import ensure_speaker, owner_name_skeletons
from kg.knowledge import ImportedEntity, check_imported_entity, import_entities
from kg.language import name_skeleton
from kg.people.roster import People
from kg.people.social_graph import SocialGraph
from kg.runtime import Runtime
from kg.trust import MEMORY_TRUSTER, NewMark, PriorTrust, TrustState, find_person, mark_row, trust_edge_id
from kg.types import Identity, parse_identity, validate_name

_MAX_NOTE_CHARS = 1_000
_MAX_REASON_CHARS = 400
_SEVERITIES = (0.05, 0.50)


@dataclass(frozen=True, slots=True)
class ImportedNote:
    """A note about a person."""

    text: str
    at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedViolation:
    """A violation of trust: how severe it was, from .05 to .50, when, and why."""

    severity: float
    at: dt.datetime
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPerson:
    """A person of another memory.

    Attributes:
        accounts: each `platform:id`; the first is that of their person here.
        name: display name; None: not known.
        aliases: other names.
        summary: who they are.
        notes: notes about them.
        first_seen: time of their first message.
        last_seen: time of their last message.
        trust: the signals that were counted; None: none were.
        sentiment: how friendly they are, −.03 to .03.
        violations: violations of trust.
        origin: name of the memory.
    """

    accounts: Sequence[str]
    name: str | None = None
    aliases: Sequence[str] = ()
    summary: str = ""
    notes: Sequence[ImportedNote] = ()
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None
    trust: PriorTrust | None = None
    sentiment: float = 0.0
    violations: Sequence[ImportedViolation] = ()
    origin: str = "import"


@dataclass(frozen=True, slots=True)
class ImportedTie:
    """A tie between two persons, each by an account."""

    one: str
    other: str
    relationship: str
    context: str | None = None


def check_imported_person(person: ImportedPerson) -> ImportedPerson:
    """Return a person with checked accounts and name.

    Raises:
        InvalidInput: there is no account, or one or the name is invalid.
    """
    accounts = tuple(dict.fromkeys(str(parse_identity(each, "any", "account")) for each in person.accounts))
    if not accounts:
        raise InvalidInput("accounts", list(person.accounts), "at least one account, as platform:id")
    name = None if person.name is None else validate_name("name", person.name)
    check_imported_entity(ImportedEntity(name=name or accounts[0], type="person", account=accounts[0]))
    return replace(person, accounts=accounts, name=name, sentiment=max(-0.03, min(0.03, person.sentiment)))


class PeopleImport:
    """Writes checked persons and ties; writing one again changes nothing.

    Owners are those of the settings, and no account is linked with one of theirs.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._graph, self._clock, self._owners = runtime.graph, runtime.clock, runtime.owners
        self._people = People(runtime)
        self._social = SocialGraph(runtime)

    def write(self, person: ImportedPerson) -> Iterator[str]:
        """Write a person; yield what of it was left out and why."""
        first, *others = [parse_identity(each, "any", "account") for each in person.accounts]
        protected = self._is_protected(person.name, first) if person.name else False
        name = None if protected else person.name
        if protected:
            yield f"the name {person.name!r}: it is that of an owner, and {first} is not an account of theirs"
        moment = person.first_seen or person.last_seen
        # A known person without times here keeps those that are known.
        if moment is not None or not self._is_known(first):
            now = moment or self._clock.now()
            ensure_speaker(self._graph, first, name, now=now, embedder=self._runtime.embedder, owners=self._owners)
        for account in others:
            yield from self._link(first, account)
        yield from self._write_names(person, first, name)
        for note in person.notes:
            yield from self._write_note(str(first), note)
        if person.trust is not None or person.violations:
            self._write_trust(person, first)

    def connect(self, tie: ImportedTie) -> Iterator[str]:
        """Write a tie; yield why it was left out, if it was."""
        try:
            if not self._social.connect(tie.one, tie.other, tie.relationship, context=tie.context):
                yield "one of the two persons is not known"
        except InvalidInput as error:
            yield str(error)

    def _is_known(self, account: Identity) -> bool:
        row = {"platform": account.platform, "platform_id": account.platform_id}
        return bool(self._graph.run("knowledge/persons_of_accounts", accounts=[row]))

    def _is_protected(self, name: str, account: Identity) -> bool:
        """Whether a name is that of an owner, and the account is not."""
        if str(account) in self._owners:
            return False
        skeleton = name_skeleton(name)
        params = {"skeleton": skeleton, "platform": account.platform, "platform_id": account.platform_id}
        return skeleton in owner_name_skeletons(self._owners) or bool(self._graph.run("people/namesakes", **params))

    def _link(self, first: Identity, account: Identity) -> Iterator[str]:
        if (str(first) in self._owners) != (str(account) in self._owners):
            yield f"the account {account}: only an owner may link accounts of an owner; name all of them in KG_OWNER"
            return
        person = find_person(self._graph, str(first), self._owners).person
        [row] = self._graph.run(
            "people/link",
            id=person.id,
            platform=account.platform,
            platform_id=account.platform_id,
            name=str(account),
            now=self._clock.now(),
        )
        if row["person"] != person.id:
            yield f"the account {account}: it is another person's here; link them with `people.link_identity`"

    def _write_names(self, person: ImportedPerson, first: Identity, name: str | None) -> Iterator[str]:
        stored = find_person(self._graph, str(first), self._owners).person
        aliases = [alias for alias in person.aliases if not self._is_protected(alias, first)]
        if len(aliases) < len(person.aliases):
            yield "an alias: it is the name of an owner"
        draft = ImportedEntity(
            name=name or stored.name,
            type="person",
            aliases=aliases,
            description=person.summary,
            first_seen=person.first_seen,
            last_seen=person.last_seen,
            account=str(first),
        )
        import_entities(self._runtime, [check_imported_entity(draft)])

    def _write_note(self, account: str, note: ImportedNote) -> Iterator[str]:
        for start in range(0, len(note.text), _MAX_NOTE_CHARS):
            try:
                self._people.note(account, note.text[start : start + _MAX_NOTE_CHARS], at=note.at)
            except (InvalidInput, Refused) as error:
                yield f"a note: {error}"

    def _write_trust(self, person: ImportedPerson, first: Identity) -> None:
        now = self._clock.now()
        stored = find_person(self._graph, str(first), self._owners)
        person_id = stored.person.id
        prior, marks = person.trust, [
            mark_row(NewMark("violation", _reason(each.reason), _severity(each.severity)), person_id, each.at)
            for each in person.violations
        ]  # fmt: skip
        if prior is not None:
            summary = NewMark("imported", _reason(f"{person.origin}: {describe_signals(prior)}"))
            marks.append(mark_row(summary, person_id, prior.until))
        [row] = self._graph.run(
            "trust/import_prior",
            person=person_id,
            trust=trust_edge_id(MEMORY_TRUSTER, person_id),
            prior={"prior_messages": -1} if prior is None else prior.to_properties(),
            sentiment=person.sentiment,
            marks=marks,
            now=now,
        )
        state = TrustState.from_row(row)
        state = state.with_activity(state.activity, state.prior)
        trust = state.trust(now, half_life_days=self._runtime.settings.violation_half_life_days)
        rows = [
            {
                "id": row["edge"]["id"],
                "person": person_id,
                "properties": state.edge_properties(),
                "score": trust.score,
                "tier": trust.tier,
            }
        ]
        self._graph.run("trust/update_states", rows=rows, now=now)


def describe_signals(prior: PriorTrust) -> str:
    """Return the counts of trust signals in words."""
    return (
        f"{prior.messages} messages in {prior.sessions} sessions on {prior.active_days} days, {prior.positive} positive and "
        f"{prior.negative} negative marks, {prior.attempts} refused uses of restricted tools"
    )


def _reason(text: str) -> str:
    try:
        return validate_name("reason", " ".join(text.split())[:_MAX_REASON_CHARS])
    except InvalidInput:
        return ""


def _severity(value: float) -> float:
    least, most = _SEVERITIES
    return min(most, max(least, value))
