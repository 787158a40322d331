"""Commands that write and read events: log, digest, worker, search, context, history."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import (
    AsJson,
    Scope,
    load_settings,
    open_memory,
    print_json,
    print_line,
    print_note,
    print_paragraph,
    watched,
)
from kg.types import Digest

if TYPE_CHECKING:
    from kg.ingestion import Worker
    from kg.memory import Memory
    from kg.multi_scope_worker import MultiScopeWorker

_LAST, _MOST_SINCE = 20, 1_000
Limit = Annotated[int, typer.Option(help="The maximum number of results.")]
Session = Annotated[str | None, typer.Option(help="The session, as channel:chat.")]
Speaker = Annotated[str | None, typer.Option(help="The speaker's account, as platform:id.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command("log")(log)
    app.command()(digest)
    app.command()(worker)
    app.command()(search)
    app.command()(context)
    app.command()(history)


def log(
    text: Annotated[str, typer.Argument(help="The text; - reads it from standard input.")],
    speaker: Speaker = None,
    session: Annotated[str, typer.Option(help="The session, as channel:chat.")] = "cli:default",
    at: Annotated[str | None, typer.Option(help="The time, in ISO 8601; by default now.")] = None,
    event_id: Annotated[
        str | None, typer.Option("--id", help="An id of your own; logging the same id again changes nothing.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The speaker's display name.")] = None,
    role: Annotated[str, typer.Option(help="The role: user, assistant, system or tool.")] = "user",
    kind: Annotated[str, typer.Option(help="The kind: message, tool_call, tool_result or observation.")] = "message",
    audience: Annotated[
        str | None,
        typer.Option(help="Who may read it: shared, session or person; by default as KG_CHANNEL_AUDIENCE says."),
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Log one message."""
    event = {
        "text": sys.stdin.read() if text == "-" else text,
        "speaker": speaker,
        "speaker_name": name,
        "session": session,
        "at": at,
        "id": event_id,
        "role": role,
        "kind": kind,
        "audience": audience,
    }
    with open_memory(scope) as memory:
        [logged] = memory.log([event])
    if as_json:
        print_json({"id": logged})
    else:
        print_line(logged)


