"""The statements, names and topics that were extracted from one event, and the names to resolve for it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.knowledge.predicates import Predicate, build_predicate
from kg.language import fold_text, name_key
from kg.protocols import ExtractedStatement, Mention

# A longer object is a description, not an entity.
_MAX_CONCEPT_WORDS = 4
# Longer texts are not names, and exceed what an index accepts.
_MAX_NAME_CHARS = 200
_ARTICLE = re.compile(r"\bthe \{s\}", re.IGNORECASE)
_PREDICATES_OF_THINGS = frozenset({"deadline", "located_in"})
_PRONOUNS = frozenset(
    [
        "i",
        "me",
        "my",
        "we",
        "us",
        "our",
        "you",
        "your",
        "he",
        "him",
        "his",
        "she",
        "her",
        "it",
        "its",
        "they",
        "them",
        "their",
        "this",
        "that",
        "these",
        "those",
    ]
)


@dataclass(frozen=True)
class FactKey:
    """The slot key of a fact, given by the caller: facts with the same category and key compete for one slot.

    Attributes:
        domain: the field of life; None keeps the domain that the key has already, else "general".
        category: the category of the key.
        key: name of the key.
    """

    domain: str | None
    category: str
    key: str


@dataclass(frozen=True)
class Speaker:
    """The person who speaks, or who is spoken to.

    Attributes:
        id: of the person.
        name: display name.
        identity: the account.
    """

    id: str
    name: str
    identity: str


@dataclass(frozen=True)
class ExtractedEvent:
    """What one event states and names.

    Attributes:
        event: its id.
        at: when the event happened.
        order: sort key among events of the same moment.
        session: the session of the event.
        audience: who may read it.
        speaker: who said it; None where it has no speaker.
        addressee: the person it is addressed to, where there is exactly one.
        statements: with offsets in the event's text.
        mentions: with offsets in the event's text.
        topics: folded label → relevance.
        fact_key: slot key of its statements; None for ordinary messages.
        known_entities: folded name → id of the entity, where that is certain already.
        instruction_spans: start and end of each sentence that instructs an agent.
        earlier: ids of the messages before it that its statements may rest on.
        is_imported: whether it is a record of another memory, which no one of this scope states.
        settled_names: for an event that is digested again: folded name → id of the entity that it meant before. None: the
            event is digested for the first time.
    """

    event: str
    at: dt.datetime
    order: str
    session: str
    audience: str
    speaker: Speaker | None = None
    addressee: Speaker | None = None
    statements: Sequence[ExtractedStatement] = ()
    mentions: Sequence[Mention] = ()
    topics: Mapping[str, float] = field(default_factory=dict)
    fact_key: FactKey | None = None
    known_entities: Mapping[str, str] = field(default_factory=dict)
    instruction_spans: Sequence[tuple[int, int]] = ()
    settled_names: Mapping[str, str] | None = None
    earlier: Sequence[str] = ()
    is_imported: bool = False


@dataclass(frozen=True, order=True)
class NameMention:
    """A name to resolve.

    Attributes:
        key: folded name.
        type: entity type that it is taken for.
        type_is_certain: whether the type is certain.
        known_id: the id of a person or entity that is known already, else "".
        settled_id: the id of the entity that it meant when its event was digested before, else "".
        said_in: session and speaker of a name that several persons have, else "".
        is_thing: whether it cannot mean a person with an account, as "the Orion launch".
    """

    key: str
    type: str
    type_is_certain: bool = False
    known_id: str = ""
    settled_id: str = ""
    said_in: str = ""
    is_thing: bool = False


@dataclass(frozen=True)
class StatementEndpoints:
    """The subject and object of a statement as names to resolve; the object is None where it is a value."""

    statement: ExtractedStatement
    predicate: Predicate
    subject: NameMention
    object: NameMention | None


def widest_audience(audiences: Collection[str]) -> str:
    """Return the audience of a record derived from events with these audiences.

    It is `shared` where one of them is, else the first in alphabetical order.
    """
    return "shared" if "shared" in audiences else min(audiences)


def list_statement_endpoints(event: ExtractedEvent) -> list[StatementEndpoints]:
    """Return the endpoints of all statements of an event, without statements that lack a subject or object."""
    labels = {name_key(mention.text): mention.label for mention in event.mentions}
    endpoints = []
    for statement in map(_name_owner, event.statements):
        predicate = statement_predicate(statement)
        subject = _subject_mention(statement.subject, predicate, event, labels)
        if (
            subject is None
            or not fold_text(statement.object)
            or (predicate.object_type and _is_pronoun(statement.object))
        ):
            continue
        object_mention = _object_mention(statement.object, predicate, event, labels)
        if object_mention is None or (object_mention.key, object_mention.known_id) != (subject.key, subject.known_id):
            obj = None if object_mention is None else _settle_name(object_mention, event)
            endpoints.append(StatementEndpoints(statement, predicate, _settle_name(subject, event), obj))
    return endpoints


def _name_owner(statement: ExtractedStatement) -> ExtractedStatement:
    """Return a statement whose subject is named after its owner: "Ann's thesis", as the theses of others have other dates."""
    name = f"{statement.owner}'s {statement.subject}"
    return replace(statement, subject=name) if statement.owner and len(name) <= _MAX_NAME_CHARS else statement


def statement_predicate(statement: ExtractedStatement) -> Predicate:
    """Return the predicate of a statement, closed or open."""
    return build_predicate(
        statement.predicate, statement.template, statement.kind, format_roles(statement.roles), statement.aspect
    )


def format_roles(roles: Sequence[tuple[str, str]]) -> list[str]:
    """Return roles as a fact stores them: "role: text"."""
    return [f"{role}: {text}" for role, text in roles]


def group_mentions(event: ExtractedEvent) -> dict[NameMention, list[Mention]]:
    """Return the names in an event, each with its mentions."""
    groups: dict[NameMention, list[Mention]] = {}
    for mention in event.mentions:
        key = name_key(mention.text)
        if 1 < len(key) <= _MAX_NAME_CHARS and key not in _PRONOUNS and not key.replace(" ", "").isdigit():
            groups.setdefault(_settle_name(NameMention(key, mention.label), event), []).append(mention)
    return groups


def _settle_name(mention: NameMention, event: ExtractedEvent) -> NameMention:
    """Return a name with the entity that it meant when its event was digested before."""
    if not event.settled_names or mention.known_id or mention.key not in event.settled_names:
        return mention
    return replace(mention, settled_id=event.settled_names[mention.key])


def _is_pronoun(name: str) -> bool:
    """Whether a word is a pronoun; "IT" is a noun."""
    return fold_text(name) in _PRONOUNS and not (len(name.strip()) > 1 and name.strip().isupper())


def _subject_mention(
    name: str, predicate: Predicate, event: ExtractedEvent, labels: Mapping[str, str]
) -> NameMention | None:
    # Neither "I" nor "you" has an article.
    has_article = bool(_ARTICLE.search(predicate.sentence))
    known_mention = (
        None if has_article and fold_text(name) not in event.known_entities else _match_known_name(name, event)
    )
    if known_mention is not None:
        return known_mention
    key = name_key(name)
    if not 0 < len(key) <= _MAX_NAME_CHARS or key in _PRONOUNS:
        return None
    # A name with an article, and what is due or located somewhere, is no person.
    is_thing = labels.get(key) != "person" and (has_article or predicate.name in _PREDICATES_OF_THINGS)
    return NameMention(key, labels.get(key, "other" if is_thing else predicate.subject_type), is_thing=is_thing)


def _object_mention(
    name: str, predicate: Predicate, event: ExtractedEvent, labels: Mapping[str, str]
) -> NameMention | None:
    """Return the object as a name to resolve, or None where it is a value."""
    key = name_key(name)
    if len(key) > _MAX_NAME_CHARS:
        return None
    if predicate.object_type is None:
        # The name that a person is called by is a value: resolved, it would mean that person.
        return NameMention(key, labels[key]) if key in labels and predicate.name != "name_is" else None
    known_mention = (
        _match_known_name(name, event)
        if predicate.object_type in {"person", "concept"} or fold_text(name) in event.known_entities
        else None
    )
    if known_mention is not None:
        return known_mention
    if predicate.object_type == "concept":
        return NameMention(key, labels.get(key, "concept")) if len(key.split()) <= _MAX_CONCEPT_WORDS else None
    return NameMention(key, predicate.object_type, type_is_certain=True)


def _match_known_name(name: str, event: ExtractedEvent) -> NameMention | None:
    folded_name = fold_text(name)
    if folded_name in event.known_entities:
        return NameMention(name_key(name), "other", type_is_certain=False, known_id=event.known_entities[folded_name])
    for person in (event.speaker, event.addressee):
        # The name of the addressee stands for "you"; where the message has the name itself, it may mean a namesake.
        is_named = person is event.addressee and any(fold_text(each.text) == folded_name for each in event.mentions)
        if person is not None and folded_name == fold_text(person.name) and not is_named:
            return NameMention(name_key(person.name), "person", type_is_certain=True, known_id=person.id)
    return None
