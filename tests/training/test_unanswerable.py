"""Questions without an answer, made from questions with one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from training.unanswerable import FOREIGN, SWAPPED, Person, move_questions, read_persons, swap_persons

ANN, BOB, CAT = Person("Ann", ("Ann Lee", "Ann")), Person("Bob", ("Bob",)), Person("Cat", ("Cat",))
EVENTS = {
    "e1": {"speaker": "Ann", "text": "I baked bread, Bob."},
    "e2": {"speaker": "Bob", "text": "Cat has a dog."},
}


def ask(text: str, *evidence: str, category: str = "single") -> dict[str, Any]:
    return {"question": text, "evidence": list(evidence), "category": category}


def swap(row: dict[str, Any], *persons: Person) -> list[dict[str, Any]]:
    return list(swap_persons([row], EVENTS, persons, random.Random(0)))


def test_a_person_of_whom_the_evidence_says_nothing_takes_the_place_of_the_named_one() -> None:
    assert swap(ask("What did Ann bake?", "e1"), ANN, BOB, CAT) == [
        {"question": "What did Cat bake?", "evidence": ["e1"], "category": SWAPPED}
    ]


def test_of_two_persons_the_one_who_was_addressed_takes_the_place() -> None:
    assert [row["question"] for row in swap(ask("What did Ann Lee bake?", "e1"), ANN, BOB)] == ["What did Bob bake?"]


def test_questions_without_exactly_one_person_or_without_an_answer_stay_out() -> None:
    assert swap(ask("What was baked?", "e1"), ANN, CAT) == []
    assert swap(ask("What did Ann bake for Cat?", "e1"), ANN, BOB, CAT) == []
    assert swap(ask("What did Ann paint?", category="negative"), ANN, CAT) == []
    assert swap(ask("What did Bob bake?", "e1", category="wrong-person"), BOB, CAT) == []


def test_questions_of_another_conversation_name_persons_of_this_one(tmp_path: Path) -> None:
    for name, person, question in (("here", "Ann Lee", "?"), ("there", "Zoe Roe", "Where does Zoe live?")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "about.json").write_text(json.dumps({"people": [{"key": "one", "name": person}]}))
        (tmp_path / name / "questions.jsonl").write_text(json.dumps(ask(question, "e1")))
    folders = [tmp_path / "here", tmp_path / "there"]
    assert read_persons(folders[1]) == [Person("Zoe", ("Zoe Roe", "Zoe"))]
    assert list(move_questions(folders[0], folders, random.Random(0))) == [
        {"question": "Where does Ann live?", "category": FOREIGN, "evidence": []}
    ]
