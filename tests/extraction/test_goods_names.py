"""Goods that are taken for persons."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.goods_names import relabel_goods
from kg.language import NameSpan
from kg.protocols import EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def label(word: str, text: str, *before: str, read_as: str = "person") -> str:
    """Return the label of a word that was found as a person."""
    start = text.index(word)
    earlier = tuple(EarlierTurn(each, "Ann", AT) for each in before)
    (span,) = relabel_goods(
        Utterance(text, "Ann", AT, earlier=earlier), [NameSpan(start, start + len(word), word, read_as, 0.9)]
    )
    return span.label


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("vanilla", ("vanilla arrived", "we're out of vanilla. order 2 kg")),
        ("ramipril", ("ramipril goes up from tomorrow", "yes the ramipril 5 mg and the little white one")),
        ("metformin", ("i take metformin twice a day",)),
        ("espelette", ("espelette is here", "please buy some espelette")),
        ("grappa", ("we ate and drank grappa",)),
    ],
)
def test_goods_are_no_persons(word: str, texts: tuple[str, ...]) -> None:
    assert label(word, *texts) == "product"


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("lena", ("i take lena to school",)),
        ("susan", ("susan takes me at 11", "i called susan")),
        ("Vanilla", ("Vanilla arrived", "we're out of Vanilla")),
        ("max", ("i should get a bed for max",)),
        ("tom", ("tom ordered 20 rolls", "take tom with you")),
    ],
)
def test_persons_stay(word: str, texts: tuple[str, ...]) -> None:
    assert label(word, *texts) == "person"


def test_only_a_dose_makes_goods_of_a_place() -> None:
    assert label("ramipril", "the ramipril 5 mg", read_as="place") == "product"
    assert label("ramipril 5 mg", "the ramipril 5 mg", read_as="org") == "product"
    assert label("leeds", "we moved out of leeds", read_as="place") == "place"
