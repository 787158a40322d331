"""Reading feedback in English messages to an agent with MiniLM, tuned for it on judged lines.

The regression of `kg.extraction.feedback_model` knows words; this model compares a sentence with what the agent said before it:
"still three" after "there are two". The two together find more than either.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kg.extraction.feedback_model import FeedbackRates
from kg.protocols import Embedder, TextClassifier, TextPart, TunableEmbedder

_CHANGES = Path(__file__).with_name("feedback_changes.npz")
_PREVIOUS, _SENTENCE, _MESSAGE = 96, 80, 64


class FeedbackReader:
    """Rates sentences of messages to an agent."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._classifier = classifier

    def rate(self, message: str, previous: str, spans: Sequence[tuple[int, int]]) -> list[FeedbackRates]:
        """Return how likely each kind of feedback is in some sentences.

        Args:
            message: what a person wrote.
            previous: what the agent said before; "" if it said nothing.
            spans: start and end of the sentences to rate.
        """
        rows = self._classifier.classify([feedback_parts(message, previous, *span) for span in spans])
        # The first class is none; the others are those of `FEEDBACK_KINDS`.
        return [FeedbackRates(*map(float, row[1:])) for row in rows]


def open_feedback_reader(embedder: Embedder) -> FeedbackReader | None:
    """Return a reader on the weights of this embedder; None if it has others than MiniLM's.

    Raises:
        ModelUnavailable: the weights are not on this machine.
    """
    classifier = embedder.tune(_CHANGES) if isinstance(embedder, TunableEmbedder) else None
    return None if classifier is None else FeedbackReader(classifier)


def feedback_parts(message: str, previous: str, start: int, end: int) -> list[TextPart]:
    """Return what is read to rate a sentence: what the agent said, the sentence, and the message if it has more."""
    parts = [TextPart(previous, _PREVIOUS, keeps_end=True), TextPart(message[start:end], _SENTENCE)]
    is_whole = not message[:start].strip() and not message[end:].strip()
    return parts if is_whole else [*parts, TextPart(message, _MESSAGE)]
