"""The closed list of predicates, and the default behaviour of others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.graph import ENTITY_TYPES
from kg.knowledge import PREDICATES, format_fact_sentence, get_predicate
from kg.knowledge.predicates import RELATION_TYPES, build_predicate

FACT_TYPES = {"relation", "attribute", "preference", "state", "event", "metric"}


def test_inverses_and_opposites_refer_to_each_other() -> None:
    for predicate in PREDICATES.values():
        for other in (predicate.inverse, predicate.opposite):
            assert other is None or other in PREDICATES
        if predicate.inverse:
            assert get_predicate(predicate.inverse).inverse == predicate.name
            assert not predicate.is_symmetric
        if predicate.opposite:
            assert get_predicate(predicate.opposite).opposite == predicate.name


def test_every_predicate_has_known_types_and_names_both_endpoints() -> None:
    for predicate in PREDICATES.values():
        assert predicate.relation_type in RELATION_TYPES
        assert predicate.fact_type in FACT_TYPES
        assert {predicate.subject_type, predicate.object_type or "other"} <= set(ENTITY_TYPES)
        for sentence in (predicate.sentence, predicate.negated_sentence or predicate.sentence):
            assert sentence.format(s="Ann", o="tea").count("Ann") == sentence.format(s="Ann", o="tea").count("tea") == 1


def test_a_fact_is_a_sentence() -> None:
    assert format_fact_sentence(get_predicate("lives_in"), "Ann", "Ghent") == "Ann lives in Ghent."
    assert (
        format_fact_sentence(get_predicate("diet"), "Ann", "meat", polarity=False) == "Ann does not eat or drink meat."
    )
    assert format_fact_sentence(get_predicate("owns"), "Ann", "it", polarity=False) == "It is not so that Ann owns it."
    assert format_fact_sentence(get_predicate("favourite"), "Ann", "colour: red") == "Ann's favourite colour is red."
    assert format_fact_sentence(get_predicate("grows_in"), "Rye", "sand") == "Rye grows in sand."
    assert format_fact_sentence(get_predicate("likes"), "{o}", "{s}") == "{o} likes {s}."


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-03-14", "on 14 March 2026"),
        ("2026-03", "in March 2026"),
        ("2026", "in 2026"),
        ("02-29", "on 29 February"),
        ("2026-02-29", "on 2026-02-29"),
        ("13-01", "on 13-01"),
        ("Friday", "on Friday"),
    ],
)
def test_the_date_of_a_fact_is_in_words(date: str, words: str) -> None:
    assert format_fact_sentence(get_predicate("deadline"), "Report", date) == f"Report is due {words}."
    assert format_fact_sentence(get_predicate("born_on"), "Ann", date) == f"Ann was born {words}."


def test_a_title_is_written_once() -> None:
    template = build_predicate("say", "Mrs {s} says so", "state")
    assert format_fact_sentence(template, "Mrs Hale", "so") == "Mrs Hale says so."
    assert format_fact_sentence(template, "Hale", "so") == "Mrs Hale says so."


def test_several_things_are_due() -> None:
    deadline = get_predicate("deadline")
    assert format_fact_sentence(deadline, "Library books", "2026") == "Library books are due in 2026."
    for one in ("Thesis", "Bus", "Address", "Ann's", "AWS"):
        assert format_fact_sentence(deadline, one, "2026") == f"{one} is due in 2026."


def test_one_year_is_singular() -> None:
    assert format_fact_sentence(get_predicate("age"), "Leo", "1") == "Leo is 1 year old."
    assert format_fact_sentence(get_predicate("age"), "Leo", "11") == "Leo is 11 years old."


def test_the_subject_owns_what_it_plans_with() -> None:
    assert format_fact_sentence(get_predicate("plans"), "Ann", "sell our house") == "Ann plans to sell their house."
    assert format_fact_sentence(get_predicate("likes"), "Ann", "running my shop") == "Ann likes running their shop."
    assert format_fact_sentence(get_predicate("likes"), "Ann", "my little pony") == "Ann likes my little pony."


@given(st.from_regex(r"[a-z][a-z0-9_]{0,63}", fullmatch=True))
def test_any_snake_case_word_is_a_predicate(name: str) -> None:
    predicate = get_predicate(name)
    assert predicate.name == name
    if name not in PREDICATES:
        assert (predicate.relation_type, predicate.object_type, predicate.is_single_valued) == ("other", None, False)


@pytest.mark.parametrize(
    "name", ["", "_", "_likes", "Likes", "likes it", "9_lives", "größe", "a" * 65, None, 7, ["likes"]]
)
def test_other_names_are_refused(name: object) -> None:
    with pytest.raises(InvalidInput, match="snake_case"):
        get_predicate(name)
