"""Indefinite articles of the things that facts are about."""

from __future__ import annotations

import pytest

from kg.knowledge import format_fact_sentence, get_predicate


@pytest.mark.parametrize(
    ("predicate", "thing", "expected"),
    [
        ("role", "nurse", "Ann is a nurse by profession."),
        ("role", "MP", "Ann is an MP by profession."),
        ("role", "university lecturer", "Ann is a university lecturer by profession."),
        ("role", "head of the department", "Ann is head of the department by profession."),
        ("owns", "old van", "Ann owns an old van."),
        ("owns", "the van", "Ann owns the van."),
        ("owns", "skis", "Ann owns skis."),
        ("owns", "24 bikes", "Ann owns 24 bikes."),
        ("owns", "land", "Ann owns land."),
        ("owns", "Tesla Model 3", "Ann owns Tesla Model 3."),
        ("owns", "land in Kent", "Ann owns land in Kent."),
        ("owns", "another car", "Ann owns another car."),
        ("owns", "cattle", "Ann owns cattle."),
        ("owns", "ukulele", "Ann owns a ukulele."),
        ("works_at", "bank", "Ann works at a bank."),
        ("works_at", "children's hospital", "Ann works at a children's hospital."),
        ("works_at", "google", "Ann works at google."),
        ("member_of", "mensa", "Ann is a member of mensa."),
        ("works_at", "the bank", "Ann works at the bank."),
        ("member_of", "choir", "Ann is a member of a choir."),
        ("role", "volunteer", "Ann is a volunteer."),
        ("role", "law student", "Ann is a law student."),
        ("role", "X-ray technician", "Ann is an X-ray technician by profession."),
        ("role", "hgv driver", "Ann is an hgv driver by profession."),
        ("role", "NASA engineer", "Ann is a NASA engineer by profession."),
        ("role", "self-employed", "Ann is self-employed by profession."),
    ],
)
def test_one_thing_of_a_kind_has_an_article(predicate: str, thing: str, expected: str) -> None:
    assert format_fact_sentence(get_predicate(predicate), "Ann", thing) == expected
