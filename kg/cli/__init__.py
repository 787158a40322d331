"""The command line: one module for each noun; every command that reads takes --scope and --json."""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from kg import __version__
from kg.cli import (
    agents,
    bench,
    browse,
    console,
    core,
    diary,
    entities,
    events,
    facts,
    forget,
    language_model,
    learnings,
    models,
    people,
    pictures,
    procedures,
    server,
    sleep,
    summary,
    tasks,
    transfer,
    trust,
    working,
)
from kg.cli.help_groups import group_commands
from kg.cli.terminal_text import escape_controls, escape_line
from kg.errors import KgError, ServerError

app = typer.Typer(
    name="kg",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        sys.stdout.write(f"kg {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Graph memory for AI agents, on Neo4j. Begin with `kg demo`, then look at it with `kg open --scope demo`."""


server.register(app)
console.register(app)
browse.register(app)
events.register(app)
transfer.register(app)
forget.register(app)
entities.register(app)
people.register(app)
summary.register(app)
sleep.register(app)
language_model.register(app)
app.add_typer(facts.app, name="facts")
app.add_typer(tasks.app, name="tasks")
app.add_typer(trust.app, name="trust")
app.add_typer(core.app, name="core")
app.add_typer(procedures.app, name="procedures")
working.register(app)
app.add_typer(diary.diary, name="diary")
app.add_typer(diary.journal, name="journal")
app.add_typer(learnings.learnings, name="learnings")
app.command()(learnings.reflections)
app.add_typer(pictures.view, name="view")
agents.register(app)
app.add_typer(models.app, name="models")
app.add_typer(bench.app, name="bench")
group_commands(app)


@functools.cache
def _command() -> Callable[..., Any]:
    """Build the commands once: it takes 0.1 s."""
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. An error of kg is printed as one line, with exit code 1 and without a traceback.

    Args:
        arguments: the command line arguments; None: those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Print characters that the terminal cannot encode as escapes.
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        _command()(arguments, prog_name="kg")
    except KgError as error:
        typer.secho("Error:", fg="red", err=True, nl=False)
        # Errors of the server have the end of its log.
        escape = escape_controls if isinstance(error, ServerError) else escape_line
        sys.stderr.write(f" {escape(str(error))}\n")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


__all__ = ["app", "main"]
