"""`kg trust`: trust scores and reasons, marks, mutes, permissions, and distrust."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import (
    AsJson,
    Scope,
    format_date,
    open_memory,
    print_json,
    print_line,
    print_table,
    refuse_group_options,
)
from kg.types import Decision, Mark, Receipt, Trust

Person = Annotated[str, typer.Argument(help="The person: an account (platform:id), an id, or a unique name.")]
Reason = Annotated[str, typer.Option(help="The reason, for the record.")]
EventId = Annotated[str | None, typer.Option("--event", help="The id of the event in which it happened.")]
By = Annotated[str | None, typer.Option(help="The account that says so, as platform:id.")]
Limit = Annotated[int, typer.Option(help="The maximum number of results.")]


class _PersonOrActionGroup(typer.core.TyperGroup):
    """A command group in which `kg trust PERSON` means `kg trust show PERSON`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Resolve a first argument that is not an action as a person."""
        return super().resolve_command(ctx, args if args[:1] and args[0] in self.commands else ["show", *args])


app = typer.Typer(cls=_PersonOrActionGroup, subcommand_metavar="[PERSON | ACTION]")


@app.callback(invoke_without_command=True)
def trust(
    context: typer.Context,
    limit: Annotated[int, typer.Option(help="The number of people, the last seen first.")] = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List the trust of all people with an account, the most trusted first; with a person, the same as `kg trust show`."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = memory.trust.everybody(limit=limit)
    if as_json:
        print_json({"people": [{"person": person, "trust": trust} for person, trust in found]})
        return
    rows = [
        (f"{trust.score:.3f}", trust.tier, person.name, ", ".join(person.identities), "; ".join(trust.reasons))
        for person, trust in found
    ]
    print_table(("score", "tier", "name", "accounts", "why"), rows, "no people")


@app.command("show")
def show_person(person: Person, limit: Limit = 20, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show the trust of a person: score, tier, reasons, and the ledger of marks, newest first."""
    with open_memory(scope) as memory:
        trust = memory.trust.of(person)
        marks = memory.trust.ledger(person, limit=limit)
    if as_json:
        print_json({"trust": trust, "ledger": marks})
        return
    _print_trust(trust)
    for reason in trust.reasons:
        print_line(f"  {reason}")
    if marks:
        print_line("\nledger")
    for mark in marks:
        print_line(f"  {_format_mark(mark)}")


@app.command()
def mark(
    person: Person,
    good: Annotated[bool, typer.Option("--good/--bad", help="Whether the mark is good or bad.")],
    reason: Reason = "",
    event: EventId = None,
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Record a good or bad mark for a person. A bad mark weighs three times as much as a good one."""
    with open_memory(scope) as memory:
        trust = memory.trust.mark(person, good, reason=reason, event=event, by=by)
    _print_trust(trust, as_json=as_json)


@app.command()
def violation(
    person: Person,
    severity: Annotated[
        str, typer.Option(help="The severity: mild, moderate, severe, critical, or a number from .05 to .50.")
    ] = "moderate",
    reason: Reason = "",
    event: EventId = None,
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Record a violation of the rules by a person. Its effect decays over time."""
    with open_memory(scope) as memory:
        trust = memory.trust.violation(person, _parse_severity(severity), reason=reason, event=event, by=by)
    _print_trust(trust, as_json=as_json)


@app.command()
def mute(
    person: Person,
    minutes: Annotated[float, typer.Option(help="The duration in minutes, 1 to 30.")] = 5,
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Mute a person on all their accounts for some minutes. The exit code is 1 if they were not muted."""
    with open_memory(scope) as memory:
        decision = memory.trust.mute(person, minutes, reason=reason)
    _print_decision(decision, as_json)


@app.command()
def unmute(person: Person, scope: Scope = "default", as_json: AsJson = False) -> None:
    """End the mute of a person early."""
    with open_memory(scope) as memory:
        decision = memory.trust.unmute(person)
    _print_decision(decision, as_json)


@app.command()
def may(
    person: Person,
    use: Annotated[
        str | None, typer.Option(help="Check a tool with this name; by default, check an incoming message.")
    ] = None,
    room: Annotated[bool, typer.Option("--room", help="Check a message in a room, where strangers may write.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Check whether a person may send a message or use a tool. It counts as an attempt; the exit code is 1 if denied."""
    with open_memory(scope) as memory:
        decision = (
            memory.trust.may_message(person, direct=not room) if use is None else memory.trust.may_use(person, use)
        )
    _print_decision(decision, as_json)


@app.command()
def distrust(
    person: Person,
    since: Annotated[str | None, typer.Option(help="Only facts asserted from this time on, in ISO 8601.")] = None,
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Quarantine the facts that a person asserted. The printed receipt undoes it with `kg trust restore`."""
    with open_memory(scope) as memory:
        receipt = memory.trust.distrust(person, since, reason=reason)
    _print_receipt(receipt, as_json)


@app.command()
def restore(
    receipt: Annotated[str, typer.Argument(help="The id of the receipt of `kg trust distrust`.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Restore the facts that `kg trust distrust` quarantined."""
    with open_memory(scope) as memory:
        done = memory.trust.restore(receipt)
    _print_receipt(done, as_json)


def _parse_severity(severity: str) -> str | float:
    """Return a severity as a number if it is one, otherwise as a name."""
    try:
        return float(severity)
    except ValueError:
        return severity


def _print_trust(trust: Trust, *, as_json: bool = False) -> None:
    if as_json:
        print_json(trust)
    else:
        print_line(f"{trust.score:.3f}  {trust.tier}")


def _format_mark(mark: Mark) -> str:
    severity = f" {mark.severity:.2f}" if mark.severity else ""
    sources = [f"by {mark.by}" if mark.by else "", f"from {mark.event}" if mark.event else ""]
    parts = [f"{format_date(mark.at)} {mark.at:%H:%M}", f"{mark.kind}{severity}", mark.reason, *sources]
    return "  ".join(part for part in parts if part)


def _print_decision(decision: Decision, as_json: bool) -> None:
    if as_json:
        print_json(decision)
    else:
        until = f", until {decision.until:%Y-%m-%d %H:%M:%S} UTC" if decision.until else ""
        print_line(f"{'yes' if decision.allowed else 'no'}: {decision.reason}{until}")
    if not decision.allowed:
        raise typer.Exit(1)


def _print_receipt(receipt: Receipt, as_json: bool) -> None:
    if as_json:
        print_json(receipt)
    else:
        counts = ", ".join(f"{count} {kind}(s)" for kind, count in receipt.removed.items())
        print_line(f"{receipt.id}: {receipt.what}{f'; {counts}' if counts else ''}")
