"""Doses of medicine."""

from __future__ import annotations

import pytest

from kg.extraction.observed_statements import extract_observed_statements
from kg.language import bundled_pipeline
from kg.protocols import Utterance
from tests.extraction.messages import AT
from tests.support import find_name_spans


def doses(text: str) -> list[tuple[str, str, str]]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, {"person": "Tom"})
    stated = extract_observed_statements(Utterance(text, "Sam", AT), doc, names, [], 0)
    return [(each.subject, each.predicate, each.aspect) for each in stated if each.aspect.startswith("dose")]


@pytest.mark.parametrize(
    "text",
    ["I take 5 mg ramipril", "I take 10 mg of ramipril now.", "ramipril goes up to 10 mg.", "my ramipril is 10 mg now"],
)
def test_a_dose_is_a_value_of_the_medicine(text: str) -> None:
    assert doses(text) == [("Sam", "take", "dose of ramipril")]


@pytest.mark.parametrize(
    "text",
    [
        "I take the bus at 10.",
        "Tom's ramipril goes up to 10 mg.",
        "I took 5 mg ramipril.",
        "should I take 5 mg ramipril?",
    ],
)
def test_other_clauses_give_no_dose_of_the_speaker(text: str) -> None:
    assert doses(text) == []
