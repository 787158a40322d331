"""AsyncMemory: the same answers, many at once, and the event loop is never held up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kg import AsyncMemory, Event, Memory, Settings
from kg.consolidation import Sleep
from kg.errors import InvalidInput, KgError, NotFound
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from kg.visualize import Pictures
from tests import async_stub
from tests.support import T0, RecordingEmbedder


@pytest.fixture
def run(scope: str, settings: Settings, clock: FixedClock) -> Callable[..., Any]:
    """Run a coroutine with an open memory of this test's scope, which is erased afterwards."""

    def run(work: Callable[[AsyncMemory], Coroutine[Any, Any, Any]], **options: Any) -> Any:
        chosen = {"settings": settings, "clock": clock, "embedder": HashingEmbedder()} | options

        async def whole() -> Any:
            async with await AsyncMemory.connect(scope, **chosen) as memory:
                try:
                    return await work(memory)
                finally:
                    await memory.forget(scope=True)

        return asyncio.run(whole())

    return run


def test_every_call_answers_as_its_twin_does(
    run: Callable[..., Any], connect: Callable[..., Memory], talk: Callable[..., list[Event]], scope: str
) -> None:
    twin = connect()

    async def work(memory: AsyncMemory) -> None:
        ids = await memory.log(talk(6))
        assert (await memory.digest()).events == 6
        assert await memory.history("cli:1", last=3) == twin.history("cli:1", last=3)
        found = await memory.search("topic 2", limit=3)
        assert (found.hits, found.trips) == (twin.search("topic 2", limit=3).hits, 1)
        assert (await memory.context("topic 2", session="cli:1")).text == twin.context("topic 2", session="cli:1").text
        assert await memory.get(ids[0]) == twin.get(ids[0])
        assert await memory.queue() == twin.queue()
        assert (await memory.health()).healthy
        assert memory.scope == scope
        assert memory.settings == twin.settings
        assert {name: type(store) for name, store in twin.stores().items()} == async_stub.stores_of_memory()

    run(work)


def test_sleep_is_awaited_as_its_twin_is(run: Callable[..., Any], talk: Callable[..., list[Event]]) -> None:
    async def work(memory: AsyncMemory) -> None:
        await memory.log(talk(6))
        assert (await memory.sleep.quick()).steps["digest"].counts["events"] == 6
        assert (await memory.sleep.deep()).status == "success"
        assert (await memory.sleep.status()).state == "success"
        assert len(await memory.sleep.proposals()) == 1
        assert await memory.sleep.run_if_due() is None
        public = {name for name, one in vars(Sleep).items() if callable(one) and not name.startswith("_")}
        assert public == {name for name in vars(type(memory.sleep)) if not name.startswith("_")}

    run(work)


def test_pictures_are_awaited_as_their_twins_are(run: Callable[..., Any]) -> None:
    async def work(memory: AsyncMemory) -> None:
        await memory.people.ensure("cli:ann")
        picture = await memory.pictures.social()
        assert [node.label for node in picture.scene.nodes] == ["ann"]
        assert (await memory.social.picture()).svg() == picture.svg()
        public = {name for name, one in vars(Pictures).items() if callable(one) and not name.startswith("_")}
        assert public == {name for name in vars(type(memory.pictures)) if not name.startswith("_")}

    run(work)


def test_errors_are_the_same(run: Callable[..., Any]) -> None:
    async def work(memory: AsyncMemory) -> None:
        with pytest.raises(InvalidInput, match="limit"):
            await memory.search("x", limit=0)
        with pytest.raises(NotFound):
            await memory.get("no such id")
        with pytest.raises(InvalidInput):
            await memory.log([{"text": "x", "kind": "nonsense"}])

    run(work)
    with pytest.raises(InvalidInput, match="scope"):
        asyncio.run(AsyncMemory.connect("no spaces"))


@pytest.mark.slow
def test_fifty_calls_at_once(run: Callable[..., Any]) -> None:
    async def work(memory: AsyncMemory) -> None:
        lines = [[Event(f"line number n{place:02}", id=f"{place}", session="cli:1", at=T0)] for place in range(50)]
        told = await asyncio.gather(*(memory.log(batch) for batch in lines))
        assert [ids[0] for ids in told] == [f"{place}" for place in range(50)]
        events = await memory.history("cli:1", last=100)
        assert [event.seq for event in events] == list(range(50))
        found = await asyncio.gather(*(memory.search(f"line n{place:02}", limit=1) for place in range(50)))
        assert [result[0].id for result in found] == [f"{place}" for place in range(50)]

    run(work)


def test_the_loop_goes_on_while_a_text_is_embedded(run: Callable[..., Any]) -> None:
    embedding, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        embedding.set()
        assert go_on.wait(timeout=60)

    async def work(memory: AsyncMemory) -> None:
        await memory.log([Event("Ann moved to Oslo in spring.", session="cli:1", at=T0)])
        digesting = asyncio.ensure_future(memory.digest())
        await asyncio.to_thread(embedding.wait, 60)
        assert (await memory.history("cli:1"))[0].status == "processing", "other calls are answered meanwhile"
        assert not digesting.done()
        go_on.set()
        assert (await digesting).events == 1

    run(work, embedder=RecordingEmbedder(hold))


def test_a_call_that_is_cancelled_leaves_the_memory_usable(run: Callable[..., Any]) -> None:
    async def work(memory: AsyncMemory) -> None:
        call = asyncio.ensure_future(memory.log([Event("maybe", id="m", session="cli:1", at=T0)]))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await memory.log([Event("surely", id="s", session="cli:1", at=T0)]) == ["s"]
        assert "s" in [event.id for event in await memory.history("cli:1")]

    run(work)


def test_a_closed_memory_says_so(scope: str, settings: Settings) -> None:
    async def work() -> None:
        memory = await AsyncMemory.connect(scope, settings=settings, embedder=HashingEmbedder())
        await memory.close()
        with pytest.raises((KgError, RuntimeError)):
            await memory.search("x")

    asyncio.run(work())


def test_a_scope_is_erased_without_opening_it(connect: Callable[..., Memory], scope: str, settings: Settings) -> None:
    memory = connect(embedder=HashingEmbedder(32))
    memory.log([Event("With another model.", session="cli:1", at=T0)])
    receipt = asyncio.run(AsyncMemory.erase(scope, settings=settings))
    assert receipt.removed["event"] == 1
    assert memory.history("cli:1") == []
