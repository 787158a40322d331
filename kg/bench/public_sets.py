"""Public sets of questions on conversations: LoCoMo and LongMemEval files become the folders that the benchmarks read.

The formats are those that the authors publish: `locomo10.json` (Maharana et al., 2024, https://github.com/snap-research/locomo)
and `longmemeval_s.json`, `_m` and `_oracle` (Wu et al., 2025, https://github.com/xiaowu0162/LongMemEval).
kg ships no part of them.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from kg.errors import InvalidInput, NotFound

Row = Mapping[str, Any]
_LOCOMO_CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}
_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
# Citations of LoCoMo are written by hand: "D1:3", "D1:03", "D:1:3", "D1:3; D2:5".
_CITATION = re.compile(r"D:?(\d+):(\d+)")
_LONGMEMEVAL_TIME = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?: \(\w+\))? (\d\d):(\d\d)")
_ABSTENTION = "_abs"


class PublicForm(StrEnum):
    """The form of a file of questions on conversations."""

    LOCOMO = "locomo"
    LONGMEMEVAL = "longmemeval"


@dataclass(frozen=True)
class QuestionedConversation:
    """A conversation with its questions, as rows of `events.jsonl`, `questions.jsonl` and `observations.jsonl`.

    Attributes:
        name: its name in the file.
        events: the messages, in order of time.
        questions: questions with the ids of their evidence, and the sessions of the evidence.
        observations: what readers noted of the speakers; empty if the file has none.
        left_out: the number of citations that name no message, and of questions whose evidence is not marked.
    """

    name: str
    events: Sequence[Row]
    questions: Sequence[Row]
    observations: Sequence[Row] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


class _LocomoTurn(BaseModel):
    speaker: str
    dia_id: str
    text: str = ""
    blip_caption: str | None = None


_LOCOMO_TURNS = TypeAdapter(list[_LocomoTurn])


class _LocomoQuestion(BaseModel):
    question: str
    answer: str | int | float | None = None
    evidence: list[str] = []
    category: int


class _LocomoSample(BaseModel):
    sample_id: str
    conversation: dict[str, Any]
    qa: list[_LocomoQuestion]
    observation: dict[str, dict[str, list[tuple[str, str | list[str]]]]] = {}


class _LongMemEvalTurn(BaseModel):
    role: str
    content: str
    has_answer: bool = False


class _LongMemEvalQuestion(BaseModel):
    question_id: str
    question_type: str
    question: str
    answer: str | int | float | None = None
    haystack_dates: list[str]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[_LongMemEvalTurn]]
    answer_session_ids: list[str] = []


@contextmanager
def conversation_folders(
    paths: Sequence[Path], form: PublicForm | None, report: Callable[[str], object], sample: int | None = None
) -> Iterator[list[Path]]:
    """Yield folders for the benchmarks: the paths themselves, or those that files of a public form become, which are temporary.

    Args:
        paths: folders, or files of the form.
        form: the form of the files; None: the paths are folders.
        report: called with a line for each file.
        sample: use so many conversations of each file, spread evenly over it; None: all.

    Raises:
        InvalidInput: a file is not of the form.
        NotFound: a file does not exist.
    """
    if form is None:
        yield list(paths)
        return
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as root:
        folders: list[Path] = []
        for number, path in enumerate(paths):
            conversations = read_public_set(path, form)
            chosen = take_evenly(conversations, sample)
            left_out = {what: sum(one.left_out.get(what, 0) for one in chosen) for what in ("citations", "questions")}
            report(
                f"{path.name}: {len(chosen)} of {len(conversations)} conversations, "
                f"{sum(len(one.questions) for one in chosen)} questions; left out: {left_out['citations']} citations "
                f"without a message, {left_out['questions']} questions without evidence"
            )
            folders += write_folders(chosen, Path(root) / str(number))
        yield folders


def read_public_set(path: Path, form: PublicForm) -> list[QuestionedConversation]:
    """Read a file of a public form.

    Raises:
        InvalidInput: it is not of the form.
        NotFound: it does not exist.
    """
    if not path.is_file():
        raise NotFound(f"file {path}")
    read = _read_locomo if form is PublicForm.LOCOMO else _read_longmemeval
    try:
        rows = json.loads(path.read_bytes())
        conversations = [read(row) for row in (rows if isinstance(rows, list) else [rows])]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InvalidInput(f"{path.name}, {where}", first["input"], f"of the form {form}: {first['msg']}") from None
    except ValueError as error:
        raise InvalidInput(path.name, str(error), f"JSON of the form {form}") from None
    if not conversations:
        raise InvalidInput(path.name, rows, "at least one conversation")
    return conversations


def take_evenly(conversations: Sequence[QuestionedConversation], count: int | None) -> Sequence[QuestionedConversation]:
    """Return `count` conversations that are spread evenly, since files are ordered by category; None: all."""
    if count is None or count >= len(conversations):
        return conversations
    return [conversations[index * len(conversations) // count] for index in range(count)]


def write_folders(conversations: Iterable[QuestionedConversation], root: Path) -> list[Path]:
    """Write each conversation into a folder below `root`, and return the folders."""
    folders = []
    for number, one in enumerate(conversations):
        folder = root / f"{number:03}-{re.sub(r'[^A-Za-z0-9-]+', '-', one.name)[:40]}"
        folder.mkdir(parents=True)
        for name, rows in (("events", one.events), ("questions", one.questions), ("observations", one.observations)):
            if rows or name != "observations":
                text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
        folders.append(folder)
    return folders


def _read_locomo(row: Any) -> QuestionedConversation:
    sample = _LocomoSample.model_validate(row)
    events: list[Row] = []
    session_of: dict[str, str] = {}
    numbers = [int(match[1]) for name in sample.conversation if (match := re.fullmatch(r"session_(\d+)", name))]
    for number in sorted(numbers):
        session = f"session_{number}"
        start = _parse_locomo_time(sample.conversation.get(f"{session}_date_time"))
        for index, turn in enumerate(_LOCOMO_TURNS.validate_python(sample.conversation[session])):
            photo = f"[shares a photo: {turn.blip_caption}]" if turn.blip_caption else ""
            text = f"{turn.text} {photo}".strip()
            if text:
                id_ = _normalise_citations(turn.dia_id)[0]
                session_of[id_] = session
                events.append(
                    _make_event(id_, text, session, turn.speaker, "user", start + dt.timedelta(minutes=index))
                )
    left_out = {"citations": 0, "questions": 0}
    questions = []
    for question in sample.qa:
        cited = list(dict.fromkeys(id_ for text in question.evidence for id_ in _normalise_citations(text)))
        evidence = [id_ for id_ in cited if id_ in session_of]
        left_out["citations"] += len(cited) - len(evidence)
        left_out["questions"] += not evidence
        questions.append(
            {
                "question": question.question,
                "answer": question.answer,
                "category": _LOCOMO_CATEGORIES.get(question.category, str(question.category)),
                "evidence": evidence,
                "sessions": sorted({session_of[id_] for id_ in evidence}),
            }
        )
    return QuestionedConversation(
        sample.sample_id, events, questions, list(_read_locomo_observations(sample, session_of)), left_out
    )


def _read_locomo_observations(sample: _LocomoSample, session_of: Mapping[str, str]) -> Iterator[Row]:
    for of_session in sample.observation.values():
        for speaker, notes in of_session.items():
            for text, cited in notes:
                ids = _normalise_citations(cited if isinstance(cited, str) else " ".join(cited))
                if evidence := [id_ for id_ in ids if id_ in session_of]:
                    yield {"speaker": speaker, "text": text, "evidence": evidence}


def _normalise_citations(text: str) -> list[str]:
    """Return the ids that a text cites, without leading zeros; the text itself if it has none of that form."""
    return [f"D{int(session)}:{int(turn)}" for session, turn in _CITATION.findall(text)] or [text]


def _parse_locomo_time(text: Any) -> dt.datetime:
    """Parse "1:56 pm on 8 May, 2023"; raise ValueError for another form."""
    return dt.datetime.strptime(str(text).strip(), _LOCOMO_TIME)


def _read_longmemeval(row: Any) -> QuestionedConversation:
    asked = _LongMemEvalQuestion.model_validate(row)
    events: list[Row] = []
    evidence: list[str] = []
    sessions: list[str] = []
    parts = zip(asked.haystack_dates, asked.haystack_session_ids, asked.haystack_sessions, strict=True)
    for number, (date, original, turns) in enumerate(sorted(parts, key=lambda part: part[0])):
        start = _parse_longmemeval_time(date)
        # The original ids name the sessions that hold the answer, so they are replaced.
        session = f"session_{number}"
        if original in asked.answer_session_ids:
            sessions.append(session)
        for index, turn in enumerate(turns):
            if not turn.content.strip():
                continue
            id_ = f"{session}:{index}"
            speaker = "assistant" if turn.role == "assistant" else "user"
            events.append(
                _make_event(id_, turn.content, session, speaker, speaker, start + dt.timedelta(minutes=index))
            )
            if turn.has_answer:
                evidence.append(id_)
    if asked.question_id.endswith(_ABSTENTION):
        # The authors measure no retrieval of questions without an answer.
        evidence, sessions = [], []
    question = {
        "question": asked.question,
        "answer": asked.answer,
        "category": asked.question_type,
        "evidence": evidence,
        "sessions": sessions,
    }
    return QuestionedConversation(asked.question_id, events, [question], left_out={"questions": 0 if evidence else 1})


def _parse_longmemeval_time(text: str) -> dt.datetime:
    """Parse "2023/05/20 (Sat) 02:21"; raise ValueError for another form."""
    match = _LONGMEMEVAL_TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"the date {text!r} is not like '2023/05/20 (Sat) 02:21'")
    year, month, day, hour, minute = (int(part) for part in match.groups())
    return dt.datetime(year, month, day, hour, minute)


def _make_event(id_: str, text: str, session: str, speaker: str, role: str, at: dt.datetime) -> Row:
    return {
        "id": id_,
        "ts": at.isoformat(),
        "session": session,
        "channel": "chat",
        "speaker": speaker,
        "role": role,
        "text": text,
    }
