"""The preparation engine on Ray: actors embed and extract, on one machine or many, with GPUs where available.

Needs the extra kg-agent-memory[ray].
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Self

from kg.errors import ConnectionFailed, InvalidInput, ModelUnavailable
from kg.extraction import create_extractor
from kg.ingestion.batch_extraction import PreparationFault, PreparedEvent
from kg.ingestion.engines import EventChunk
from kg.ingestion.preparation import EventPreparer, PreparedBatch
from kg.language import create_embedder
from kg.protocols import Embedder, Extractor
from kg.settings import Settings

log = logging.getLogger(__name__)

_INSTALL_HINT = "Run `pip install 'kg-agent-memory[ray]'`."
# The settings that actors get: none with access to the database or a key.
_ACTOR_SETTINGS = frozenset({"embedder", "model_dir", "cache_dir", "embed_threads", "embed_batch", "extractor"}) | {
    "passage_pieces",
    "passage_overlap",
}
# Variables that the processes of a local Ray must not inherit.
_SECRETS = ("KG_NEO4J_PASSWORD", "KG_SERVERS", "KG_LLM_API_KEY", "KG_MCP_TOKEN")
# No usage statistics, and no connections from other machines; Ray reads these when imported and started.
_RAY_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
_PING_TIMEOUT_S = 120.0


class PreparationActor:
    """An event preparer in a Ray process; its models are loaded at the first use."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._preparer: EventPreparer | None = None

    def ping(self) -> bool:
        """Return True, to show that the actor is alive."""
        return True

    def embed(self, chunk: EventChunk) -> list[PreparedEvent]:
        """See `EventPreparer.embed`."""
        return self._get_preparer().embed(chunk)

    def extract(self, prepared: list[PreparedEvent]) -> PreparedBatch:
        """See `EventPreparer.extract`."""
        return self._get_preparer().extract(prepared)

    def embed_names(self, ready: PreparedBatch) -> PreparedBatch:
        """See `EventPreparer.embed_names`."""
        return self._get_preparer().embed_names(ready)

    def prepare(self, chunk: EventChunk) -> PreparedBatch:
        """Run all three steps."""
        return self.embed_names(self.extract(self.embed(chunk)))

    def _get_preparer(self) -> EventPreparer:
        # Made lazily: an error here reaches the caller, one in `__init__` only appears as a dead actor.
        if self._preparer is None:
            settings = Settings(**self._settings)
            self._preparer = EventPreparer(create_embedder(settings), settings, create_extractor(settings))
        return self._preparer


class RayEngine:
    """A pool of actors, started on entry and stopped on exit; see `PreparationEngine`.

    Ray restarts an actor that dies, and its chunk is submitted again. A chunk on which actors die twice is halved, and an
    event on which they die alone is stored with that error.
    """

    def __init__(
        self,
        settings: Settings,
        model: Embedder,
        reads: Extractor | None,
        actor_class: type[PreparationActor] = PreparationActor,
    ) -> None:
        """Check that actors can prepare events for a scope.

        Args:
            settings: `ray_…`, and the settings of embedder and extractor.
            model: the scope's embedder; each actor makes an equal one.
            reads: the scope's extractor, likewise.
            actor_class: class of the actors.

        Raises:
            ModelUnavailable: Ray is not installed.
            InvalidInput: embedder or extractor do not come from the settings, so actors cannot make them.
        """
        if importlib.util.find_spec("ray") is None:
            raise ModelUnavailable("Ray is not installed.", how=_INSTALL_HINT)
        pairs = [(create_embedder(settings), model), (create_extractor(settings), reads)]
        if any(getattr(one, "name", None) != getattr(other, "name", None) for one, other in pairs):
            raise InvalidInput(
                "engine",
                "ray",
                "local with embedders or extractors that are custom objects or language models",
            )
        self._settings = settings
        self._actor_class = actor_class
        self._embedding: SimpleQueue[Any] = SimpleQueue()
        self._extracting: SimpleQueue[Any] = SimpleQueue()
        self._count = 0
        self._has_extractors = False
        self._resources = contextlib.ExitStack()

    @property
    def max_in_flight(self) -> int:
        """Two for each actor, so that the next chunk is there when one is done."""
        return 2 * self._count

    def __enter__(self) -> Self:
        with _ray_environment(self._settings.ray_address):
            import ray  # noqa: PLC0415

        with contextlib.ExitStack() as stack:
            stack.enter_context(_ray_cluster(self._settings.ray_address))
            resources = ray.cluster_resources()
            embedders, extractors, gpus_per_actor = plan_actors(
                self._settings, int(resources.get("CPU", 1)), int(resources.get("GPU", 0))
            )
            cpus_per_actor = min(1.0, int(1e4 * resources.get("CPU", 1) / (embedders + extractors)) / 1e4)
            actor_type = ray.remote(max_restarts=-1, max_task_retries=1)(self._actor_class)
            values = _actor_settings(self._settings)
            for _ in range(embedders):
                self._embedding.put(actor_type.options(num_cpus=cpus_per_actor, num_gpus=gpus_per_actor).remote(values))
            for _ in range(extractors):
                self._extracting.put(actor_type.options(num_cpus=cpus_per_actor).remote(values))
            self._count, self._has_extractors = embedders + extractors, extractors > 0
            log.info(
                "%d actors embed, %d extract, each with %.2g cores and %.2g GPUs",
                embedders,
                extractors,
                cpus_per_actor,
                gpus_per_actor,
            )
            self._threads = stack.enter_context(ThreadPoolExecutor(self.max_in_flight, thread_name_prefix="kg-ray"))
            self._resources = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(cancel_futures=True)
        self._resources.close()

    def submit(self, chunk: EventChunk) -> Future[PreparedBatch]:
        """See `PreparationEngine.submit`."""
        return self._threads.submit(self._prepare, chunk)

    def _prepare(self, chunk: EventChunk) -> PreparedBatch:
        from ray import exceptions as ray_errors  # noqa: PLC0415

        try:
            return self._prepare_once(chunk)
        except ray_errors.RayTaskError as error:
            raise error.cause from error
        except (ray_errors.RayActorError, ray_errors.ObjectLostError) as error:
            log.warning("%d events were lost with the actor that had them: %s", len(chunk), type(error).__name__)
            self._check_actors()
        if len(chunk) == 1:
            fault = PreparationFault(
                "ChildProcessError: the actors that prepared it died each time", is_transient=False
            )
            return PreparedBatch([PreparedEvent(chunk[0], fault=fault)])
        half = len(chunk) // 2
        one, other = self._prepare(chunk[:half]), self._prepare(chunk[half:])
        return PreparedBatch(
            [*one.prepared, *other.prepared], {**one.vectors, **other.vectors}, (*one.degraded, *other.degraded)
        )

    def _prepare_once(self, chunk: EventChunk) -> PreparedBatch:
        import ray  # noqa: PLC0415

        result: PreparedBatch
        if self._has_extractors:
            # Only references pass through this process; the hidden states move from actor to actor.
            with _borrow_actor(self._embedding) as actor:
                embedded = actor.embed.remote(chunk)
                ray.wait([embedded], fetch_local=False)
            with _borrow_actor(self._extracting) as actor:
                extracted = actor.extract.remote(embedded)
                ray.wait([extracted], fetch_local=False)
            with _borrow_actor(self._embedding) as actor:
                result = ray.get(actor.embed_names.remote(extracted))
        else:
            with _borrow_actor(self._embedding) as actor:
                result = ray.get(actor.prepare.remote(chunk))
        return result

    def _check_actors(self) -> None:
        """Check that the actors are alive, before an event is blamed.

        Raises:
            ModelUnavailable: they are not, so nothing is wrong with the events.
        """
        import ray  # noqa: PLC0415

        try:
            for pool in (self._embedding, self._extracting) if self._has_extractors else (self._embedding,):
                with _borrow_actor(pool) as actor:
                    ray.get(actor.ping.remote(), timeout=_PING_TIMEOUT_S)
        except ray.exceptions.RayError as error:
            raise ModelUnavailable("The actors on Ray do not answer.", how="See `ray status`.") from error


