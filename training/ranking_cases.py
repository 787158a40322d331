"""Training cases for the ranker: questions of the training folders with the candidates that kg retrieves for them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench import UNANSWERABLE_CATEGORIES, log_folder, read_json_lines, temporary_memory
from kg.language import LAYERS, STATE_WIDTH, MiniLM, normalise_rows, select_tokens
from kg.memory import Memory
from kg.protocols import EncodedQuestion
from kg.retrieval import Candidates, Filters, Question, fetch_candidates
from kg.settings import Settings

Halves = NDArray[np.float16]
_FOREIGN_QUESTIONS = 10
_TEXT_BATCH = 2_000
_STATEMENTS, _LEAST_WORTH = 12, 2
STATEMENT = "statement"
"""The category of statements that are asked as they are, with their evidence: agents search with statements too."""


@dataclass(frozen=True, eq=False)
class RankingCase:
    """One question with its candidates.

    Attributes:
        folder: name of its folder.
        category: category of the question.
        question: the question with its vector; token states are computed for each projection.
        candidates: the candidates, without token states.
        relevance: relevance of each candidate's event: 0, 1, or 2 for the newest evidence of a question about a current value.
        evidence: number of events that are evidence; 0 for a question that belongs to another conversation.
        hidden: hidden states of the kept tokens of the question, (tokens, 384), of unit length.
        spans: spans of these tokens.
        fold: the cross-validation fold.
    """

    folder: str
    category: str
    question: Question
    candidates: Candidates
    relevance: dict[str, int]
    evidence: int
    hidden: NDArray[np.float32]
    spans: tuple[tuple[int, int], ...]
    fold: int


@dataclass(frozen=True, eq=False)
class RankingCorpus:
    """All cases, and the hidden states of the kept tokens of every candidate's text: float16, of unit length."""

    cases: list[RankingCase]
    states: dict[str, Halves]

    def get_states(self, case: RankingCase) -> tuple[Halves, NDArray[np.int64]]:
        """Return the states of a case's candidates in one array, and the number of states of each candidate."""
        blocks = [self.states[text] for text in case.candidates.text]
        return np.concatenate(blocks), np.array([len(block) for block in blocks], np.int64)


def gather_cases(
    folders: Sequence[Path], folds: int, settings: Settings, report: Callable[[str], None]
) -> RankingCorpus:
    """Retrieve candidates for every question of the folders, and for some questions of the next folder, which have no answer.

    Each folder has a temporary scope. All questions of a conversation are in one fold: the n-th folder of a set is in fold n
    modulo `folds`. The questions of a folder of passages are distributed over the folds.
    """
    model = MiniLM(settings)
    cases: list[RankingCase] = []
    states: dict[str, Halves] = {}
    sets: dict[Path, list[Path]] = {}
    for folder in folders:
        sets.setdefault(folder.parent, []).append(folder)
    for folder in folders:
        siblings = sets[folder.parent]
        sibling_index = siblings.index(folder)
        is_conversation = (folder / "events.jsonl").is_file()
        own_questions = [
            question
            for question in read_json_lines(folder / "questions.jsonl")
            if question.get("evidence") or question.get("category") in UNANSWERABLE_CATEGORIES
        ]
        own_questions += _read_statements(folder)
        foreign_questions = []
        if len(siblings) > 1:
            sibling_questions = read_json_lines(siblings[(sibling_index + 1) % len(siblings)] / "questions.jsonl")
            foreign_questions = random.Random(sibling_index).sample(  # noqa: S311
                sibling_questions, min(_FOREIGN_QUESTIONS, len(sibling_questions))
            )
        with temporary_memory(settings, "train") as memory:
            log_folder(memory, folder)
            memory.digest()
            for number, question in enumerate(
                [*own_questions, *({**question, "evidence": []} for question in foreign_questions)]
            ):
                fold = sibling_index % folds if is_conversation else number % folds
                cases.append(
                    _build_case(memory, model, f"{folder.parent.name}/{folder.name}", question, fold, settings)
                )
        new_texts = list(dict.fromkeys(text for case in cases for text in case.candidates.text if text not in states))
        for start in range(0, len(new_texts), _TEXT_BATCH):
            states.update(_encode_texts(model, new_texts[start : start + _TEXT_BATCH]))
        report(f"{folder.name}: {len(own_questions)} questions, {len(states)} texts")
    return RankingCorpus(cases, states)


def _read_statements(folder: Path) -> list[dict[str, Any]]:
    """Return a random part of the observations that matter, as questions."""
    file = folder / "observations.jsonl"
    rows = [row for row in read_json_lines(file) if row.get("worth", 0) >= _LEAST_WORTH] if file.is_file() else []
    chosen = random.Random(folder.name).sample(rows, min(_STATEMENTS, len(rows)))  # noqa: S311
    return [{"question": row["text"], "category": STATEMENT, "evidence": row["evidence"]} for row in chosen]


def _build_case(
    memory: Memory, model: MiniLM, folder: str, row: dict[str, Any], fold: int, settings: Settings
) -> RankingCase:
    text = row["question"]
    hidden, spans, vector = _encode_question(model, text)
    encoded_question = EncodedQuestion(vector, np.zeros((0, STATE_WIDTH), np.float32), np.zeros(0, np.float32), spans)
    question = Question.parse(text, encoded_question)
    filters = Filters.from_arguments(kinds=["event"])
    candidates_ = fetch_candidates(
        memory.graph, question, filters, settings.candidates, settings.neighbours
    ).sorted_by_id()
    category = str(row.get("category", "all"))
    evidence = {str(event) for event in row["evidence"]}
    relevance = dict.fromkeys(evidence, 1)
    if "update" in category:
        time_by_event = {
            event: time_ or 0
            for event, time_ in zip(candidates_.event, candidates_.at, strict=True)
            if event in evidence
        }
        if len(time_by_event) > 1:
            relevance[max(time_by_event, key=time_by_event.__getitem__)] = 2
    without_states = Candidates(**{**vars(candidates_), "states": [None] * len(candidates_)})
    return RankingCase(folder, category, question, without_states, relevance, len(evidence), hidden, spans, fold)


def _encode_question(
    model: MiniLM, text: str
) -> tuple[NDArray[np.float32], tuple[tuple[int, int], ...], NDArray[np.float32]]:
    encoded = model.encode([text])
    kept_tokens = select_tokens(encoded.ids[0], model.skipped_pieces)
    spans = tuple(span for span, is_kept in zip(encoded.offsets[0], kept_tokens, strict=True) if is_kept)
    return normalise_rows(encoded.states[LAYERS][0][kept_tokens]), spans, encoded.vectors[0]


def _encode_texts(model: MiniLM, texts: Sequence[str]) -> dict[str, Halves]:
    encoded = model.encode(texts)
    return {
        text: normalise_rows(states[select_tokens(ids, model.skipped_pieces)]).astype(np.float16)
        for text, ids, states in zip(texts, encoded.ids, encoded.states[LAYERS], strict=True)
    }
