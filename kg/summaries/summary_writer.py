"""How a node of the summary tree is written: by a language model where there is one that answers, else out of what is there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kg.errors import ModelUnavailable
from kg.llm import summarised
from kg.llm.prompts import SUMMARY_VERSION
from kg.protocols import LanguageModel
from kg.summaries.extractive_text import VERSION, facts_told, gathered, quotes
from kg.summaries.source_material import Material
from kg.summaries.summary_tree import PREFERENCES, sources_of
from kg.types import Said

LENGTHS = ((2, 5), (3, 7), (3, 5))
"""How many sentences at least and at most: of leaves, branches, the root."""
PREFERENCE_SENTENCES = 8
"""How many sentences at most tell preferences: they are always in the context."""
MESSAGES = 30
"""Of how many messages a language model is shown the beginning."""
_FACT_SENTENCES = 3
_LEARNT = 3
_PASSING = (ConnectionError, TimeoutError)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Written:
    """What a node says now.

    Attributes:
        material: what it was written from.
        said: its sentences; none where there is nothing to say.
        by: what wrote it.
    """

    material: Material
    said: tuple[Said, ...]
    by: str = VERSION

    @property
    def text(self) -> str:
        """The sentences, one after the other."""
        return " ".join(one.text for one in self.said)


class Writer:
    """Writes nodes for one cycle.

    Attributes:
        degraded: what was done without, and why, each once.
    """

    def __init__(self, model: LanguageModel | None) -> None:
        self._model = model
        self.degraded: dict[str, None] = {}

    def write(self, material: Material) -> Written:
        """What the node says now. What a language model does not tell is drawn from the material itself."""
        plain = extracted(material)
        if self._model is None or not plain.said or material.place.key == PREFERENCES:
            return plain
        lines, sources = _lines(material)
        least, most = LENGTHS[material.place.level]
        try:
            told = summarised(_subject(material), material.place.name, lines, self._model, least=least, most=most)
        except (ModelUnavailable, *_PASSING) as error:
            # It will not answer the rest of this cycle either; waiting for each would hold everything up.
            self._model = None
            return self._without(plain, f"language model: {error}")
        if told is None:
            return self._without(plain, "language model: an answer could not be read")
        said = [
            Said(text, tuple(dict.fromkeys(source for place in places for source in sources[place])))
            for text, places in told
        ]
        return Written(material, tuple(said), SUMMARY_VERSION)

    def _without(self, plain: Written, why: str) -> Written:
        logger.warning("%s is written without a language model: %s", plain.material.place.key, why)
        self.degraded[why] = None
        return plain


def extracted(material: Material) -> Written:
    """What the node says in words that are there: of a leaf its facts, then its messages; of a branch what its children say."""
    _, most = LENGTHS[material.place.level]
    if material.place.key == PREFERENCES:
        learnt = [one for _, said in material.children for one in said]
        said = facts_told(material.facts, PREFERENCE_SENTENCES - min(len(learnt), _LEARNT))
        return Written(material, tuple([*said, *learnt][:PREFERENCE_SENTENCES]))
    if material.place.level > 0:
        said = gathered([said for _, said in material.children], most=most)
        more = gathered([said for _, said in material.lower], most=most - len(said))
        return Written(material, (*said, *more))
    facts = facts_told(material.facts, _FACT_SENTENCES)
    shown = set(sources_of(facts))
    vectors = np.zeros((0, 0), np.float32) if material.vectors is None else material.vectors
    found = quotes(
        material.messages,
        vectors,
        most=most - len(facts),
        names=material.names,
        facts=[fact for fact in material.facts if fact.id in shown],
    )
    return Written(material, (*facts, *found))


def _lines(material: Material) -> tuple[list[dict[str, Any]], list[Sequence[str]]]:
    """What a language model is shown, and the sources of each line."""
    lines: list[dict[str, Any]] = []
    sources: list[Sequence[str]] = []

    def add(kind: str, text: str, of: Sequence[str], speaker: str | None = None, date: str | None = None) -> None:
        lines.append({"kind": kind, "speaker": speaker, "date": date, "text": text})
        sources.append(of)

    if material.place.level == 0:
        for one in material.before:
            add("before", one.text, one.sources)
    for fact in material.facts:
        [said] = facts_told([fact], 1)
        add("fact", said.text, said.sources)
    # The newest of them, told in the order in which they were said.
    for message in reversed(material.messages[:MESSAGES]):
        add("said", message.text, (message.id,), message.speaker, f"{message.at:%Y-%m-%d}")
    for name, told in (*material.children, *material.lower):
        for one in told:
            add("part", one.text, one.sources, name)
    return lines, sources


def _subject(material: Material) -> str:
    kind = material.place.key.partition(":")[0]
    subjects = {
        "session": "one conversation",
        "entity": "somebody or something",
        "topic": "one topic",
        "channel": "the conversations of one channel",
        "entity_type": "people or things of one kind",
    }
    return subjects.get(kind, "everything that is remembered")
