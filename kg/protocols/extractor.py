"""The seam for reading facts and names out of texts. Default: `kg.extraction.Rules`; fake: `kg.extraction.Scripted`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kg.protocols.hidden_states import Hidden


@dataclass(frozen=True)
class Utterance:
    """A text to be read, with what is needed to know who "I" is and when "yesterday" was.

    Attributes:
        text: what was said; of a long text one passage.
        speaker: who says it, by name; "" where nobody does.
        at: when, aware.
        addressee: to whom, by name, where there is just one; None otherwise.
        hidden: of the embedder's pass; None where the embedder keeps nothing.
    """

    text: str
    speaker: str
    at: dt.datetime
    addressee: str | None = None
    hidden: Hidden | None = None


@dataclass(frozen=True)
class Mention:
    """A name in a text.

    Attributes:
        text: as it is written there.
        label: one of `kg.language.name_tagger.LABELS`.
        start: its first character.
        end: one behind its last character.
        score: how sure the reader is of place and label, 0 to 1.
    """

    text: str
    label: str
    start: int
    end: int
    score: float = 1.0


@dataclass(frozen=True)
class Statement:
    """That something is so, as a text says it.

    Attributes:
        subject: whom or what it is about, by name.
        predicate: one of `kg.knowledge.predicates.PREDICATES`.
        object: the other end, by name, or a value.
        polarity: False where the text says that it is not so, for predicates that can be denied.
        valid_from: ISO date, only as precise as known (2026, 2026-03, 2026-03-06), or None.
        valid_to: the same; "past" where it is over and nobody knows since when.
        start: first character of the words that it rests on.
        end: one behind their last character.
        confidence: 0 to 1.
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


@dataclass(frozen=True)
class Found:
    """What one text states, whom and what it names, and what it is about.

    Attributes:
        statements: in the order of the text.
        mentions: in the order of the text; none overlap.
        topics: label to relevance, 0 to 1; at most three.
        instructions: start and end of each sentence that instructs an agent.
    """

    statements: tuple[Statement, ...] = ()
    mentions: tuple[Mention, ...] = ()
    topics: Mapping[str, float] | None = None
    instructions: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Extraction:
    """What was read out of some texts.

    Attributes:
        found: one for each text, in their order.
        failures: how many answers of a model could not be read; what they would have said is not there.
    """

    found: tuple[Found, ...]
    failures: int = 0


class Extractor(Protocol):
    """Anything that reads statements and names out of texts."""

    @property
    def name(self) -> str:
        """Identifies reader and model; kept with what it has read."""
        ...

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder's pass that it rides on; none where it reads by itself."""
        ...

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """What each of these texts states and names. Questions, conditionals and what others are said to say state nothing.

        Raises:
            ModelUnavailable: weights are not on this machine, or a model elsewhere refuses.
            ConnectionError, TimeoutError: a model elsewhere does not answer now.
        """
        ...
