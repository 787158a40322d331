"""Tests of files in the forms of LoCoMo and LongMemEval, with made-up contents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kg.bench import read_json_lines
from kg.bench.public_sets import PublicForm, conversation_folders, read_public_set, take_evenly
from kg.cli import app
from kg.errors import InvalidInput, NotFound

LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "../conv/1",
        "conversation": {
            "speaker_a": "Nora",
            "speaker_b": "Ben",
            "session_10_date_time": "9:05 am on 1 June, 2024",
            "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "The boat is called Petrel."}],
            "session_2_date_time": "1:56 pm on 8 May, 2024",
            "session_2": [
                {"speaker": "Nora", "dia_id": "D2:1", "text": "I bought a red kayak yesterday."},
                {
                    "speaker": "Ben",
                    "dia_id": "D2:2",
                    "text": "Look!",
                    "blip_caption": "a harbour at dusk",
                    "img_url": [],
                },
                {"speaker": "Ben", "dia_id": "D2:3", "text": ""},
            ],
            "session_3_date_time": "2:00 pm on 9 May, 2024",
        },
        "qa": [
            {"question": "What did Nora buy?", "answer": "a kayak", "evidence": ["D2:01"], "category": 4},
            {"question": "Both?", "answer": 2, "evidence": ["D:10:1; D2:1", "D9:9"], "category": 1},
            {"question": "What did Ben buy?", "adversarial_answer": "a kayak", "evidence": [], "category": 5},
        ],
        "observation": {
            "session_2_observation": {"Nora": [["Nora bought a red kayak.", "D2:1"], ["Lost.", ["D9:9"]]]},
        },
    }
]


def make_longmemeval(question_id: str = "q1", **changes: Any) -> dict[str, Any]:
    return {
        "question_id": question_id,
        "question_type": "single-session-user",
        "question": "What is the name of the boat?",
        "answer": "Petrel",
        "question_date": "2024/06/03 (Mon) 10:00",
        "haystack_dates": ["2024/06/02 (Sun) 08:30", "2024/06/01 (Sat) 10:10"],
        "haystack_session_ids": ["answer_77", "filler_1"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "My boat is called Petrel.", "has_answer": True},
                {"role": "assistant", "content": "A fine name for a boat."},
            ],
            [{"role": "user", "content": "How do I bake bread?"}, {"role": "assistant", "content": " "}],
        ],
        "answer_session_ids": ["answer_77"],
    } | changes


def write(tmp_path: Path, value: object, name: str = "set.json") -> Path:
    path = tmp_path / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_locomo_turns_are_events_in_order_of_time(tmp_path: Path) -> None:
    (read,) = read_public_set(write(tmp_path, LOCOMO), PublicForm.LOCOMO)
    assert [(row["id"], row["ts"], row["session"], row["speaker"], row["text"]) for row in read.events] == [
        ("D2:1", "2024-05-08T13:56:00", "session_2", "Nora", "I bought a red kayak yesterday."),
        ("D2:2", "2024-05-08T13:57:00", "session_2", "Ben", "Look! [shares a photo: a harbour at dusk]"),
        ("D10:1", "2024-06-01T09:05:00", "session_10", "Ben", "The boat is called Petrel."),
    ]


def test_locomo_citations_are_normalised_and_missing_ones_counted(tmp_path: Path) -> None:
    (read,) = read_public_set(write(tmp_path, LOCOMO), PublicForm.LOCOMO)
    assert [(row["category"], row["evidence"], row["sessions"]) for row in read.questions] == [
        ("single_hop", ["D2:1"], ["session_2"]),
        ("multi_hop", ["D10:1", "D2:1"], ["session_10", "session_2"]),
        ("adversarial", [], []),
    ]
    assert read.left_out == {"citations": 1, "questions": 1}
    assert read.observations == [{"speaker": "Nora", "text": "Nora bought a red kayak.", "evidence": ["D2:1"]}]


def test_longmemeval_evidence_is_marked_turns_and_sessions_hide_the_answer(tmp_path: Path) -> None:
    (read,) = read_public_set(write(tmp_path, [make_longmemeval()]), PublicForm.LONGMEMEVAL)
    assert [(row["id"], row["ts"], row["role"]) for row in read.events] == [
        ("session_0:0", "2024-06-01T10:10:00", "user"),
        ("session_1:0", "2024-06-02T08:30:00", "user"),
        ("session_1:1", "2024-06-02T08:31:00", "assistant"),
    ]
    (question,) = read.questions
    assert (question["evidence"], question["sessions"]) == (["session_1:0"], ["session_1"])
    assert "answer_77" not in json.dumps([*read.events, question])


def test_questions_without_an_answer_have_no_evidence(tmp_path: Path) -> None:
    (read,) = read_public_set(write(tmp_path, [make_longmemeval("q1_abs")]), PublicForm.LONGMEMEVAL)
    assert read.questions[0]["evidence"] == read.questions[0]["sessions"] == []
    assert read.left_out == {"questions": 1}


@pytest.mark.parametrize(
    ("form", "content", "named"),
    [
        (PublicForm.LOCOMO, "{", "set.json"),
        (PublicForm.LOCOMO, [], "at least one"),
        (PublicForm.LOCOMO, [{"sample_id": "a"}], "conversation"),
        (PublicForm.LOCOMO, [{"sample_id": "a", "qa": [], "conversation": {"session_1": None}}], "None"),
        (
            PublicForm.LOCOMO,
            [
                {
                    "sample_id": "a",
                    "qa": [],
                    "conversation": {"session_1_date_time": "1:00 pm on 8 May, 2024", "session_1": 3},
                }
            ],
            "list",
        ),
        (PublicForm.LONGMEMEVAL, LOCOMO, "question_id"),
        (PublicForm.LONGMEMEVAL, [make_longmemeval(haystack_dates=["2024/06/02 (Sun) 08:30"])], "longmemeval"),
        (PublicForm.LONGMEMEVAL, [make_longmemeval(haystack_dates=["June", "May"])], "is not like"),
    ],
    ids=str,
)
def test_other_files_are_refused_by_name(tmp_path: Path, form: PublicForm, content: object, named: str) -> None:
    with pytest.raises(InvalidInput, match=r"set\.json") as raised:
        read_public_set(write(tmp_path, content), form)
    assert named in str(raised.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"none\.json"):
        read_public_set(tmp_path / "none.json", PublicForm.LOCOMO)


def test_a_sample_is_spread_over_the_file(tmp_path: Path) -> None:
    read = read_public_set(write(tmp_path, [make_longmemeval(f"q{n}") for n in range(10)]), PublicForm.LONGMEMEVAL)
    assert [one.name for one in take_evenly(read, 4)] == ["q0", "q2", "q5", "q7"]
    assert take_evenly(read, None) == take_evenly(read, 20) == read


def test_folders_are_below_their_root_and_removed(tmp_path: Path) -> None:
    notes: list[str] = []
    with conversation_folders([write(tmp_path, LOCOMO)], PublicForm.LOCOMO, notes.append) as (folder,):
        assert folder.name == "000--conv-1"
        assert len(read_json_lines(folder / "events.jsonl")) == 3
        assert sorted(path.name for path in folder.iterdir()) == [
            "events.jsonl",
            "observations.jsonl",
            "questions.jsonl",
        ]
    assert not folder.exists()
    assert notes == [
        "set.json: 1 of 1 conversations, 3 questions; left out: 1 citations without a message, 1 questions without evidence"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "content", "questions"),
    [("locomo", LOCOMO, 2), ("longmemeval", [make_longmemeval(), make_longmemeval("q2_abs")], 1)],
)
def test_recall_of_a_file(
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    form: str,
    content: object,
    questions: int,
) -> None:
    monkeypatch.setenv("KG_EMBEDDER", "hashing")
    words = ["bench", "recall", str(write(tmp_path, content)), "--form", form, "--json"]
    result = json.loads(CliRunner().invoke(app, words, catch_exceptions=False).stdout)
    assert result["mean"]["r@10"] == 1.0
    assert result["mean"]["questions"] == questions
    assert result["sessions"] == {"r@5": 1.0, "all@5": 1.0, "r@10": 1.0, "all@10": 1.0, "questions": questions}
