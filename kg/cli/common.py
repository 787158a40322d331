"""Shared parts of the commands: options, settings, an open memory, output as text, tables or JSON, progress."""

from __future__ import annotations

import datetime as dt
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from kg.cli.terminal_text import escape_controls
from kg.errors import InvalidInput, KgError
from kg.settings import Settings
from kg.types import has_credentials, to_plain

if TYPE_CHECKING:
    from kg.memory import Memory


class ProgressReporter(Protocol):
    """A callback that receives the progress of a task."""

    def __call__(self, done: int, total: int | None, now: str = "") -> None:
        """Report that `done` of `total` units are done (None: how many there are is not known), and what is done now."""
        ...


_READ_INTERVAL_S = 0.5
_HIDDEN_VALUE = "the value given"
Owner = Annotated[list[str] | None, typer.Option(help="An account of the owner, as platform:id; repeatable.")]
Scope = Annotated[str, typer.Option("--scope", help="The scope, an isolated memory.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def load_settings() -> Settings:
    """Load the settings from the environment.

    Raises:
        InvalidInput: a variable has an invalid value.
    """
    try:
        return Settings()
    except SettingsError as error:
        name = "KG_" + str(error).partition('"')[2].partition('"')[0].upper()
        shown = _HIDDEN_VALUE if _is_secret(name, os.environ.get(name)) else os.environ.get(name)
        raise InvalidInput(name, shown, "JSON, such as KG_OWNER='[\"cli:ann\"]'") from None
    except ValidationError as error:
        first = error.errors()[0]
        name = "KG_" + "_".join(str(part) for part in first["loc"]).upper()
        shown = _HIDDEN_VALUE if _is_secret(name, first["input"]) else first["input"]
        raise InvalidInput(name, shown, f"valid; {first['msg']}") from None


def _is_secret(name: str, value: object) -> bool:
    """Whether the value of a variable may contain a password."""
    return "PASSWORD" in name or name.startswith("KG_SERVERS") or has_credentials(str(value))


@contextmanager
def open_memory(
    scope: str, owner: Sequence[str] | None = None, overrides: Mapping[str, Any] | None = None
) -> Iterator[Memory]:
    """Open the memory of a scope; it is closed at the end of the block.

    Args:
        scope: its name.
        owner: accounts of owners, in addition to those of the settings.
        overrides: settings from the command line, which override the environment.
    """
    settings = load_settings().model_copy(update=overrides)
    with _note_shown(f"opening {scope}"):
        from kg.memory import Memory  # noqa: PLC0415 - `kg --help` and `kg up` do not need it

        memory = Memory.connect(scope, settings=settings, owner=owner)
    with memory:
        yield memory


@contextmanager
def _note_shown(text: str) -> Iterator[None]:
    """Show a note with a spinner on standard error during the block, if it is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415 - only terminals need it

    with Console(stderr=True).status(escape(escape_controls(text))):
        yield


@contextmanager
def progress_bar(title: str, *, is_bytes: bool = False) -> Iterator[ProgressReporter]:
    """Show a progress bar with counts on standard error if it is a terminal; yields the callback that updates it.

    Args:
        title: what is done.
        is_bytes: whether bytes are counted.
    """
    from rich import progress as rich_progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415 - only slow commands need it

    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.DownloadColumn() if is_bytes else rich_progress.TextColumn("{task.fields[counts]}"),
        rich_progress.TimeElapsedColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with rich_progress.Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(title, total=None, counts="")

        def advance(done: int, total: int | None, now: str = "") -> None:
            # A total of 0 is not known yet.
            counts = f"{done:,}" if not total else f"{done:,} of {total:,}"
            # Until something is done, the bar moves to show that work goes on.
            described = escape_controls(f"{title} ({now})" if now else title)
            shown_total = total if total and done else None
            progress.update(task, description=described, completed=done, total=shown_total, counts=counts)

        yield advance


@contextmanager
def watched(title: str, read: Callable[[], tuple[int, int | None] | tuple[int, int | None, str]]) -> Iterator[None]:
    """Show a progress bar, as `progress_bar`, for a task that reports nothing: what is done is read twice a second.

    Args:
        title: what is done.
        read: returns how much is done, the total, and optionally what is done now; called in a thread of its own.
    """
    with progress_bar(title) as advance:
        if not is_progress_shown():
            yield
            return
        is_over = threading.Event()

        def follow() -> None:
            # An error of the database ends the task, too, which reports it.
            with suppress(KgError):
                while not is_over.wait(_READ_INTERVAL_S):
                    advance(*read())

        thread = threading.Thread(target=follow, name="kg-progress", daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()


def is_progress_shown() -> bool:
    """Whether progress bars are shown: whether standard error is a terminal."""
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True).is_terminal


def print_line(text: str = "") -> None:
    """Print a line; control characters as escapes."""
    sys.stdout.write(escape_controls(text) + "\n")


def print_paragraph(text: str = "", *, indent: int = 0, style: str = "") -> None:
    """Print a paragraph: on a terminal wrapped at words, else as one line.

    Args:
        text: the text, of one line.
        indent: the number of spaces before each line.
        style: its style on a terminal, such as `bold` or `dim`.
    """
    if not sys.stdout.isatty():
        print_line(f"{' ' * indent}{text}".rstrip())
        return
    from rich.console import Console  # noqa: PLC0415 - only for people
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    Console(file=sys.stdout, highlight=False).print(
        Padding(Text(escape_controls(text), style=style), (0, 0, 0, indent), expand=False)
    )


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], empty: str) -> None:
    """Print a table. Nothing is cut: on a terminal cells are wrapped, else columns are as wide as their widest cell.

    Args:
        heads: the column headings.
        rows: the cells of each row, as many as there are headings.
        empty: the line to print if there are no rows.
    """
    if not rows:
        print_line(empty)
        return
    if sys.stdout.isatty():
        _print_wrapped_table(heads, rows)
        return
    rows = [[escape_controls(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for row in (heads, *rows):
        print_line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_wrapped_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only for people
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(Text(escape_controls(cell)) for cell in row))
    Console(file=sys.stdout, highlight=False).print(table)


def refuse_group_options(context: typer.Context) -> None:
    """Refuse options before a subcommand: they would be ignored."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = name.rstrip("_").replace("_", "-")
            raise typer.BadParameter(f"--{option} must follow {context.invoked_subcommand!r}", context)


def format_date(moment: dt.datetime | None) -> str:
    """Format the date of a time; "-" if it is not known."""
    return "-" if moment is None else f"{moment:%Y-%m-%d}"


def print_note(text: str) -> None:
    """Print a line that is not part of the result to standard error."""
    sys.stderr.write(escape_controls(text) + "\n")


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    encoding = sys.stdout.encoding or ""
    print_line(json.dumps(to_plain(value), ensure_ascii=not encoding.lower().startswith("utf"), indent=2))
