"""What the commands share: options, output as text or JSON, an open memory, a progress bar."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from kg.errors import InvalidInput
from kg.settings import Settings

if TYPE_CHECKING:
    from kg.memory import Memory


class Progress(Protocol):
    """Called with what is done and what there is in all."""

    def __call__(self, done: int, total: int) -> None:
        """`done` of `total` are done."""
        ...


_HIDDEN = "the value given"
Scope = Annotated[str, typer.Option("--scope", help="Which memory; scopes never see each other.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def settings() -> Settings:
    """The settings of the environment.

    Raises:
        InvalidInput: a variable has a value that is not allowed.
    """
    try:
        return Settings()
    except SettingsError as error:
        name = "KG_" + str(error).partition('"')[2].partition('"')[0].upper()
        shown = _HIDDEN if _secret(name) else os.environ.get(name)
        raise InvalidInput(name, shown, "JSON, as KG_OWNER='[\"cli:ann\"]'") from None
    except ValidationError as error:
        first = error.errors()[0]
        name = "KG_" + "_".join(str(part) for part in first["loc"]).upper()
        shown = _HIDDEN if _secret(name) else first["input"]
        raise InvalidInput(name, shown, first["msg"]) from None


def _secret(name: str) -> bool:
    """Whether what stands there may be, or hold, a password."""
    return "PASSWORD" in name or name.startswith("KG_SERVERS")


@contextmanager
def opened(scope: str, owner: Sequence[str] | None = None, given: Mapping[str, Any] | None = None) -> Iterator[Memory]:
    """The memory of a scope, closed afterwards.

    Args:
        scope: its name.
        owner: accounts of owners, beside those of the settings.
        given: settings that the command line gives, before those of the environment.
    """
    from kg.memory import Memory  # noqa: PLC0415 - `kg --help` and `kg up` need none of it

    with Memory.connect(scope, settings=settings().model_copy(update=given), owner=owner) as memory:
        yield memory


@contextmanager
def bar(title: str) -> Iterator[Progress]:
    """A progress bar on standard error, where somebody looks at it; called with what is done and what there is in all."""
    from rich import progress as bars  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415 - only long work draws bars

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with bars.Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(title, total=None)

        def advance(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield advance


def show(text: str = "") -> None:
    """Print a line."""
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]], empty: str) -> None:
    """Print rows in columns as wide as they need to be, whatever the terminal's width: nothing is cut.

    Args:
        heads: of the columns.
        rows: cells, as many as heads.
        empty: the line where there are no rows.
    """
    if not rows:
        show(empty)
        return
    widths = [max(len(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    for row in (heads, *rows):
        show("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def only_behind(context: typer.Context) -> None:
    """Options before an action would be lost, the scope among them: they are refused."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            told = name.rstrip("_").replace("_", "-")
            raise typer.BadParameter(f"--{told} goes behind {context.invoked_subcommand!r}", context)


def day(moment: dt.datetime | None) -> str:
    """A moment as its date; "-" where it is not known."""
    return "-" if moment is None else f"{moment:%Y-%m-%d}"


def note(text: str) -> None:
    """Print a line that is not part of the answer."""
    sys.stderr.write(text + "\n")


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    encoding = sys.stdout.encoding or ""
    show(json.dumps(plain(value), ensure_ascii=not encoding.lower().startswith("utf"), indent=2))


def plain(value: Any) -> Any:
    """A record as what JSON knows."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
