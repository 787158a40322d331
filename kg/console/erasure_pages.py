"""Forgetting: first what would be erased, then the receipt of what was."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.forms import Form, form_route
from kg.errors import InvalidInput, NotFound
from kg.types import Receipt

_KINDS = {"event": "message", "session": "session", "person": "person", "entity": "entity"}


def routes(console: Console) -> list[Route]:
    """Return the routes of the dry run, of the erasure and of receipts."""
    memory = console.memory

    def show(request: Request) -> Response:
        kind, id_ = request.query_params.get("kind", ""), request.query_params.get("id", "")
        receipt = _forget(console, kind, id_, dry_run=True)
        return console.page(
            request, "forget", kind=kind, noun=_KINDS[kind], id=id_, name=_name(console, kind, id_), receipt=receipt,
            back=request.query_params.get("back", "/"),
        )  # fmt: skip

    def forget(form: Form) -> Response:
        receipt = _forget(console, form.text("kind"), form.text("id"), dry_run=False)
        memory.changes.record(f"forget {_KINDS[form.text('kind')]}", by=console.actor, reason=receipt.id)
        return RedirectResponse(f"/receipts/{receipt.id}", status_code=303)

    def show_receipt(request: Request) -> Response:
        id_ = request.path_params["id"]
        rows = memory.graph.run("console/receipt", id=id_)
        if not rows:
            raise NotFound(f"receipt {id_!r} in scope {memory.scope!r}")
        removed = [entry.rpartition(" ")[::2] for entry in rows[0]["removed"] or ()]
        return console.page(request, "receipt", receipt=rows[0], removed=removed)

    return [
        Route("/forget", show),
        form_route("/forget", forget),
        Route("/receipts/{id}", show_receipt),
    ]


def _forget(console: Console, kind: str, id_: str, *, dry_run: bool) -> Receipt:
    if kind not in _KINDS:
        raise InvalidInput("kind", kind, f"one of {', '.join(_KINDS)}")
    target: Mapping[str, str] = {kind: id_}
    return console.memory.forget(
        event=target.get("event"),
        session=target.get("session"),
        person=target.get("person"),
        entity=target.get("entity"),
        dry_run=dry_run,
    )


def _name(console: Console, kind: str, id_: str) -> str:
    """Return what a person calls the thing that is to be forgotten."""
    if kind == "session":
        return id_
    if kind == "person":
        return console.memory.people.get(id_).name
    if kind == "entity":
        return console.memory.entities.get(id_).name
    [row] = console.memory.graph.run("console/event_details", id=id_)
    return str(row["event"]["text"])
