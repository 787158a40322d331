"""What goes into a memory and out of it: appending, importing, exporting, forgetting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from kg import exchange
from kg import log as logs
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.nouns import Nouns
from kg.records import Event, Exported, ImportReport, Receipt
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
        self,
        paths: Iterable[str | Path],
        *,
        form: str | None = None,
        dry_run: bool = False,
        embed_anew: bool = False,
        progress: exchange.Progress | None = None,
    ) -> ImportReport:
        """Bring in what files and folders hold, each recognised by what is in it; the same again changes nothing.

        Exports of kg, JSON lines {id, ts|at, session, channel, speaker, role, text}, memories in Markdown, JSON, SQLite and
        Chroma, and the chats that people have: see docs/exchange.md. Everything is read and checked before the first is written.

        Args:
            paths: files, folders and zips.
            form: of `kg.exchange.IMPORT_FORMS`; None: what each is recognised as, and JSON lines where it is nothing else.
            dry_run: check, and write nothing.
            embed_anew: make the vectors of an export anew instead of taking the file's.
            progress: called with what is done and what there is in all.

        Raises:
            NotFound: a file does not exist.
            InvalidInput: names file, lines, and what is wrong with the first of them; nothing was written.
            SchemaTooNew: an export was made of a graph that is newer than this kg.
        """

        def check(event: dict[str, Any]) -> dt.datetime:
            return logs.accept([event], scope=self.scope, now=self._clock.now(), settings=self.settings)[0].at

        into = exchange.Into(self.log, check, self.core, self.longterm, self.diary, self._tokens.count, self.settings)
        return exchange.import_files(
            [Path(path) for path in paths],
            into,
            lambda path: exchange.Restoration(self._graph, path, self._embedder, embed_anew=embed_anew),
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
        progress: exchange.Progress | None = None,
    ) -> Exported:
        """Write every node and edge of the scope to one file, in constant memory, whatever is written meanwhile.

        Args:
            place: a path, where the file is when it is whole, for its owner alone to read; or a file open for writing bytes.
            form: jsonl, which `import_files` takes; graphml or cypher, for other programs.
            embeddings: with vectors and token states; without, the import makes them anew.
            progress: called with how many nodes and edges are written, twice: what there is in all is not known.

        Raises:
            InvalidInput: the form, or the path, where no file can be written.
        """
        return exchange.export(self._graph, place, form=form, embeddings=embeddings, progress=progress)

    def forget(self, *, scope: bool = False) -> Receipt:
        """Erase everything of this scope from every node, edge and index; returns what was removed.

        Raises:
            InvalidInput: nothing was named that should be forgotten.
        """
        if scope is not True:
            raise InvalidInput("scope", scope, "True, which erases everything of this scope")
        return exchange.forget_scope(self._graph, self._clock)
