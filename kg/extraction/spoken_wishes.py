"""Preferences about an agent's work, and names to be called by, as statements of the person who wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.certainty import PATTERN_CONFIDENCE
from kg.extraction.feedback_model import find_feedback
from kg.extraction.forms_of_address import ADDRESS_TOPIC, find_address
from kg.extraction.preference_topics import find_topics
from kg.protocols import ExtractedStatement, Utterance

_REPLACED = frozenset({"prefers", "name_is"})


def add_wishes(passage: Utterance, statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements with those that the feedback detector finds: "sans émojis", "call me Tina, not Christina".

    They replace what the rules for English read of the same topic in the same words.
    """
    if not passage.speaker or not passage.is_stating:
        return list(statements)
    kept = list(statements)
    previous = passage.earlier[-1].text if passage.earlier else ""
    for found in find_feedback(passage.text, previous):
        if found.kind == "preference":
            wishes = _read_wishes(passage, found.start, found.end)
            aspects = {each.aspect or each.predicate for each in wishes}
            kept = [each for each in kept if not _is_replaced(each, found.start, found.end, aspects)] + wishes
    return kept


def _read_wishes(passage: Utterance, start: int, end: int) -> list[ExtractedStatement]:
    text = passage.text[start:end]
    blank = ExtractedStatement(passage.speaker, "prefers", "", True, None, None, start, end, PATTERN_CONFIDENCE)
    found = [
        replace(blank, object=topic.phrase, polarity=topic.polarity, aspect=topic.name)
        for topic in find_topics(text)
        if topic.name != ADDRESS_TOPIC and topic.phrase
    ]
    if address := find_address(text):
        found.append(replace(blank, predicate="name_is", object=address.name))
        if address.refused:
            found.append(replace(blank, predicate="name_is", object=address.refused, polarity=False))
    return found


def _is_replaced(each: ExtractedStatement, start: int, end: int, aspects: set[str]) -> bool:
    overlaps = each.start < end and start < each.end
    return overlaps and each.predicate in _REPLACED and (each.aspect or each.predicate) in aspects and not each.template
