"""What goes into a memory and out of it: appending, importing, exporting, forgetting."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kg import exchange
from kg import log as logs
from kg.errors import ModelUnavailable
from kg.graph import Graph
from kg.nouns import Nouns
from kg.records import Event, Receipt
from kg.seams import Clock, Embedder, LanguageModel, TokenCounter
from kg.settings import Settings
from kg.tiers.summaries import Summaries


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
        self._forgetting = exchange.Forgetting(graph, embedder, clock, settings, owners)

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

    def forget(
        self,
        *,
        event: str | None = None,
        session: str | None = None,
        person: str | None = None,
        entity: str | None = None,
        scope: bool = False,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase one thing from every node, edge and index, with all that only it held up; returns what was removed.

        What others support stays, told as if the rest had never been said. A call that was cut off is finished by the next.

        Args:
            event: id of a message.
            session: a conversation, as channel:chat.
            person: somebody, by account (`platform:id`), id or name: what they said and what is known of them.
            entity: something, by name or id: what is known of it, and every message that names it.
            scope: True: everything.
            dry_run: tell what would go, and change nothing.

        Raises:
            InvalidInput: not just one thing was named, or it cannot be.
            NotFound: there is no such thing.
        """
        if exchange.chosen(event=event, session=session, person=person, entity=entity, scope=scope) == "scope":
            return exchange.forget_scope(self._graph, self._clock, dry_run=dry_run)
        done = self._forgetting.forget(event=event, session=session, person=person, entity=entity, dry_run=dry_run)
        if not dry_run and "summary" in done.removed:
            self._sum_up(done.removed["summary"])
        return done

    def retain(self, *, dry_run: bool = False) -> Receipt:
        """Forget what is old: events beyond the settings `retention_days` and `retention_events`; returns what was removed.

        An owner's, and those that name a person, stay; those that facts or notes rest on stay three times as long.

        Args:
            dry_run: tell what would go, and change nothing.
        """
        return exchange.retain(self._graph, self._clock, self.settings, self._forgetting, dry_run=dry_run)

    def reset(self, *, memory: bool = False, identity: bool = False, everything: bool = False) -> Receipt:
        """Begin anew; returns what was removed.

        Args:
            memory: True: everything that was said goes, with what was told of it. Facts, notes, people, trust and identity stay.
            identity: True: the agent knows no longer who it is, and gets to know whom it works for anew.
            everything: True: all of this scope goes, as `forget(scope=True)`.

        Raises:
            InvalidInput: not just one of them is True.
        """
        return exchange.reset(self._graph, self._clock, memory=memory, identity=identity, everything=everything)

    def _sum_up(self, count: int) -> None:
        """Write the summaries anew that told of what is gone; without a model they wait for the next sleep."""
        plain = Summaries(self._graph, self._embedder, self._clock, self._owners)
        with contextlib.suppress(ModelUnavailable):
            plain.refresh(limit=min(2 * count + 20, 1_000))
