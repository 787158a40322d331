"""Writes the text of summary tree nodes: with a language model where one answers, otherwise by extraction."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.errors import ModelUnavailable
from kg.llm import SUMMARY_VERSION, summarise_lines
from kg.protocols import LanguageModel
from kg.summaries.extractive_text import (
    EXTRACTIVE_VERSION,
    merge_child_sentences,
    write_fact_sentences,
    write_overview_sentences,
    write_quotations,
    write_session_sentences,
)
from kg.summaries.source_material import SummaryMaterial
from kg.summaries.summary_tree import PREFERENCES_KEY
from kg.types import SummarySentence

SENTENCE_LIMITS = ((2, 5), (3, 7), (3, 5))
"""Minimum and maximum number of sentences of leaves, branches and the root."""
PREFERENCE_SENTENCES = 8
"""Maximum number of sentences about preferences, which every context contains."""
MAX_PROMPT_MESSAGES = 30
"""Maximum number of messages in the prompt of a language model."""
MAX_STATED, MAX_NOTABLE = 14, 8
"""Maximum number of facts in an extractive summary of a session or topic, and of messages quoted where no fact states them."""
MAX_OVERVIEW = 8
"""Maximum number of extractive sentences about a person or thing."""
_MAX_LEARNT, _DAY_CHARS, _PROMPT_FACTS = 3, 10, 15
_TRANSIENT_ERRORS = (ConnectionError, TimeoutError)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SummaryDraft:
    """The new text of a node.

    Attributes:
        material: the material that it was written from.
        sentences: its sentences; empty where there is nothing to say.
        written_by: name and version of the writer.
    """

    material: SummaryMaterial
    sentences: tuple[SummarySentence, ...]
    written_by: str = EXTRACTIVE_VERSION

    @property
    def text(self) -> str:
        """The sentences as one text."""
        return " ".join(one.text for one in self.sentences)


class SummaryWriter:
    """Writes the nodes of one refresh cycle.

    Attributes:
        degraded: unavailable components with their errors, without duplicates.
    """

    def __init__(self, model: LanguageModel | None) -> None:
        self._model = model
        self.degraded: dict[str, None] = {}

    def write(self, material: SummaryMaterial) -> SummaryDraft:
        """Return the new text of a node. Falls back to extraction where the language model fails."""
        extractive = write_extractive_summary(material)
        if self._model is None or material.node.key == PREFERENCES_KEY:
            return extractive
        lines, sources = _prompt_lines(material)
        if not lines:
            return extractive
        least, most = SENTENCE_LIMITS[material.node.level]
        try:
            summarized = summarise_lines(
                _subject(material), material.node.name, lines, self._model, least=least, most=most
            )
        except (ModelUnavailable, *_TRANSIENT_ERRORS) as error:
            # The model is not asked again in this cycle: waiting for each request to fail would block the cycle.
            self._model = None
            return self._fall_back(extractive, f"language model: {error}")
        if summarized is None:
            return self._fall_back(extractive, "language model: an answer could not be read")
        written = [
            SummarySentence(text, tuple(dict.fromkeys(source for index in lines_cited for source in sources[index])))
            for text, lines_cited in summarized
        ]
        return SummaryDraft(material, tuple(written), SUMMARY_VERSION)

    def _fall_back(self, extractive: SummaryDraft, why: str) -> SummaryDraft:
        logger.warning("%s was written without a language model: %s", extractive.material.node.key, why)
        self.degraded[why] = None
        return extractive


def write_extractive_summary(material: SummaryMaterial) -> SummaryDraft:
    """Write a node by extraction: a leaf from its facts, then its messages; a branch from its children's sentences."""
    least, most = SENTENCE_LIMITS[material.node.level]
    if material.node.key == PREFERENCES_KEY:
        learnt = [one for _, said in material.children for one in said]
        said = write_fact_sentences(material.facts, PREFERENCE_SENTENCES - min(len(learnt), _MAX_LEARNT))
        return SummaryDraft(material, tuple([*said, *learnt][:PREFERENCE_SENTENCES]))
    if material.node.level > 0:
        said = merge_child_sentences([said for _, said in material.children], most=most)
        more = merge_child_sentences([said for _, said in material.deeper_children], most=least - len(said))
        return SummaryDraft(material, (*said, *more))
    if material.node.key.startswith("entity:"):
        overview = write_overview_sentences(
            material.facts, material.messages, material.now, MAX_OVERVIEW, nearness=material.nearness
        )
        quoted = write_quotations(material.messages, most) if not overview else []
        return SummaryDraft(material, (*overview, *quoted))
    said = write_session_sentences(material.messages, material.facts, most_facts=MAX_STATED, most_messages=MAX_NOTABLE)
    return SummaryDraft(material, tuple(said))


def _prompt_lines(material: SummaryMaterial) -> tuple[list[dict[str, Any]], list[Sequence[str]]]:
    """Return the lines of the prompt for a language model, and the sources of each line."""
    lines: list[dict[str, Any]] = []
    sources: list[Sequence[str]] = []

    def add(
        kind: str, text: str, line_sources: Sequence[str], speaker: str | None = None, date: str | None = None
    ) -> None:
        lines.append({"kind": kind, "speaker": speaker, "date": date, "text": text})
        sources.append(line_sources)

    if material.node.level == 0:
        for one in material.previous:
            add("before", one.text, one.sources)
    for fact in material.facts[:_PROMPT_FACTS]:
        [said] = write_fact_sentences([fact], 1)
        add("fact", said.text, said.sources)
    # The newest messages, in chronological order.
    for message in reversed(material.messages[:MAX_PROMPT_MESSAGES]):
        add("said", message.text, (message.id or "",), message.speaker_name, str(message.at)[:_DAY_CHARS])
    for name, child_sentences in (*material.children, *material.deeper_children):
        for one in child_sentences:
            add("part", one.text, one.sources, name)
    return lines, sources


def _subject(material: SummaryMaterial) -> str:
    kind = material.node.key.partition(":")[0]
    subjects = {
        "session": "one conversation",
        "entity": "one person or thing",
        "topic": "one topic",
        "channel": "the conversations of one channel",
        "entity_type": "people or things of one kind",
    }
    return subjects.get(kind, "everything that is remembered")
