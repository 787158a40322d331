"""Fixtures: a Chromium for each file, a conversation of the corpus as a memory, and crowds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Memory, Settings
from kg.console import ConsoleServer
from kg.language import MiniLM
from kg.protocols import SystemClock
from tests.chromium import open_chromium
from tests.visualize.synthetic_people import write_people

ROOT = Path(__file__).parent.parent.parent
CONVERSATION = ROOT / "training" / "corpus" / "conversations" / "rescue-kennel" / "events.jsonl"
OWNER = "chat:Win Akeroyd"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with open_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of screenshots: KG_SCREENSHOTS, or a temporary one."""
    folder = Path(os.environ.get("KG_SCREENSHOTS", "") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fill(memory: Memory) -> Memory:
    """Fill a memory with the conversation, what follows from it, and what waits for a decision."""
    memory.import_files([CONVERSATION])
    memory.digest()
    memory.sleep.deep()
    memory.social.connect("Win Akeroyd", "Mo Hebblethwaite", "friend", context="the rescue")
    memory.trust.rate(OWNER, "Achieng Obuya", 0.9, reason="a good vet")
    memory.core.add("The agent is called Ada.", "identity")
    memory.procedures.propose("the boiler is cold again", "Ring Kevin Ibbotson, and say which light blinks.")
    one = memory.facts.add("Gary", "prefers", "his own bed")
    memory.facts.add("Gary", "dislikes", "his own bed")
    memory.facts.correct(one.id, object="the sofa", reason="a slip", by=OWNER)
    memory.people.note("Mo Hebblethwaite", "Comes on Tuesdays.", by=OWNER)
    memory.tasks.add("call the vet about Gary", owner="Win Akeroyd")
    return memory


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    """The embedder of users, as relevance is learnt from its vectors."""
    return MiniLM(Settings(embed_threads=1))


@pytest.fixture(scope="session")
def rescue(seed_memory: Callable[..., Memory], minilm: MiniLM) -> Memory:
    """The conversation as a memory, shared by tests that only read."""
    return fill(seed_memory(owner=OWNER, clock=SystemClock(), embedder=minilm))


@pytest.fixture(scope="session")
def crowd(seed_memory: Callable[..., Memory], driver: neo4j.Driver) -> Callable[[int], Memory]:
    """Return a function that returns a memory of so many people, shared by tests that only read."""
    built: dict[int, Memory] = {}

    def crowd(count: int) -> Memory:
        if count not in built:
            memory = built[count] = seed_memory()
            if count:
                write_people(
                    lambda query, **parameters: driver.execute_query(query, {"scope": memory.scope} | parameters),
                    count,
                    8 * count if count > 1 else 0,
                )
        return built[count]

    return crowd


@pytest.fixture(scope="module")
def open_console() -> Iterator[Callable[[Memory], ConsoleServer]]:
    """Return a function that serves the console of a memory until the end of the file's tests."""
    started: list[ConsoleServer] = []

    def open_console(memory: Memory) -> ConsoleServer:
        started.append(ConsoleServer(memory).start())
        return started[-1]

    yield open_console
    for server in started:
        server.stop()
