"""Commands about trust: who is trusted how far and why, marks, mutes, and what somebody may do."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import AsJson, Scope, day, only_behind, opened, show, show_json, show_table
from kg.types import Decision, Mark, Receipt, Trust

Person = Annotated[str, typer.Argument(help="Their account (platform:id), their id, or a name that one person has.")]
Reason = Annotated[str, typer.Option(help="Why, for the record.")]
EventId = Annotated[str | None, typer.Option("--event", help="Id of the event in which it happened.")]
By = Annotated[str | None, typer.Option(help="Who says so, as platform:id.")]
Limit = Annotated[int, typer.Option(help="How many at most.")]


class _OfWhom(typer.core.TyperGroup):
    """`kg trust PERSON` is `kg trust show PERSON`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """What is no action is a person."""
        return super().resolve_command(ctx, args if args[:1] and args[0] in self.commands else ["show", *args])


app = typer.Typer(cls=_OfWhom, subcommand_metavar="[PERSON | ACTION]")


@app.callback(invoke_without_command=True)
def trust(
    context: typer.Context,
    limit: Annotated[int, typer.Option(help="How many of those last seen.")] = 100,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List how far everybody with an account is trusted, the most trusted first; with a person, `kg trust show`."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = memory.trust.everybody(limit=limit)
    if as_json:
        show_json({"people": [{"person": person, "trust": told} for person, told in found]})
        return
    rows = [
        (f"{told.score:.3f}", told.tier, person.name, ", ".join(person.identities), "; ".join(told.reasons))
        for person, told in found
    ]
    show_table(("score", "tier", "name", "accounts", "why"), rows, "nobody is known")


@app.command("show")
def show_person(person: Person, limit: Limit = 20, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show how far somebody is trusted, why, and what they were marked for, newest first."""
    with opened(scope) as memory:
        told = memory.trust.of(person)
        marks = memory.trust.ledger(person, limit=limit)
    if as_json:
        show_json({"trust": told, "ledger": marks})
        return
    _told(told)
    for reason in told.reasons:
        show(f"  {reason}")
    if marks:
        show("\nledger")
    for mark in marks:
        show(f"  {_mark_line(mark)}")


@app.command()
def mark(
    person: Person,
    good: Annotated[bool, typer.Option("--good/--bad", help="Whether it was good.")],
    reason: Reason = "",
    event: EventId = None,
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Mark somebody for something good or bad that happened; a bad mark weighs three times a good one."""
    with opened(scope) as memory:
        told = memory.trust.mark(person, good, reason=reason, event=event, by=by)
    _told(told, as_json=as_json)


@app.command()
def violation(
    person: Person,
    severity: Annotated[
        str, typer.Option(help="mild, moderate, severe, critical, or a number from .05 to .50.")
    ] = "moderate",
    reason: Reason = "",
    event: EventId = None,
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Mark that somebody broke the rules; it fades with time."""
    with opened(scope) as memory:
        told = memory.trust.violation(person, _number(severity), reason=reason, event=event, by=by)
    _told(told, as_json=as_json)


@app.command()
def mute(
    person: Person,
    minutes: Annotated[float, typer.Option(help="1 to 30.")] = 5,
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Hold somebody's messages back for some minutes, those of all their accounts; exit code 1 where that is not done."""
    with opened(scope) as memory:
        decision = memory.trust.mute(person, minutes, reason=reason)
    _decided(decision, as_json)


@app.command()
def unmute(person: Person, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Let somebody speak again before their time."""
    with opened(scope) as memory:
        decision = memory.trust.unmute(person)
    _decided(decision, as_json)


@app.command()
def may(
    person: Person,
    use: Annotated[str | None, typer.Option(help="A tool; else whether a message may come in.")] = None,
    room: Annotated[bool, typer.Option("--room", help="A message in a room, where strangers may speak.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Ask a gate whether somebody may write, or use a tool; it counts as the attempt that it is; exit code 1: no."""
    with opened(scope) as memory:
        decision = (
            memory.trust.may_message(person, direct=not room) if use is None else memory.trust.may_use(person, use)
        )
    _decided(decision, as_json)


@app.command()
def distrust(
    person: Person,
    since: Annotated[str | None, typer.Option(help="Only what they asserted from then on, ISO 8601.")] = None,
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Set aside what somebody asserted; the receipt that is printed brings it back."""
    with opened(scope) as memory:
        receipt = memory.trust.distrust(person, since, reason=reason)
    _received(receipt, as_json)


@app.command()
def restore(
    receipt: Annotated[str, typer.Argument(help="The receipt of a distrust.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Bring back what was set aside."""
    with opened(scope) as memory:
        done = memory.trust.restore(receipt)
    _received(done, as_json)


def _number(severity: str) -> str | float:
    """A severity's name, or the number that was written."""
    try:
        return float(severity)
    except ValueError:
        return severity


def _told(told: Trust, *, as_json: bool = False) -> None:
    if as_json:
        show_json(told)
    else:
        show(f"{told.score:.3f}  {told.tier}")


def _mark_line(mark: Mark) -> str:
    severity = f" {mark.severity:.2f}" if mark.severity else ""
    beside = [f"by {mark.by}" if mark.by else "", f"from {mark.event}" if mark.event else ""]
    told = [f"{day(mark.at)} {mark.at:%H:%M}", f"{mark.kind}{severity}", mark.reason, *beside]
    return "  ".join(part for part in told if part)


def _decided(decision: Decision, as_json: bool) -> None:
    if as_json:
        show_json(decision)
    else:
        until = f", until {decision.until:%Y-%m-%d %H:%M:%S} UTC" if decision.until else ""
        show(f"{'yes' if decision.allowed else 'no'}: {decision.reason}{until}")
    if not decision.allowed:
        raise typer.Exit(1)


def _received(receipt: Receipt, as_json: bool) -> None:
    if as_json:
        show_json(receipt)
    else:
        counts = ", ".join(f"{count} {kind}(s)" for kind, count in receipt.removed.items())
        show(f"{receipt.id}: {receipt.what}{f'; {counts}' if counts else ''}")
