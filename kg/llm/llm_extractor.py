"""An extractor that uses a language model. Its answers are validated before use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kg.language import NAME_LABELS, find_instructions
from kg.llm.answer_fields import find_quote, is_ordered, iterate_dicts, parse_date, resolve_name
from kg.llm.json_request import ask_for_json, list_field, plain_text, unit_number
from kg.llm.observation_answers import read_observations
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
        self,
        model: LanguageModel,
        predicates: Collection[str],
        *,
        known: Callable[[], KnownLabels] | None = None,
        least_worth: float = 0.0,
    ) -> None:
        """Build the schema of the answers.

        Args:
            model: the language model.
            predicates: the closed predicates; statements with others are dropped, and observations have other predicates.
            known: returns the most important entities and topics; called once per batch.
            least_worth: the least worth of an observation, 0 to 1; at 1 there are none.
        """
        self.name = f"llm:{model.name}:{EXTRACT_VERSION}"
        self._model = model
        self._predicates = frozenset(predicates)
        self._schema = extract_schema(predicates)
        self._known = known or KnownLabels
        self._least_worth = least_worth

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
        for row in iterate_dicts(item.get("statements")):
            one = self._parse_statement(utterance, row)
            if one is not None:
                stated.setdefault((one.subject.casefold(), one.predicate, one.object.casefold()), one)
        observed = read_observations(
            list(iterate_dicts(item.get("observations"))),
            utterance,
            closed=self._predicates,
            least_worth=self._least_worth,
        )
        statements = [*stated.values(), *_leave_out_repeated(observed, [*stated.values()])]
        return TextExtraction(
            tuple(sorted(statements, key=lambda one: (one.start, one.end))),
            tuple(_find_mentions(utterance.text, item)),
            _parse_topics(item),
            tuple(find_instructions(utterance.text)),
        )

    def _parse_statement(self, utterance: Utterance, row: dict[str, Any]) -> ExtractedStatement | None:
        predicate = row.get("predicate")
        subject = resolve_name(plain_text(row.get("subject"), MAX_SUBJECT_LENGTH), utterance)
        thing = resolve_name(plain_text(row.get("object"), MAX_OBJECT_LENGTH), utterance)
        polarity = row.get("polarity", True)
        allowed = isinstance(predicate, str) and predicate in self._predicates
        if not allowed or not subject or not thing or not isinstance(polarity, bool):
            return None
        if subject.casefold() == thing.casefold():
            return None
        valid_from, valid_to = _parse_validity(row)
        span = find_quote(utterance.text, row.get("quote"))
        if span is None and utterance.earlier:
            # It may be what an earlier message states.
            return None
        start, end = span or (0, len(utterance.text))
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
            rests_on=_parse_places(row.get("rests_on"), len(utterance.earlier)),
        )


def _parse_validity(row: dict[str, Any]) -> tuple[str | None, str | None]:
    first, last = parse_date(row.get("valid_from")), parse_date(row.get("valid_to"), past=True)
    return (first, last) if is_ordered(first, last) else (None, None)


def _parse_places(value: Any, count: int) -> tuple[int, ...]:
    """Return the places in a list that are those of earlier messages, sorted."""
    rows = value if isinstance(value, list) else ()
    return tuple(
        sorted({row for row in rows if isinstance(row, int) and not isinstance(row, bool) and 0 <= row < count})
    )


def _leave_out_repeated(
    observations: Sequence[ExtractedStatement], statements: Sequence[ExtractedStatement]
) -> list[ExtractedStatement]:
    """Return the observations that differ from each other and from what the closed predicates state."""
    closed = {(one.subject.casefold(), one.object.casefold()) for one in statements}
    unique: dict[str, ExtractedStatement] = {}
    for one in observations:
        if (one.subject.casefold(), one.object.casefold()) not in closed:
            unique.setdefault(f"{one.subject} {one.template}".casefold(), one)
    return [*unique.values()]


def _find_mentions(text: str, item: dict[str, Any]) -> list[Mention]:
    """Return the names that occur in the text, in its order; of two that overlap, the longer one."""
    labels: dict[tuple[int, int], str] = {}
    for row in iterate_dicts(item.get("mentions")):
        label = row.get("label")
        after = 0
        while span := find_quote(text, row.get("text"), after=after):
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
    for row in iterate_dicts(item.get("topics")):
        label = plain_text(row.get("label"), MAX_TOPIC_LENGTH)
        if label and len(label.split()) <= 4 and label.casefold() not in map(str.casefold, found):
            found[label] = unit_number(row.get("relevance"), _DEFAULT_RELEVANCE)
    best = sorted(found.items(), key=lambda pair: -pair[1])[:3]
    return dict(best) or None
