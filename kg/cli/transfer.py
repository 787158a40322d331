"""Commands that move data: import, export, move-scope."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.common import (
    AsJson,
    Owner,
    Scope,
    load_settings,
    open_memory,
    print_json,
    print_line,
    print_note,
    print_table,
    progress_bar,
)
from kg.cli.events import print_digest
from kg.cli.terminal_text import escape_line
from kg.types import FileImportResult, ImportReport

_COUNTED = {
    "events": "events",
    "core": "core memory entries",
    "archived": "entries archived because core memory is full",
    "notes": "long-term notes",
    "diary": "diary entries",
    "people": "people",
    "ties": "ties",
    "entities": "entities",
    "facts": "facts",
    "procedures": "procedures",
    "learnings": "learnings",
    "reflections": "reflections",
    "journal": "journal entries",
    "episodes": "episodes",
    "working": "working memories",
    "usage": "days of token usage",
    "nodes": "nodes",
    "edges": "edges",
}
# The number of reasons printed for a file; --json prints all.
_MAX_REASONS = 5


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command("import")(import_)
    app.command()(compare)
    app.command()(export)
    app.command()(move_scope)


def import_(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders and zip archives, recognised by their content; any other file is read as JSON Lines of "
            "{id, ts|at, session, channel, speaker, role, text}. The address of a Neo4j server (bolt://…) with a graph of "
            "Graphiti is read too, with KG_SOURCE_USER, KG_SOURCE_PASSWORD and KG_SOURCE_DATABASE."
        ),
    ],
    form: Annotated[
        str | None,
        typer.Option("--form", help="The format, if it is not recognised; see docs/transfer.md."),
    ] = None,
    digest: Annotated[bool, typer.Option("--digest", help="Digest the imported events.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check the files, write nothing.")] = False,
    embed_anew: Annotated[
        bool, typer.Option("--embed-anew", help="Recompute the embeddings of an export instead of importing them.")
    ] = False,
    trusted: Annotated[
        bool,
        typer.Option(
            "--trusted",
            help="Import an export that this installation has not written, with all that it decides: owners' accounts, "
            "audiences, facts, trust, approvals.",
        ),
    ] = False,
    owner: Owner = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Import memories. Files are checked before anything is written; importing a file again changes nothing."""
    with open_memory(scope, owner) as memory:
        with progress_bar("importing") as advance:
            done = memory.import_files(
                paths, form=form, dry_run=dry_run, embed_anew=embed_anew, trusted=trusted, progress=advance
            )
        digest_result = memory.digest() if digest and not dry_run else None
    if as_json:
        counted = {"would" if dry_run else "imported": done.counts()}
        report = {"form": done.form, **counted, "left_out": done.left_out(), **vars(done)}
        print_json(report if digest_result is None else {**report, "digest": digest_result})
        return
    _print_report(done, scope)
    if digest_result is not None:
        print_digest(digest_result)


def _print_report(done: ImportReport, scope: str) -> None:
    verb = "checked" if done.dry_run else "imported"
    for file in done.files:
        if len(done.files) > 1:
            print_line(f"{escape_line(file.path)}: {_format_counts(file.counts())} ({file.form or 'not recognised'})")
        _print_skipped(file)
    print_line(f"{verb} {_format_counts(done.counts())} from {len(done.files)} file(s) into scope {scope}")
    if left_out := len(done.left_out()):
        print_line(f"left out {left_out} part(s)")


def _format_counts(found: Mapping[str, int]) -> str:
    parts = [f"{found[name]} {words}" for name, words in _COUNTED.items() if found.get(name)]
    return ", ".join(parts) or "nothing"


def _print_skipped(file: FileImportResult) -> None:
    skipped = list((file.skipped or {}).items())
    for where, why in skipped[:_MAX_REASONS]:
        print_note(f"left out of {escape_line(file.path)}: {escape_line(where)}: {escape_line(why)}")
    if len(skipped) > _MAX_REASONS:
        print_note(f"left out of {escape_line(file.path)}: {len(skipped) - _MAX_REASONS} more; --json lists all")


