"""Preferences about an agent's work, and names to be called by, as statements of the person who wants them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.certainty import PATTERN_CONFIDENCE
from kg.extraction.feedback_model import find_feedback
from kg.extraction.forms_of_address import ADDRESS_TOPIC, find_address
from kg.extraction.preference_topics import find_topics
from kg.protocols import ExtractedStatement, Utterance

# "Please answer in German", "shorter replies, @helper", in nine languages; not "my kids answer in English".
_TO_AGENT = re.compile(
    r"@\w|\b(?:bots?|assistant|agent)\b"
    r"|(?:^\W*|[,;:]\s*|\b(?:please|pls|your|ur|the|long|short|brief|concise|detailed|longer|shorter|briefer) )"
    r"(?:answer|repl(?:y|ies)|respon[ds]|summar(?:y|ies|i[sz]e))"
    r"|\b(?:antwort|respuesta|responde|répon|rispost|rispond|respost|antwoord|ответ|отвеч)",
    re.IGNORECASE,
)
_REPLACED = frozenset({"prefers", "name_is"})


def add_wishes(passage: Utterance, statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements with those that the feedback detector finds: "sans émojis", "call me Tina, not Christina".

    They replace what the rules for English read of the same topic in the same words. Between people, only names to be called by
    are read, and wishes that speak of answers or of an assistant: "my German lessons" asks no agent for answers in German.
    """
    if not passage.speaker or not passage.is_stating:
        return list(statements)
    kept = list(statements)
    previous = passage.earlier[-1].text if passage.earlier else ""
    for found in find_feedback(passage.text, previous):
        if found.kind == "preference":
            wishes = _read_address(passage, found.start, found.end)
            if not passage.is_between_people or _TO_AGENT.search(passage.text[found.start : found.end]):
                wishes = _read_preferences(passage, found.start, found.end) + wishes
            aspects = {each.aspect or each.predicate for each in wishes}
            kept = [each for each in kept if not _is_replaced(each, found.start, found.end, aspects)] + wishes
    return kept


def _read_preferences(passage: Utterance, start: int, end: int) -> list[ExtractedStatement]:
    """Return what is wished of answers, where the topic is known."""
    return [
        replace(_begin_wish(passage, start, end), object=topic.phrase, polarity=topic.polarity, aspect=topic.name)
        for topic in find_topics(passage.text[start:end])
        if topic.name != ADDRESS_TOPIC and topic.phrase
    ]


def _read_address(passage: Utterance, start: int, end: int) -> list[ExtractedStatement]:
    """Return the name to be called by, and the one that is refused."""
    address = find_address(passage.text[start:end])
    if address is None:
        return []
    name = replace(_begin_wish(passage, start, end), predicate="name_is", object=address.name)
    return [name, replace(name, object=address.refused, polarity=False)] if address.refused else [name]


def _begin_wish(passage: Utterance, start: int, end: int) -> ExtractedStatement:
    return ExtractedStatement(passage.speaker, "prefers", "", True, None, None, start, end, PATTERN_CONFIDENCE)


def _is_replaced(each: ExtractedStatement, start: int, end: int, aspects: set[str]) -> bool:
    overlaps = each.start < end and start < each.end
    return overlaps and each.predicate in _REPLACED and (each.aspect or each.predicate) in aspects and not each.template
