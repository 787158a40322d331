"""Commands that let go of what is remembered: forget, prune, reset."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, opened, settings, show, show_json
from kg.errors import InvalidInput, KgError
from kg.types import Receipt

DryRun = Annotated[bool, typer.Option("--dry-run", help="Tell what would go, change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    app.command()(forget)
    app.command()(prune)
    app.command()(reset)


def forget(
    event: Annotated[str | None, typer.Option(help="The message of this id.")] = None,
    session: Annotated[str | None, typer.Option(help="The conversation, as channel:chat.")] = None,
    person: Annotated[str | None, typer.Option(help="Somebody, by account (platform:id), id or name.")] = None,
    entity: Annotated[
        str | None, typer.Option(help="Something, by name or id, and every message that names it.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Everything of the scope.")] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Erase a message, a conversation, somebody, something or everything, with a receipt."""
    given = {"event": event, "session": session, "person": person, "entity": entity, "all": all_ or None}
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) != 1:
        raise InvalidInput(
            " and ".join(f"--{name}" for name in named) or "--event",
            ", ".join(map(str, named.values())) or None,
            "just one of --event, --session, --person, --entity and --all",
        )
    [(kind, value)] = named.items()
    what = "everything" if kind == "all" else f"the {kind} {value!r}"
    if not dry_run and not yes and not typer.confirm(f"Erase {what} of scope {scope!r}?"):
        raise KgError("nothing was erased")
    if kind == "all" and not dry_run:
        from kg.memory import Memory  # noqa: PLC0415

        _told(Memory.erase(scope, settings=settings()), as_json, dry_run=False)
        return
    with opened(scope) as memory:
        receipt = memory.forget(event=event, session=session, person=person, entity=entity, scope=all_, dry_run=dry_run)
    _told(receipt, as_json, dry_run=dry_run)


def prune(dry_run: DryRun = False, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Forget messages that are older than the settings allow, or too many."""
    with opened(scope) as memory:
        receipt = memory.retain(dry_run=dry_run)
    _told(receipt, as_json, dry_run=dry_run)


def reset(
    memory: Annotated[bool, typer.Option("--memory", help="What was said; what is known stays.")] = False,
    identity: Annotated[bool, typer.Option("--identity", help="Who the agent is.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Everything of the scope.")] = False,
    yes: Yes = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Begin anew: with what is known but nothing that was said, without an identity, or with nothing."""
    asked = [name for name, wanted in (("--memory", memory), ("--identity", identity), ("--all", all_)) if wanted]
    if len(asked) != 1:
        raise InvalidInput(" and ".join(asked) or "--memory", bool(asked), "just one of --memory, --identity and --all")
    if not yes and not typer.confirm(f"Reset scope {scope!r} ({asked[0]})?"):
        raise KgError("nothing was reset")
    with opened(scope) as held:
        receipt = held.reset(memory=memory, identity=identity, everything=all_)
    _told(receipt, as_json, dry_run=False)


def _told(receipt: Receipt, as_json: bool, *, dry_run: bool) -> None:
    if as_json:
        show_json(receipt)
        return
    removed = ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.removed.items()))
    if dry_run:
        show(f"would remove {removed or 'nothing'}")
    else:
        show(f"{receipt.id}: removed {removed or 'nothing was there'}")
    if receipt.kept:
        kept = ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.kept.items()))
        show(f"held by others, and told anew: {kept}")