def plan_actors(settings: Settings, cpus: int, gpus: int) -> tuple[int, int, float]:
    """Return the number of embedding actors, of extracting actors, and the GPUs of each embedding actor.

    Without a GPU, or an embedder that uses one, each actor does both steps on one core: the hidden states that the embedder
    produces are large, and best used where they are. With GPUs, one actor per GPU embeds, and the cores extract.
    """
    on_gpus = gpus > 0 and settings.embedder.startswith("torch:")
    embedders = settings.ray_embedders or (gpus if on_gpus else max(1, cpus))
    extractors = settings.ray_extractors
    if extractors is None:
        extractors = max(1, cpus - embedders) if on_gpus else 0
    return embedders, extractors, min(1.0, gpus / embedders) if on_gpus else 0.0


def _actor_settings(settings: Settings) -> dict[str, Any]:
    values = {name: getattr(settings, name) for name in _ACTOR_SETTINGS}
    # One core each: the threads of many actors would compete for cores.
    return values | {"embed_threads": settings.embed_threads or 1}


@contextlib.contextmanager
def _borrow_actor(pool: SimpleQueue[Any]) -> Iterator[Any]:
    actor = pool.get()
    try:
        yield actor
    finally:
        pool.put(actor)


@contextlib.contextmanager
def _ray_cluster(address: str | None) -> Iterator[None]:
    """Use the Ray of this process, or connect to a cluster, or start one; stop afterwards what was started here."""
    import ray  # noqa: PLC0415

    if ray.is_initialized():
        yield
        return
    options = {"include_dashboard": False} if address is None else {}
    with _ray_environment(address):
        try:
            ray.init(address=address or "local", logging_level=logging.ERROR, log_to_driver=False, **options)
        except Exception as error:
            # Ray raises a plain Exception where its own processes start too slowly.
            raise ConnectionFailed(f"cannot connect to Ray at {address or 'this machine'}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


@contextlib.contextmanager
def _ray_environment(address: str | None) -> Iterator[None]:
    """Set the environment that the processes of a local Ray inherit, and that Ray reads when imported."""
    saved = dict(os.environ)
    if address is None:
        for name in _SECRETS:
            os.environ.pop(name, None)
        os.environ.update(_RAY_ENVIRONMENT)
    try:
        yield
    finally:
        os.environ.update({name: saved[name] for name in {*_SECRETS, *_RAY_ENVIRONMENT} & set(saved)})
        for name in set(_RAY_ENVIRONMENT) - set(saved):
            os.environ.pop(name, None)
