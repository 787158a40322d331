"""Commands that write events and read them back: log, digest, worker, search, context, history."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import AsJson, Scope, note, opened, settings, show, show_json
from kg.types import Digest

if TYPE_CHECKING:
    from kg.ingestion import Worker
    from kg.multi_scope_worker import Rounds

Limit = Annotated[int, typer.Option(help="How many at most.")]
Session = Annotated[str | None, typer.Option(help="The conversation, as channel:chat.")]
Speaker = Annotated[str | None, typer.Option(help="Who, as platform:id.")]


def register(app: typer.Typer) -> None:
    """Put these commands on the command line."""
    app.command("log")(log)
    app.command()(digest)
    app.command()(worker)
    app.command()(search)
    app.command()(context)
    app.command()(history)


def log(
    text: Annotated[str, typer.Argument(help="What was said; - reads it from standard input.")],
    speaker: Speaker = None,
    session: Annotated[str, typer.Option(help="The conversation, as channel:chat.")] = "cli:default",
    at: Annotated[str | None, typer.Option(help="When, in ISO 8601; by default now.")] = None,
    event_id: Annotated[str | None, typer.Option("--id", help="Your own id: the same again changes nothing.")] = None,
    name: Annotated[str | None, typer.Option(help="What to call the speaker.")] = None,
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    kind: Annotated[str, typer.Option(help="message, tool_call, tool_result or observation.")] = "message",
    audience: Annotated[str | None, typer.Option(help="shared, session or person.")] = None,
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
    with opened(scope) as memory:
        [logged] = memory.log([event])
    if as_json:
        show_json({"id": logged})
    else:
        show(logged)


def digest(
    retry: Annotated[bool, typer.Option("--retry", help="Also what was set aside with an error.")] = False,
    engine: Annotated[str, typer.Option(help="Who embeds and reads: local, or ray (extra kg[ray]).")] = "local",
    embedders: Annotated[
        int | None, typer.Option(min=1, help="With ray: actors that embed; by default one a core, or one a GPU.")
    ] = None,
    extractors: Annotated[
        int | None, typer.Option(min=0, help="With ray: actors that read; 0: those that embed read too.")
    ] = None,
    ray_address: Annotated[
        str | None, typer.Option(help="A running Ray (auto, HOST:PORT); else one is begun here and ended afterwards.")
    ] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Digest what is pending, now."""
    given = {"ray_embedders": embedders, "ray_extractors": extractors, "ray_address": ray_address}
    with opened(scope, given={name: value for name, value in given.items() if value is not None}) as memory:
        done = memory.digest(retry=retry, engine=engine)
    if as_json:
        show_json(done)
    else:
        show_digest(done)


def show_digest(done: Digest) -> None:
    """Print what a digestion did."""
    read = f"{done.events} events, {done.passages} passages, {done.entities} entities, {done.facts} facts, {done.topics} topics"
    show(f"{read}, {done.skipped} skipped, {done.failed} failed, {done.trips} trips")
    _note_missing(done.degraded)


def _note_missing(degraded: Iterable[str]) -> None:
    for what in degraded:
        note(f"not available: {what}")


def worker(
    scope: Scope = "default",
    scopes: Annotated[
        str | None, typer.Option(help="All scopes whose names fit, as 'team-*', in turn; instead of --scope.")
    ] = None,
) -> None:
    """Digest in the background, and sleep when it is time to, until interrupted; it keeps out of the way of a conversation."""
    import logging  # noqa: PLC0415

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    if scopes is None:
        with opened(scope) as memory:
            _until_interrupted(memory.worker(), f"scope {scope}")
        return
    from kg.multi_scope_worker import Rounds  # noqa: PLC0415

    with Rounds.connect(scopes, settings=settings()) as rounds:
        _until_interrupted(rounds, f"scopes {scopes}")


def _until_interrupted(background: Worker | Rounds, what: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: background.stop())
    note(f"digesting {what}; Ctrl-C ends")
    background.run()


def search(
    query: Annotated[str, typer.Argument(help="A question, or words.")],
    limit: Limit = 10,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="event, fact, entity, person, topic, or a tier's, as core; may be given again."),
    ] = None,
    session: Session = None,
    channel: Annotated[str | None, typer.Option(help="Only this channel.")] = None,
    speaker: Speaker = None,
    since: Annotated[str | None, typer.Option(help="Not before, ISO 8601.")] = None,
    until: Annotated[str | None, typer.Option(help="Before, ISO 8601.")] = None,
    as_of: Annotated[str | None, typer.Option(help="As the memory stood then, ISO 8601.")] = None,
    asker: Annotated[str | None, typer.Option(help="On whose behalf, as platform:id.")] = None,
    min_score: Annotated[float | None, typer.Option(help="Leave out what scores less.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Search the memory."""
    with opened(scope) as memory:
        start = time.perf_counter()
        found = memory.search(
            query, limit=limit, kinds=kind or None, session=session, channel=channel, speaker=speaker, since=since, until=until,
            as_of=as_of, asker=asker, min_score=min_score,
        )  # fmt: skip
        ms = round((time.perf_counter() - start) * 1000, 1)
    if as_json:
        show_json({"hits": found.hits, "confidence": found.confidence, "degraded": found.degraded, "ms": ms})
        return
    for hit in found:
        when = f"{hit.at:%Y-%m-%d %H:%M}" if hit.at else ""
        # What nobody said is marked with its kind: a fact, an entity.
        who = hit.kind if hit.kind != "event" else f"{hit.speaker_name or '-'}:"
        show(f"{hit.score:.4f}  {when}  {who} {' '.join(hit.text.split())}  [{hit.id}]")
    _note_missing(found.degraded)
    show(f"confidence: {found.confidence}, {len(found)} hits in {ms} ms")


def context(
    message: Annotated[str, typer.Argument(help="What was just said.")],
    speaker: Speaker = None,
    session: Session = None,
    budget: Annotated[int | None, typer.Option(help="Tokens at most; by default the profile's.")] = None,
    profile: Annotated[str, typer.Option(help="standard, full or compact.")] = "standard",
    as_of: Annotated[str | None, typer.Option(help="As the memory stood then, ISO 8601.")] = None,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the context that an agent would be given."""
    with opened(scope) as memory:
        made = memory.context(message, speaker=speaker, session=session, budget=budget, profile=profile, as_of=as_of)
    if as_json:
        show_json(made)
        return
    show(made.text)
    note(f"{made.tokens} of {made.budget} tokens, {len(made.citations)} citations, {len(made.dropped)} left out")
    _note_missing(made.degraded)


def history(
    session: Annotated[str, typer.Argument(help="The conversation, as channel:chat.")],
    last: Annotated[int, typer.Option(help="The newest so many.")] = 20,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the newest messages of a session, oldest first."""
    with opened(scope) as memory:
        events = memory.history(session, last=last)
    if as_json:
        show_json({"events": events})
        return
    for event in events:
        show(f"{event.seq:>5}  {event.at:%Y-%m-%d %H:%M}  {event.speaker_name or event.role}: {event.text}")
