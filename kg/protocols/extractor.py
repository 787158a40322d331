"""The extractor protocol: statements, names and topics from texts.

Default: `kg.extraction.rule_extractor.RuleExtractor`; fake: `kg.extraction.scripted_extractor.ScriptedExtractor`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from kg.protocols.hidden_states import HiddenStates

UNNAMED_AGENT = "the agent"
"""The speaker of a message that an agent without an account wrote."""


@dataclass(frozen=True)
class EarlierTurn:
    """A message before the one to extract from.

    Attributes:
        text: its text.
        speaker: name of its speaker; of an agent without an account, `UNNAMED_AGENT`.
        at: its time, aware.
        is_own: whether the speaker of the text to extract from wrote it; another may have the same name.
        is_by_agent: whether an agent wrote it.
    """

    text: str
    speaker: str
    at: dt.datetime
    is_own: bool = False
    is_by_agent: bool = False


@dataclass(frozen=True)
class Utterance:
    """A text to extract from, with the context that resolves "I" and "yesterday".

    Attributes:
        text: the text of an event, or one passage of a long text.
        speaker: name of the speaker; "" if there is none.
        at: time of the event, aware.
        addressee: name of the person addressed, if there is exactly one; None otherwise.
        hidden: hidden states of the embedder's pass; None if the embedder returns none.
        is_stating: whether its statements become facts; of other texts only names, topics and instructions are used.
        earlier: the messages before it in its session, the oldest first; only those that each of its readers may read.
        is_between_people: whether other people wrote the messages before it, and no agent.
    """

    text: str
    speaker: str
    at: dt.datetime
    addressee: str | None = None
    hidden: HiddenStates | None = None
    is_stating: bool = True
    earlier: tuple[EarlierTurn, ...] = ()
    is_between_people: bool = False


@dataclass(frozen=True)
class Mention:
    """A name in a text.

    Attributes:
        text: the name as written.
        label: one of `kg.language.name_tagger.NAME_LABELS`.
        start: index of the first character.
        end: index after the last character.
        score: confidence in span and label, 0 to 1.
    """

    text: str
    label: str
    start: int
    end: int
    score: float = 1.0


@dataclass(frozen=True)
class ExtractedStatement:
    """A statement found in a text.

    Attributes:
        subject: name of the subject.
        predicate: one of `kg.knowledge.predicates.PREDICATES`, or with a `template` any lemma.
        object: name of the object, or a value.
        polarity: False if the text negates it, for predicates that can be negated.
        valid_from: ISO date as precise as known (2026, 2026-03, 2026-03-06), or None.
        valid_to: the same; "past" if it has ended at an unknown time.
        start: index of the first character of the words that support it.
        end: index after the last character.
        confidence: 0 to 1.
        template: sentence of the fact with {s} for the subject, without the full stop, for an open predicate; "" for the
            sentence of the predicate.
        kind: event, state, trait, preference, plan, opinion, relation, possession or task, for an open predicate; "" otherwise.
        worth: probability that a careful reader would note it.
        roles: (role, text) of further arguments: time, place, amount, due.
        aspect: of what the object is the one value at a time ("date", "length of answers"): the newest statement with the
            same subject, predicate and aspect replaces the others. "" if several objects may hold at once.
        rests_on: places in `Utterance.earlier` of the messages without which it could not be understood.
        owner: name of the person whose thing the subject is, where that is known: "Ann" of "my thesis". The thing is kept apart
            from those of others. "" otherwise.
    """

    subject: str
    predicate: str
    object: str
    polarity: bool
    valid_from: str | None
    valid_to: str | None
    start: int
    end: int
    confidence: float
    template: str = ""
    kind: str = ""
    worth: float = 1.0
    roles: tuple[tuple[str, str], ...] = ()
    aspect: str = ""
    rests_on: tuple[int, ...] = ()
    owner: str = ""


@dataclass(frozen=True)
class TextExtraction:
    """The statements, names and topics found in one text.

    Attributes:
        statements: in the order of the text.
        mentions: in the order of the text; none overlap.
        topics: label → relevance, 0 to 1; at most three.
        instructions: start and end of each sentence that instructs an agent.
    """

    statements: tuple[ExtractedStatement, ...] = ()
    mentions: tuple[Mention, ...] = ()
    topics: Mapping[str, float] | None = None
    instructions: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Extraction:
    """The result of an extraction from several texts.

    Attributes:
        results: one for each text, in their order.
        failures: number of model answers that could not be parsed; their content is missing.
    """

    results: tuple[TextExtraction, ...]
    failures: int = 0


class Extractor(Protocol):
    """A component that extracts statements and names from texts."""

    @property
    def name(self) -> str:
        """Identifier of extractor and model; stored with what it extracted."""
        ...

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder's pass that it reuses; empty if it needs none."""
        ...

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """Extract statements and names from each text. Questions, conditionals and reported speech state nothing.

        Raises:
            ModelUnavailable: weights are not on this machine, or a remote model refuses.
            ConnectionError, TimeoutError: a remote model does not answer now.
        """
        ...


@runtime_checkable
class CachingExtractor(Protocol):
    """An `Extractor` that keeps texts from call to call."""

    def clear_cache(self) -> None:
        """Remove the texts that were kept, as after something was erased."""
        ...
