"""A large scope for measuring the console: a synthetic chat in which every second message states a fact."""

from __future__ import annotations

import dataclasses
import itertools
import random
import re
from collections.abc import Callable, Sequence

from kg.bench.latency import ScatteredEmbedder
from kg.bench.synthetic_chat import CHUNK_LINES, FAMOUS, ROOM, KnownNamesExtractor, generate_lines
from kg.bench.synthetic_texts import FIRST_NAMES, THINGS, generate_sentence
from kg.language import create_embedder
from kg.memory import Memory
from kg.protocols import ExtractedStatement, Extraction, TextExtraction, Utterance
from kg.settings import Settings

OWNER = next(line["speaker"] for line in generate_lines(0, CHUNK_LINES) if line["session"] == ROOM)
"""The owner: somebody who speaks in the shared room."""
_LOG_BATCH, _DIGEST_ROUND, _BASE_TEXTS = 500, 10_000, 1_000
_DECISIONS, _TASKS, _CORE = 30, 60, 20
_NUMBER = re.compile(r"\b\d+\b")
# As many predicates as a person's life has, so that a slot (subject, predicate) holds few facts.
_PREDICATES = [
    a + b + c
    for a in "bdfgk"
    for b in "aeiou"
    for c in ("ll", "rn", "st", "mp", "nd", "sk", "lt", "rd", "ck", "ft", "p", "t")
]
_FULL_NAME = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")


class NumberedFactsExtractor(KnownNamesExtractor):
    """An `Extractor` that finds the names, and a fact in each sentence with a number, so that every fact is another one."""

    name = "bench-numbered"

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        results = super().extract(passages).results
        return Extraction(tuple(map(_add_fact, passages, results)))


def _add_fact(passage: Utterance, found: TextExtraction) -> TextExtraction:
    text = passage.text
    number = _NUMBER.search(text)
    thing = next((thing for thing in THINGS if thing in text), None)
    if number is None or thing is None:
        return found
    full_name = _FULL_NAME.search(text)
    subject = full_name[0] if full_name else next(name for name in FIRST_NAMES if re.search(rf"\b{name}\b", text))
    fact = ExtractedStatement(
        subject,
        _PREDICATES[int(number[0]) % len(_PREDICATES)],
        f"{thing} number {number[0]}",
        True,
        None,
        None,
        0,
        len(text),
        0.9,
        template=f"{{s}} owns {thing} number {number[0]}",
        kind="possession",
        worth=0.6,
    )
    return dataclasses.replace(found, statements=(*found.statements, fact))


def fill(scope: str, size: int, settings: Settings, report: Callable[[str], object]) -> None:
    """Fill a scope up to `size` messages, and add what waits for a decision; a scope that was filled before is continued.

    Facts and names come from patterns and vectors are those of a thousand real texts, perturbed; the rest is what a
    digestion makes of them.
    """
    rng = random.Random(3)  # noqa: S311 - repeatable, not secret
    embedder = ScatteredEmbedder(create_embedder(settings), {}, [generate_sentence(rng) for _ in range(_BASE_TEXTS)])
    with Memory.connect(
        scope, settings=settings, embedder=embedder, extractor=NumberedFactsExtractor(), owner=OWNER
    ) as memory:
        [row] = memory.graph.run("bench/count_events")
        for first in range(row["events"], size, _DIGEST_ROUND):
            lines = generate_lines(first, min(_DIGEST_ROUND, size - first))
            while batch := list(itertools.islice(lines, _LOG_BATCH)):
                memory.log(batch)
            memory.digest()
            report(f"{min(first + _DIGEST_ROUND, size):,} of {size:,} messages")
        memory.digest()
        if not memory.tasks.list(limit=1):
            _add_decisions(memory)


def _add_decisions(memory: Memory) -> None:
    """Add what people decide about: contradictions, procedures, tasks, core memory."""
    for number in range(_DECISIONS):
        name = f"Person {number} Doe"
        memory.facts.add(name, "lives_in", "Oslo")
        memory.facts.add(name, "lives_in", "Lisbon")
        memory.procedures.propose(f"printer {number} is out of paper", "Fetch some from the cupboard.")
    for number in range(_TASKS):
        memory.tasks.add(f"return boat number {number}", owner=FAMOUS)
    for number in range(_CORE):
        memory.core.add(f"Remember the boat with the number {number}.", "context")
