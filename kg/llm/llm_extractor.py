"""An extractor that asks a language model: for what rules do not see. What it answers is checked before it counts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.language.name_tagger import LABELS
from kg.llm.json_request import ask, plain, rows, share
from kg.llm.prompts import EXTRACT_VERSION, extract_prompt, extract_schema
from kg.protocols import Extraction, Found, LanguageModel, Mention, Statement, Utterance

BATCH = 5
"""Texts that one question is about."""
ENTITIES, TOPICS = 10, 5
"""Known names and topics that a question carries at most."""
LONGEST_SUBJECT, LONGEST_OBJECT, LONGEST_TOPIC = 200, 500, 60
"""Characters of what is kept."""

# Where the model says nothing of how sure it is.
_CONFIDENCE, _RELEVANCE = 0.7, 0.5
_SPEAKER = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "speaker", "the speaker"})
_ADDRESSEE = frozenset({"you", "your", "yours", "yourself", "addressee", "the addressee"})
# A pronoun that was left standing names nobody.
_NOBODY = frozenset(
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
class Known:
    """What a question tells the model, so that it spells alike what is there already.

    Attributes:
        entities: names, the most important first.
        topics: labels, the most important first.
    """

    entities: Sequence[str] = ()
    topics: Sequence[str] = ()


class LlmExtractor:
    """An `Extractor` by a language model. An answer that cannot be read gives nothing, and is counted as a failure."""

    def __init__(
        self, model: LanguageModel, predicates: Collection[str], *, known: Callable[[], Known] | None = None
    ) -> None:
        """Keep what is needed to ask.

        Args:
            model: who is asked.
            predicates: the names that are allowed; a statement with another is dropped.
            known: tells the top entities and topics of now; asked once for each batch.
        """
        self.name = f"llm:{model.name}:{EXTRACT_VERSION}"
        self._model = model
        self._predicates = frozenset(predicates)
        self._schema = extract_schema(predicates)
        self._known = known or Known

    @property
    def layers(self) -> tuple[int, ...]:
        """None: it reads the texts itself."""
        return ()

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`; texts are asked about in batches, blank ones not at all.

        Raises:
            ConnectionError, TimeoutError: the model does not answer now.
            ModelUnavailable: the model refuses.
        """
        found = [Found()] * len(passages)
        failures = 0
        asked = [place for place, passage in enumerate(passages) if passage.text.strip()]
        for first in range(0, len(asked), BATCH):
            places = asked[first : first + BATCH]
            read = self._read([passages[place] for place in places])
            if read is None:
                failures += 1
                continue
            for place, one in zip(places, read, strict=True):
                found[place] = one
        return Extraction(tuple(found), failures)

    def _read(self, batch: Sequence[Utterance]) -> list[Found] | None:
        known = self._known()
        prompt = extract_prompt(batch, known.entities[:ENTITIES], known.topics[:TOPICS], predicates=self._predicates)
        items = rows(ask(self._model, prompt, self._schema), "items")
        if items is None:
            return None
        by_place: dict[int, dict[str, Any]] = {}
        for item in items:
            place = item.get("n") if isinstance(item, dict) else None
            if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(batch):
                by_place.setdefault(place, item)
        return [self._found(one, by_place.get(place, {})) for place, one in enumerate(batch)]

    def _found(self, said: Utterance, item: dict[str, Any]) -> Found:
        stated: dict[tuple[str, str, str], Statement] = {}
        for row in _dicts(item.get("statements")):
            one = self._statement(said, row)
            if one is not None:
                stated.setdefault((one.subject.casefold(), one.predicate, one.object.casefold()), one)
        statements = sorted(stated.values(), key=lambda one: (one.start, one.end))
        return Found(tuple(statements), tuple(_mentions(said.text, item)), _topics(item))

    def _statement(self, said: Utterance, row: dict[str, Any]) -> Statement | None:
        predicate = row.get("predicate")
        subject = _named(plain(row.get("subject"), LONGEST_SUBJECT), said)
        thing = _named(plain(row.get("object"), LONGEST_OBJECT), said)
        polarity = row.get("polarity", True)
        allowed = isinstance(predicate, str) and predicate in self._predicates
        if not allowed or not subject or not thing or not isinstance(polarity, bool):
            return None
        if subject.casefold() == thing.casefold():
            return None
        valid_from, valid_to = _dates(row)
        start, end = _place(said.text, row.get("quote")) or (0, len(said.text))
        return Statement(
            subject=subject,
            predicate=str(predicate),
            object=thing,
            polarity=polarity,
            valid_from=valid_from,
            valid_to=valid_to,
            start=start,
            end=end,
            confidence=share(row.get("confidence"), _CONFIDENCE),
        )


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    for row in value if isinstance(value, list) else ():
        if isinstance(row, dict):
            yield row


