"""Commands that move a memory: import, export, move-scope."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, bar, note, opened, settings, show, show_json
from kg.cli.events import show_digest
from kg.types import Imported, ImportReport

_COUNTED = {
    "events": "events",
    "core": "entries of core memory",
    "archived": "entries archived, since core memory is full",
    "notes": "long-term notes",
    "diary": "entries of the diary",
    "nodes": "nodes",
    "edges": "edges",
}
# So many reasons are told of one file; --json tells all.
_REASONS = 5


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    app.command("import")(import_)
    app.command()(export)
    app.command()(move_scope)


def import_(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Files, folders and zips, each recognised by what is in it; any other file is read as JSON lines "
            "{id, ts|at, session, channel, speaker, role, text}."
        ),
    ],
    form: Annotated[
        str | None,
        typer.Option("--form", help="What they are, where they are not recognised; see docs/exchange.md."),
    ] = None,
    digest: Annotated[bool, typer.Option("--digest", help="Digest afterwards.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, write nothing.")] = False,
    embed_anew: Annotated[
        bool, typer.Option("--embed-anew", help="Make the vectors of an export anew instead of taking the file's.")
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Import memories; importing the same again changes nothing. Everything is checked before anything is written."""
    with opened(scope) as memory:
        with bar("importing") as advance:
            done = memory.import_files(paths, form=form, dry_run=dry_run, embed_anew=embed_anew, progress=advance)
        read = memory.digest() if digest and not dry_run else None
    if as_json:
        show_json(vars(done) | ({} if read is None else {"digest": read}))
        return
    _show_report(done, scope)
    if read is not None:
        show_digest(read)


def _show_report(done: ImportReport, scope: str) -> None:
    verb = "checked" if done.dry_run else "imported"
    total: Counter[str] = Counter()
    for file in done.files:
        total.update({name: getattr(file, name) for name in _COUNTED})
        if len(done.files) > 1:
            show(f"{file.path}: {_counts(vars(file))} ({file.form or 'not recognised'})")
        _show_skipped(file)
    show(f"{verb} {_counts(total)} from {len(done.files)} file(s) into scope {scope}")


def _counts(found: Counter[str] | dict[str, int]) -> str:
    told = [f"{found[name]} {words}" for name, words in _COUNTED.items() if found[name]]
    return ", ".join(told) or "nothing"


def _show_skipped(file: Imported) -> None:
    skipped = list((file.skipped or {}).items())
    for where, why in skipped[:_REASONS]:
        note(f"left out of {file.path}: {where}: {why}")
    if len(skipped) > _REASONS:
        note(f"left out of {file.path}: {len(skipped) - _REASONS} more; --json tells all")


def export(
    file: Annotated[Path, typer.Argument(help="Where to; - is standard output.")],
    form: Annotated[
        str,
        typer.Option("--form", help="jsonl, which `kg import` takes; graphml or cypher, for other programs."),
    ] = "jsonl",
    without_embeddings: Annotated[
        bool, typer.Option("--without-embeddings", help="A third of the size; the import makes vectors anew.")
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Export a scope: every node and edge in one file, which only you may read."""
    plain = str(file) == "-"
    with opened(scope) as memory, bar("exporting") as advance:
        place = sys.stdout.buffer if plain else file
        done = memory.export(place, form=form, embeddings=not without_embeddings, progress=advance)
    if plain:
        note(f"exported {done.nodes} nodes and {done.edges} edges of scope {scope}")
    elif as_json:
        show_json(vars(done) | {"file": str(file)})
    else:
        show(f"exported {done.nodes} nodes and {done.edges} edges of scope {scope} to {file}")


def move_scope(
    scope: Annotated[str, typer.Argument(help="Which memory.")],
    to: Annotated[
        str | None,
        typer.Option(
            help="Address of the new server, one of KG_SERVERS or KG_NEO4J_URI; by default the one they name for it."
        ),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Address of the server that has it, where the settings name another.")
    ] = None,
    erase: Annotated[bool, typer.Option("--erase", help="Erase the old copy, once nobody reads it.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would be moved, write nothing.")] = False,
    cancel: Annotated[bool, typer.Option("--cancel", help="Take back a move that was cut off.")] = False,
    as_json: AsJson = False,
) -> None:
    """Move a scope to another server while it is in use; the same again ends a move that was cut off."""
    from kg.memory import Memory  # noqa: PLC0415

    with bar("moving") as advance:
        done = Memory.move(
            scope,
            to=to,
            source=source,
            erase=erase,
            dry_run=dry_run,
            cancel=cancel,
            settings=settings(),
            progress=advance,
        )
    if as_json:
        show_json(done)
    elif cancel:
        show(f"scope {scope} stays at {done.source}")
    elif dry_run:
        show(
            f"would move {done.nodes} nodes and {done.edges} edges of scope {scope} from {done.source} to {done.target}"
        )
    else:
        how = (
            f": {done.nodes} nodes, {done.edges} edges; {done.closed_s} s without writes" if done.passes else " already"
        )
        show(f"scope {scope} lives at {done.target}{how}")
        if done.erased:
            show(f"erased the old copy at {done.source}: {done.erased} nodes")
