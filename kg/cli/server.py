"""Commands about the server and the whole: up, warm, down, status, doctor, demo."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from kg.cli.common import AsJson, Scope, bar, note, opened, settings, show, show_json
from kg.errors import KgError


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    for command in (up, warm, down, status, doctor, reembed, demo):
        app.command()(command)


def up(
    profile: Annotated[
        Literal["small", "large"] | None,
        typer.Option(help="What it takes of the machine, for this start; by default the setting KG_SERVER_PROFILE."),
    ] = None,
    warming: Annotated[
        bool, typer.Option("--warm/--no-warm", help="Run `kg warm` in the background when the server has started.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Start the local Neo4j, fetched at first use; twice is no error."""
    from kg import server  # noqa: PLC0415 - each command loads what it needs

    chosen = settings()
    before = server.status(chosen).running
    if profile is not None:
        chosen = chosen.model_copy(update={"server_profile": profile})
        if before:
            note("the server runs already; `kg down` first, to start it with another profile")
    if chosen.neo4j_uri:
        note("KG_NEO4J_URI is set: other commands use that server, not this one")
    with bar("fetching Neo4j") as advance:
        running = server.up(chosen, progress=advance)
    if warming and not before and not chosen.neo4j_uri:
        from kg.cli.warm_up import warm_in_background  # noqa: PLC0415

        warm_in_background(running.home / "logs" / "warm.log")
    if as_json:
        show_json(running)
        return
    show(f"Bolt     {running.bolt}")
    show(f"Browser  {running.browser}")
    show(f"user     {server.credentials(chosen)[0]}, password in {running.home / 'password'}")


def warm(as_json: AsJson = False) -> None:
    """Run a search, a context and a message once, so that the server plans their statements before a user waits for them."""
    from kg.cli.warm_up import warm as run  # noqa: PLC0415

    done = run(settings())
    if as_json:
        show_json(done)
    else:
        show(f"warmed up in {done['seconds']} s")


def down() -> None:
    """Stop the local Neo4j cleanly."""
    from kg import server  # noqa: PLC0415

    show("stopped" if server.down(settings()) else "nothing was running")


def status(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Tell whether the server runs, and what waits for digestion."""
    told = _status(scope)
    if as_json:
        show_json(told)
        return
    local = told["server"]
    show(
        f"server   {'running, pid ' + str(local['pid']) if local['running'] else 'the local one is not running (kg up)'}"
    )
    for key in ("uri", "browser", "schema", "queue", "error"):
        if told.get(key) is not None:
            value = told[key]
            show(f"{key:8} {', '.join(f'{n} {k}' for k, n in value.items()) if isinstance(value, dict) else value}")


def _status(scope: str) -> dict[str, Any]:
    from kg import server  # noqa: PLC0415
    from kg.opening import address_of  # noqa: PLC0415

    chosen = settings()
    local = server.status(chosen)
    address = address_of(scope, chosen)
    told: dict[str, Any] = {
        "server": {"running": local.running, "pid": local.pid, "bolt": local.bolt, "browser": local.browser},
        "uri": address or local.bolt,
        "browser": None if address else local.browser,
        "schema": None,
        "queue": None,
    }
    if not (local.running or address):
        return told
    try:
        with opened(scope) as memory:
            # Where it lives: it may have been moved from where the settings look first.
            told["uri"] = memory.graph.connection.uri
            told["schema"] = memory.schema_version
            told["queue"] = memory.queue()
    except KgError as error:
        told["error"] = str(error)
    return told


def doctor(
    scope: Scope = "default",
    repair: Annotated[bool, typer.Option("--repair", help="Put right what can be, without loss.")] = False,
    rebuild_indexes: Annotated[
        bool, typer.Option("--rebuild-indexes", help="Build the search indexes of all scopes anew.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look at everything that kg needs, and say what to do where something is wrong. Exit code 1 where it is."""
    from kg.cli.doctor import examine_machine, repaired  # noqa: PLC0415

    if repair or rebuild_indexes:
        done = repaired(settings(), scope, rebuild_indexes=rebuild_indexes)
        if not as_json:
            show("repaired " + (", ".join(f"{count} {kind}" for kind, count in done.items()) or "nothing"))
    found = examine_machine(settings(), scope)
    if as_json:
        show_json(found)
    else:
        for name, value in found.checks.items():
            show(f"ok       {name}: {value}")
        for warning in found.warnings:
            show(f"warning  {warning}")
        for error in found.errors:
            show(f"error    {error}")
    if not found.healthy:
        raise typer.Exit(1)


def reembed(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Give a scope the embedding model of the settings (KG_EMBEDDER), while others go on reading it."""
    from kg.memory import Memory  # noqa: PLC0415

    with bar("Embedding anew") as advance:
        done = Memory.reembed(scope, settings=settings(), progress=advance)
    if as_json:
        show_json(done)
    else:
        show(f"{scope}: {done.memories} memories have vectors of {done.embedder} ({done.dimension}) now.")


def demo() -> None:
    """Seed a small group chat, digest it, and answer questions with the evidence shown; starts the server where none runs."""
    from kg.cli.demo import run  # noqa: PLC0415

    run(settings())