def _named(name: str, said: Utterance) -> str:
    """The name that is meant: speaker and addressee for their pronouns, "" for a pronoun that names nobody."""
    folded = name.casefold()
    if folded in _SPEAKER:
        return said.speaker.strip()
    if folded in _ADDRESSEE:
        return (said.addressee or "").strip()
    return "" if folded in _NOBODY else name


def _dates(row: dict[str, Any]) -> tuple[str | None, str | None]:
    first, last = _date(row.get("valid_from")), _date(row.get("valid_to"), past=True)
    if first and last and last != "past":
        shared = min(len(first), len(last))
        if first[:shared] > last[:shared]:
            return None, None
    return first, last


def _date(value: Any, *, past: bool = False) -> str | None:
    """A day, month or year that the calendar has, or where it may be "past"; None for anything else."""
    told = plain(value, LONGEST_OBJECT)
    if past and told.casefold() == "past":
        return "past"
    if not told.isascii() or not _DATE.fullmatch(told):
        return None
    try:
        # No time of day is meant, so no zone is either.
        dt.datetime.strptime(told, _FORMATS[len(told)])
    except ValueError:
        return None
    return told


def _place(text: str, quote: Any, *, after: int = 0) -> tuple[int, int] | None:
    """Where words stand in a text, whatever their case and the white space between them; never a part of a word."""
    words = quote.split() if isinstance(quote, str) else []
    if not words:
        return None
    pattern = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    behind = r"(?!\w)" if re.search(r"\w$", words[-1]) else ""
    found = re.compile(f"{before}{pattern}{behind}", re.IGNORECASE).search(text, after)
    return found.span() if found else None


def _mentions(text: str, item: dict[str, Any]) -> list[Mention]:
    """The names that do stand in the text, in its order; of two that overlap the longer one."""
    places: dict[tuple[int, int], str] = {}
    for row in _dicts(item.get("mentions")):
        label = row.get("label")
        after = 0
        while place := _place(text, row.get("text"), after=after):
            places.setdefault(place, label if isinstance(label, str) and label in LABELS else "other")
            after = place[1]
    kept: list[tuple[int, int]] = []
    for start, end in sorted(places, key=lambda place: (place[0] - place[1], place)):
        if end - start <= LONGEST_SUBJECT and all(end <= one[0] or start >= one[1] for one in kept):
            kept.append((start, end))
    return [Mention(text[start:end], places[start, end], start, end, _CONFIDENCE) for start, end in sorted(kept)]


def _topics(item: dict[str, Any]) -> dict[str, float] | None:
    """At most three labels of one to four words with their relevance, the most relevant first; None where there are none."""
    found: dict[str, float] = {}
    for row in _dicts(item.get("topics")):
        label = plain(row.get("label"), LONGEST_TOPIC)
        if label and len(label.split()) <= 4 and label.casefold() not in map(str.casefold, found):
            found[label] = share(row.get("relevance"), _RELEVANCE)
    best = sorted(found.items(), key=lambda pair: -pair[1])[:3]
    return dict(best) or None
