"""Questions that the records of another memory answer."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kg.knowledge import FactKey, ImportedEntity, ImportedFact
from kg.people import ImportedPerson
from kg.transfer.importers.items import RecordItem, note_item
from kg.transfer.old_questions import make_questions
from tests.support import T0


def fact(subject: str, predicate: str, obj: str, days: int = 0, **fields: Any) -> RecordItem:
    at = T0 + dt.timedelta(days=days)
    return RecordItem(
        f"{subject} {obj}", ImportedFact(origin="o", subject=subject, predicate=predicate, object=obj, at=at, **fields)
    )


def test_the_newest_record_of_a_slot_is_the_answer() -> None:
    questions = make_questions(
        [
            fact("Ann", "lives_in", "Bergen", valid_to="2026-01-01"),
            fact("Ann", "lives_in", "Oslo", 5),
            fact("Ann", "speaks", "Norwegian"),
            fact("Ann", "speaks", "French"),
            note_item("n", "a note"),
        ]
    )
    assert [(each.text, each.answer, each.outdated) for each in questions] == [
        ("Where does Ann live?", "Oslo", ("Bergen",)),
        ("What languages does Ann speak?", "Norwegian", ()),
        ("What languages does Ann speak?", "French", ()),
    ]


def test_each_kind_of_record_has_its_question() -> None:
    key = FactKey(None, "pets", "cat_name")
    questions = make_questions(
        [
            fact("the user", "works_at", "Velomax", subject_account="cli:1"),
            fact("Ann", "cat", "Murka", fact_key=key),
            fact("the user", "cat", "Tom", 1, fact_key=FactKey(None, "pets", "other")),
            fact("Ann", "deadline_of", "May", template="{s}'s deadline is {o}"),
            fact("Ann", "paints", "boats", template="{s} paints {o}"),
            RecordItem("p", ImportedPerson(accounts=["cli:1"], name="Ann", summary="A baker")),
            RecordItem("e", ImportedEntity(name="Velomax", type="org", description="bikes " * 20)),
            RecordItem("f", ImportedEntity(name="Nothing")),
        ]
    )
    assert [(each.text, each.speaker) for each in questions] == [
        ("Who is Ann?", None), ("What is Velomax?", None), ("Where do I work?", "cli:1"),
        ("What is Ann's cat name (pets)?", None),
        ("What is the user's other (pets)?", None), ("What is Ann's deadline?", None), ("Ann paints what?", None),
    ]  # fmt: skip
    assert len(questions[1].answer.split()) == 12
    assert questions[3].record == "pets / cat_name: Ann cat Murka"
