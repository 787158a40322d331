"""What the forms of the console change, each through the public methods of the memory, and recorded in its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.display import page_address
from kg.console.forms import Form, form_route, redirect
from kg.errors import InvalidInput, Refused
from kg.types import Fact

_Change = Callable[[Console, Form], Response]


def routes(console: Console) -> list[Route]:
    """Return the route of each change."""

    def handler(change: _Change) -> Callable[[Form], Response]:
        return lambda form: change(console, form)

    return [form_route(f"/change/{name}", handler(change)) for name, change in _CHANGES.items()]


def _back(form: Form, done: str) -> Response:
    return redirect(form.fields.get("back", "/"), done)


def _correct(console: Console, form: Form) -> Response:
    fact = console.memory.facts.correct(
        form.text("id"), object=form.text("object"), reason=form.optional("reason") or "corrected", by=console.account
    )
    return redirect(page_address("fact", fact.id), "corrected")


def _retract(console: Console, form: Form) -> Response:
    console.memory.facts.retract(form.text("id"), reason=form.optional("reason") or "wrong", by=console.account)
    return _back(form, "retracted")


def _keep(console: Console, form: Form) -> Response:
    """Decide a contradiction: the facts of `drop`, separated by blanks, are retracted; what is kept is believed."""
    console.memory.facts.keep(form.text("keep"), form.text("drop").split(), by=console.account)
    return _back(form, "decided")


def _state(console: Console, fact: Fact) -> Fact:
    """State what a fact states in the name of who uses the console."""
    return console.memory.facts.add(
        fact.subject_id,
        fact.predicate,
        fact.object_id or fact.object,
        speaker=console.account,
        valid_from=fact.valid_from,
    )


def _accept(console: Console, form: Form) -> Response:
    """Confirm a claim by stating it, too."""
    fact = _state(console, console.memory.facts.get(form.text("id")))
    console.memory.changes.record("accept claim", [fact.id], by=console.actor)
    return redirect(page_address("fact", fact.id), "accepted")


def _merge(console: Console, form: Form) -> Response:
    keep = console.memory.entities.get(form.text("keep"))
    console.memory.entities.merge(
        keep.id, form.text("absorb"), reason=form.optional("reason") or "the same", by=console.actor
    )
    return redirect(form.fields.get("back", f"/go/{keep.id}"), "merged")


def _unmerge(console: Console, form: Form) -> Response:
    console.memory.entities.unmerge(form.text("receipt"))
    console.memory.changes.record("undo merge", by=console.actor, reason=form.text("receipt"))
    return _back(form, "unmerged")


def _split(console: Console, form: Form) -> Response:
    """Move the messages of `events`, separated by blanks or lines, to a new entity."""
    other = console.memory.entities.split(
        form.text("id"),
        form.text("events").split(),
        form.text("name"),
        reason=form.optional("reason") or "",
        by=console.actor,
    )
    return redirect(page_address("entity", other.id), "split")


def _rename(console: Console, form: Form) -> Response:
    console.memory.entities.rename(form.text("id"), form.text("name"), by=console.actor)
    return _back(form, "renamed")


def _mark(console: Console, form: Form) -> Response:
    sign = form.text("sign")
    if sign not in {"good", "bad"}:
        raise InvalidInput("sign", sign, "good or bad")
    console.memory.trust.mark(form.text("id"), sign == "good", reason=form.optional("reason") or "", by=console.account)
    return _back(form, "marked")


def _mute(console: Console, form: Form) -> Response:
    decision = console.memory.trust.mute(
        form.text("id"), form.number("minutes", 5), reason=form.optional("reason") or ""
    )
    if not decision.allowed:
        raise Refused(decision.reason)
    console.memory.changes.record("mute", [form.text("id")], by=console.actor, reason=form.optional("reason") or "")
    return _back(form, "muted")


def _unmute(console: Console, form: Form) -> Response:
    console.memory.trust.unmute(form.text("id"))
    console.memory.changes.record("unmute", [form.text("id")], by=console.actor)
    return _back(form, "unmuted")


def _distrust(console: Console, form: Form) -> Response:
    console.memory.trust.distrust(
        form.text("id"), form.optional("since"), reason=form.optional("reason") or "", by=console.actor
    )
    return _back(form, "distrusted")


def _restore(console: Console, form: Form) -> Response:
    console.memory.trust.restore(form.text("receipt"))
    console.memory.changes.record("restore", by=console.actor, reason=form.text("receipt"))
    return _back(form, "restored")


def _link(console: Console, form: Form) -> Response:
    if console.account is None:
        raise Refused("accounts are linked in the name of an owner: set KG_OWNER, then open the console again")
    console.memory.people.link_identity(form.text("id"), form.text("identity"), by=console.account)
    console.memory.changes.record("link account", [form.text("id")], by=console.actor)
    return _back(form, "linked")


def _connect(console: Console, form: Form) -> Response:
    other = form.text("other")
    if not console.memory.social.connect(
        form.text("id"), other, form.text("relationship"), context=form.optional("context")
    ):
        raise InvalidInput("other", other, "the name, id or account of a person")
    console.memory.changes.record("connect", [form.text("id")], by=console.actor)
    return _back(form, "connected")


def _note(console: Console, form: Form) -> Response:
    console.memory.people.note(form.text("id"), form.text("text"), by=console.account)
    console.memory.changes.record("note", [form.text("id")], by=console.actor)
    return _back(form, "noted")


def _unnote(console: Console, form: Form) -> Response:
    console.memory.people.unnote(form.text("note"))
    console.memory.changes.record("remove note", by=console.actor)
    return _back(form, "unnoted")


def _approve(console: Console, form: Form) -> Response:
    console.memory.procedures.approve(form.text("id"))
    console.memory.changes.record("approve procedure", [form.text("id")], by=console.actor)
    return _back(form, "approved")


def _reject(console: Console, form: Form) -> Response:
    console.memory.procedures.reject(form.text("id"))
    console.memory.changes.record("reject procedure", [form.text("id")], by=console.actor)
    return _back(form, "rejected")


def _close_task(console: Console, form: Form) -> Response:
    task = console.memory.tasks.close(form.text("id"), form.text("status"))
    console.memory.changes.record(f"task {task.status}", [task.id], by=console.actor)
    return _back(form, "closed")


def _add_task(console: Console, form: Form) -> Response:
    task = console.memory.tasks.add(form.text("text"), form.text("owner"), due=form.optional("due"))
    console.memory.changes.record("add task", [task.id], by=console.actor)
    return _back(form, "added")


def _add_core(console: Console, form: Form) -> Response:
    entry = console.memory.core.add(
        form.text("text"), form.text("section"), importance=int(form.number("importance", 5))
    )
    console.memory.changes.record("add core entry", [entry.id], by=console.actor)
    return _back(form, "added")


def _edit_core(console: Console, form: Form) -> Response:
    entry = console.memory.core.edit(
        form.text("id"),
        text=form.text("text"),
        section=form.text("section"),
        importance=int(form.number("importance", 5)),
    )
    console.memory.changes.record("edit core entry", [entry.id], by=console.actor)
    return redirect(page_address("core", entry.id), "saved")


def _archive_core(console: Console, form: Form) -> Response:
    console.memory.core.delete(form.text("id"), archive=True)
    console.memory.changes.record("archive core entry", by=console.actor)
    return RedirectResponse("/memories?kind=core&done=archived", status_code=303)


def _digest(console: Console, _: Form) -> Response:
    console.memory.digest(retry=True)
    return redirect("/", "digested")


_CHANGES: Mapping[str, _Change] = {
    "correct": _correct,
    "retract": _retract,
    "keep": _keep,
    "accept": _accept,
    "merge": _merge,
    "unmerge": _unmerge,
    "split": _split,
    "rename": _rename,
    "mark": _mark,
    "mute": _mute,
    "unmute": _unmute,
    "distrust": _distrust,
    "restore": _restore,
    "link": _link,
    "connect": _connect,
    "note": _note,
    "unnote": _unnote,
    "approve": _approve,
    "reject": _reject,
    "close-task": _close_task,
    "add-task": _add_task,
    "add-core": _add_core,
    "edit-core": _edit_core,
    "archive-core": _archive_core,
    "digest": _digest,
}
