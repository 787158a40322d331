"""Open questions: a question word or a noun, and the short answer that completes it."""

from __future__ import annotations

import pytest

from kg.extraction.open_questions import read_fragment, split_deed, without_addition
from kg.language import bundled_pipeline
from tests.extraction.messages import answer

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("which vet?", "Dr. Albers in Haarlem, she did the last one too", "The vet is Dr. Albers in Haarlem."),
        ("which school does your daughter go to?", "St Mary's", "My daughter goes to St Mary's."),
        ("what time is the viewing?", "6.30", "The viewing is at 6.30."),
        ("What breed is your dog?", "A beagle", "My dog is a beagle."),
        ("how much is the rent?", "950", "The rent is 950."),
        ("who's bringing the salad?", "me!", "I will bring the salad."),
        ("who's bringing the salad?", "Tom", "Tom is bringing the salad."),
        ("Who won the raffle?", "Grandma", "Grandma won the raffle."),
    ],
)
def test_an_answer_completes_an_open_question(asked: str, answered: str, statement: str) -> None:
    assert answer(asked, answered) == statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("which one?", "Tom's"),
        ("what time is the viewing?", "The usual"),
        ("Where do you live?", "me"),
        ("how much is the rent?", "Too much"),
        ("what kind?", "Italian"),
    ],
)
def test_what_completes_no_question_states_nothing(asked: str, answered: str) -> None:
    assert answer(asked, answered) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("14 February, so a Valentine's baby", "14 February"),
        ("Tom lol", "Tom"),
        ("Ben and Ada", "Ben and Ada"),
        ("In Lisbon, near the river", "In Lisbon, near the river"),
    ],
)
def test_what_goes_on_after_an_answer_is_no_part_of_it(text: str, kept: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (sentence,) = doc.sents
    assert without_addition(sentence).text == kept


@pytest.mark.parametrize(
    ("text", "named", "deed"),
    [
        ("my best friend from college, lives in Cork", "my best friend from college", "lives in Cork"),
        ("my friend, is she coming", "my friend, is she coming", ""),
        ("she lives here, works in Cork", "she lives here, works in Cork", ""),
        ("my sister", "my sister", ""),
    ],
)
def test_an_answer_may_add_a_deed(text: str, named: str, deed: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    found, added = split_deed(doc[:])
    assert (found.text, added) == (named, deed)


def test_an_answer_with_a_verb_is_no_fragment() -> None:
    (doc,) = bundled_pipeline().parse(["He left on Friday."])
    (sentence,) = doc.sents
    assert read_fragment(sentence) is None
