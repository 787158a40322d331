"""Runtime: what every store of a memory is built from, in one frozen bundle."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from kg.graph import Graph
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, TokenCounter
from kg.settings import Settings
from kg.types import parse_identity


@dataclass(frozen=True, slots=True)
class Runtime:
    """What a memory runs with.

    Attributes:
        graph: the scope, on its server.
        settings: the settings that it was opened with.
        clock: the time.
        embedder: makes the vectors.
        tokens: counts tokens.
        owners: identities of the owners, as `platform:id`.
        extractor: reads names, facts and topics from texts; None: events are embedded only.
        llm: the optional language model; its use is recorded in the graph.
    """

    graph: Graph
    settings: Settings
    clock: Clock
    embedder: Embedder
    tokens: TokenCounter
    owners: frozenset[str] = frozenset()
    extractor: Extractor | None = None
    llm: LanguageModel | None = None

    def with_graph(self, graph: Graph) -> Runtime:
        """Return the same runtime on another handle: a transaction, or another scope."""
        return replace(self, graph=graph)

    def with_own_count(self) -> Runtime:
        """Return the same runtime on a handle that counts its own trips to the database."""
        return self.with_graph(self.graph.with_own_count())


def owner_identities(owner: str | Collection[str] | None, settings: Settings) -> frozenset[str]:
    """Return the identities of the owners: the given ones and those of the settings."""
    identities = [owner] if isinstance(owner, str) else list(owner or ())
    return frozenset(str(parse_identity(one, "any", "owner")) for one in [*identities, *settings.owner])
