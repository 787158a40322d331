"""The entities that a name given to a tool denotes, as far as the caller may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.agent.caller import Caller
from kg.agent.tool_output import truncate_line
from kg.language import mask_account
from kg.people import attribute_description
from kg.types import PERSON_PREFIX, Entity

_MAX_ALIASES, _MAX_ACCOUNTS = 5, 3


@dataclass(frozen=True)
class VisibleEntity:
    """An entity and the names of it that the caller may see.

    Attributes:
        entity: the entity.
        names: its visible names; None for all.
    """

    entity: Entity
    names: Sequence[str] | None = None

    @property
    def display_name(self) -> str:
        """The entity's name, or another one if the caller may not see that name."""
        return self.entity.name if not self.names or self.entity.name in self.names else self.names[0]

    def format_line(self, *, count: bool) -> str:
        """Return a line with its names, type, description and id, and optionally the number of messages that name it."""
        shown = [name for name in self.entity.aliases if name != self.display_name]
        aliases = [name for name in shown if self.names is None or name in self.names][:_MAX_ALIASES]
        also = [f"also {', '.join(aliases)}"] if aliases else []
        parts = [self.entity.type, *also, attribute_description(self.entity.description)]
        if count and self.entity.mention_count:
            parts.append(f"named in {self.entity.mention_count} message{'s' if self.entity.mention_count > 1 else ''}")
        return truncate_line(f"{self.display_name}: {'; '.join(part for part in parts if part)} (id {self.entity.id})")


def find_visible_names(caller: Caller, ids: list[str]) -> dict[str, list[str]] | None:
    """Return the entities among `ids` that the caller may know of, each with its visible names; None: all are visible."""
    if caller.audiences is None:
        return None
    audiences = list(caller.audiences)
    rows = caller.memory.graph.run("agent/list_visible_entities", ids=ids, audiences=audiences) if ids else []
    return {row["id"]: list(row["names"]) for row in rows}


def find_visible_entities(caller: Caller, name: str) -> list[VisibleEntity]:
    """Return the entities of that id or name that the caller may know of; several if the name is ambiguous."""
    from kg.knowledge import find_entities, narrow_entities  # noqa: PLC0415 - `kg tool --help` works without a database

    name = caller.resolve_name(name)
    entities = find_entities(caller.memory.graph, name, "name")
    names = find_visible_names(caller, [entity.id for entity in entities])
    if names is not None:
        entities = [entity for entity in entities if entity.id in names]
    return [
        VisibleEntity(entity, None if names is None else names[entity.id]) for entity in narrow_entities(entities, name)
    ]


def unknown_entity_message(name: str) -> str:
    """Return the answer for a name that no entity, or none that the caller may know of, has."""
    return f"I don't know anyone or anything named {truncate_line(name, 80)}."


def ambiguous_entity_message(caller: Caller, name: str, found: Sequence[VisibleEntity]) -> str:
    """Return the answer for a name that several entities have: each with its id, and with the accounts of a person."""
    head = f"{len(found)} have the name {truncate_line(name, 80)}. Ask again with the id of the one you mean:"
    return "\n".join(
        [head, *(f"- {one.format_line(count=caller.audiences is None)}{_accounts(caller, one)}" for one in found)]
    )


def _accounts(caller: Caller, one: VisibleEntity) -> str:
    """Return the tier and the accounts of a person who has accounts."""
    if not one.entity.id.startswith(PERSON_PREFIX):
        return ""
    person = caller.memory.people.get(one.entity.id)
    if not person.identities:
        return ""
    tier = "owner" if person.owner else caller.memory.trust.of(person.id).tier.replace("_", " ")
    # Others learn the platform of a person, but no telephone number or e-mail address.
    may_see = caller.audiences is None or caller.account in person.identities
    accounts = [account if may_see else mask_account(account) for account in person.identities[:_MAX_ACCOUNTS]]
    return f"; {tier}, {', '.join(truncate_line(account, 80) for account in accounts)}"
