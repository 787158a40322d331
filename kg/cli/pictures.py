"""`kg view`: draw the social graph, trust, an entity, a session, or facts over time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_note
from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.memory import Memory
    from kg.visualize import Picture

Out = Annotated[
    Path | None, typer.Option("--out", help="The output file: .html (an interactive page), .svg or .png (a figure).")
]
Serve = Annotated[
    bool, typer.Option("--serve", help="Serve the page on loopback with current data, until interrupted.")
]
Port = Annotated[int, typer.Option(help="The port for --serve; 0: any free port.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="Show the state of the memory at this time, in ISO 8601.")]
Asker = Annotated[
    str | None, typer.Option(help="Only what this account may read, as platform:id; by default everything.")
]
Limit = Annotated[int, typer.Option(help="The maximum number of nodes or facts.")]

view = typer.Typer(help="Draw pictures of a memory: an interactive page or a figure.", no_args_is_help=True)


@view.command()
def social(
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
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
    _draw(
        scope,
        lambda memory: memory.pictures.social(
            as_of=as_of, min_strength=min_strength, limit=limit, mentioned=mentioned, asker=asker
        ),
        out,
        serve,
        port,
        as_json,
    )


@view.command()
def trust(
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    limit: Limit = 1_000,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw people with their trust."""
    _draw(scope, lambda memory: memory.pictures.trust(as_of=as_of, limit=limit, asker=asker), out, serve, port, as_json)


@view.command()
def entity(
    name: Annotated[str, typer.Argument(help="The entity: a name or an id.")],
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    limit: Limit = 100,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw an entity with its facts and relations."""
    _draw(
        scope,
        lambda memory: memory.pictures.entity(name, as_of=as_of, limit=limit, asker=asker),
        out,
        serve,
        port,
        as_json,
    )


@view.command()
def session(
    name: Annotated[str, typer.Argument(help="The session, as channel:chat.")],
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    last: Annotated[int, typer.Option(help="The number of messages; the newest are drawn.")] = 50,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw a session as a chain of messages."""
    _draw(
        scope,
        lambda memory: memory.pictures.session(name, last=last, as_of=as_of, asker=asker),
        out,
        serve,
        port,
        as_json,
    )


@view.command()
def timeline(
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    subject: Annotated[str | None, typer.Option(help="Only facts about this subject: a name or an id.")] = None,
    limit: Limit = 200,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw the validity intervals of facts on a timeline."""
    _draw(
        scope,
        lambda memory: memory.pictures.timeline(subject=subject, as_of=as_of, limit=limit, asker=asker),
        out,
        serve,
        port,
        as_json,
    )


def _draw(
    scope: str, create_picture: Callable[[Memory], Picture], out: Path | None, serve: bool, port: int, as_json: bool
) -> None:
    from kg.visualize import check_picture_path  # noqa: PLC0415 - `kg --help` does not need it

    if out is None and not serve and not as_json:
        raise InvalidInput("--out", None, "a file that ends in .html, .svg or .png; or use --serve or --json")
    path = None if out is None else check_picture_path(out)
    with open_memory(scope) as memory:
        picture = create_picture(memory)
        if path is not None:
            picture.save(path)
            print_note(f"written: {path}")
        if as_json:
            print_json(picture.scene.data())
        if serve:
            _serve(lambda: create_picture(memory), port)


def _serve(create_picture: Callable[[], Picture], port: int) -> None:
    from kg.visualize import PictureServer  # noqa: PLC0415

    server = PictureServer(create_picture, port)
    print_line(f"{server.url}  (press Ctrl-C to stop)")
    server.run()
