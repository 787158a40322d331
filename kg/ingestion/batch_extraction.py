"""Extract statements, names and topics from claimed events.

The texts of many events go to the extractor in one call; what it finds is moved to the offsets of each event's text.
"""

from __future__ import annotations

import datetime as dt
import itertools
import logging
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.errors import ConnectionFailed, ModelUnavailable
from kg.knowledge import ExtractedEvent, Speaker, SpokenMessage
from kg.language import Passage, count_symbols, find_instructions, is_statement
from kg.protocols import UNNAMED_AGENT, EarlierTurn, Extractor, HiddenStates, TextExtraction, Utterance

log = logging.getLogger(__name__)

# Only statements of people become facts, and only what people say makes topics; events of tools and agents have names.
_USER_ROLE = "user"
_EXTRACTED_KINDS = frozenset({"message", "observation"})
_MAX_TOPICS = 3
# One long message must not hold up the digestion of all others: of a longer one, the passages that begin here are read.
# Parsing takes its time by words and signs: 16,000 characters of prose have about 3,500, and of brackets 16,000.
MAX_READ_CHARS, MAX_READ_SYMBOLS = 16_000, 5_000
_MAX_STATEMENTS, _MAX_MENTIONS = 200, 400
_TRANSIENT_ERRORS = (ConnectionError, TimeoutError, ConnectionFailed)


@dataclass(frozen=True)
class PreparationFault:
    """Why an event could not be prepared, as text, since the error may come from another process or machine.

    Attributes:
        message: type and text of the error.
        is_transient: whether a retry may succeed.
    """

    message: str
    is_transient: bool

    @classmethod
    def from_error(cls, error: BaseException) -> PreparationFault:
        """Return the fault for an error."""
        return cls(f"{type(error).__name__}: {error}"[:500], isinstance(error, _TRANSIENT_ERRORS))


@dataclass
class PreparedEvent:
    """An event between claim and store: its passages, their vectors, what was extracted, or why that failed."""

    event: Mapping[str, Any]
    passages: Sequence[Passage] = ()
    vectors: Sequence[Any] = ()
    token_states: Sequence[bytes | None] = ()
    hidden_states: Sequence[HiddenStates | None] = ()
    extracted: ExtractedEvent | None = None
    fault: PreparationFault | None = None
    texts: list[str] = field(default_factory=list)
    starts: Sequence[int] = ()
    has_instructions: bool = False
    salience: float | None = None

    @property
    def read_texts(self) -> Sequence[str]:
        """The passages from which statements and names are extracted.

        They are those that begin in the first `MAX_READ_CHARS` and within `MAX_READ_SYMBOLS` words and signs.
        """
        if not self.starts:
            return self.texts
        texts = self.texts[: bisect_left(self.starts, MAX_READ_CHARS)]
        before = [0, *itertools.accumulate(map(count_symbols, texts))]
        return texts[: bisect_left(before, MAX_READ_SYMBOLS)]


def is_tool_output(event: Mapping[str, Any]) -> bool:
    """Whether a tool produced an event's text. Pages and mails have no speaker, and may try to instruct the agent."""
    return bool(event["event_kind"] == "tool_result" or event["role"] == "tool")


def is_extractable(event: Mapping[str, Any]) -> bool:
    """Whether an event is a message or observation, rather than the input or output of a tool."""
    return event["event_kind"] in _EXTRACTED_KINDS and event["role"] != "tool"


def format_order(event: Mapping[str, Any]) -> str:
    """Return the sort key of an event among those of the same moment."""
    return f"{event['seq']:09d} {event['id']}"


def list_spoken_messages(event: Mapping[str, Any]) -> list[SpokenMessage]:
    """Return the message that an event is for its sender; none for events of agents and tools."""
    if event["event_kind"] != "message" or event["role"] != _USER_ROLE or not event["person"]:
        return []
    return [SpokenMessage(event["id"], event["person"], event["at"])]


def extract_events(prepared: Sequence[PreparedEvent], extractor: Extractor) -> int:
    """Extract from these events, and set `extracted`; return how many answers of a model could not be parsed.

    If the call fails, each event is tried alone, and stores its error.

    Raises:
        ModelUnavailable: the extractor's weights are missing; nothing was extracted.
    """
    try:
        return _extract(prepared, extractor)
    except ModelUnavailable:
        raise
    except Exception as error:  # noqa: BLE001 - a single event may have caused it: each is tried alone
        log.warning("extraction from a batch of %d events failed (%s); trying each event alone", len(prepared), error)
    failures = 0
    for prepared_event in prepared:
        try:
            failures += _extract([prepared_event], extractor)
        except ModelUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - stored with the event as the reason why it failed
            prepared_event.fault = PreparationFault.from_error(error)
    return failures


