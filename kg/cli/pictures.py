"""Commands that draw: who knows whom, who is trusted, what is known of something, a conversation, facts over time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import AsJson, Scope, note, opened, show, show_json
from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.memory import Memory
    from kg.visualize import Picture

Out = Annotated[
    Path | None, typer.Option("--out", help="The file: .html (a page to look around in), .svg or .png (a figure).")
]
Serve = Annotated[
    bool, typer.Option("--serve", help="Serve the page on loopback, live on the graph, until interrupted.")
]
Port = Annotated[int, typer.Option(help="On which port, with --serve; 0: one that is free.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="As the memory stood then.")]
Asker = Annotated[str | None, typer.Option(help="On whose behalf, as platform:id; by default all is shown.")]
Limit = Annotated[int, typer.Option(help="How many at most.")]

view = typer.Typer(help="Draw pictures: a page to look around in, or a figure.", no_args_is_help=True)


@view.command()
def social(
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    min_strength: Annotated[float, typer.Option(help="Of the weakest tie, 0 to 1.")] = 0.0,
    limit: Limit = 1_000,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw who knows whom."""
    _draw(
        scope,
        lambda memory: memory.pictures.social(as_of=as_of, min_strength=min_strength, limit=limit, asker=asker),
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
    """Draw who is trusted how far."""
    _draw(scope, lambda memory: memory.pictures.trust(as_of=as_of, limit=limit, asker=asker), out, serve, port, as_json)


@view.command()
def entity(
    name: Annotated[str, typer.Argument(help="Of whom or what: a name or id.")],
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    limit: Limit = 100,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw what is known of somebody or something."""
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
    name: Annotated[str, typer.Argument(help="Which conversation.")],
    out: Out = None,
    serve: Serve = False,
    port: Port = 0,
    as_of: AsOf = None,
    last: Annotated[int, typer.Option(help="How many of its newest messages.")] = 50,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw a conversation as a chain."""
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
    subject: Annotated[str | None, typer.Option(help="Only what is about them.")] = None,
    limit: Limit = 200,
    asker: Asker = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Draw which facts held when."""
    _draw(
        scope,
        lambda memory: memory.pictures.timeline(subject=subject, as_of=as_of, limit=limit, asker=asker),
        out,
        serve,
        port,
        as_json,
    )


def _draw(
    scope: str, take: Callable[[Memory], Picture], out: Path | None, serve: bool, port: int, as_json: bool
) -> None:
    from kg.visualize.picture import checked_path  # noqa: PLC0415 - `kg --help` needs none of it

    if out is None and not serve and not as_json:
        raise InvalidInput("--out", None, "a file that ends in .html, .svg or .png, or --serve, or --json")
    path = None if out is None else checked_path(out)
    with opened(scope) as memory:
        picture = take(memory)
        if path is not None:
            picture.save(path)
            note(f"written: {path}")
        if as_json:
            show_json(picture.scene.data())
        if serve:
            _serve(lambda: take(memory), port)


def _serve(take: Callable[[], Picture], port: int) -> None:
    from kg.visualize.picture_server import Serving  # noqa: PLC0415

    server = Serving(take, port)
    show(f"{server.url}  (until interrupted)")
    try:
        server.run()
    finally:
        server.stop()
