"""Standing wishes in messages to an agent: what it is to do or to leave from now on, in any field; English only.

"Window seat always", "squash merge everything", "Turn the heating down to 16 when nobody is home" hold until they are changed,
unlike "squash merge this one". MiniLM, tuned on lines written for it, distinguishes them from orders of the moment and reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.extraction.feedback_conventions import is_no_lasting_wish
from kg.extraction.feedback_model import split_for_feedback
from kg.language import is_english
from kg.protocols import Embedder, TextClassifier, TextPart, TunableEmbedder

_CHANGES = Path(__file__).with_name("standing_wishes.npz")
_SENTENCE, _MESSAGE = 80, 64
_LEAST, _FEWEST_WORDS = 0.8, 2
# A message with more sentences is a text to work on: what it asks for is asked of its readers.
_MOST_SENTENCES = 12


@dataclass(frozen=True)
class StandingWish:
    """A sentence that states a standing wish: where it is in the message, and how likely it is one."""

    start: int
    end: int
    probability: float


class WishReader:
    """Finds standing wishes in messages to an agent."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._classifier = classifier

    def find_wishes(self, message: str) -> list[StandingWish]:
        """Return the sentences of a message that state standing wishes, in order."""
        if not is_english(message):
            return []
        sentences = split_for_feedback(message)
        spans = [(start, end) for start, end, text in sentences if _may_be_wish(text)]
        if not spans or len(sentences) > _MOST_SENTENCES:
            return []
        rows = self._classifier.classify([standing_parts(message, *span) for span in spans])
        found = [StandingWish(*span, float(row[1])) for span, row in zip(spans, rows, strict=True)]
        return [each for each in found if each.probability >= _LEAST]


def _may_be_wish(sentence: str) -> bool:
    is_question = sentence.rstrip().endswith("?")
    return not is_question and len(sentence.split()) >= _FEWEST_WORDS and not is_no_lasting_wish(sentence)


def open_wish_reader(embedder: Embedder) -> WishReader | None:
    """Return a reader on the weights of this embedder; None if it has others than MiniLM's.

    Raises:
        ModelUnavailable: the weights are not on this machine.
    """
    classifier = embedder.tune(_CHANGES) if isinstance(embedder, TunableEmbedder) else None
    return None if classifier is None else WishReader(classifier)


def standing_parts(message: str, start: int, end: int) -> Sequence[TextPart]:
    """Return what is read of a sentence: itself, and the message if it has more."""
    sentence = TextPart(message[start:end], _SENTENCE)
    is_whole = not message[:start].strip() and not message[end:].strip()
    return [sentence] if is_whole else [sentence, TextPart(message, _MESSAGE)]