def compare(
    old: Annotated[
        Path, typer.Argument(help="The file, folder or archive of the other memory, which was imported before.")
    ],
    form: Annotated[
        str | None, typer.Option("--form", help="The format, if it is not recognised; see docs/transfer.md.")
    ] = None,
    speaker: Annotated[
        str | None,
        typer.Option(
            help="Who asks, as platform:id; by default the person whom a fact is about, and an owner otherwise."
        ),
    ] = None,
    owner: Owner = None,
    budget: Annotated[int, typer.Option(min=1, help="Tokens of the context that has the answer.")] = 1_500,
    limit: Annotated[int | None, typer.Option(min=1, help="The number of questions; by default all.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Compare with another memory: ask what its records answer, and show the old record next to the new answer."""
    with open_memory(scope, owner) as memory, progress_bar("asking") as advance:
        done = memory.compare(old, form=form, speaker=speaker, budget=budget, limit=limit, progress=advance)
    if as_json:
        report = {"asked": len(done.answers), "answered": done.answered, "share": done.share, "outdated": done.outdated}
        print_json({"form": done.form, **report, "answers": done.answers})
        return
    marks = {(True, False): "yes", (True, True): "after an older one"}
    rows = [
        [each.question, each.old, each.new, marks.get((each.is_answered, each.is_outdated), "no")]
        for each in done.answers
    ]
    print_table(["QUESTION", "OLD RECORD", "NEW ANSWER", "ANSWERED"], rows, "no record answers a question")
    print_line(f"answered {done.answered} of {len(done.answers)}, older answers first: {done.outdated}")


def export(
    file: Annotated[Path, typer.Argument(help="The output file; - is standard output.")],
    form: Annotated[
        str,
        typer.Option("--form", help="The format: jsonl (for `kg import`), graphml or cypher (for other programs)."),
    ] = "jsonl",
    without_embeddings: Annotated[
        bool,
        typer.Option(
            "--without-embeddings", help="Leave out embeddings: a third of the size; the import recomputes them."
        ),
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Export a scope: all nodes and edges in one file, readable only by you."""
    plain = str(file) == "-"
    with open_memory(scope) as memory, progress_bar("exporting nodes and edges") as advance:
        target = sys.stdout.buffer if plain else file
        done = memory.export(
            target, form=form, embeddings=not without_embeddings, progress=lambda count, _: advance(count, None)
        )
    if plain:
        print_note(f"exported {done.nodes} nodes and {done.edges} edges of scope {scope}")
    elif as_json:
        print_json(vars(done) | {"file": str(file)})
    else:
        print_line(f"exported {done.nodes} nodes and {done.edges} edges of scope {scope} to {file}")


def move_scope(
    scope: Annotated[str, typer.Argument(help="The scope to move.")],
    to: Annotated[
        str | None,
        typer.Option(
            help="The address of the new server, one of KG_SERVERS or KG_NEO4J_URI; by default as they assign the scope."
        ),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="The address of the current server, if the settings name another.")
    ] = None,
    erase: Annotated[bool, typer.Option("--erase", help="Erase the old copy when it is no longer read.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be moved, write nothing.")] = False,
    cancel: Annotated[bool, typer.Option("--cancel", help="Revert an interrupted move.")] = False,
    as_json: AsJson = False,
) -> None:
    """Move a scope to another server while it is in use. Repeat the command to complete an interrupted move."""
    from kg.memory import Memory  # noqa: PLC0415

    with progress_bar("moving") as advance:
        done = Memory.move(
            scope,
            to=to,
            source=source,
            erase=erase,
            dry_run=dry_run,
            cancel=cancel,
            settings=load_settings(),
            progress=advance,
        )
    if as_json:
        print_json(done)
    elif cancel:
        print_line(f"scope {scope} stays at {done.source}")
    elif dry_run:
        print_line(
            f"would move {done.nodes} nodes and {done.edges} edges of scope {scope} from {done.source} to {done.target}"
        )
    else:
        how = (
            f": {done.nodes} nodes, {done.edges} edges; {done.closed_s} s without writes" if done.passes else " already"
        )
        print_line(f"scope {scope} is at {done.target}{how}")
        if done.erased:
            print_line(f"erased the old copy at {done.source}: {done.erased} nodes")