def _extract(prepared: Sequence[PreparedEvent], extractor: Extractor) -> int:
    utterances = [each for prepared_event in prepared for each in _utterances(prepared_event)]
    extraction = extractor.extract(utterances)
    offset = 0
    for prepared_event in prepared:
        findings = extraction.results[offset : offset + len(prepared_event.read_texts)]
        offset += len(prepared_event.read_texts)
        prepared_event.extracted = _build_extracted_event(prepared_event, findings)
    return extraction.failures


def _utterances(prepared_event: PreparedEvent) -> list[Utterance]:
    event = prepared_event.event
    at: dt.datetime = event["at"]
    addressee = _addressee(event)
    texts = prepared_event.read_texts
    hidden_states = (prepared_event.hidden_states or [None] * len(texts))[: len(texts)]
    # Only the beginning of a text answers the messages before it.
    earlier = tuple(
        EarlierTurn(turn["text"], _name_speaker(turn), turn["at"], turn["is_own"], turn["is_by_agent"])
        for turn in event["earlier"]
    )
    is_between_people = _is_between_people(event)
    return [
        Utterance(
            text,
            _speaker_name(event),
            at,
            addressee.name if addressee else None,
            states,
            _is_stating(event),
            () if place else earlier,
            is_between_people,
        )
        for place, (text, states) in enumerate(zip(texts, hidden_states, strict=True))
    ]


def _is_between_people(event: Mapping[str, Any]) -> bool:
    """Whether other people wrote the messages before an event, and no agent."""
    speaker = _speaker_name(event)
    others = [turn for turn in event["earlier"] if _name_speaker(turn) != speaker]
    return bool(others) and not any(turn["is_by_agent"] for turn in others)


def _name_speaker(turn: Mapping[str, Any]) -> str:
    """Return the name of who wrote an earlier message."""
    return turn["speaker"] or (UNNAMED_AGENT if turn["is_by_agent"] else "")


def _speaker_name(event: Mapping[str, Any]) -> str:
    return _statable_name(event["person_name"] or "", event["speaker"] or "")


def _statable_name(name: str, account: str) -> str:
    """Return a name for statements; the account, if the name would state something itself."""
    return account if is_statement(name) else name


def _is_stating(event: Mapping[str, Any]) -> bool:
    """Whether the statements of an event become facts: only those of people do."""
    return event["role"] == _USER_ROLE and bool(event["person"])


def _addressee(event: Mapping[str, Any]) -> Speaker | None:
    """Return the only other speaker of the turns before; None if there is none, or several."""
    others = event["others"]
    if len(others) != 1:
        return None
    identity, person, name = others[0]
    return Speaker(person, _statable_name(name, identity), identity)


def _build_extracted_event(prepared_event: PreparedEvent, findings: Sequence[TextExtraction]) -> ExtractedEvent:
    event = prepared_event.event
    speaker = None
    if event["person"]:
        speaker = Speaker(event["person"], _speaker_name(event), event["speaker"])
    topics: dict[str, float] = {}
    statements, mentions, instruction_spans = [], [], []
    read = len(findings)
    for each, start in zip(findings, prepared_event.starts[:read], strict=True):
        statements += [
            replace(statement, start=statement.start + start, end=statement.end + start)
            for statement in each.statements
        ]
        mentions += [
            replace(mention, start=mention.start + start, end=mention.end + start) for mention in each.mentions
        ]
        instruction_spans += [(begin + start, end + start) for begin, end in each.instructions]
        for label, relevance in (each.topics or {}).items():
            topics[label] = max(relevance, topics.get(label, 0.0))
    # What is not read may instruct an agent all the same.
    for text, start in zip(prepared_event.texts[read:], prepared_event.starts[read:], strict=True):
        instruction_spans += [(begin + start, end + start) for begin, end in find_instructions(text)]
    # Passages overlap: what is in two of them counts once.
    mentions = list({(mention.start, mention.end): mention for mention in mentions}.values())
    if len(statements) > _MAX_STATEMENTS or len(mentions) > _MAX_MENTIONS:
        log.warning(
            "event %s has %d statements and %d names; the first %d and %d are noted",
            event["id"], len(statements), len(mentions), _MAX_STATEMENTS, _MAX_MENTIONS,
        )  # fmt: skip
    best_labels = sorted(topics, key=lambda label: (-topics[label], label))[:_MAX_TOPICS]
    return ExtractedEvent(
        event=event["id"],
        at=event["at"],
        order=format_order(event),
        session=event["session"],
        audience=event["audience"],
        speaker=speaker,
        addressee=_addressee(event),
        statements=tuple(statements[:_MAX_STATEMENTS]) if _is_stating(event) else (),
        mentions=tuple(mentions[:_MAX_MENTIONS]),
        topics={label: topics[label] for label in best_labels} if event["role"] == _USER_ROLE else {},
        instruction_spans=tuple(instruction_spans),
        earlier=tuple(turn["id"] for turn in event["earlier"]),
    )
