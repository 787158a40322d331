"""The tool that erases or retracts what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from kg.agent.caller import Caller
from kg.agent.tool_definition import tool
from kg.agent.tool_output import truncate_line
from kg.errors import InvalidInput, NotFound
from kg.types import Receipt, validate_name

_SESSION_PREFIX = "session:"
_ERASABLE_KINDS = frozenset({"event", "person", "entity"})
_ACCEPTED = (
    '"everything", "session:" and its name, or the id of a message, of a person or thing, of a fact, of an entry of core memory, '
    "of a note on a person, or of a procedure"
)
_ADVICE = "search_memory, get_entity and the tools that save show ids"


@tool("owner", "Forgotten data is erased for all users.", destructive=True)
def forget(caller: Caller, what: str, confirm: bool = False) -> str:
    """Erase something with all that was derived only from it; a fact is retracted.

    Args:
        what: an id, "session:" and its name, or "everything".
        confirm: true erases, if the owner has agreed; false only says what would be erased.
    """
    target = validate_name("what", what)
    description, execute = _plan(caller, target)
    if not confirm:
        return f"This would forget {description}. Nothing is done yet: call forget again with confirm true, if the owner agrees."
    return execute()


def _plan(caller: Caller, target: str) -> tuple[str, Callable[[], str]]:
    """Return a description of what would be forgotten, and the function that forgets it."""
    memory = caller.memory
    if target.casefold() == "everything":
        return f"everything in {memory.scope}, permanently", lambda: _format_receipt(memory.forget(scope=True))
    if target.startswith(_SESSION_PREFIX):
        name = target.removeprefix(_SESSION_PREFIX)
        return _plan_erasure(caller, "session", name, f"the session {truncate_line(name, 80)}")
    kind, text = _find(caller, target)
    if kind in _ERASABLE_KINDS:
        return _plan_erasure(caller, kind, target, f"the {kind} {text}")

    def with_outcome(outcome: str, work: Callable[[], object]) -> Callable[[], str]:
        def execute() -> str:
            work()
            return f"{outcome}: {text}"

        return execute

    if kind == "fact":
        reason = "requested by the owner"
        execute = with_outcome("Retracted", lambda: memory.facts.retract(target, reason=reason, by=caller.account))
    elif kind == "core":
        execute = with_outcome("Erased", lambda: memory.core.delete(target, archive=False))
    elif kind == "note":
        execute = with_outcome("Erased", lambda: memory.people.unnote(target))
    elif kind == "procedure":
        execute = with_outcome("Erased", lambda: memory.procedures.remove(target))
    else:
        raise InvalidInput("what", target, f"{_ACCEPTED}; this id is of kind {kind}. {_ADVICE}")
    return f"the {kind} {text}", execute


def _plan_erasure(caller: Caller, kind: str, target: str, description: str) -> tuple[str, Callable[[], str]]:
    """Return a description of what would be erased with a message, session, person or thing, and the function that erases it."""
    memory = caller.memory

    def erase(*, dry_run: bool) -> Receipt:
        if kind == "event":
            return memory.forget(event=target, dry_run=dry_run)
        if kind == "session":
            return memory.forget(session=target, dry_run=dry_run)
        if kind == "person":
            return memory.forget(person=target, dry_run=dry_run)
        return memory.forget(entity=target, dry_run=dry_run)

    preview = _format_counts(erase(dry_run=True))
    return f"{description}, and with it {preview}", lambda: _format_receipt(erase(dry_run=False))


def _find(caller: Caller, target: str) -> tuple[str, str]:
    """Return the kind and the text of the record with an id."""
    rows = caller.memory.graph.run("graph/get_memory", id=target)
    if not rows:
        raise NotFound(f"{truncate_line(target, 80)!r}; forget takes {_ACCEPTED}; {_ADVICE}")
    properties = rows[0]["properties"]
    text = str(properties.get("text") or properties.get("name") or target)
    return str(properties["kind"]), truncate_line(text, 300)


def _format_receipt(receipt: Receipt) -> str:
    return f"Forgotten: {_format_counts(receipt)}. Receipt {receipt.id}."


def _format_counts(receipt: Receipt) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.removed.items())) or "nothing"
