"""Commands about what is known: facts, and its actions add, history, correct and retract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, day, only_behind, opened, show, show_json
from kg.types import Fact

Subject = Annotated[str, typer.Argument(help="Whom or what it is about: a name or an id.")]
PredicateName = Annotated[str, typer.Argument(help="In snake_case, as lives_in.")]
Id = Annotated[str, typer.Argument(help="The fact's id.")]
By = Annotated[str | None, typer.Option(help="Who says so, as platform:id.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def facts(
    context: typer.Context,
    subject: Annotated[str | None, typer.Option(help="Whom or what they are about: a name or an id.")] = None,
    predicate: Annotated[str | None, typer.Option(help="One predicate, as lives_in.")] = None,
    object_: Annotated[str | None, typer.Option("--object", help="The other end: a name, an id or a value.")] = None,
    status: Annotated[
        str, typer.Option(help="current, claimed, contested, superseded, quarantined, retracted, or any.")
    ] = "current",
    as_of: Annotated[str | None, typer.Option(help="That held then, ISO 8601.")] = None,
    known_at: Annotated[str | None, typer.Option(help="As the memory knew it then, ISO 8601.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List what is known, the newest first."""
    if context.invoked_subcommand is not None:
        only_behind(context)
        return
    with opened(scope) as memory:
        found = memory.facts.list(
            subject=subject, predicate=predicate, object=object_, status=None if status == "any" else status, as_of=as_of,
            known_at=known_at, limit=limit,
        )  # fmt: skip
    _all(found, as_json)


@app.command()
def add(
    subject: Subject,
    predicate: PredicateName,
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="The other end: a name, an id or a value.")],
    speaker: By = None,
    at: Annotated[str | None, typer.Option(help="When that was said, ISO 8601; by default now.")] = None,
    valid_from: Annotated[str | None, typer.Option(help="Since when it holds; 2025 and 2025-05 will do.")] = None,
    valid_to: Annotated[str | None, typer.Option(help="Until when it held; the same, or past.")] = None,
    confidence: Annotated[float, typer.Option(help="0 to 1.")] = 1.0,
    domain: Annotated[str | None, typer.Option(help="What it is filed under, with --category and --key.")] = None,
    category: Annotated[str | None, typer.Option(help="The kind of thing.")] = None,
    key: Annotated[str | None, typer.Option(help="Its name; a new value replaces the old one.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """State a fact by hand; what it contradicts is superseded."""
    with opened(scope) as memory:
        made = memory.facts.add(
            subject, predicate, object_, speaker=speaker, at=at, valid_from=valid_from, valid_to=valid_to,
            confidence=confidence, domain=domain, category=category, key=key,
        )  # fmt: skip
    _one(made, as_json)


@app.command()
def history(subject: Subject, predicate: PredicateName, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show how something went: each stretch of time in which a fact held, oldest first."""
    with opened(scope) as memory:
        found = list(memory.facts.history(subject, predicate))
    _all(found, as_json)


@app.command()
def correct(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of the fact that was wrong.")],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="What is right.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "corrected",
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Say that a fact was wrong, and what is right."""
    with opened(scope) as memory:
        made = memory.facts.correct(id_, object=object_, reason=reason, by=by)
    _one(made, as_json)


@app.command()
def retract(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of the fact.")],
    reason: Annotated[str, typer.Option(help="Why, for the record.")],
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Take a fact back; what it had superseded holds again."""
    with opened(scope) as memory:
        made = memory.facts.retract(id_, reason=reason, by=by)
    _one(made, as_json)


def fact_line(fact: Fact) -> str:
    """A fact on one line: the sentence, its time, its status where that is not current, who said so, and the evidence."""
    since = f"since {day(fact.valid_from)}" if fact.valid_from else ""
    until = f"until {day(fact.valid_to)}" if fact.valid_to else ""
    told = [f"{since} {until}".strip(), "" if fact.status == "current" else fact.status, fact.asserted_by or ""]
    beside = "; ".join(part for part in told if part)
    shown = ", ".join(fact.sources[:3]) + (f" and {len(fact.sources) - 3} more" if len(fact.sources) > 3 else "")
    return f"{' '.join(fact.text.split())}{f'  ({beside})' if beside else ''}  [{fact.id}]  from {shown}"


def _one(fact: Fact, as_json: bool) -> None:
    if as_json:
        show_json(fact)
    else:
        show(fact_line(fact))


def _all(found: Sequence[Fact], as_json: bool) -> None:
    if as_json:
        show_json({"facts": found})
        return
    for fact in found:
        show(fact_line(fact))
    if not found:
        show("nothing is known")
