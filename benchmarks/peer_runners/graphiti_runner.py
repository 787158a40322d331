"""Graphiti: its graph and its hybrid search, on Neo4j, without the language model that fills the graph.

`Graphiti.add_episode` asks a language model what a message states. Here each message becomes one fact with the message
as its text, from its speaker to its conversation, with its episode: what Graphiti would store if the model found one fact.
It is written by `add_nodes_and_edges_bulk`, which `add_episode` uses too. A search is `Graphiti.search`, the recipe that its
documentation starts with: facts by full text and cosine, fused by reciprocal rank, without a cross-encoder. It has no context.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from graphiti_core import Graphiti as GraphitiClient
from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.edges import EntityEdge, EpisodicEdge
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

from benchmarks.peer_runners.known_vectors import KnownVectors
from benchmarks.peer_runners.measuring import Line, System, run

_GROUP, _BATCH = "peers", 500


# Types are checked where Graphiti is not installed, and its classes are Any.
class _Embedder(EmbedderClient):  # type: ignore[misc]
    """The embedder in the form that Graphiti takes."""

    def __init__(self, vectors: KnownVectors) -> None:
        self._vectors = vectors

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        texts = [input_data] if isinstance(input_data, str) else [str(text) for text in input_data]
        return self._vectors.embed_lists(texts)[0]

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        return self._vectors.embed_lists(input_data_list)


class _NoLanguageModel(LLMClient):  # type: ignore[misc]
    """A language model that fails: nothing measured may ask one."""

    async def _generate_response(self, *_arguments: Any, **_options: Any) -> dict[str, Any]:
        raise AssertionError("a measured call asked the language model")


class _NoCrossEncoder(CrossEncoderClient):  # type: ignore[misc]
    """A cross-encoder that fails: nothing measured may ask one."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:  # noqa: ARG002 - its signature
        raise AssertionError("a measured call asked the cross-encoder")


class Graphiti(System):
    """The `System` of Graphiti."""

    version = importlib.metadata.version("graphiti-core")
    left_out = (
        "reading names and facts from a message, and resolving them (a language model)",
        "cross-encoder, communities and graph distance in the search",
    )

    def __init__(self, embedder: KnownVectors) -> None:
        # It sends statistics of its use to its makers otherwise.
        os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
        self._runner = asyncio.Runner()
        self._client = GraphitiClient(
            os.environ["KG_NEO4J_URI"],
            os.environ["KG_NEO4J_USER"],
            os.environ["KG_NEO4J_PASSWORD"],
            llm_client=_NoLanguageModel(LLMConfig(api_key="none")),
            embedder=_Embedder(embedder),
            cross_encoder=_NoCrossEncoder(),
        )
        self._entities: dict[str, EntityNode] = {}
        self._runner.run(self._client.build_indices_and_constraints())

    def write(self, line: Line) -> None:
        """See `System.write`."""
        self._runner.run(self._store([line]))

    def write_many(self, lines: Sequence[Line]) -> None:
        """See `System.write_many`."""
        for start in range(0, len(lines), _BATCH):
            self._runner.run(self._store(lines[start : start + _BATCH]))

    def search(self, question: str) -> list[str]:
        """See `System.search`."""
        edges = self._runner.run(self._client.search(question, group_ids=[_GROUP], num_results=10))
        return [edge.fact for edge in edges]

    async def _store(self, lines: Sequence[Line]) -> None:
        episodes, mentions, facts = [], [], []
        entities: dict[str, EntityNode] = {}
        now = datetime.now(UTC)
        for line in lines:
            speaker, session = self._get_entity(line["speaker"]), self._get_entity(line["session"])
            entities |= {speaker.uuid: speaker, session.uuid: session}
            episode = EpisodicNode(
                name=line["id"],
                group_id=_GROUP,
                source=EpisodeType.message,
                source_description="chat",
                content=f"{line['speaker']}: {line['text']}",
                valid_at=line["at"],
            )
            fact = EntityEdge(
                group_id=_GROUP,
                source_node_uuid=speaker.uuid,
                target_node_uuid=session.uuid,
                created_at=now,
                name="SAID_IN",
                fact=line["text"],
                episodes=[episode.uuid],
                valid_at=line["at"],
            )
            episode.entity_edges = [fact.uuid]
            episodes.append(episode)
            facts.append(fact)
            mentions += [
                EpisodicEdge(group_id=_GROUP, source_node_uuid=episode.uuid, target_node_uuid=node.uuid, created_at=now)
                for node in (speaker, session)
            ]
        await add_nodes_and_edges_bulk(
            self._client.driver, episodes, mentions, list(entities.values()), facts, self._client.embedder
        )

    def _get_entity(self, name: str) -> EntityNode:
        """Return the entity of a name, as Graphiti would resolve it; its name is embedded when it is first written."""
        if name not in self._entities:
            self._entities[name] = EntityNode(name=name, group_id=_GROUP, labels=["Entity"])
        return self._entities[name]


if __name__ == "__main__":
    run(Graphiti)
