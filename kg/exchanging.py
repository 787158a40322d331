"""What goes into a memory and out of it: appending, importing, exporting, forgetting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kg import exchange
from kg import log as logs
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.nouns import Nouns
from kg.records import Event, Receipt
from kg.seams import Clock, Embedder, LanguageModel, TokenCounter
from kg.settings import Settings


class Exchanging(Nouns):
    """What a memory takes in, gives out and lets go of, beside its nouns.

    Attributes:
        scope: its name; what one scope holds no other ever sees.
        settings: the settings it was opened with.
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        clock: Clock,
        embedder: Embedder,
        tokens: TokenCounter,
        owners: frozenset[str],
        llm: LanguageModel | None = None,
    ) -> None:
        super().__init__(graph, settings, clock, embedder, tokens, owners, llm)
        self.scope = graph.scope
        self.settings = settings
        self._graph = graph
        self._clock = clock
        self._embedder = embedder
        self._tokens = tokens
        self._owners = owners

    def log(self, events: Iterable[Event | Mapping[str, Any]]) -> list[str]:
        """Append a batch of events, all or none, in one trip; returns their ids in the order given.

        An event that is there already, by its id or by what it is, is not written again.

        Raises:
            InvalidInput: names the event and the field that is refused.
        """
        return logs.append(
            self._graph,
            events,
            settings=self.settings,
            clock=self._clock,
            embedder=self._embedder,
            owners=self._owners,
        )

    def import_files(
        self, paths: Iterable[str | Path], *, dry_run: bool = False, progress: exchange.Progress | None = None
    ) -> dict[str, int]:
        """Append the events of files of JSON lines, oldest first; the same files again change nothing.

        Every line of every file is checked before the first is written.

        Args:
            paths: files of lines {id, ts|at, session, channel, speaker, role, text}.
            dry_run: check, and write nothing.
            progress: called with what is done and what there is in all.

        Returns:
            path → events.

        Raises:
            NotFound: a file does not exist.
            InvalidInput: names file, lines, and what is wrong with the first of them.
        """
        return exchange.import_files(
            [Path(path) for path in paths],
            self.log,
            scope=self.scope,
            now=self._clock.now(),
            settings=self.settings,
            dry_run=dry_run,
            progress=progress,
        )

    def forget(self, *, scope: bool = False) -> Receipt:
        """Erase everything of this scope from every node, edge and index; returns what was removed.

        Raises:
            InvalidInput: nothing was named that should be forgotten.
        """
        if scope is not True:
            raise InvalidInput("scope", scope, "True, which erases everything of this scope")
        return exchange.forget_scope(self._graph, self._clock)
