"""What was read out of one event, on its way into the graph; and the names that have to be resolved for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kg.knowledge.predicates import Predicate, predicate
from kg.language.name_keys import fold, name_key
from kg.protocols import Mention, Statement

# A longer object is a description and no thing.
_LONGEST_THING = 4
# In characters: what is longer is no name, and no index takes it.
_LONGEST_NAME = 200
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
class Keyed:
    """The second identity of a fact: what it is filed under.

    Attributes:
        domain: the field of life; None keeps what it is filed under already, else "general".
        category: the kind of thing.
        key: its name.
    """

    domain: str | None
    category: str
    key: str


@dataclass(frozen=True)
class Speaker:
    """Who said it.

    Attributes:
        id: of the person.
        name: what they are called.
        identity: the account.
    """

    id: str
    name: str
    identity: str


@dataclass(frozen=True)
class Heard:
    """What one event states and names.

    Attributes:
        event: its id.
        at: when it was said.
        order: its place among events of the same moment, as text that sorts.
        session: where.
        audience: who may know.
        speaker: who said it; None where nobody did.
        addressee: the one whom it was said to, where there is just one.
        statements: with places in the event's text.
        mentions: with places in the event's text.
        topics: folded label → relevance.
        keyed: what its statements are filed under; None for what was said in passing.
        known: folded name → id of the entity that is meant by it, where that is certain already.
        instructions: start and end of each of its sentences that instructs an agent.
    """

    event: str
    at: dt.datetime
    order: str
    session: str
    audience: str
    speaker: Speaker | None = None
    addressee: Speaker | None = None
    statements: Sequence[Statement] = ()
    mentions: Sequence[Mention] = ()
    topics: Mapping[str, float] = field(default_factory=dict)
    keyed: Keyed | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    instructions: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, order=True)
class Named:
    """A name as it is to be resolved: who is known already, else folded, with its type and whether that is certain.

    Attributes:
        key: folded name.
        type: what it is taken for.
        strong: whether the type is certain.
        person: the id of a known person or thing, else "".
    """

    key: str
    type: str
    strong: bool = False
    person: str = ""


@dataclass(frozen=True)
class Ends:
    """The two ends of a statement: names that are to be resolved; the object's is None where it is a value."""

    statement: Statement
    kind: Predicate
    subject: Named
    object: Named | None


def widest(audiences: Collection[str]) -> str:
    """The audience of what rests on events of these: everybody, where one of them was for everybody; else one of theirs."""
    return "shared" if "shared" in audiences else min(audiences)


def ends(heard: Heard) -> list[Ends]:
    """The ends of all statements of an event. What has no subject or object states nothing."""
    labels = {name_key(mention.text): mention.label for mention in heard.mentions}
    found = []
    for statement in heard.statements:
        kind = predicate(statement.predicate)
        subject = _subject(statement.subject, kind, heard, labels)
        if subject is None or not fold(statement.object) or (kind.object and _pronoun(statement.object)):
            continue
        thing = _thing(statement.object, kind, heard, labels)
        if thing is None or (thing.key, thing.person) != (subject.key, subject.person):
            found.append(Ends(statement, kind, subject, thing))
    return found


def mentioned(heard: Heard) -> dict[Named, list[Mention]]:
    """The names in an event, each with its places."""
    found: dict[Named, list[Mention]] = {}
    for mention in heard.mentions:
        key = name_key(mention.text)
        if 1 < len(key) <= _LONGEST_NAME and key not in _PRONOUNS and not key.replace(" ", "").isdigit():
            found.setdefault(Named(key, mention.label), []).append(mention)
    return found


def _pronoun(name: str) -> bool:
    """Whether a word stands for something else; "IT" is a thing of its own."""
    return fold(name) in _PRONOUNS and not (len(name.strip()) > 1 and name.strip().isupper())


def _subject(name: str, kind: Predicate, heard: Heard, labels: Mapping[str, str]) -> Named | None:
    known = _somebody(name, heard)
    if known is not None:
        return known
    key = name_key(name)
    return Named(key, labels.get(key, kind.subject)) if 0 < len(key) <= _LONGEST_NAME and key not in _PRONOUNS else None


def _thing(name: str, kind: Predicate, heard: Heard, labels: Mapping[str, str]) -> Named | None:
    """The object as a thing, or None where it is a value."""
    key = name_key(name)
    if len(key) > _LONGEST_NAME:
        return None
    if kind.object is None:
        return Named(key, labels[key]) if key in labels else None
    known = _somebody(name, heard) if kind.object in {"person", "concept"} or fold(name) in heard.known else None
    if known is not None:
        return known
    if kind.object == "concept":
        return Named(key, labels.get(key, "concept")) if len(key.split()) <= _LONGEST_THING else None
    return Named(key, kind.object, strong=True)


def _somebody(name: str, heard: Heard) -> Named | None:
    folded = fold(name)
    if folded in heard.known:
        return Named(name_key(name), "other", strong=False, person=heard.known[folded])
    for one in (heard.speaker, heard.addressee):
        if one is not None and folded == fold(one.name):
            return Named(name_key(one.name), "person", strong=True, person=one.id)
    return None
