"""Closed word lists: singulars, jobs by list and suffix, forms of verbs."""

from __future__ import annotations

import pytest

from kg.extraction.word_lists import FEMALE, FORMS, JOBS, KIN, LANGUAGES, MALE, PETS, is_job, to_singular, word_set
from kg.knowledge import PREDICATES


def test_a_set_has_each_word_once() -> None:
    assert word_set(" tea  rye\ntea ") == {"tea", "rye"}
    assert word_set("") == frozenset()


@pytest.mark.parametrize(
    ("word", "singular"),
    [
        ("Children", "child"),
        ("wives", "wife"),
        ("sisters", "sister"),
        ("puppies", "puppy"),
        ("horses", "horse"),
        ("nurses", "nurse"),
        ("coaches", "coach"),
        ("boss", "boss"),
        ("glass", "glass"),
        ("Dogs", "dog"),
    ],
)
def test_the_singular_is_in_lower_case(word: str, singular: str) -> None:
    assert to_singular(word) == singular


def test_a_singular_of_the_lists_stays() -> None:
    assert [word for word in KIN.keys() | PETS | JOBS if to_singular(word) != word] == []


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Nurse", True),
        ("archaeologist", True),
        ("welder", True),
        ("mother", False),
        ("dinner", False),
        ("hamster", False),
        ("toaster", False),
        ("her", False),
        ("tea", False),
    ],
)
def test_jobs_are_found_by_list_and_suffix(word: str, expected: bool) -> None:
    assert is_job(word) is expected
    assert not any(is_job(each) for each in LANGUAGES)


def test_kin_words_have_predicates_and_one_gender_at_most() -> None:
    assert set(KIN.values()) - {""} <= PREDICATES.keys()
    assert not FEMALE & MALE
    assert KIN.keys() >= (FEMALE | MALE)


@pytest.mark.parametrize(
    ("form", "lemma"),
    [("works", "work"), ("lives", "live"), ("living", "live"), ("liked", "like"), ("taught", "teach"), ("went", "go"),
     ("studies", "study"), ("attaches", None), ("teaches", "teach"), ("luv", "love")],
)  # fmt: skip
def test_forms_have_the_lemma_of_their_verb(form: str, lemma: str | None) -> None:
    assert FORMS.get(form) == lemma
