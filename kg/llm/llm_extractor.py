"""An extractor that uses a language model. Its answers are validated before use."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.language import NAME_LABELS
from kg.llm.json_request import ask_for_json, list_field, plain_text, unit_number
from kg.llm.prompts import EXTRACT_VERSION, extract_prompt, extract_schema
from kg.protocols import ExtractedStatement, Extraction, LanguageModel, Mention, TextExtraction, Utterance

BATCH_SIZE = 5
"""How many texts one request contains."""
MAX_KNOWN_ENTITIES, MAX_KNOWN_TOPICS = 10, 5
"""The most known names and topics in a request."""
MAX_SUBJECT_LENGTH, MAX_OBJECT_LENGTH, MAX_TOPIC_LENGTH = 200, 500, 60
"""The longest subject, object and topic, in characters."""

# For answers without a confidence or relevance.
_DEFAULT_CONFIDENCE, _DEFAULT_RELEVANCE = 0.7, 0.5
_SPEAKER_WORDS = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "speaker", "the speaker"})
_ADDRESSEE_WORDS = frozenset({"you", "your", "yours", "yourself", "addressee", "the addressee"})
# Pronouns that the model did not resolve.
_UNRESOLVED_PRONOUNS = frozenset(
    {
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "it",
        "its",
        "they",
        "them",
        "their",
        "this",
        "that",
        "someone",
        "somebody",
    }
)
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_FORMATS = {4: "%Y", 7: "%Y-%m", 10: "%Y-%m-%d"}


@dataclass(frozen=True)
class KnownLabels:
    """Known names and topics, given to the model so that it uses the same spelling.

    Attributes:
        entities: names, the most important first.
        topics: labels, the most important first.
    """

    entities: Sequence[str] = ()
    topics: Sequence[str] = ()


class LlmExtractor:
    """An `Extractor` with a language model. An answer that cannot be parsed gives no results, and counts as a failure."""

    def __init__(
        self, model: LanguageModel, predicates: Collection[str], *, known: Callable[[], KnownLabels] | None = None
    ) -> None:
        """Build the schema of the answers.

        Args:
            model: the language model.
            predicates: the allowed predicates; statements with others are dropped.
            known: returns the most important entities and topics; called once per batch.
        """
        self.name = f"llm:{model.name}:{EXTRACT_VERSION}"
        self._model = model
        self._predicates = frozenset(predicates)
        self._schema = extract_schema(predicates)
        self._known = known or KnownLabels

    @property
    def layers(self) -> tuple[int, ...]:
        """Empty: it needs no hidden layers."""
        return ()

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`; texts are sent in batches, blank ones are skipped.

        Raises:
            ConnectionError, TimeoutError: the model does not answer at present.
            ModelUnavailable: the model rejects requests.
        """
        found = [TextExtraction()] * len(passages)
        failures = 0
        asked = [index for index, passage in enumerate(passages) if passage.text.strip()]
        for first in range(0, len(asked), BATCH_SIZE):
            indexes = asked[first : first + BATCH_SIZE]
            read = self._ask_about([passages[index] for index in indexes])
            if read is None:
                failures += 1
                continue
            for index, one in zip(indexes, read, strict=True):
                found[index] = one
        return Extraction(tuple(found), failures)

    def _ask_about(self, batch: Sequence[Utterance]) -> list[TextExtraction] | None:
        known = self._known()
        prompt = extract_prompt(
            batch, known.entities[:MAX_KNOWN_ENTITIES], known.topics[:MAX_KNOWN_TOPICS], predicates=self._predicates
        )
        items = list_field(ask_for_json(self._model, prompt, self._schema), "items")
        if items is None:
            return None
        by_place: dict[int, dict[str, Any]] = {}
        for item in items:
            index = item.get("n") if isinstance(item, dict) else None
            if isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(batch):
                by_place.setdefault(index, item)
        return [self._parse_item(one, by_place.get(index, {})) for index, one in enumerate(batch)]

    def _parse_item(self, utterance: Utterance, item: dict[str, Any]) -> TextExtraction:
        stated: dict[tuple[str, str, str], ExtractedStatement] = {}
        for row in _iterate_dicts(item.get("statements")):
            one = self._parse_statement(utterance, row)
            if one is not None:
                stated.setdefault((one.subject.casefold(), one.predicate, one.object.casefold()), one)
        statements = sorted(stated.values(), key=lambda one: (one.start, one.end))
        return TextExtraction(tuple(statements), tuple(_find_mentions(utterance.text, item)), _parse_topics(item))

    def _parse_statement(self, utterance: Utterance, row: dict[str, Any]) -> ExtractedStatement | None:
        predicate = row.get("predicate")
        subject = _resolve_pronoun(plain_text(row.get("subject"), MAX_SUBJECT_LENGTH), utterance)
        thing = _resolve_pronoun(plain_text(row.get("object"), MAX_OBJECT_LENGTH), utterance)
        polarity = row.get("polarity", True)
        allowed = isinstance(predicate, str) and predicate in self._predicates
        if not allowed or not subject or not thing or not isinstance(polarity, bool):
            return None
        if subject.casefold() == thing.casefold():
            return None
        valid_from, valid_to = _parse_validity(row)
        start, end = _find_quote(utterance.text, row.get("quote")) or (0, len(utterance.text))
        return ExtractedStatement(
            subject=subject,
            predicate=str(predicate),
            object=thing,
            polarity=polarity,
            valid_from=valid_from,
            valid_to=valid_to,
            start=start,
            end=end,
            confidence=unit_number(row.get("confidence"), _DEFAULT_CONFIDENCE),
        )


