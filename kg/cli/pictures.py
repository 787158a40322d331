"""`kg view`: open a picture of people, trust, an entity, a session, or facts over time in the console, or save it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_note
from kg.cli.console import OpenBrowser, Port, serve_console

if TYPE_CHECKING:
    from kg.memory import Memory
    from kg.visualize import Picture

Out = Annotated[
    Path | None,
    typer.Option("--out", help="Save to this file instead: .html (an interactive page), .svg or .png (a figure)."),
]
AsOf = Annotated[str | None, typer.Option("--as-of", help="Show the state of the memory at this time, in ISO 8601.")]
Asker = Annotated[
    str | None, typer.Option(help="Only what this account may read, as platform:id; by default everything.")
]
Limit = Annotated[int, typer.Option(help="The maximum number of nodes or facts.")]

view = typer.Typer(help="Open a picture of a memory in the console, or save it as a file.", no_args_is_help=True)


@view.command()
def social(
    out: Out = None,
    port: Port = 0,
    browser: OpenBrowser = True,
    as_of: AsOf = None,
    min_strength: Annotated[float, typer.Option(help="The minimum strength of a connection, 0 to 1.")] = 0.0,
    limit: Limit = 1_000,
    mentioned: Annotated[
        bool, typer.Option("--mentioned", help="Also draw names that are only mentioned, and animals.")
    ] = False,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw the social graph: people and their connections."""

    def create(memory: Memory) -> Picture:
        return memory.pictures.social(
            as_of=as_of, min_strength=min_strength, limit=limit, mentioned=mentioned, asker=asker
        )

    query = {"as_of": as_of, "min_strength": min_strength, "limit": limit, "mentioned": mentioned, "asker": asker}
    _draw(scope, create, "social", query, out, port, browser, as_json)


@view.command()
def trust(
    out: Out = None,
    port: Port = 0,
    browser: OpenBrowser = True,
    as_of: AsOf = None,
    limit: Limit = 1_000,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw people with their trust."""

    def create(memory: Memory) -> Picture:
        return memory.pictures.trust(as_of=as_of, limit=limit, asker=asker)

    _draw(scope, create, "trust", {"as_of": as_of, "limit": limit, "asker": asker}, out, port, browser, as_json)


@view.command()
def entity(
    name: Annotated[str, typer.Argument(help="The entity: a name or an id.")],
    out: Out = None,
    port: Port = 0,
    browser: OpenBrowser = True,
    as_of: AsOf = None,
    limit: Limit = 100,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw an entity with its facts and relations."""

    def create(memory: Memory) -> Picture:
        return memory.pictures.entity(name, as_of=as_of, limit=limit, asker=asker)

    query = {"name": name, "as_of": as_of, "limit": limit, "asker": asker}
    _draw(scope, create, "entity", query, out, port, browser, as_json)


@view.command()
def session(
    name: Annotated[str, typer.Argument(help="The session, as channel:chat.")],
    out: Out = None,
    port: Port = 0,
    browser: OpenBrowser = True,
    as_of: AsOf = None,
    last: Annotated[int, typer.Option(help="The number of messages; the newest are drawn.")] = 50,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw a session as a chain of messages."""

    def create(memory: Memory) -> Picture:
        return memory.pictures.session(name, last=last, as_of=as_of, asker=asker)

    query = {"name": name, "as_of": as_of, "last": last, "asker": asker}
    _draw(scope, create, "session", query, out, port, browser, as_json)


@view.command()
def timeline(
    out: Out = None,
    port: Port = 0,
    browser: OpenBrowser = True,
    as_of: AsOf = None,
    subject: Annotated[str | None, typer.Option(help="Only facts about this subject: a name or an id.")] = None,
    limit: Limit = 200,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw the validity intervals of facts on a timeline."""

    def create(memory: Memory) -> Picture:
        return memory.pictures.timeline(subject=subject, as_of=as_of, limit=limit, asker=asker)

    query = {"name": subject, "as_of": as_of, "limit": limit, "asker": asker}
    _draw(scope, create, "timeline", query, out, port, browser, as_json)


def _draw(
    scope: str,
    create_picture: Callable[[Memory], Picture],
    page: str,
    query: Mapping[str, str | float | None],
    out: Path | None,
    port: int,
    browser: bool,
    as_json: bool,
) -> None:
    from kg.visualize import check_picture_path  # noqa: PLC0415 - `kg --help` does not need it

    path = None if out is None else check_picture_path(out)
    with open_memory(scope) as memory:
        # Drawn here also for the console, so that a wrong name is an error of the command.
        picture = create_picture(memory)
        if path is not None:
            picture.save(path)
            print_note(f"written: {path}")
        if as_json:
            print_json(picture.scene.data())
        if path is None and not as_json:
            address = f"pictures/{page}?{urlencode({name: value for name, value in query.items() if value})}"
            serve_console(memory, address, port=port, browser=browser)
