"""Commands about people: who there is, how far they are trusted, and whom they are connected with."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, day, opened, show, show_json, show_table

Who = Annotated[str, typer.Argument(help="Their account (platform:id), their name, or their id.")]
By = Annotated[str | None, typer.Option(help="Who says so, as platform:id.")]

person = typer.Typer(
    help="One of the people: look at them, note something, join accounts, connect.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    app.command()(people)
    app.add_typer(person, name="person")


def people(
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List everybody who has an account, those most trusted first."""
    with opened(scope) as memory:
        found = memory.people.list(limit=limit)
        trust = memory.people.trust_of(found)
    if as_json:
        show_json({"people": [{"person": one, "trust": trust[one.id]} for one in found]})
        return
    rows = [
        (
            one.name,
            "owner" if one.owner else trust[one.id].tier.replace("_", " "),
            f"{trust[one.id].score:.3f}",
            ", ".join(one.identities),
            day(one.last_seen),
        )
        for one in found
    ]
    show_table(("name", "tier", "score", "accounts", "last seen"), rows, "nobody is known")


@person.command("show")
def show_person(
    who: Who,
    asker: Annotated[str | None, typer.Option(help="On whose behalf, as platform:id; by default all is shown.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the card of a person: tier and score, accounts, names, connections, the last notes."""
    with opened(scope) as memory:
        if as_json:
            found = memory.people.get(who)
            ties = memory.social.neighbors(found.id)
            show_json({"person": found, "trust": memory.people.trust_of([found])[found.id], "ties": ties})
        else:
            show(memory.people.card(who, asker=asker))


@person.command()
def ensure(
    identity: Annotated[str, typer.Argument(help="Their account, as platform:id.")],
    name: Annotated[str | None, typer.Option(help="What they are called, where they are new.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Make the person behind an account, where there is none yet."""
    with opened(scope) as memory:
        made = memory.people.ensure(identity, name=name)
    if as_json:
        show_json(made)
    else:
        show(f"{made.name}: {', '.join(made.identities)}  [{made.id}]")


@person.command()
def note(
    who: Who,
    text: Annotated[str, typer.Argument(help="What should be remembered of them.")],
    by: By = None,
    audience: Annotated[str, typer.Option(help="shared; or person: for who says so, and owners.")] = "shared",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Write down something about a person."""
    with opened(scope) as memory:
        made = memory.people.note(who, text, by=by, audience=audience)
    if as_json:
        show_json({"note": made})
    else:
        show(f"noted  [{made}]")


@person.command()
def link(
    who: Who,
    identity: Annotated[str, typer.Argument(help="Another account of theirs, as platform:id.")],
    by: Annotated[str, typer.Option(help="Who says so, as platform:id: an owner, or somebody trusted.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Join another account to a person."""
    with opened(scope) as memory:
        made = memory.people.link_identity(who, identity, by=by)
    if as_json:
        show_json(made)
    else:
        show(f"{made.name}: {', '.join(made.identities)}  [{made.id}]")


@person.command()
def connect(
    who: Who,
    other: Annotated[str, typer.Argument(help="The other one: account, name or id.")],
    relationship: Annotated[str, typer.Argument(help="What they are to each other, as friend.")],
    context: Annotated[str | None, typer.Option(help="Where that comes from.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Connect two persons."""
    with opened(scope) as memory:
        done = memory.social.connect(who, other, relationship, context=context)
    if as_json:
        show_json({"connected": done})
    else:
        show("connected" if done else "one of them is not known")


@person.command()
def path(
    who: Who,
    other: Annotated[str, typer.Argument(help="The other one: account, name or id.")],
    depth: Annotated[int | None, typer.Option(help="How many ties at most; by default KG_SOCIAL_DEPTH.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the shortest way from one person to another."""
    with opened(scope) as memory:
        found = memory.social.path(who, other, max_depth=depth)
    if as_json:
        show_json({"path": found})
    else:
        show(" — ".join(one.name for one in found) if found else "there is no way so short")
