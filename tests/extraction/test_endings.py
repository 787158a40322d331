"""Ended relations: between whom, which, and when; what is denied or unclear ends nothing."""

from __future__ import annotations

import pytest

from kg.extraction.endings import find_ended_relations
from kg.extraction.observations import find_observations
from kg.language import bundled_pipeline
from kg.protocols import Utterance
from tests.extraction.messages import AT
from tests.support import find_name_spans

NAMES = {"person": "Pia Sam Ann"}


def read(text: str) -> list[tuple[str, str, str, str | None]]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    observations = find_observations(text, speaker="Ada", at=AT, doc=doc, names=names)
    found = find_ended_relations(observations, Utterance(text, "Ada", AT), names)
    return [(each.subject, each.predicate, each.object, each.valid_to) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pia and I broke up.", ("Pia", "partner_of", "Ada", "2026-03-04")),
        ("I broke up with Pia yesterday.", ("Ada", "partner_of", "Pia", "2026-03-03")),
        ("Pia dumped me.", ("Pia", "partner_of", "Ada", "2026-03-04")),
        ("Sam and Ann have split up.", ("Sam", "partner_of", "Ann", "2026-03-04")),
        ("I'm no longer with Pia.", ("Ada", "partner_of", "Pia", "2026-03-04")),
        ("Sam is not seeing Ann anymore.", ("Sam", "partner_of", "Ann", "2026-03-04")),
        ("Sam and Ann called it quits.", ("Sam", "partner_of", "Ann", "2026-03-04")),
        ("Sam and Ann are no longer married.", ("Sam", "married_to", "Ann", "2026-03-04")),
        ("Sam and Ann got divorced in May.", ("Sam", "married_to", "Ann", "2025-05")),
    ],
)
def test_a_relation_ends(text: str, expected: tuple[str, str, str, str]) -> None:
    assert read(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Pia and I did not break up.",
        "Sam is not seeing Ann today.",
        "I'm not with Pia.",
        "We broke up.",
        "The boat broke up.",
        "Did Pia and I break up?",
    ],
)
def test_other_sentences_end_nothing(text: str) -> None:
    assert read(text) == []