def _iterate_dicts(value: Any) -> Iterator[dict[str, Any]]:
    for row in value if isinstance(value, list) else ():
        if isinstance(row, dict):
            yield row


def _resolve_pronoun(name: str, utterance: Utterance) -> str:
    """Return the name, with the speaker and addressee for their pronouns; "" for any other pronoun."""
    folded = name.casefold()
    if folded in _SPEAKER_WORDS:
        return utterance.speaker.strip()
    if folded in _ADDRESSEE_WORDS:
        return (utterance.addressee or "").strip()
    return "" if folded in _UNRESOLVED_PRONOUNS else name


def _parse_validity(row: dict[str, Any]) -> tuple[str | None, str | None]:
    first, last = _parse_date(row.get("valid_from")), _parse_date(row.get("valid_to"), past=True)
    if first and last and last != "past":
        shared = min(len(first), len(last))
        if first[:shared] > last[:shared]:
            return None, None
    return first, last


def _parse_date(value: Any, *, past: bool = False) -> str | None:
    """Return a valid day, month or year, or "past" if `past` allows it; None for anything else."""
    text = plain_text(value, MAX_OBJECT_LENGTH)
    if past and text.casefold() == "past":
        return "past"
    if not text.isascii() or not _DATE.fullmatch(text):
        return None
    try:
        # A date without a time needs no time zone.
        dt.datetime.strptime(text, _FORMATS[len(text)])
    except ValueError:
        return None
    return text


def _find_quote(text: str, quote: Any, *, after: int = 0) -> tuple[int, int] | None:
    """Return the span of a quote in a text, compared without case and white space, on word boundaries; None if absent."""
    words = quote.split() if isinstance(quote, str) else []
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    behind = r"(?!\w)" if re.search(r"\w$", words[-1]) else ""
    found = re.compile(f"{before}{pattern}{behind}", re.IGNORECASE).search(text, after)
    return found.span() if found else None


def _find_mentions(text: str, item: dict[str, Any]) -> list[Mention]:
    """Return the names that occur in the text, in its order; of two that overlap, the longer one."""
    labels: dict[tuple[int, int], str] = {}
    for row in _iterate_dicts(item.get("mentions")):
        label = row.get("label")
        after = 0
        while span := _find_quote(text, row.get("text"), after=after):
            labels.setdefault(span, label if isinstance(label, str) and label in NAME_LABELS else "other")
            after = span[1]
    selected: list[tuple[int, int]] = []
    for start, end in sorted(labels, key=lambda span: (span[0] - span[1], span)):
        if end - start <= MAX_SUBJECT_LENGTH and all(end <= one[0] or start >= one[1] for one in selected):
            selected.append((start, end))
    return [
        Mention(text[start:end], labels[start, end], start, end, _DEFAULT_CONFIDENCE) for start, end in sorted(selected)
    ]


def _parse_topics(item: dict[str, Any]) -> dict[str, float] | None:
    """Return at most three labels of one to four words with their relevance, the most relevant first; None if there are none."""
    found: dict[str, float] = {}
    for row in _iterate_dicts(item.get("topics")):
        label = plain_text(row.get("label"), MAX_TOPIC_LENGTH)
        if label and len(label.split()) <= 4 and label.casefold() not in map(str.casefold, found):
            found[label] = unit_number(row.get("relevance"), _DEFAULT_RELEVANCE)
    best = sorted(found.items(), key=lambda pair: -pair[1])[:3]
    return dict(best) or None
