"""The tool that lets go of what is remembered."""

from __future__ import annotations

from collections.abc import Callable

from kg.agent.caller import Acting
from kg.agent.tool_definition import tool
from kg.agent.tool_output import short
from kg.errors import InvalidInput, NotFound
from kg.types import Receipt, identifiers

_SESSION = "session:"
_ERASED = frozenset({"event", "person", "entity"})
_WHAT = (
    "everything, session: and its name, or the id of a message, of a person or thing, of a fact, of an entry of core memory, "
    "of a note on a person, or of a procedure; search_memory and get_entity show ids, and so does whatever has just been saved"
)


@tool("owner", "What is forgotten is gone for everybody.", destroys=True)
def forget(acting: Acting, what: str, confirm: bool = False) -> str:
    """Forget something for good.

    A fact is taken back; an entry, a note or a procedure is erased. A message, a conversation, a person or a thing is erased with
    all that only they held up; "everything" erases this memory.
    Without confirm nothing is done, and you are told what would be. Confirm only when the owner has said so.

    Args:
        what: "everything", "session:" and its name, or the id of a message, person, thing, fact, core entry, note or procedure.
        confirm: true does it.
    """
    wanted = identifiers.plain("what", what)
    told, work = _plan(acting, wanted)
    if not confirm:
        return f"This would forget {told}. Nothing is done yet: call forget again with confirm true, if the owner wants it."
    return work()


def _plan(acting: Acting, wanted: str) -> tuple[str, Callable[[], str]]:
    """What would be forgotten, in words, and what does it."""
    memory = acting.memory
    if wanted.casefold() == "everything":
        return f"everything in {memory.scope}, for good", lambda: _receipt(memory.forget(scope=True))
    if wanted.startswith(_SESSION):
        return _erased(acting, "session", wanted.removeprefix(_SESSION), f"the conversation {short(wanted, 80)}")
    kind, found = _named(acting, wanted)
    if kind in _ERASED:
        return _erased(acting, kind, wanted, f"the {kind} {found}")

    def done(verb: str, work: Callable[[], object]) -> Callable[[], str]:
        def run() -> str:
            work()
            return f"{verb}: {found}"

        return run

    if kind == "fact":
        reason = "forgotten on the owner's word"
        work = done("Taken back", lambda: memory.facts.retract(wanted, reason=reason, by=acting.account))
    elif kind == "core":
        work = done("Erased", lambda: memory.core.delete(wanted, archive=False))
    elif kind == "note":
        work = done("Erased", lambda: memory.people.unnote(wanted))
    elif kind == "procedure":
        work = done("Erased", lambda: memory.procedures.remove(wanted))
    else:
        raise InvalidInput("what", wanted, f"{_WHAT}; that is of kind {kind}")
    return f"the {kind} {found}", work


def _erased(acting: Acting, kind: str, wanted: str, told: str) -> tuple[str, Callable[[], str]]:
    """What would go with a message, a conversation, a person or a thing, and what erases it."""
    memory = acting.memory

    def work(*, dry_run: bool) -> Receipt:
        if kind == "event":
            return memory.forget(event=wanted, dry_run=dry_run)
        if kind == "session":
            return memory.forget(session=wanted, dry_run=dry_run)
        if kind == "person":
            return memory.forget(person=wanted, dry_run=dry_run)
        return memory.forget(entity=wanted, dry_run=dry_run)

    return f"{told}, and with it {_counts(work(dry_run=True))}", lambda: _receipt(work(dry_run=False))


def _named(acting: Acting, wanted: str) -> tuple[str, str]:
    """Kind and words of what has that id."""
    rows = acting.memory.graph.run("graph/get_memory", id=wanted)
    if not rows:
        raise NotFound(f"{short(wanted, 80)!r}; forget takes {_WHAT}")
    properties = rows[0]["properties"]
    return str(properties["kind"]), short(str(properties.get("text") or properties.get("name") or wanted), 300)


def _receipt(receipt: Receipt) -> str:
    return f"Forgotten: {_counts(receipt)}. Receipt {receipt.id}."


def _counts(receipt: Receipt) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(receipt.removed.items())) or "nothing"
