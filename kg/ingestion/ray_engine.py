"""Readers on Ray: actors that embed and read, on this machine or many, beside GPUs where there are some. Extra kg[ray]."""

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
from kg.extraction import extractor
from kg.ingestion.batch_extraction import Fault, Prepared
from kg.ingestion.preparation import Reader, Ready
from kg.ingestion.readers import Chunk
from kg.language.embedders import embedder
from kg.protocols import Embedder, Extractor
from kg.settings import Settings

log = logging.getLogger(__name__)

_HOW = "Run `pip install 'kg[ray]'`."
# All that an actor is told. It needs no database and no key, and so is given none.
_TOLD = frozenset({"embedder", "model_dir", "cache_dir", "embed_threads", "embed_batch", "extractor"}) | {
    "passage_pieces",
    "passage_overlap",
}
# What the processes of a Ray that is begun here must not inherit.
_SECRETS = ("KG_NEO4J_PASSWORD", "KG_SERVERS", "KG_LLM_API_KEY", "KG_MCP_TOKEN")
# Nothing is told to anybody, and nobody beyond this machine can connect; read where Ray is imported and begun.
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
_ALIVE_S = 120.0


class Actor:
    """A reader in a process of Ray's; its models are loaded at the first use."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told
        self._made: Reader | None = None

    def here(self) -> bool:
        """That it is alive."""
        return True

    def embed(self, chunk: Chunk) -> list[Prepared]:
        """See `Reader.embed`."""
        return self._reader().embed(chunk)

    def extract(self, prepared: list[Prepared]) -> Ready:
        """See `Reader.extract`."""
        return self._reader().extract(prepared)

    def name(self, ready: Ready) -> Ready:
        """See `Reader.name`."""
        return self._reader().name(ready)

    def ready(self, chunk: Chunk) -> Ready:
        """All three steps."""
        return self.name(self.extract(self.embed(chunk)))

    def _reader(self) -> Reader:
        # Not before: an error here is told to who asks, one in `__init__` as an actor that died.
        if self._made is None:
            settings = Settings(**self._told)
            self._made = Reader(embedder(settings), settings, extractor(settings))
        return self._made


class Actors:
    """A pool of actors, begun when it is entered and ended when it is left; see `Readers`.

    An actor that dies is begun anew, by Ray, and its chunk given to one again. A chunk on which actors die twice is halved, and
    an event on which they die alone is set aside with that error.
    """

    def __init__(self, settings: Settings, model: Embedder, reads: Extractor | None, kind: type[Actor] = Actor) -> None:
        """Keep what is needed.

        Args:
            settings: `ray_…`, and what embedder and extractor are made from.
            model: the scope's embedder; its like is made in each actor.
            reads: the extractor, in the same way.
            kind: what the actors are.

        Raises:
            ModelUnavailable: Ray is not installed.
            InvalidInput: embedder or extractor are not those that the settings name: an actor could not make them.
        """
        if importlib.util.find_spec("ray") is None:
            raise ModelUnavailable("Ray is not installed.", how=_HOW)
        named = [(embedder(settings), model), (extractor(settings), reads)]
        if any(getattr(one, "name", None) != getattr(other, "name", None) for one, other in named):
            raise InvalidInput(
                "engine",
                "ray",
                "local, where embedder or extractor are objects of your own, or a language model is asked",
            )
        self._settings = settings
        self._kind = kind
        self._embedding: SimpleQueue[Any] = SimpleQueue()
        self._extracting: SimpleQueue[Any] = SimpleQueue()
        self._count = 0
        self._apart = False
        self._left = contextlib.ExitStack()

    @property
    def ahead(self) -> int:
        """Two for each actor: the next one is there when it is done."""
        return 2 * self._count

    def __enter__(self) -> Self:
        with _environment(self._settings.ray_address):
            import ray  # noqa: PLC0415

        with contextlib.ExitStack() as stack:
            stack.enter_context(_cluster(self._settings.ray_address))
            has = ray.cluster_resources()
            embedders, extractors, gpu = shares(self._settings, int(has.get("CPU", 1)), int(has.get("GPU", 0)))
            cpu = min(1.0, int(1e4 * has.get("CPU", 1) / (embedders + extractors)) / 1e4)
            made = ray.remote(max_restarts=-1, max_task_retries=1)(self._kind)
            told = _told(self._settings)
            for _ in range(embedders):
                self._embedding.put(made.options(num_cpus=cpu, num_gpus=gpu).remote(told))
            for _ in range(extractors):
                self._extracting.put(made.options(num_cpus=cpu).remote(told))
            self._count, self._apart = embedders + extractors, extractors > 0
            log.info("%d actors embed, %d read, each with %.2g cores and %.2g GPUs", embedders, extractors, cpu, gpu)
            self._asking = stack.enter_context(ThreadPoolExecutor(self.ahead, thread_name_prefix="kg-ray"))
            self._left = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._asking.shutdown(cancel_futures=True)
        self._left.close()

    def submit(self, chunk: Chunk) -> Future[Ready]:
        """See `Readers.submit`."""
        return self._asking.submit(self._ready, chunk)

    def _ready(self, chunk: Chunk) -> Ready:
        from ray import exceptions as ray_errors  # noqa: PLC0415

        try:
            return self._asked(chunk)
        except ray_errors.RayTaskError as error:
            raise error.cause from error
        except (ray_errors.RayActorError, ray_errors.ObjectLostError) as error:
            log.warning("%d events were lost with the actor that had them: %s", len(chunk), type(error).__name__)
            self._check()
        if len(chunk) == 1:
            fault = Fault("ChildProcessError: the actors that read it died each time", passing=False)
            return Ready([Prepared(chunk[0], fault=fault)])
        half = len(chunk) // 2
        one, other = self._ready(chunk[:half]), self._ready(chunk[half:])
        return Ready(
            [*one.prepared, *other.prepared], {**one.vectors, **other.vectors}, (*one.degraded, *other.degraded)
        )

    def _asked(self, chunk: Chunk) -> Ready:
        import ray  # noqa: PLC0415

        found: Ready
        if self._apart:
            # Only references pass through here: what the embedder leaves behind goes from actor to actor.
            with _one_of(self._embedding) as actor:
                embedded = actor.embed.remote(chunk)
                ray.wait([embedded], fetch_local=False)
            with _one_of(self._extracting) as actor:
                extracted = actor.extract.remote(embedded)
                ray.wait([extracted], fetch_local=False)
            with _one_of(self._embedding) as actor:
                found = ray.get(actor.name.remote(extracted))
        else:
            with _one_of(self._embedding) as actor:
                found = ray.get(actor.ready.remote(chunk))
        return found

    def _check(self) -> None:
        """Before an event is blamed: whether there are actors at all.

        Raises:
            ModelUnavailable: there are none, and so nothing is wrong with the events.
        """
        import ray  # noqa: PLC0415

        try:
            for pool in (self._embedding, self._extracting) if self._apart else (self._embedding,):
                with _one_of(pool) as actor:
                    ray.get(actor.here.remote(), timeout=_ALIVE_S)
        except ray.exceptions.RayError as error:
            raise ModelUnavailable("The actors on Ray do not answer.", how="See `ray status`.") from error


def shares(settings: Settings, cpus: int, gpus: int) -> tuple[int, int, float]:
    """How many actors embed, how many read, and the GPUs of each that embeds.

    Without a GPU, or an embedder that uses one, each actor does both, a core each: what the embedder leaves behind is
    large, and best read where it is. With one, an actor a GPU embeds and the cores read.
    """
    on_gpus = gpus > 0 and settings.embedder.startswith("torch:")
    embedders = settings.ray_embedders or (gpus if on_gpus else max(1, cpus))
    extractors = settings.ray_extractors
    if extractors is None:
        extractors = max(1, cpus - embedders) if on_gpus else 0
    return embedders, extractors, min(1.0, gpus / embedders) if on_gpus else 0.0


def _told(settings: Settings) -> dict[str, Any]:
    told = {name: getattr(settings, name) for name in _TOLD}
    # One core each: threads of many actors would only be in each other's way.
    return told | {"embed_threads": settings.embed_threads or 1}


@contextlib.contextmanager
def _one_of(pool: SimpleQueue[Any]) -> Iterator[Any]:
    actor = pool.get()
    try:
        yield actor
    finally:
        pool.put(actor)


@contextlib.contextmanager
def _cluster(address: str | None) -> Iterator[None]:
    """Ray: as it runs in this process already, or joined, or begun here; what was not there before is left afterwards."""
    import ray  # noqa: PLC0415

    if ray.is_initialized():
        yield
        return
    options = {"include_dashboard": False} if address is None else {}
    with _environment(address):
        try:
            ray.init(address=address or "local", logging_level=logging.ERROR, log_to_driver=False, **options)
        except Exception as error:
            # Just that is what Ray raises where its own processes take too long.
            raise ConnectionFailed(f"no Ray at {address or 'this machine'}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()


@contextlib.contextmanager
def _environment(address: str | None) -> Iterator[None]:
    """What Ray's processes inherit where they are begun here, and what is read when Ray is imported first."""
    before = dict(os.environ)
    if address is None:
        for name in _SECRETS:
            os.environ.pop(name, None)
        os.environ.update(_QUIET)
    try:
        yield
    finally:
        os.environ.update({name: before[name] for name in {*_SECRETS, *_QUIET} & set(before)})
        for name in set(_QUIET) - set(before):
            os.environ.pop(name, None)
