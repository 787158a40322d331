"""Commands for the server and for whole scopes: up, warm, down, status, health, doctor, reembed, demo."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from kg.cli.common import AsJson, Scope, load_settings, open_memory, print_json, print_line, print_note, progress_bar
from kg.errors import InvalidInput, KgError
from kg.types import Health


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    for command in (up, warm, down, status, health, doctor, reembed, demo):
        app.command()(command)


def up(
    profile: Annotated[
        Literal["small", "large"] | None,
        typer.Option(help="The memory profile for this start; by default KG_SERVER_PROFILE."),
    ] = None,
    warming: Annotated[
        bool, typer.Option("--warm/--no-warm", help="Run `kg warm` in the background after the start.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Start the local Neo4j server. It is downloaded at first use."""
    from kg import server  # noqa: PLC0415 - keeps other commands fast

    chosen = load_settings()
    before = server.server_status(chosen).running
    if profile is not None:
        chosen = chosen.model_copy(update={"server_profile": profile})
        if before:
            print_note("the server is already running; run `kg down` first to start it with another profile")
    if chosen.neo4j_uri:
        print_note("KG_NEO4J_URI is set: other commands use that server instead of the local one")
    with progress_bar("downloading Neo4j", is_bytes=True) as advance:
        running = server.start_server(chosen, progress=advance)
    if warming and not before and not chosen.neo4j_uri:
        from kg.cli.warm_up import start_warm_up  # noqa: PLC0415

        start_warm_up(running.home / "logs" / "warm.log")
    if as_json:
        print_json(running)
        return
    print_line(f"Bolt     {running.bolt}")
    print_line(f"Browser  {running.browser}")
    print_line(f"user     {server.server_credentials(chosen)[0]}, password in {running.home / 'password'}")


def warm(as_json: AsJson = False) -> None:
    """Warm the server up: run a search, a context and a message once, so that their query plans are cached."""
    from kg.cli.warm_up import warm_up_server  # noqa: PLC0415

    done = warm_up_server(load_settings())
    if as_json:
        print_json(done)
    else:
        print_line(f"warmed up in {done['seconds']} s")


def down() -> None:
    """Stop the local Neo4j server."""
    from kg import server  # noqa: PLC0415

    print_line("stopped" if server.stop_server(load_settings()) else "not running")


def status(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show whether the server is running, and the queue of events to digest."""
    state = _read_status(scope)
    if as_json:
        print_json(state)
        return
    local = state["server"]
    print_line(
        f"server   {'running, pid ' + str(local['pid']) if local['running'] else 'not running (start it with kg up)'}"
    )
    for key in ("uri", "browser", "schema", "queue", "error"):
        if state.get(key) is not None:
            value = state[key]
            print_line(
                f"{key:8} {', '.join(f'{n} {k}' for k, n in value.items()) if isinstance(value, dict) else value}"
            )


def _read_status(scope: str) -> dict[str, Any]:
    from kg import server  # noqa: PLC0415
    from kg.graph import scope_address  # noqa: PLC0415

    chosen = load_settings()
    local = server.server_status(chosen)
    address = scope_address(scope, chosen)
    state: dict[str, Any] = {
        "server": {"running": local.running, "pid": local.pid, "bolt": local.bolt, "browser": local.browser},
        "uri": address or local.bolt,
        "browser": None if address else local.browser,
        "schema": None,
        "queue": None,
    }
    if not (local.running or address):
        return state
    try:
        with open_memory(scope) as memory:
            # The scope may have been moved from the server that the settings name first.
            state["uri"] = memory.graph.connection.uri
            state["schema"] = memory.schema_version
            state["queue"] = memory.queue()
    except KgError as error:
        state["error"] = str(error)
    return state


def health(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Check a memory: database, schema, indexes, queue, summaries, sleep and models. The exit code is 1 if there are errors."""
    with open_memory(scope) as memory:
        found = memory.health()
    _print_health(found, as_json)


def doctor(
    scope: Scope = "default",
    repair: Annotated[bool, typer.Option("--repair", help="Repair what can be repaired without data loss.")] = False,
    rebuild_indexes: Annotated[
        bool, typer.Option("--rebuild-indexes", help="Rebuild the search indexes of all scopes.")
    ] = False,
    contradictions: Annotated[
        bool,
        typer.Option(
            "--contradictions",
            help="Only list facts that contradict each other, with who says each, for you to decide.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check everything that kg needs, and print what to do about problems. The exit code is 1 if there are errors."""
    from kg.cli.doctor import check_health, repair_scope  # noqa: PLC0415

    if contradictions:
        if repair or rebuild_indexes:
            raise InvalidInput("contradictions", "--repair", "used without --repair and --rebuild-indexes")
        _list_contradictions(scope, as_json)
        return
    if repair or rebuild_indexes:
        done = repair_scope(load_settings(), scope, rebuild_indexes=rebuild_indexes)
        if not as_json:
            print_line("repaired " + (", ".join(f"{count} {kind}" for kind, count in done.items()) or "nothing"))
    found = check_health(load_settings(), scope)
    _print_health(found, as_json)


def _print_health(found: Health, as_json: bool) -> None:
    if as_json:
        print_json(found)
    else:
        for name, value in found.checks.items():
            print_line(f"ok       {name}: {value}")
        for warning in found.warnings:
            print_line(f"warning  {warning}")
        for error in found.errors:
            print_line(f"error    {error}")
    if not found.healthy:
        raise typer.Exit(1)


def _list_contradictions(scope: str, as_json: bool) -> None:
    from kg.cli.contradictions import print_contradictions  # noqa: PLC0415

    with open_memory(scope) as memory:
        found = memory.facts.contradictions()
    if as_json:
        print_json({"contradictions": found})
    else:
        print_contradictions(found, scope)


def reembed(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Re-embed a scope with the model of the settings (KG_EMBEDDER). The scope stays readable."""
    from kg.memory import Memory  # noqa: PLC0415

    with progress_bar("re-embedding") as advance:
        done = Memory.reembed(scope, settings=load_settings(), progress=advance)
    if as_json:
        print_json(done)
    else:
        print_line(
            f"{scope}: {done.memories} memories now have vectors of {done.embedder} (dimension {done.dimension})."
        )


def demo() -> None:
    """Run a demo: digest a small group chat and answer questions with the evidence. Starts the local server if needed."""
    from kg.cli.demo import run_demo  # noqa: PLC0415

    run_demo(load_settings())
