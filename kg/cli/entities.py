"""Commands about who and what is spoken of: entities, entity, topics."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, day, opened, show, show_json, show_table
from kg.cli.facts import fact_line
from kg.types import Entity, Event, Fact, Relation, Topic

Limit = Annotated[int, typer.Option(help="How many at most.")]
Reason = Annotated[str, typer.Option(help="Why, for the record.")]
Name = Annotated[str, typer.Argument(help="Its name, another name of it, or its id.")]
# What is over or taken back is told by `kg facts history`.
_STANDING = ("current", "claimed", "contested")

entity = typer.Typer(help="One of whom or what is spoken of: look at it, merge, split, rename.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    app.command()(entities)
    app.add_typer(entity, name="entity")
    app.command()(topics)


def entities(
    type_: Annotated[str | None, typer.Option("--type", help="person, org, place, project, tool, …")] = None,
    like: Annotated[
        str | None, typer.Option(help="Those whose names or descriptions fit this text, best first.")
    ] = None,
    limit: Limit = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List who and what is spoken of, those most spoken of first."""
    with opened(scope) as memory:
        if like is None:
            found = list(memory.entities.list(type=type_, limit=limit))
        else:
            # An unknown type is refused as in the listing; a search itself knows no types.
            memory.entities.list(type=type_, limit=1)
            fits = memory.entities.search(like, limit=limit if type_ is None else 10_000)
            found = [one for one in fits if type_ in (None, one.type)][:limit]
    if as_json:
        show_json({"entities": found})
        return
    show_table(
        ("name", "type", "messages", "last seen", "also", "id"),
        [
            (one.name, one.type, str(one.mention_count), day(one.last_seen), ", ".join(one.aliases), one.id)
            for one in found
        ],
        "nobody and nothing is known",
    )


@entity.command("show")
def show_entity(name: Name, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show the card of an entity: names, counts, dates, facts with their evidence, relations in both directions."""
    with opened(scope) as memory:
        found = memory.entities.get(name)
        facts = [fact for fact in memory.facts.list(subject=found.id, status=None) if fact.status in _STANDING]
        relations = memory.relations.list(found.id, min_strength=0)
    if as_json:
        show_json({"entity": found, "facts": facts, "relations": relations})
    else:
        _card(found, facts, relations)


@entity.command()
def merge(
    keep: Annotated[str, typer.Argument(help="Name or id of the one that stays.")],
    absorb: Annotated[str, typer.Argument(help="Name or id of the one that goes over into it.")],
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Make two entities one; the receipt that is printed undoes it."""
    with opened(scope) as memory:
        receipt = memory.entities.merge(keep, absorb, reason=reason)
    if as_json:
        show_json(receipt)
    else:
        counts = ", ".join(f"{count} {kind}(s)" for kind, count in receipt.kept.items())
        show(f"{receipt.id}: {receipt.what}; {counts} went over")


@entity.command()
def unmerge(
    receipt: Annotated[str, typer.Argument(help="The receipt of the merge.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Undo a merge: both are again what they were."""
    with opened(scope) as memory:
        memory.entities.unmerge(receipt)
    if as_json:
        show_json({"undone": receipt})
    else:
        show(f"undone: {receipt}")


@entity.command()
def split(
    entity: Name,
    events: Annotated[list[str], typer.Option(help="Id of an event that means the other one; may be given again.")],
    name: Annotated[str, typer.Option(help="What the other one is called.")],
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Take what some events say out of an entity, and make another one of it."""
    with opened(scope) as memory:
        made = memory.entities.split(entity, events, name, reason=reason)
    _one(made, as_json)


@entity.command()
def rename(
    entity: Name,
    name: Annotated[str, typer.Argument(help="What it is called from now on; the old name stays an alias.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Give an entity another name."""
    with opened(scope) as memory:
        made = memory.entities.rename(entity, name)
    _one(made, as_json)


def topics(
    label: Annotated[str | None, typer.Argument(help="A topic: what was said on it; without it, all topics.")] = None,
    limit: Limit = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List what is spoken of most, or what was said on one topic, newest first."""
    events: list[Event] = []
    found: list[Topic] = []
    with opened(scope) as memory:
        if label is None:
            found = list(memory.topics.list(limit=limit))
        else:
            events = list(memory.topics.events(label, limit=limit))
    if as_json:
        show_json({"topics": found} if label is None else {"events": events})
    elif label is None:
        rows = [(one.label, str(one.events), one.parent or "") for one in found]
        show_table(("topic", "messages", "within"), rows, "no topics are known")
    else:
        for event in events:
            show(f"{event.at:%Y-%m-%d %H:%M}  {event.speaker_name or event.role}: {event.text}  [{event.id}]")
        if not events:
            show("nothing was said on it")


def _one(made: Entity, as_json: bool) -> None:
    if as_json:
        show_json(made)
    else:
        also = f", also {', '.join(made.aliases)}" if made.aliases else ""
        show(f"{made.name} ({made.type}){also}  [{made.id}]")


def _card(found: Entity, facts: list[Fact], relations: list[Relation]) -> None:
    _one(found, as_json=False)
    if found.description:
        show(found.description)
    messages = "1 message" if found.mention_count == 1 else f"{found.mention_count} messages"
    show(f"in {messages}, {day(found.first_seen)} to {day(found.last_seen)}; importance {found.importance}")
    if facts:
        show("\nfacts")
    for fact in facts:
        show(f"  {fact_line(fact)}")
    if relations:
        show("\nrelations")
    for one in relations:
        show(f"  {one.source} —{one.predicate}→ {one.target}  {one.type}, strength {one.strength:.1f}")
