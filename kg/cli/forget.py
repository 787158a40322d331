"""Commands that erase memories: forget, prune, reset."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, load_settings, open_memory, print_json, print_line, print_note, progress_bar
from kg.errors import InvalidInput, KgError
from kg.types import Receipt

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be erased, change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command()(forget)
    app.command()(prune)
    app.command()(reset)


def forget(
    event: Annotated[str | None, typer.Option(help="The message with this id.")] = None,
    session: Annotated[str | None, typer.Option(help="The session, as channel:chat.")] = None,
    person: Annotated[str | None, typer.Option(help="The person, by account (platform:id), id or name.")] = None,
    entity: Annotated[
        str | None, typer.Option(help="The entity, by name or id, and every message that mentions it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Everything in the scope.")] = False,
    purge: Annotated[
        bool,
        typer.Option(
            "--purge",
            help="Then delete the transaction logs of the local server, which contain erased data; it restarts.",
        ),
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Erase a message, a session, a person, an entity or everything, and print a receipt.

    `kg forget --purge` alone deletes the transaction logs that earlier erasures have left.
    """
    if purge and (dry_run or load_settings().neo4j_uri):
        reason = (
            "without --dry-run"
            if dry_run
            else "with the local server; on other servers, rotate the transaction logs there"
        )
        raise InvalidInput("--purge", True, f"used {reason}")
    options = {"event": event, "session": session, "person": person, "entity": entity, "all": all_ or None}
    selected = {name: value for name, value in options.items() if value is not None}
    if purge and not selected:
        _purge(yes)
        return
    if len(selected) != 1:
        raise InvalidInput(
            " and ".join(f"--{name}" for name in selected) or "--event",
            ", ".join(map(str, selected.values())) or None,
            "exactly one of --event, --session, --person, --entity and --all",
        )
    [(kind, value)] = selected.items()
    what = "everything" if kind == "all" else f"the {kind} {value!r}"
    if not dry_run and not yes and not typer.confirm(f"Erase {what} of scope {scope!r}?"):
        raise KgError("nothing was erased")
    if kind == "all" and not dry_run:
        from kg.memory import Memory  # noqa: PLC0415

        with progress_bar("erasing") as advance:
            receipt = Memory.erase(scope, settings=load_settings(), progress=advance)
        _print_receipt(receipt, as_json, dry_run=False)
    else:
        with open_memory(scope) as memory, progress_bar("counting" if dry_run else "erasing"):
            receipt = memory.forget(
                event=event, session=session, person=person, entity=entity, scope=all_, dry_run=dry_run
            )
        _print_receipt(receipt, as_json, dry_run=dry_run)
    if purge:
        _purge(yes=True)


def _purge(yes: bool) -> None:
    from kg import server  # noqa: PLC0415
    from kg.graph import load_statement  # noqa: PLC0415

    if not yes and not typer.confirm("Restart the local server and delete its transaction logs?"):
        raise KgError("nothing was deleted")
    done = server.purge_transaction_logs(load_settings(), load_statement("maintenance/fill_logs").cypher())
    print_note(f"deleted {done.files} transaction logs, {done.bytes / 1e6:.0f} MB")


def prune(dry_run: DryRun = False, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Erase messages that exceed the age or the number that the retention settings allow."""
    with open_memory(scope) as memory:
        receipt = memory.retain(dry_run=dry_run)
    _print_receipt(receipt, as_json, dry_run=dry_run)


def reset(
    memory: Annotated[bool, typer.Option("--memory", help="Erase messages; keep what was learned from them.")] = False,
    identity: Annotated[bool, typer.Option("--identity", help="Erase the identity of the agent.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Everything in the scope.")] = False,
    yes: Yes = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Erase the messages, the identity of the agent, or everything in a scope."""
    selected = [name for name, chosen in (("--memory", memory), ("--identity", identity), ("--all", all_)) if chosen]
    if len(selected) != 1:
        raise InvalidInput(
            " and ".join(selected) or "--memory", bool(selected), "exactly one of --memory, --identity and --all"
        )
    if not yes and not typer.confirm(f"Reset scope {scope!r} ({selected[0]})?"):
        raise KgError("nothing was reset")
    with open_memory(scope) as opened:
        receipt = opened.reset(memory=memory, identity=identity, everything=all_)
    _print_receipt(receipt, as_json, dry_run=False)


def _print_receipt(receipt: Receipt, as_json: bool, *, dry_run: bool) -> None:
    if as_json:
        print_json(receipt)
        return
    removed = ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.removed.items()))
    if dry_run:
        print_line(f"would remove {removed or 'nothing'}")
    else:
        print_line(f"{receipt.id}: removed {removed or 'nothing'}")
    if receipt.kept:
        kept = ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.kept.items()))
        print_line(f"kept, because other data supports them, and rebuilt: {kept}")
