"""`kg entities`, `kg entity` and `kg topics`."""

from __future__ import annotations

from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, format_date, open_memory, print_json, print_line, print_paragraph, print_table
from kg.cli.facts import format_fact
from kg.types import Entity, Event, Fact, Relation, Topic

Limit = Annotated[int, typer.Option(help="The maximum number of results.")]
Reason = Annotated[str, typer.Option(help="The reason, for the record.")]
Name = Annotated[str, typer.Argument(help="The name, another name, or the id of the entity.")]
# Superseded and retracted facts are shown by `kg facts history`.
_SHOWN_STATUSES = ("current", "claimed", "contested")

entity = typer.Typer(
    help="Show, merge, split and rename entities: people, organisations, places and things.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command()(entities)
    app.add_typer(entity, name="entity")
    app.command()(topics)


def entities(
    type_: Annotated[
        str | None, typer.Option("--type", help="Only entities of this type: person, org, place, project, tool, …")
    ] = None,
    like: Annotated[
        str | None, typer.Option(help="Only entities whose names or descriptions match this text, best first.")
    ] = None,
    limit: Limit = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List entities, those mentioned most often first."""
    with open_memory(scope) as memory:
        if like is None:
            found = list(memory.entities.list(type=type_, limit=limit))
        else:
            # The listing refuses unknown types; the search does not check types.
            memory.entities.list(type=type_, limit=1)
            matches = memory.entities.search(like, limit=limit if type_ is None else 10_000)
            found = [one for one in matches if type_ in (None, one.type)][:limit]
    if as_json:
        print_json({"entities": found})
        return
    print_table(
        ("name", "type", "messages", "last seen", "also", "id"),
        [
            (one.name, one.type, str(one.mention_count), format_date(one.last_seen), ", ".join(one.aliases), one.id)
            for one in found
        ],
        "no entities",
    )


@entity.command("show")
def show_entity(name: Name, scope: Scope = "default", as_json: AsJson = False) -> None:
    """Show an entity: names, counts, dates, facts with their evidence, and relations in both directions."""
    with open_memory(scope) as memory:
        found = memory.entities.get(name)
        facts = [fact for fact in memory.facts.list(subject=found.id, status=None) if fact.status in _SHOWN_STATUSES]
        relations = memory.relations.list(found.id, min_strength=0)
    if as_json:
        print_json({"entity": found, "facts": facts, "relations": relations})
    else:
        _print_card(found, facts, relations)


@entity.command()
def merge(
    keep: Annotated[str, typer.Argument(help="The name or id of the entity to keep.")],
    absorb: Annotated[str, typer.Argument(help="The name or id of the entity to merge into it.")],
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Merge two entities. The printed receipt undoes it with `kg entity unmerge`."""
    with open_memory(scope) as memory:
        receipt = memory.entities.merge(keep, absorb, reason=reason)
    if as_json:
        print_json(receipt)
    else:
        counts = ", ".join(f"{count} {kind}(s)" for kind, count in receipt.kept.items())
        print_line(f"{receipt.id}: {receipt.what}; {counts} moved")


@entity.command()
def unmerge(
    receipt: Annotated[str, typer.Argument(help="The id of the merge's receipt.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Undo a merge and restore both entities."""
    with open_memory(scope) as memory:
        memory.entities.unmerge(receipt)
    if as_json:
        print_json({"undone": receipt})
    else:
        print_line(f"undone: {receipt}")


@entity.command()
def split(
    entity: Name,
    events: Annotated[list[str], typer.Option(help="The id of an event that refers to the new entity; repeatable.")],
    name: Annotated[str, typer.Option(help="The name of the new entity.")],
    reason: Reason = "",
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Split an entity: move the statements of some events to a new entity."""
    with open_memory(scope) as memory:
        made = memory.entities.split(entity, events, name, reason=reason)
    _print_entity(made, as_json)


@entity.command()
def rename(
    entity: Name,
    name: Annotated[str, typer.Argument(help="The new name; the old one is kept as an alias.")],
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Rename an entity."""
    with open_memory(scope) as memory:
        made = memory.entities.rename(entity, name)
    _print_entity(made, as_json)


def topics(
    label: Annotated[
        str | None, typer.Argument(help="The topic whose messages to list; by default all topics are listed.")
    ] = None,
    limit: Limit = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """List topics by number of messages, or the messages on one topic, newest first."""
    events: list[Event] = []
    found: list[Topic] = []
    with open_memory(scope) as memory:
        if label is None:
            found = list(memory.topics.list(limit=limit))
        else:
            events = list(memory.topics.events(label, limit=limit))
    if as_json:
        print_json({"topics": found} if label is None else {"events": events})
    elif label is None:
        rows = [(one.label, str(one.events), one.parent or "") for one in found]
        print_table(("topic", "messages", "parent"), rows, "no topics")
    else:
        for event in events:
            print_paragraph(
                f"{event.at:%Y-%m-%d %H:%M}  {event.speaker_name or event.role}: {event.text}  [{event.id}]"
            )
        if not events:
            print_line("no messages")


def _print_entity(made: Entity, as_json: bool) -> None:
    if as_json:
        print_json(made)
    else:
        also = f", also {', '.join(made.aliases)}" if made.aliases else ""
        print_line(f"{made.name} ({made.type}){also}  [{made.id}]")


def _print_card(found: Entity, facts: list[Fact], relations: list[Relation]) -> None:
    _print_entity(found, as_json=False)
    if found.description:
        print_line(found.description)
    messages = "1 message" if found.mention_count == 1 else f"{found.mention_count} messages"
    print_line(
        f"in {messages}, {format_date(found.first_seen)} to {format_date(found.last_seen)}; importance {found.importance}"
    )
    if facts:
        print_line("\nfacts")
    for fact in facts:
        print_paragraph(format_fact(fact), indent=2)
    if relations:
        print_line("\nrelations")
    for one in relations:
        print_line(f"  {one.source} —{one.predicate}→ {one.target}  {one.type}, strength {one.strength:.1f}")
