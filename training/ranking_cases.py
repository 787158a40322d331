"""Cases: the questions of the training folders with the candidates that the engine itself finds for them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.bench.common import scratch
from kg.bench.recall import fill, lines
from kg.language import late_interaction
from kg.language.minilm import MiniLM
from kg.language.minilm_architecture import LAYERS
from kg.memory import Memory
from kg.protocols import Asked
from kg.retrieval import Filters
from kg.retrieval.candidates import Candidates, candidates
from kg.retrieval.question import Question
from kg.settings import Settings

Halves = NDArray[np.float16]
_STRANGE = 25
_TEXTS = 2_000


@dataclass(frozen=True, eq=False)
class Case:
    """One question with its candidates.

    Attributes:
        folder: where it is from.
        category: of the question.
        question: with its vector; its token states are filled in for each projection.
        found: the candidates, without token states.
        relevance: of each candidate's event: 0, 1, and 2 for the newest evidence of a question about what is current.
        evidence: how many events are evidence; 0 for a question that belongs to another conversation.
        hidden: the question's kept hidden states, (tokens, 384), of unit length.
        spans: of those tokens.
        fold: which part it is left out with.
    """

    folder: str
    category: str
    question: Question
    found: Candidates
    relevance: dict[str, int]
    evidence: int
    hidden: NDArray[np.float32]
    spans: tuple[tuple[int, int], ...]
    fold: int


@dataclass(frozen=True, eq=False)
class Corpus:
    """All cases, and the kept hidden states of every candidate's text: float16, of unit length."""

    cases: list[Case]
    states: dict[str, Halves]

    def of(self, case: Case) -> tuple[Halves, NDArray[np.int64]]:
        """The states of a case's candidates in one array, and how many each has."""
        blocks = [self.states[text] for text in case.found.text]
        return np.concatenate(blocks), np.array([len(block) for block in blocks], np.int64)


def gather(folders: Sequence[Path], folds: int, settings: Settings, tell: Callable[[str], None]) -> Corpus:
    """Ask every question of the folders in a scope of its own; some also in the next folder's, where nothing answers them.

    Conversations are left out as wholes: the n-th folder of a set is in fold n modulo `folds`. A folder of passages is no
    conversation, and its questions are dealt out.
    """
    model = MiniLM(settings)
    cases: list[Case] = []
    states: dict[str, Halves] = {}
    sets: dict[Path, list[Path]] = {}
    for folder in folders:
        sets.setdefault(folder.parent, []).append(folder)
    for folder in folders:
        beside = sets[folder.parent]
        place = beside.index(folder)
        talks = (folder / "events.jsonl").is_file()
        own = [one for one in lines(folder / "questions.jsonl") if one.get("evidence")]
        strange = []
        if len(beside) > 1:
            others = lines(beside[(place + 1) % len(beside)] / "questions.jsonl")
            strange = random.Random(place).sample(others, min(_STRANGE, len(others)))  # noqa: S311
        with scratch(settings, "train") as memory:
            fill(memory, folder)
            memory.digest()
            for number, one in enumerate([*own, *({**other, "evidence": []} for other in strange)]):
                fold = place % folds if talks else number % folds
                cases.append(_case(memory, model, f"{folder.parent.name}/{folder.name}", one, fold, settings))
        fresh = list(dict.fromkeys(text for case in cases for text in case.found.text if text not in states))
        for start in range(0, len(fresh), _TEXTS):
            states.update(_hidden(model, fresh[start : start + _TEXTS]))
        tell(f"{folder.name}: {len(own)} questions, {len(states)} texts")
    return Corpus(cases, states)


def _case(memory: Memory, model: MiniLM, folder: str, one: dict[str, Any], fold: int, settings: Settings) -> Case:
    text = one["question"]
    hidden, spans, vector = _asked(model, text)
    asked = Asked(vector, np.zeros((0, late_interaction.WIDTH), np.float32), np.zeros(0, np.float32), spans)
    question = Question.read(text, asked)
    filters = Filters.checked(kinds=["event"])
    found = candidates(memory.graph, question, filters, settings.candidates, settings.neighbours).ordered()
    category = str(one.get("category", "all"))
    evidence = {str(event) for event in one["evidence"]}
    relevance = dict.fromkeys(evidence, 1)
    if "knowledge_update" in category:
        at = {event: moment or 0 for event, moment in zip(found.event, found.at, strict=True) if event in evidence}
        if len(at) > 1:
            relevance[max(at, key=at.__getitem__)] = 2
    kept = Candidates(**{**vars(found), "states": [None] * len(found)})
    return Case(folder, category, question, kept, relevance, len(evidence), hidden, spans, fold)


def _asked(model: MiniLM, text: str) -> tuple[NDArray[np.float32], tuple[tuple[int, int], ...], NDArray[np.float32]]:
    encoded = model.encode([text])
    keep = late_interaction.kept(encoded.ids[0], model.meaningless)
    spans = tuple(span for span, wanted in zip(encoded.offsets[0], keep, strict=True) if wanted)
    return late_interaction.unit(encoded.states[LAYERS][0][keep]), spans, encoded.vectors[0]


def _hidden(model: MiniLM, texts: Sequence[str]) -> dict[str, Halves]:
    encoded = model.encode(texts)
    return {
        text: late_interaction.unit(states[late_interaction.kept(ids, model.meaningless)]).astype(np.float16)
        for text, ids, states in zip(texts, encoded.ids, encoded.states[LAYERS], strict=True)
    }
