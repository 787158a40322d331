"""Digestion on Ray with real actors: the graph equals that of one process, and Ray processes get no secrets."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import psutil
import pytest

from kg import Event, Memory, Settings
from kg.bench.parallel_digestion import list_scope_contents
from kg.bench.synthetic_texts import generate_chat
from kg.errors import InvalidInput, ModelUnavailable
from kg.extraction import create_extractor
from kg.ingestion import Digester, open_engine
from kg.ingestion.ray_engine import RayEngine, _ray_cluster, _ray_environment, plan_actors
from kg.protocols import SystemClock
from tests.ingestion.failing_actors import ActorWithoutWeights, DyingActor

Connect = Callable[..., Memory]
EVENTS = generate_chat(240, lines=2)


@pytest.fixture
def hashing_settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"embedder": "hashing", "ray_embedders": 2, "digest_bulk": 20})


@pytest.fixture
def undigested(connect: Connect, hashing_settings: Settings, scope: str) -> tuple[Memory, Memory]:
    """A scope with an undigested chat, and another one in which this process has digested it."""
    memory, single = connect(settings=hashing_settings), connect(f"{scope}-alone", settings=hashing_settings)
    for each in (memory, single):
        each.log(EVENTS)
    single.digest()
    return memory, single


def test_without_ray_the_error_names_the_extra(memory: Memory) -> None:
    if importlib.util.find_spec("ray"):
        pytest.skip("Ray is here")
    with pytest.raises(ModelUnavailable, match=r"kg-agent-memory\[ray\]"):
        memory.digest(engine="ray")


def test_an_unknown_engine_is_refused_before_anything_is_done(memory: Memory) -> None:
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
def test_actors_are_planned_by_cores_and_gpus(
    given: dict[str, Any], cpus: int, gpus: int, expected: tuple[int, int, float]
) -> None:
    assert plan_actors(Settings(**given), cpus, gpus) == expected


@pytest.mark.extras
@pytest.mark.filterwarnings("ignore")
class TestOnRay:
    @pytest.fixture(scope="class", autouse=True)
    def _shared_ray(self) -> Iterator[None]:
        """Start Ray once for these tests, as a program that uses Ray itself would."""
        ray = import_ray()
        with _ray_cluster(None):
            assert [each["NodeManagerAddress"] for each in ray.nodes()] == ["127.0.0.1"]
            yield
        assert not ray.is_initialized()

    @pytest.mark.parametrize("extractors", [0, 1])
    def test_the_graph_equals_that_of_a_single_process(
        self, undigested: tuple[Memory, Memory], hashing_settings: Settings, extractors: int
    ) -> None:
        memory, single = undigested
        ray_settings = hashing_settings.model_copy(update={"ray_extractors": extractors})
        with open_engine("ray", ray_settings, memory.embedder, create_extractor(ray_settings)) as engine:
            digest = digester(memory).run(engine=engine)
        assert digest.events + digest.skipped == len(EVENTS)
        assert list_scope_contents(memory.graph) == list_scope_contents(single.graph)

    def test_the_chunk_of_a_killed_actor_is_prepared_again(
        self, undigested: tuple[Memory, Memory], hashing_settings: Settings
    ) -> None:
        memory, single = undigested
        with open_engine("ray", hashing_settings, memory.embedder, create_extractor(hashing_settings)) as engine:
            first = engine.submit([])
            first.result()
            killer = threading.Timer(0.2, kill_an_actor)
            killer.start()
            digest = digester(memory).run(engine=engine)
            killer.join()
        assert digest.events + digest.skipped == len(EVENTS)
        assert list_scope_contents(memory.graph) == list_scope_contents(single.graph)

    def test_an_event_that_kills_actors_fails_alone(self, connect: Connect, hashing_settings: Settings) -> None:
        memory = connect(settings=hashing_settings)
        memory.log([Event(f"Ann said {place} things.", id=f"e{place}", session="cli:1") for place in range(4)])
        memory.log([Event("This is poison for Ann.", id="bad", session="cli:1")])
        with RayEngine(hashing_settings, memory.embedder, create_extractor(hashing_settings), DyingActor) as engine:
            digest = digester(memory).run(engine=engine)
        assert (digest.events, digest.failed) == (4, 1)
        assert memory.queue()["failed_permanent"] == 1

    def test_missing_weights_on_an_actor_leave_everything_pending(
        self, connect: Connect, hashing_settings: Settings
    ) -> None:
        memory = connect(settings=hashing_settings)
        memory.log(EVENTS[:5])
        with (
            RayEngine(
                hashing_settings, memory.embedder, create_extractor(hashing_settings), ActorWithoutWeights
            ) as engine,
            pytest.raises(ModelUnavailable, match="5 events are not here") as caught,
        ):
            digester(memory).run(engine=engine)
        assert caught.value.how == "Get them."
        assert memory.queue()["pending"] == 5

    def test_custom_embedders_are_refused(self, connect: Connect, hashing_settings: Settings) -> None:
        memory = connect(settings=hashing_settings.model_copy(update={"embedder": "minilm"}))
        with pytest.raises(InvalidInput, match="engine"):
            memory.digest(engine="ray")


@pytest.mark.extras
@pytest.mark.filterwarnings("ignore")
def test_a_local_ray_inherits_no_secret_and_is_stopped(connect: Connect, hashing_settings: Settings) -> None:
    ray = import_ray()
    memory = connect(settings=hashing_settings)
    memory.log(EVENTS[:20])
    assert "KG_NEO4J_PASSWORD" in os.environ
    environments: list[dict[str, str]] = []
    with open_engine("ray", hashing_settings, memory.embedder, create_extractor(hashing_settings)) as engine:
        digester(memory).run(engine=engine)
        environments = [environment_of(each) for each in psutil.Process().children(recursive=True)]
    assert len(environments) > 3
    assert not any(
        name in each for each in environments for name in ("KG_NEO4J_PASSWORD", "KG_LLM_API_KEY", "KG_MCP_TOKEN")
    )
    assert "KG_NEO4J_PASSWORD" in os.environ
    assert "RAY_USAGE_STATS_ENABLED" not in os.environ
    assert not ray.is_initialized()


def import_ray() -> ModuleType:
    """Import Ray as digestion does, which determines the addresses on which it listens."""
    with _ray_environment(None):
        return pytest.importorskip("ray")


def digester(memory: Memory) -> Digester:
    return Digester(replace(memory.runtime, clock=SystemClock(), extractor=create_extractor(memory.settings)))


def kill_an_actor() -> None:
    for each in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if each.name().startswith("ray::Prep"):
                each.kill()
                return


def environment_of(process: psutil.Process) -> dict[str, str]:
    try:
        return process.environ()
    except psutil.Error:
        return {}
