"""Ends of relations between two persons: "Pia and I broke up", "I broke up with Pia", "Sam and Ann got divorced"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from kg.extraction.observations import Observation
    from kg.language import NameSpan
    from kg.protocols import Utterance

_CONFIDENCE = 0.8
_NAME = r"[^\W\da-z][\w'’-]*(?: [^\W\da-z][\w'’-]*)?"
_LEFT = r"(?:has |have |had |just |finally |recently |now |are |is |got |get |getting )*"
_ENDS = (
    (
        rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) {_LEFT}(?:broke up|broken up|split up|separated|parted)\b",
        "partner_of",
    ),
    (rf"(?P<one>{_NAME}) {_LEFT}(?:broke|broken|split) up with (?P<other>{_NAME})", "partner_of"),
    (rf"(?P<one>{_NAME}) {_LEFT}dumped (?P<other>{_NAME})", "partner_of"),
    (
        rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:are|is) (?:no longer together|not together any ?more)\b",
        "partner_of",
    ),
    (
        rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) {_LEFT}(?:called it quits|gone (?:their )?separate ways)\b",
        "partner_of",
    ),
    (rf"(?P<one>{_NAME}) (?:is|are) no longer (?:with|seeing|dating|going out with) (?P<other>{_NAME})", "partner_of"),
    (
        rf"(?P<one>{_NAME}) (?:is|are) not (?:with|seeing|dating|going out with) (?P<other>{_NAME}) any ?more\b",
        "partner_of",
    ),
    (rf"(?P<one>{_NAME}) (?:is|are) no longer married to (?P<other>{_NAME})", "married_to"),
    (rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) (?:are|is) no longer married\b", "married_to"),
    (rf"(?P<one>{_NAME}) and (?P<other>{_NAME}) {_LEFT}(?:divorced)\b", "married_to"),
    (rf"(?P<one>{_NAME}) {_LEFT}divorced (?P<other>{_NAME})", "married_to"),
)
_PATTERNS = tuple((re.compile(rf"^(?:\w+ly, )?{pattern}"), predicate) for pattern, predicate in _ENDS)
_NEGATED = re.compile(r"\b(?:not|never|almost|nearly)\b(?! (?:together|with|seeing|dating|going out with)\b)")


def find_ended_relations(
    observations: Sequence[Observation], passage: Utterance, names: Sequence[NameSpan]
) -> list[ExtractedStatement]:
    """Return the relations that a message says have ended.

    Args:
        observations: the statements of the message.
        passage: the message.
        names: the names in it.
    """
    people = {passage.speaker, passage.addressee, *(span.text for span in names if span.label == "person")}
    found = []
    for observation in observations:
        sentence = observation.sentence
        for pattern, predicate in _PATTERNS:
            match = None if _NEGATED.search(sentence.text) else pattern.match(sentence.text)
            if match and {match["one"], match["other"]} <= people:
                end = sentence.dates[0] if len(sentence.dates) == 1 else passage.at.date().isoformat()
                found.append(_build_statement(match["one"], predicate, match["other"], end, observation))
                break
    return found


def _build_statement(one: str, predicate: str, other: str, end: str, observation: Observation) -> ExtractedStatement:
    clause = observation.clause
    return ExtractedStatement(one, predicate, other, True, None, end, clause.start, clause.end, _CONFIDENCE)
