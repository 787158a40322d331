"""Reading claimed events: their texts go to the extractor, and what it finds is put back into each event's own places."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.errors import ConnectionFailed, ModelUnavailable
from kg.knowledge import Heard, Speaker, Spoken
from kg.language.passages import Passage
from kg.protocols import Extractor, Found, Hidden, Utterance

log = logging.getLogger(__name__)

# What tools and agents say is no word of a person's: it names, and is about something, but states no fact.
_OF_PEOPLE = "user"
_READ = frozenset({"message", "observation"})
_TOPICS = 3
_PASSING = (ConnectionError, TimeoutError, ConnectionFailed)


@dataclass(frozen=True)
class Fault:
    """Why an event could not be made ready, in words: who reads may be another process, on another machine.

    Attributes:
        told: the error's type and text.
        passing: whether it may be gone when it is tried again.
    """

    told: str
    passing: bool

    @classmethod
    def of(cls, error: BaseException) -> Fault:
        """What is kept of an error."""
        return cls(f"{type(error).__name__}: {error}"[:500], isinstance(error, _PASSING))


@dataclass
class Prepared:
    """An event on its way from claim to store: what was cut of it, its vectors, what it says, or why that failed."""

    event: Mapping[str, Any]
    passages: Sequence[Passage] = ()
    vectors: Sequence[Any] = ()
    states: Sequence[bytes | None] = ()
    hidden: Sequence[Hidden | None] = ()
    heard: Heard | None = None
    fault: Fault | None = None
    texts: list[str] = field(default_factory=list)
    starts: Sequence[int] = ()
    instructs: bool = False


def brought(event: Mapping[str, Any]) -> bool:
    """Whether a tool brought an event's text in: pages and mails are nobody's word, and may tell the agent to act."""
    return bool(event["event_kind"] == "tool_result" or event["role"] == "tool")


def readable(event: Mapping[str, Any]) -> bool:
    """Whether an event is something that was said, and not the input or output of a tool."""
    return event["event_kind"] in _READ and event["role"] != "tool"


def spoken(event: Mapping[str, Any]) -> list[Spoken]:
    """The message that an event is for who said it; what an agent or a tool does is none."""
    if event["event_kind"] != "message" or event["role"] != _OF_PEOPLE or not event["person"]:
        return []
    return [Spoken(event["id"], event["person"], event["at"].to_native())]


def read(prepared: Sequence[Prepared], extractor: Extractor) -> int:
    """Fill in what these events say; returns how many answers of a model could not be read.

    An event that cannot be read is tried alone, and keeps the error.

    Raises:
        ModelUnavailable: the extractor's weights are not here; nothing was read.
    """
    try:
        return _read(prepared, extractor)
    except ModelUnavailable:
        raise
    except Exception as error:  # noqa: BLE001 - one event may have spoiled the batch: each is tried alone, and tells
        log.warning("reading a batch of %d failed (%s); trying each event alone", len(prepared), error)
    failures = 0
    for one in prepared:
        try:
            failures += _read([one], extractor)
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            one.fault = Fault.of(error)
    return failures


def _read(prepared: Sequence[Prepared], extractor: Extractor) -> int:
    utterances = [each for one in prepared for each in _utterances(one)]
    extraction = extractor.extract(utterances)
    place = 0
    for one in prepared:
        found = extraction.found[place : place + len(one.texts)]
        place += len(one.texts)
        one.heard = _heard(one, found)
    return extraction.failures


def _utterances(one: Prepared) -> list[Utterance]:
    event = one.event
    at: dt.datetime = event["at"].to_native()
    addressee = _addressee(event)
    hidden = one.hidden or [None] * len(one.texts)
    return [
        Utterance(text, event["person_name"] or "", at, addressee.name if addressee else None, states)
        for text, states in zip(one.texts, hidden, strict=True)
    ]


def _addressee(event: Mapping[str, Any]) -> Speaker | None:
    for identity, person, name in event["others"]:
        return Speaker(person, name, identity)
    return None


def _heard(one: Prepared, found: Sequence[Found]) -> Heard:
    event = one.event
    speaker = None
    if event["person"]:
        speaker = Speaker(event["person"], event["person_name"], event["speaker"])
    topics: dict[str, float] = {}
    statements, mentions, instructions = [], [], []
    for each, start in zip(found, one.starts, strict=True):
        statements += [replace(said, start=said.start + start, end=said.end + start) for said in each.statements]
        mentions += [replace(name, start=name.start + start, end=name.end + start) for name in each.mentions]
        instructions += [(begin + start, end + start) for begin, end in each.instructions]
        for label, relevance in (each.topics or {}).items():
            topics[label] = max(relevance, topics.get(label, 0.0))
    # Passages overlap: what stands in two of them is said once.
    best = sorted(topics, key=lambda label: (-topics[label], label))[:_TOPICS]
    return Heard(
        event=event["id"],
        at=event["at"].to_native(),
        order=f"{event['seq']:09d} {event['id']}",
        session=event["session"],
        audience=event["audience"],
        speaker=speaker,
        addressee=_addressee(event),
        statements=tuple(statements) if event["role"] == _OF_PEOPLE and speaker else (),
        mentions=tuple({(name.start, name.end): name for name in mentions}.values()),
        topics={label: topics[label] for label in best},
        instructions=tuple(instructions),
    )
