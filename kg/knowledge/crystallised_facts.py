"""Save the keyed facts that a language model extracts from recent conversations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.graph import as_datetime
from kg.knowledge.attribution import TrustPolicy
from kg.knowledge.batch_contents import collect_embedding_texts
from kg.knowledge.batch_writer import write_batch
from kg.knowledge.extracted_events import ExtractedEvent, FactKey, Speaker
from kg.knowledge.fact_arguments import parse_object, parse_predicate
from kg.knowledge.fact_state import SHARED
from kg.knowledge.facts import Facts
from kg.knowledge.vector_cache import VectorCache
from kg.language import find_instructions
from kg.llm import CrystallisedFact, crystallise_conversation
from kg.protocols import ExtractedStatement, LanguageModel
from kg.runtime import Runtime
from kg.types import CrystallisationResult, Fact, validate_name

_MAX_MESSAGES = 100
_CONFIDENCE = 0.8
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")


def save_crystallised_facts(runtime: Runtime, model: LanguageModel, facts: Facts) -> CrystallisationResult:
    """Give the last 100 shared messages of people to the model, and save the facts that it extracts.

    The evidence of each fact is the message that the model names: the fact has its speaker, whose trust decides whether it is
    believed, and it goes with the message. Messages for some readers only, and instructions to an agent, are not shown.

    Raises:
        ModelUnavailable, ConnectionError, TimeoutError: as the model.
    """
    rows = list(reversed(runtime.graph.run("knowledge/newest_messages", limit=_MAX_MESSAGES)))
    # A message that is not yet digested has no mark.
    rows = [row for row in rows if row["speaker"] in runtime.owners or not find_instructions(row["text"])]
    crystals = crystallise_conversation([(row["name"], row["text"]) for row in rows], model)
    vectors = VectorCache(runtime.embedder)
    saved: list[Fact] = []
    rejected = 0
    for crystal in crystals.facts:
        try:
            extracted = _build_event(rows[crystal.message], crystal)
            vectors.embed_texts(collect_embedding_texts(extracted))
            written = write_batch(
                runtime.graph,
                [extracted],
                vectors=vectors,
                now=runtime.clock.now(),
                policy=TrustPolicy.from_settings(runtime.settings),
            )
        except InvalidInput:
            # The output of a model may not be a valid fact; it counts as unreadable.
            rejected += 1
            continue
        saved += [facts.get(fact) for fact in written.facts_by_event.get(extracted.event, ())]
        rejected += not written.facts_by_event
    return CrystallisationResult(
        crystals.processed_messages,
        crystals.extracted_facts,
        len(saved),
        crystals.model,
        tuple(saved),
        crystals.failures + rejected,
    )


def _build_event(message: Mapping[str, Any], crystal: CrystallisedFact) -> ExtractedEvent:
    """Return the message with the one fact that the model extracted from it.

    Raises:
        InvalidInput: the fact is not valid.
    """
    # The category describes how the value relates to the key.
    predicate = _NOT_SNAKE.sub("_", crystal.category.casefold()).strip("_")[:64] or "is"
    at = as_datetime(message["at"])
    if at is None:
        raise InvalidInput("at", None, "the time of a message")
    return ExtractedEvent(
        event=message["id"],
        at=at,
        order=f"{message['seq']:09d} {message['id']}",
        session=message["session"],
        audience=SHARED,
        speaker=Speaker(message["person"], message["name"], message["speaker"]),
        statements=(
            ExtractedStatement(
                subject=validate_name("subject", crystal.key),
                predicate=parse_predicate(predicate if predicate[0].isalpha() else f"is_{predicate}"[:64]),
                object=parse_object(crystal.value),
                polarity=True,
                valid_from=None,
                valid_to=None,
                start=0,
                end=len(message["text"]),
                confidence=_CONFIDENCE,
            ),
        ),
        fact_key=FactKey(crystal.domain, crystal.category, crystal.key),
    )
