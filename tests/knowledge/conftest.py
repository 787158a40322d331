"""Fixture: a memory that has digested scripted texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.extraction.scripted_extractor import ScriptedExtractor
from kg.protocols import TextExtraction
from tests.knowledge.builders import DAY
from tests.support import T0, minutes


@pytest.fixture
def scripted_memory(connect: Callable[..., Memory]) -> Callable[..., Memory]:
    """Return a function that logs scripted texts a minute apart as e0, e1, … and returns the memory that digested them."""

    def scripted_memory(*scripts: TextExtraction) -> Memory:
        texts = {f"This is said as number {number}.": script for number, script in enumerate(scripts)}
        memory = connect(extractor=ScriptedExtractor(texts))
        memory.log(
            Event(text, id=f"e{number}", speaker="cli:teller", session="cli:1", at=T0 - DAY + minutes(number))
            for number, text in enumerate(texts)
        )
        assert memory.digest().failed == 0
        return memory

    return scripted_memory
