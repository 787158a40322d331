"""Opening a scope: which server, whose it is, and whether it is fit."""

from __future__ import annotations

from collections.abc import Collection

from kg import names
from kg.errors import ConnectionFailed, ServerError
from kg.graph import Connection, Graph, schema
from kg.seams import Clock, Embedder
from kg.settings import Settings


def opened(scope: str, uri: str | None, settings: Settings, embedder: Embedder | None, clock: Clock) -> Graph:
    """A handle on a scope whose server and schema are fit for it; nothing is left open where they are not."""
    connection = Connection(*_address(uri, settings), settings)
    try:
        connection.version()
        graph = Graph(connection, scope)
        schema.ensure(graph, embedder, clock)
    except BaseException:
        connection.close()
        raise
    return graph


def person_of(asker: str | None, session: str | None) -> tuple[str, ...]:
    """The id of the person that an account belongs to from the start."""
    if asker is None:
        return ()
    channel = "any" if session is None else names.channel_of(names.session_name(session))
    return (names.identity(asker, channel, "asker").person,)


def owner_set(owner: str | Collection[str] | None, settings: Settings) -> frozenset[str]:
    """The identities of the owners: those that were given, and those of the settings."""
    given = [owner] if isinstance(owner, str) else list(owner or ())
    return frozenset(str(names.identity(one, "any", "owner")) for one in [*given, *settings.owner])


def _address(uri: str | None, settings: Settings) -> tuple[str, str, str]:
    """Address, user and password: of the server that was named, else of the local one."""
    chosen = uri or settings.neo4j_uri
    if chosen:
        password = settings.neo4j_password
        return chosen, settings.neo4j_user, password.get_secret_value() if password else ""
    # Only who uses the local server pays for loading what manages it.
    from kg import server  # noqa: PLC0415

    try:
        local = server.status(settings)
        if local.bolt is None:
            raise ConnectionFailed("no server: start the local one with `kg up`, or name another with KG_NEO4J_URI")
        user, password_of_local = server.credentials(settings)
    except ServerError as error:
        raise ConnectionFailed(str(error)) from error
    return local.bolt, user, password_of_local
