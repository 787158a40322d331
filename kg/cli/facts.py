"""`kg facts`: list, add, correct, retract and decide between facts, and show their history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.common import (
    AsJson,
    Scope,
    format_date,
    open_memory,
    print_json,
    print_line,
    print_paragraph,
    refuse_group_options,
)
from kg.types import Fact

Subject = Annotated[str, typer.Argument(help="The subject: a name or an id.")]
PredicateName = Annotated[str, typer.Argument(help="The predicate, in snake_case, such as lives_in.")]
Id = Annotated[str, typer.Argument(help="The fact's id.")]
By = Annotated[str | None, typer.Option(help="The account that says so, as platform:id.")]

app = typer.Typer()


@app.callback(invoke_without_command=True)
def facts(
    context: typer.Context,
    subject: Annotated[str | None, typer.Option(help="Only facts about this subject: a name or an id.")] = None,
    predicate: Annotated[str | None, typer.Option(help="Only facts with this predicate, such as lives_in.")] = None,
    object_: Annotated[
        str | None, typer.Option("--object", help="Only facts with this object: a name, an id or a value.")
    ] = None,
    status: Annotated[
        str, typer.Option(help="The status: current, claimed, contested, superseded, quarantined, retracted, or any.")
    ] = "current",
    as_of: Annotated[str | None, typer.Option(help="Only facts that were valid at this time, in ISO 8601.")] = None,
    known_at: Annotated[
        str | None, typer.Option(help="Only what the memory had recorded by this time, in ISO 8601.")
    ] = None,
    limit: Annotated[int, typer.Option(help="The maximum number of results.")] = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List facts, newest first."""
    if context.invoked_subcommand is not None:
        refuse_group_options(context)
        return
    with open_memory(scope) as memory:
        found = memory.facts.list(
            subject=subject, predicate=predicate, object=object_, status=None if status == "any" else status, as_of=as_of,
            known_at=known_at, limit=limit,
        )  # fmt: skip
    _print_facts(found, as_json)


@app.command()
def add(
    subject: Subject,
    predicate: PredicateName,
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="The object: a name, an id or a value.")],
    speaker: By = None,
    at: Annotated[str | None, typer.Option(help="The time of the statement, in ISO 8601; by default now.")] = None,
    valid_from: Annotated[
        str | None, typer.Option(help="When the fact began to hold, such as 2025, 2025-05 or 2025-05-17.")
    ] = None,
    valid_to: Annotated[str | None, typer.Option(help="When it stopped holding, in the same form, or past.")] = None,
    confidence: Annotated[float, typer.Option(help="The confidence, 0 to 1.")] = 1.0,
    domain: Annotated[
        str | None, typer.Option(help="The domain to file the fact under, with --category and --key.")
    ] = None,
    category: Annotated[str | None, typer.Option(help="The category within the domain.")] = None,
    key: Annotated[
        str | None, typer.Option(help="The key within the category; a new value replaces the old one.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add a fact; facts that it contradicts are superseded."""
    with open_memory(scope) as memory:
        made = memory.facts.add(
            subject, predicate, object_, speaker=speaker, at=at, valid_from=valid_from, valid_to=valid_to,
            confidence=confidence, domain=domain, category=category, key=key,
        )  # fmt: skip
    _print_fact(made, as_json)


@app.command()
def history(subject: Subject, predicate: PredicateName, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show all values of a predicate over time with their validity intervals, oldest first."""
    with open_memory(scope) as memory:
        found = list(memory.facts.history(subject, predicate))
    _print_facts(found, as_json)


@app.command()
def correct(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of the wrong fact.")],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="The right object.")],
    reason: Annotated[str, typer.Option(help="The reason, for the record.")] = "corrected",
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Correct the object of a fact."""
    with open_memory(scope) as memory:
        made = memory.facts.correct(id_, object=object_, reason=reason, by=by)
    _print_fact(made, as_json)


@app.command()
def retract(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The fact's id.")],
    reason: Annotated[str, typer.Option(help="The reason, for the record.")],
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Retract a fact; facts that it superseded become current again."""
    with open_memory(scope) as memory:
        made = memory.facts.retract(id_, reason=reason, by=by)
    _print_fact(made, as_json)


@app.command()
def keep(
    id_: Annotated[str, typer.Argument(metavar="ID", help="The id of the fact to keep.")],
    over: Annotated[list[str], typer.Option(help="The id of a fact that contradicts it, to retract; repeatable.")],
    by: By = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Decide a contradiction (see `kg doctor --contradictions`): one fact is kept and believed, the others are retracted."""
    with open_memory(scope) as memory:
        kept = memory.facts.keep(id_, over, by=by)
    _print_fact(kept, as_json)


def format_fact(fact: Fact) -> str:
    """Format a fact as one line: sentence, validity, status unless current, attribution, id and evidence."""
    since = f"since {format_date(fact.valid_from)}" if fact.valid_from else ""
    until = f"until {format_date(fact.valid_to)}" if fact.valid_to else ""
    details = [f"{since} {until}".strip(), "" if fact.status == "current" else fact.status, fact.asserted_by or ""]
    suffix = "; ".join(part for part in details if part)
    sources = ", ".join(fact.sources[:3]) + (f" and {len(fact.sources) - 3} more" if len(fact.sources) > 3 else "")
    return f"{' '.join(fact.text.split())}{f'  ({suffix})' if suffix else ''}  [{fact.id}]  from {sources}"


def _print_fact(fact: Fact, as_json: bool) -> None:
    if as_json:
        print_json(fact)
    else:
        print_paragraph(format_fact(fact))


def _print_facts(found: Sequence[Fact], as_json: bool) -> None:
    if as_json:
        print_json({"facts": found})
        return
    for fact in found:
        print_paragraph(format_fact(fact))
    if not found:
        print_line("no facts")
