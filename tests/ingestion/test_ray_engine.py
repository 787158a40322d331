"""Digestion on Ray, with real actors: the graph that one process leaves, whatever happens to an actor, and no secret there."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import threading
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import psutil
import pytest

from kg import Event, Memory, Settings
from kg.bench.parallel_digestion import printed
from kg.bench.synthetic_texts import chat
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import extractor
from kg.ingestion import Digester, readers_of
from kg.ingestion.ray_readers import Actors, _cluster, _environment, shares
from kg.protocols import SystemClock
from tests.ingestion.mortal import Lacking, Mortal

Connect = Callable[..., Memory]
EVENTS = chat(240, lines=2)


@pytest.fixture
def modelless(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing", "ray_embedders": 2, "digest_bulk": 20})


@pytest.fixture
def logged(connect: Connect, modelless: Settings, scope: str) -> tuple[Memory, Memory]:
    """A scope with a chat, and beside it one in which this process alone has digested it."""
    memory, alone = connect(settings=modelless), connect(f"{scope}-alone", settings=modelless)
    for each in (memory, alone):
        each.log(EVENTS)
    alone.digest()
    return memory, alone


def test_without_ray_the_extra_is_named(memory: Memory) -> None:
    if importlib.util.find_spec("ray"):
        pytest.skip("Ray is here")
    with pytest.raises(ModelUnavailable, match=r"kg\[ray\]"):
        memory.digest(engine="ray")


def test_an_engine_that_is_none_is_refused_before_anything_is_done(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="local or ray"):
        memory.digest(retry=True, engine="spark")


@pytest.mark.parametrize(
    ("given", "cpus", "gpus", "expected"),
    [
        ({}, 8, 0, (8, 0, 0.0)),
        ({}, 8, 2, (8, 0, 0.0)),
        ({"embedder": "torch:some"}, 8, 0, (8, 0, 0.0)),
        ({"embedder": "torch:some"}, 8, 2, (2, 6, 1.0)),
        ({"embedder": "torch:some", "ray_embedders": 4}, 8, 2, (4, 4, 0.5)),
        ({"ray_embedders": 1, "ray_extractors": 3}, 2, 0, (1, 3, 0.0)),
    ],
)
def test_how_actors_are_shared_out(
    given: dict[str, Any], cpus: int, gpus: int, expected: tuple[int, int, float]
) -> None:
    assert shares(Settings(**given), cpus, gpus) == expected


@pytest.mark.extras
@pytest.mark.filterwarnings("ignore")
class TestOnRay:
    @pytest.fixture(scope="class", autouse=True)
    def _one_ray(self) -> Iterator[None]:
        """Begun once for these tests, as a program of one's own would; what is begun by a digestion has a test of its own."""
        ray = brought()
        with _cluster(None):
            assert [each["NodeManagerAddress"] for each in ray.nodes()] == ["127.0.0.1"]
            yield
        assert not ray.is_initialized()

    @pytest.mark.parametrize("extractors", [0, 1])
    def test_the_graph_is_the_one_that_a_single_process_leaves(
        self, logged: tuple[Memory, Memory], modelless: Settings, extractors: int
    ) -> None:
        memory, alone = logged
        given = modelless.model_copy(update={"ray_extractors": extractors})
        with readers_of("ray", given, memory.embedder, extractor(given)) as readers:
            done = digester(memory).run(readers=readers)
        assert done.events + done.skipped == len(EVENTS)
        assert printed(memory.graph) == printed(alone.graph)

    def test_what_a_killed_actor_had_is_given_to_one_again(
        self, logged: tuple[Memory, Memory], modelless: Settings
    ) -> None:
        memory, alone = logged
        with readers_of("ray", modelless, memory.embedder, extractor(modelless)) as readers:
            first = readers.submit([])
            first.result()
            killer = threading.Timer(0.2, kill_one)
            killer.start()
            done = digester(memory).run(readers=readers)
            killer.join()
        assert done.events + done.skipped == len(EVENTS)
        assert printed(memory.graph) == printed(alone.graph)

    def test_an_event_that_kills_actors_is_set_aside_alone(self, connect: Connect, modelless: Settings) -> None:
        memory = connect(settings=modelless)
        memory.log([Event(f"Ann said {place} things.", id=f"e{place}", session="cli:1") for place in range(4)])
        memory.log([Event("This is poison for Ann.", id="bad", session="cli:1")])
        with Actors(modelless, memory.embedder, extractor(modelless), Mortal) as readers:
            done = digester(memory).run(readers=readers)
        assert (done.events, done.failed) == (4, 1)
        assert memory.queue()["failed_permanent"] == 1

    def test_a_model_that_an_actor_lacks_leaves_everything_pending(self, connect: Connect, modelless: Settings) -> None:
        memory = connect(settings=modelless)
        memory.log(EVENTS[:5])
        with (
            Actors(modelless, memory.embedder, extractor(modelless), Lacking) as readers,
            pytest.raises(ModelUnavailable, match="5 events are not here") as told,
        ):
            digester(memory).run(readers=readers)
        assert told.value.how == "Get them."
        assert memory.queue()["pending"] == 5

    def test_embedders_of_ones_own_are_refused(self, connect: Connect, modelless: Settings) -> None:
        memory = connect(settings=modelless.model_copy(update={"embedder": "minilm"}))
        with pytest.raises(InvalidInput, match="engine"):
            memory.digest(engine="ray")


@pytest.mark.extras
@pytest.mark.filterwarnings("ignore")
def test_what_is_begun_here_inherits_no_secret_and_ends(connect: Connect, modelless: Settings) -> None:
    ray = brought()
    memory = connect(settings=modelless)
    memory.log(EVENTS[:20])
    assert "KG_NEO4J_PASSWORD" in os.environ
    seen: list[dict[str, str]] = []
    with readers_of("ray", modelless, memory.embedder, extractor(modelless)) as readers:
        digester(memory).run(readers=readers)
        seen = [environment_of(each) for each in psutil.Process().children(recursive=True)]
    assert len(seen) > 3
    assert not any(name in each for each in seen for name in ("KG_NEO4J_PASSWORD", "KG_LLM_API_KEY", "KG_MCP_TOKEN"))
    assert "KG_NEO4J_PASSWORD" in os.environ
    assert "RAY_USAGE_STATS_ENABLED" not in os.environ
    assert not ray.is_initialized()


def brought() -> ModuleType:
    """Ray as a digestion would import it, which decides on which addresses it will listen."""
    with _environment(None):
        return pytest.importorskip("ray")


def digester(memory: Memory) -> Digester:
    return Digester(memory.graph, memory.embedder, memory.settings, SystemClock(), extractor(memory.settings))


def kill_one() -> None:
    for each in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if each.name().startswith("ray::Actor"):
                each.kill()
                return


def environment_of(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except psutil.Error:
        return {}
