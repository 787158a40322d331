"""What goes into a memory and out of it: appending, importing, exporting, forgetting."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from kg import erasure, maintenance, relocation, transfer
from kg import events as logs
from kg.errors import ModelUnavailable
from kg.graph import Graph
from kg.language.embedders import create_embedder as default_embedder
from kg.nouns import Nouns
from kg.opening import open_for_move, open_scope, require_server, scope_server
from kg.protocols import Clock, Embedder, LanguageModel, SystemClock, TokenCounter
from kg.settings import Settings
from kg.summaries.summary_store import Summaries
from kg.types import (
    Event,
    ExportResult,
    ImportReport,
    Progress,
    Receipt,
    ReembeddingResult,
    ScopeMoveResult,
    identifiers,
)


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
        self._forgetting = erasure.Erasure(graph, embedder, clock, settings, owners)

    @classmethod
    def erase(
        cls, scope: str, *, uri: str | None = None, settings: Settings | None = None, clock: Clock | None = None
    ) -> Receipt:
        """Erase everything of a scope without opening it: whatever model its vectors come from, none is needed.

        Raises:
            InvalidInput: the scope's name.
            ConnectionFailed: no server answers, or it refuses the login.
        """
        chosen, time = settings or Settings(), clock or SystemClock()
        graph = open_scope(identifiers.validate_scope(scope), uri, chosen, None, time)
        try:
            return erasure.forget_scope(graph, time)
        finally:
            graph.connection.close()

    @classmethod
    def reembed(
        cls,
        scope: str,
        *,
        embedder: Embedder | None = None,
        uri: str | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        progress: Progress | None = None,
    ) -> ReembeddingResult:
        """Give a scope another embedding model, while others go on reading it.

        Until all vectors are made, everybody reads the old ones. Who has the scope open with the old model after that finds by
        words and by the graph, and is told so; digesting with it is refused. What was cut off goes on where it was.

        Args:
            scope: its name.
            embedder: the model; else as the settings say.
            uri: the server, as for `connect`.
            settings: else from the environment.
            clock: else the machine's.
            progress: called with how many vectors are made, and how many memories there are.

        Raises:
            InvalidInput: the scope's name.
            NotFound: nothing was logged in this scope.
            ModelUnavailable: the model has no weights; nothing was changed.
            ConnectionFailed: no server answers, or it refuses the login.
        """
        chosen, time = settings or Settings(), clock or SystemClock()
        graph = open_scope(identifiers.validate_scope(scope), uri, chosen, None, time)
        try:
            return maintenance.reembed_scope(graph, embedder or default_embedder(chosen), time, progress)
        finally:
            graph.connection.close()

    @classmethod
    def move(
        cls,
        scope: str,
        *,
        to: str | None = None,
        source: str | None = None,
        erase: bool = False,
        dry_run: bool = False,
        cancel: bool = False,
        settings: Settings | None = None,
        clock: Clock | None = None,
        progress: Progress | None = None,
    ) -> ScopeMoveResult:
        """Move a scope to another server while it is read and written: no read fails, no write is lost.

        For its last seconds the scope takes no writes: they wait (`KG_MOVE_WAIT_S`), and are made at the new place. Who has it
        open goes along, if its settings name the new server. What was cut off is ended by the same call again.

        Args:
            scope: its name.
            to: address of the new server, which the settings name; None: the one that they name for this scope.
            source: address of the server that has it; None: the one that the settings name for this scope.
            erase: erase the old copy, once nobody reads it any more; also of a scope that was moved before.
            dry_run: tell what would be moved, and write nothing.
            cancel: take back a move that was cut off before its end.
            settings: else from the environment.
            clock: else the machine's.
            progress: called with how many nodes and edges were compared, twice: what there is in all is not known.

        Raises:
            InvalidInput: the scope's name, a server that the settings do not name, or one that has a scope of this name.
            NotFound: nothing was logged in this scope.
            ScopeMoved: it lives on a third server.
            Refused: another move of it is under way.
            ConnectionFailed: a server does not answer, or refuses the login.
        """
        name, chosen, time = identifiers.validate_scope(scope), settings or Settings(), clock or SystemClock()
        old, new = (
            scope_server(name, None, chosen) if uri is None else require_server(uri, chosen) for uri in (source, to)
        )
        with (
            contextlib.closing(open_for_move(name, old, chosen, time)) as here,
            contextlib.closing(open_for_move(name, new, chosen, time)) as there,
        ):
            move = relocation.ScopeMove(Graph(here, name), Graph(there, name), progress)
            if dry_run:
                return move.plan()
            return move.cancel() if cancel else move.run(erase=erase)

    def bookmarks(self) -> tuple[str, ...]:
        """What to hand to `connect` elsewhere: a read there, on whatever server of a cluster, sees then what was written here."""
        return self._graph.connection.bookmarks

    def log(self, events: Iterable[Event | Mapping[str, Any]]) -> list[str]:
        """Append a batch of events, all or none, in one trip; returns their ids in the order given.

        An event that is there already, by its id or by what it is, is not written again.

        Raises:
            InvalidInput: names the event and the field that is refused.
        """
        return logs.append_events(
            self._graph,
            events,
            settings=self.settings,
            clock=self._clock,
            embedder=self._embedder,
            owners=self._owners,
        )

    def import_files(
        self,
        paths: Iterable[str | Path],
        *,
        form: str | None = None,
        dry_run: bool = False,
        embed_anew: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Bring in what files and folders hold, each recognised by what is in it; the same again changes nothing.

        Exports of kg, JSON lines {id, ts|at, session, channel, speaker, role, text}, memories in Markdown, JSON, SQLite and
        Chroma, and the chats that people have: see docs/transfer.md. Everything is read and checked before the first is written.

        Args:
            paths: files, folders and zips.
            form: of `kg.transfer.IMPORT_FORMS`; None: what each is recognised as, and JSON lines where it is nothing else.
            dry_run: check, and write nothing.
            embed_anew: make the vectors of an export anew instead of taking the file's.
            progress: called with what is done and what there is in all.

        Raises:
            NotFound: a file does not exist.
            InvalidInput: names file, lines, and what is wrong with the first of them; nothing was written.
            SchemaTooNew: an export was made of a graph that is newer than this kg.
        """

        def check(event: dict[str, Any]) -> dt.datetime:
            return logs.validate_events([event], scope=self.scope, now=self._clock.now(), settings=self.settings)[0].at

        into = transfer.ImportTarget(
            self.log, check, self.core, self.longterm, self.diary, self._tokens.count, self.settings
        )
        return transfer.import_files(
            [Path(path) for path in paths],
            into,
            lambda path: transfer.GraphImport(self._graph, path, self._embedder, embed_anew=embed_anew),
            form=form,
            dry_run=dry_run,
            progress=progress,
        )

    def export(
        self,
        place: str | Path | IO[bytes],
        *,
        form: str = "jsonl",
        embeddings: bool = True,
        progress: Progress | None = None,
    ) -> ExportResult:
        """Write every node and edge of the scope to one file, in constant memory, whatever is written meanwhile.

        Args:
            place: a path, where the file is when it is whole, for its owner alone to read; or a file open for writing bytes.
            form: jsonl, which `import_files` takes; graphml or cypher, for other programs.
            embeddings: with vectors and token states; without, the import makes them anew.
            progress: called with how many nodes and edges are written, twice: what there is in all is not known.

        Raises:
            InvalidInput: the form, or the path, where no file can be written.
        """
        return transfer.export_scope(self._graph, place, form=form, embeddings=embeddings, progress=progress)

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
        if erasure.choose_target(event=event, session=session, person=person, entity=entity, scope=scope) == "scope":
            return erasure.forget_scope(self._graph, self._clock, dry_run=dry_run)
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
        return erasure.apply_retention(self._graph, self._clock, self.settings, self._forgetting, dry_run=dry_run)

    def reset(self, *, memory: bool = False, identity: bool = False, everything: bool = False) -> Receipt:
        """Begin anew; returns what was removed.

        Args:
            memory: True: everything that was said goes, with what was told of it. Facts, notes, people, trust and identity stay.
            identity: True: the agent knows no longer who it is, and gets to know whom it works for anew.
            everything: True: all of this scope goes, as `forget(scope=True)`.

        Raises:
            InvalidInput: not just one of them is True.
        """
        return erasure.reset_scope(self._graph, self._clock, memory=memory, identity=identity, everything=everything)

    def _sum_up(self, count: int) -> None:
        """Write the summaries anew that told of what is gone; without a model they wait for the next sleep."""
        plain = Summaries(self._graph, self._embedder, self._clock, self._owners)
        with contextlib.suppress(ModelUnavailable):
            plain.refresh(limit=min(2 * count + 20, 1_000))
