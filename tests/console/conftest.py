"""Fixtures: a console served on loopback, with a client that has its token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest

from kg import Event, Memory, Settings
from kg.console import ConsoleServer
from kg.language import MiniLM
from tests.support import T0, days

OWNER = "cli:ann"


@dataclass(frozen=True)
class OpenConsole:
    """A console that is served.

    Attributes:
        server: the server.
        memory: its memory.
        client: a client with its cookie.
    """

    server: ConsoleServer
    memory: Memory
    client: httpx.Client

    def page(self, path: str) -> str:
        """Return a page, which must be there."""
        answer = self.client.get(path, follow_redirects=True)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        return answer.text

    def change(self, action: str, **fields: str) -> httpx.Response:
        """Send a form as a page of the console would; return the answer after the redirect."""
        return self.post(f"/change/{action}", **fields)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.client.post(
            path, data=fields, headers={"Origin": self.server.url.rstrip("/")}, follow_redirects=True
        )


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., OpenConsole]]:
    """Return a function that serves the console of a memory until the end of the tests."""
    started: list[OpenConsole] = []

    def serve(memory: Memory, **options: str) -> OpenConsole:
        server = ConsoleServer(memory, **options).start()
        client = httpx.Client(base_url=server.url, timeout=60)
        client.get("/", params={"token": server.token})
        started.append(OpenConsole(server, memory, client))
        return started[-1]

    yield serve
    for console in started:
        console.client.close()
        console.server.stop()


def fill(memory: Memory) -> Memory:
    """Fill a memory with a small conversation, and what follows from it."""
    said = [
        ("ann", "I live in Oslo. I have to call the roofer by Friday."),
        ("bob", "I work at Acme. Kim Novak lives in Rome."),
        ("ann", "I like green tea, and the garden needs water."),
        ("bob", "The garden is lovely."),
    ]
    memory.log(
        [
            Event(
                text,
                id=f"e{place}",
                speaker=f"cli:{who}",
                speaker_name=who.title(),
                session="cli:1",
                at=T0 - days(9 - place),
            )
            for place, (who, text) in enumerate(said)
        ]
    )
    memory.digest()
    memory.social.connect("cli:ann", "cli:bob", "friend", context="the choir")
    memory.core.add("The agent is called Ada.", "identity")
    memory.procedures.propose("printer jams", "restart it")
    person = memory.people.get("cli:ann")
    memory.reflections.add("Ann cares for her garden.", [person.id, "e2"])
    memory.diary.add("Ann and Bob spoke about the garden.", participants=["cli:ann", "cli:bob"])
    return memory


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    """The embedder of users, as relevance is learnt from its vectors."""
    return MiniLM(Settings(embed_threads=1))


@pytest.fixture(scope="module")
def console(serve: Callable[..., OpenConsole], seed_memory: Callable[..., Memory], minilm: MiniLM) -> OpenConsole:
    """A console for tests that only read, with an owner."""
    return serve(fill(seed_memory(owner=OWNER, embedder=minilm)))


@pytest.fixture
def own_console(serve: Callable[..., OpenConsole], connect: Callable[..., Memory], minilm: MiniLM) -> OpenConsole:
    """The same for one test, which may change it."""
    return serve(fill(connect(owner=OWNER, embedder=minilm)))
