"""The confidence of a statement: a closed list or the name finder's label raises it, a dropped subject lowers it."""

from __future__ import annotations

import pytest

from kg.extraction.certainty import (
    ADDRESSEE_CONFIDENCE,
    AGREED_CONFIDENCE,
    DATED_CONFIDENCE,
    DROPPED_SUBJECT_CONFIDENCE,
    FORMAT_CONFIDENCE,
    PATTERN_CONFIDENCE,
    rate_confidence,
)
from kg.knowledge import PREDICATES
from tests.extraction.messages import extract

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        ("I work at Google.", AGREED_CONFIDENCE),
        ("I love chess.", PATTERN_CONFIDENCE),
        ("hate mondays", DROPPED_SUBJECT_CONFIDENCE),
    ],
)
def test_confidence_depends_on_the_pattern(text: str, confidence: float) -> None:
    (fact,) = extract(text)
    assert fact.confidence == confidence


@pytest.mark.parametrize(
    ("predicate", "label", "confidence"),
    [
        ("works_at", "org", AGREED_CONFIDENCE),
        ("works_at", "place", PATTERN_CONFIDENCE),
        ("works_at", "", PATTERN_CONFIDENCE),
        ("lives_in", "place", AGREED_CONFIDENCE),
        ("uses", "product", AGREED_CONFIDENCE),
        ("speaks", "", AGREED_CONFIDENCE),
        ("diet", "", AGREED_CONFIDENCE),
    ],
)
def test_an_object_of_the_expected_type_is_surer(predicate: str, label: str, confidence: float) -> None:
    assert rate_confidence(predicate, label, has_dropped_subject=False) == confidence


def test_a_dropped_subject_outweighs_the_object() -> None:
    rated = {
        rate_confidence(name, label, has_dropped_subject=True) for name in PREDICATES for label in ("", "org", "place")
    }
    assert rated == {DROPPED_SUBJECT_CONFIDENCE}


def test_the_levels_are_ordered() -> None:
    levels = [ADDRESSEE_CONFIDENCE, DROPPED_SUBJECT_CONFIDENCE, PATTERN_CONFIDENCE, DATED_CONFIDENCE, AGREED_CONFIDENCE]
    assert 0 < levels[0] < levels[1] < levels[2] < levels[3] < levels[4] < FORMAT_CONFIDENCE <= 1
