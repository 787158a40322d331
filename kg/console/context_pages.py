"""Why did it say that? A context as the agent gets it, what is in it, what was left out and why, alone or next to another."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.context_explanation import ContextExplanation, explain_context
from kg.console.display import query
from kg.console.queries import optional, whole_number
from kg.context import PROFILES
from kg.memory import Memory

_MAX_BUDGET = 200_000
_FIELDS = ("speaker", "session", "profile", "budget", "as_of")
_COMPARED = "b_"
_SUGGESTED = 50


def routes(console: Console) -> list[Route]:
    """Return the routes of the page and of its JSON."""
    memory = console.memory

    def show(request: Request) -> Response:
        message = optional(request, "message")
        one = _explain(memory, request, message, "") if message else None
        is_compared = any(optional(request, _COMPARED + name) for name in _FIELDS)
        two = _explain(memory, request, message, _COMPARED) if message and is_compared else None
        people = memory.trust.everybody(limit=_SUGGESTED)
        return console.page(
            request,
            "context",
            message=message,
            given={
                name: request.query_params.get(name, "") for name in (*_FIELDS, *(_COMPARED + each for each in _FIELDS))
            },
            one=one,
            two=two,
            permalink=_permalink(request, one, two),
            accounts=[account for person, _ in people for account in person.identities],
            sessions=[row["id"] for row in memory.graph.run("console/sessions", limit=_SUGGESTED)],
            profiles=[(profile.name, profile.budget) for profile in PROFILES.values()],
        )

    def get(request: Request) -> Response:
        return console.json(_explain(memory, request, request.query_params.get("message", ""), ""))

    return [Route("/context", show), Route("/api/context", get)]


def _explain(memory: Memory, request: Request, message: str, prefix: str) -> ContextExplanation:
    """Explain the context of a message; what the compared one does not name is the same as in the first."""

    def value(name: str) -> str | None:
        return optional(request, prefix + name) or optional(request, name)

    budget = value("budget")
    return explain_context(
        memory,
        message,
        speaker=value("speaker"),
        session=value("session"),
        profile=value("profile") or "standard",
        budget=None
        if budget is None
        else whole_number(request, _named(request, prefix, "budget"), 1, most=_MAX_BUDGET),
        as_of=value("as_of"),
    )


def _named(request: Request, prefix: str, name: str) -> str:
    return prefix + name if optional(request, prefix + name) else name


def _permalink(request: Request, one: ContextExplanation | None, two: ContextExplanation | None) -> str:
    """Return the address that shows the same again later: with the moment of each context."""
    if one is None:
        return ""
    values = {name: value for name, value in request.query_params.items() if name != "done"}
    values["as_of"] = one.as_of.isoformat()
    if two is not None and not optional(request, f"{_COMPARED}as_of"):
        values[f"{_COMPARED}as_of"] = two.as_of.isoformat()
    return f"/context{query(**values)}"