def digest(
    retry: Annotated[bool, typer.Option("--retry", help="Also retry events that failed.")] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again", help="Also read digested events again: what is found now replaces what was found then."
        ),
    ] = False,
    since: Annotated[str | None, typer.Option(help="With --again: only events from this time on, in ISO 8601.")] = None,
    engine: Annotated[
        str,
        typer.Option(
            help="Where embedding and extraction run: local, or ray (requires the extra kg-agent-memory[ray])."
        ),
    ] = "local",
    embedders: Annotated[
        int | None,
        typer.Option(min=1, help="With ray: the number of embedding actors; by default one per core, or one per GPU."),
    ] = None,
    extractors: Annotated[
        int | None,
        typer.Option(min=0, help="With ray: the number of extraction actors; 0: the embedding actors extract too."),
    ] = None,
    ray_address: Annotated[
        str | None,
        typer.Option(
            help="The address of a running Ray (auto or HOST:PORT); by default a local one is started and stopped."
        ),
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Digest all pending events now."""
    overrides = {"ray_embedders": embedders, "ray_extractors": extractors, "ray_address": ray_address}
    with (
        open_memory(scope, overrides={name: value for name, value in overrides.items() if value is not None}) as memory,
        digest_progress(memory),
    ):
        done = memory.digest(retry=retry, again=again, since=since, engine=engine)
    if as_json:
        print_json(done)
    else:
        print_digest(done)
        if again:
            print_line(f"{done.again} events read again, {done.facts} facts added, {done.removed_facts} facts removed")


def digest_progress(memory: Memory) -> AbstractContextManager[None]:
    """Show how many of the pending events are digested."""
    most = 0

    def read() -> tuple[int, int]:
        nonlocal most
        queue = memory.queue()
        left = queue["pending"] + queue["processing"]
        # Events may be added meanwhile.
        most = max(most, left)
        return most - left, most

    return watched("digesting", read)


def print_digest(done: Digest) -> None:
    """Print the counts of a digestion."""
    counts = f"{done.events} events, {done.passages} passages, {done.entities} entities, {done.facts} facts, {done.topics} topics"
    print_line(f"{counts}, {done.skipped} skipped, {done.failed} failed, {done.trips} trips")
    _print_degraded(done.degraded)


def _print_degraded(degraded: Iterable[str]) -> None:
    for name in degraded:
        print_note(f"not available: {name}")


def worker(
    scope: Scope = "default",
    scopes: Annotated[
        str | None,
        typer.Option(help="Serve all scopes whose names match a pattern, such as 'team-*', instead of --scope."),
    ] = None,
) -> None:
    """Run the background worker until interrupted: it digests events, and runs sleep when it is due."""
    import logging  # noqa: PLC0415

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    if scopes is None:
        with open_memory(scope) as memory:
            _run_until_interrupted(memory.worker(), f"scope {scope}")
        return
    from kg.multi_scope_worker import MultiScopeWorker  # noqa: PLC0415

    with MultiScopeWorker.connect(scopes, settings=load_settings()) as rounds:
        _run_until_interrupted(rounds, f"scopes {scopes}")


def _run_until_interrupted(background: Worker | MultiScopeWorker, what: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: background.stop())
    print_note(f"digesting {what}; press Ctrl-C to stop")
    background.run()


def search(
    query: Annotated[str, typer.Argument(help="A question, or keywords.")],
    limit: Limit = 10,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only this kind: event, fact, entity, person, topic, core, longterm, …; repeatable."),
    ] = None,
    session: Session = None,
    channel: Annotated[str | None, typer.Option(help="Only messages of this channel.")] = None,
    speaker: Speaker = None,
    since: Annotated[str | None, typer.Option(help="Only from this time on, in ISO 8601.")] = None,
    until: Annotated[str | None, typer.Option(help="Only before this time, in ISO 8601.")] = None,
    as_of: Annotated[str | None, typer.Option(help="Search the state of the memory at this time, in ISO 8601.")] = None,
    asker: Annotated[
        str | None, typer.Option(help="Only what this account may read, as platform:id; by default everything.")
    ] = None,
    min_score: Annotated[float | None, typer.Option(help="Only hits with at least this score.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Search a memory."""
    with open_memory(scope) as memory:
        start = time.perf_counter()
        found = memory.search(
            query, limit=limit, kinds=kind or None, session=session, channel=channel, speaker=speaker, since=since, until=until,
            as_of=as_of, asker=asker, min_score=min_score,
        )  # fmt: skip
        ms = round((time.perf_counter() - start) * 1000, 1)
    if as_json:
        print_json({"hits": found.hits, "confidence": found.confidence, "degraded": found.degraded, "ms": ms})
        return
    for hit in found:
        when = f"{hit.at:%Y-%m-%d %H:%M}" if hit.at else ""
        # Hits that are not messages are marked with their kind.
        source = hit.kind if hit.kind != "event" else f"{hit.speaker_name or '-'}:"
        print_paragraph(f"{hit.score:.4f}  {when}  {source} {' '.join(hit.text.split())}  [{hit.id}]")
    _print_degraded(found.degraded)
    print_line(f"confidence: {found.confidence}, {len(found)} hits in {ms} ms")


def context(
    message: Annotated[str, typer.Argument(help="The message to answer.")],
    speaker: Speaker = None,
    session: Session = None,
    budget: Annotated[int | None, typer.Option(help="The maximum number of tokens; by default the profile's.")] = None,
    profile: Annotated[str, typer.Option(help="The profile: standard, full or compact.")] = "standard",
    as_of: Annotated[str | None, typer.Option(help="Use the state of the memory at this time, in ISO 8601.")] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Show what each line rests on, and what was left out and why."),
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the context for a message, as an agent receives it."""
    with open_memory(scope) as memory:
        if explain:
            _explain_context(memory, message, speaker, session, budget, profile, as_of, as_json)
            return
        made = memory.context(message, speaker=speaker, session=session, budget=budget, profile=profile, as_of=as_of)
    if as_json:
        print_json(made)
        return
    print_line(made.text)
    print_note(f"{made.tokens} of {made.budget} tokens, {len(made.citations)} citations, {len(made.dropped)} omitted")
    _print_degraded(made.degraded)


def _explain_context(
    memory: Memory,
    message: str,
    speaker: str | None,
    session: str | None,
    budget: int | None,
    profile: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    from kg.cli.explained_context import print_explanation  # noqa: PLC0415 - only for this option
    from kg.console import explain_context  # noqa: PLC0415

    explanation = explain_context(
        memory, message, speaker=speaker, session=session, budget=budget, profile=profile, as_of=as_of
    )
    if as_json:
        print_json(explanation)
    else:
        print_explanation(explanation)
    _print_degraded(explanation.context.degraded)


def history(
    session: Annotated[str | None, typer.Argument(help="The session, as channel:chat; by default all.")] = None,
    last: Annotated[
        int | None,
        typer.Option(help="The number of messages; the newest are shown. By default 20, with --since 1,000."),
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only from this time on, in ISO 8601, such as 2026-03-02.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the newest messages of a session, or of all, in order."""
    most = last if last is not None else _LAST if since is None else _MOST_SINCE
    with open_memory(scope) as memory:
        events = memory.history(session, last=most, since=since)
    if last is None and len(events) == _MOST_SINCE:
        print_note(f"the newest {_MOST_SINCE:,} messages; --last shows more")
    if as_json:
        print_json({"events": events})
        return
    for event in events:
        place = f"{event.seq:>5}" if session is not None else event.session
        print_paragraph(f"{place}  {event.at:%Y-%m-%d %H:%M}  {event.speaker_name or event.role}: {event.text}")
