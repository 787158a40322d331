"""`kg people` and `kg person`: people, their accounts, notes and connections."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, format_date, open_memory, print_json, print_line, print_table

Who = Annotated[str, typer.Argument(help="The person: an account (platform:id), a name, or an id.")]
By = Annotated[str | None, typer.Option(help="The account that says so, as platform:id.")]

person = typer.Typer(help="Show people, add notes, link accounts, and connect people.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command()(people)
    app.add_typer(person, name="person")


def people(
    limit: Annotated[int, typer.Option(help="The maximum number of results.")] = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List the people who have an account, the most trusted first."""
    with open_memory(scope) as memory:
        found = memory.people.list(limit=limit)
        trust = memory.people.trust_of(found)
    if as_json:
        print_json({"people": [{"person": one, "trust": trust[one.id]} for one in found]})
        return
    rows = [
        (
            one.name,
            "owner" if one.owner else trust[one.id].tier.replace("_", " "),
            f"{trust[one.id].score:.3f}",
            ", ".join(one.identities),
            format_date(one.last_seen),
        )
        for one in found
    ]
    print_table(("name", "tier", "score", "accounts", "last seen"), rows, "no people")


@person.command("show")
def show_person(
    who: Who,
    asker: Annotated[
        str | None, typer.Option(help="Only what this account may read, as platform:id; by default everything.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show a person: trust tier and score, accounts, names, connections, and the last notes."""
    with open_memory(scope) as memory:
        if as_json:
            found = memory.people.get(who)
            ties = memory.social.neighbors(found.id)
            print_json({"person": found, "trust": memory.people.trust_of([found])[found.id], "ties": ties})
        else:
            print_line(memory.people.card(who, asker=asker))


@person.command()
def ensure(
    identity: Annotated[str, typer.Argument(help="The account, as platform:id.")],
    name: Annotated[str | None, typer.Option(help="The name of the person, if a new one is created.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Create the person of an account, unless they exist."""
    with open_memory(scope) as memory:
        made = memory.people.ensure(identity, name=name)
    if as_json:
        print_json(made)
    else:
        print_line(f"{made.name}: {', '.join(made.identities)}  [{made.id}]")


@person.command()
def note(
    who: Who,
    text: Annotated[str, typer.Argument(help="The text of the note.")],
    by: By = None,
    audience: Annotated[
        str, typer.Option(help="Who may read it: shared, or person (the account of --by, and owners).")
    ] = "shared",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Add a note on a person."""
    with open_memory(scope) as memory:
        made = memory.people.note(who, text, by=by, audience=audience)
    if as_json:
        print_json({"note": made})
    else:
        print_line(f"noted  [{made}]")


@person.command()
def link(
    who: Who,
    identity: Annotated[str, typer.Argument(help="The account to link, as platform:id.")],
    by: Annotated[str, typer.Option(help="The account that says so, as platform:id: an owner or a trusted person.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Link another account to a person."""
    with open_memory(scope) as memory:
        made = memory.people.link_identity(who, identity, by=by)
    if as_json:
        print_json(made)
    else:
        print_line(f"{made.name}: {', '.join(made.identities)}  [{made.id}]")


@person.command()
def connect(
    who: Who,
    other: Annotated[str, typer.Argument(help="The other person: account, name or id.")],
    relationship: Annotated[str, typer.Argument(help="The relationship, such as friend.")],
    context: Annotated[str | None, typer.Option(help="The origin of the information.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Connect two people."""
    with open_memory(scope) as memory:
        done = memory.social.connect(who, other, relationship, context=context)
    if as_json:
        print_json({"connected": done})
    else:
        print_line("connected" if done else "not connected: one of them is not known")


@person.command()
def path(
    who: Who,
    other: Annotated[str, typer.Argument(help="The other person: account, name or id.")],
    depth: Annotated[
        int | None, typer.Option(help="The maximum number of connections on the path; by default KG_SOCIAL_DEPTH.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the shortest path of connections between two people."""
    with open_memory(scope) as memory:
        found = memory.social.path(who, other, max_depth=depth)
    if as_json:
        print_json({"path": found})
    else:
        print_line(" — ".join(one.name for one in found) if found else "no path of this length")
