"""Opening a scope: which server has it, whose it is, and whether it is fit."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection
from fnmatch import fnmatchcase

from kg.errors import ConnectionFailed, InvalidInput, ScopeMoved, ServerError
from kg.graph import Connection, Graph, Server, schema
from kg.graph.connection import Follow
from kg.protocols import Clock, Embedder
from kg.settings import ServerEntry, Settings
from kg.types import identifiers
from kg.types.addresses import LOCAL, host_and_port


def opened(
    scope: str,
    uri: str | None,
    settings: Settings,
    embedder: Embedder | None,
    clock: Clock,
    *,
    bookmarks: Collection[str] = (),
) -> Graph:
    """A handle on a scope where it lives, whose server and schema are fit for it; nothing is left open where they are not.

    Args:
        scope: its name.
        uri: the server; it is this one or none. None: the one that the settings name for it, or where it was moved from there.
        settings: the servers.
        embedder: what the scope must have been made with, where one is given.
        clock: what tells the time.
        bookmarks: what other memories wrote that reads shall see.
    """
    follow = None if uri else functools.partial(_followed, settings)
    connection = _connection(place_of(scope, uri, settings), settings, follow=follow, bookmarks=bookmarks)
    try:
        connection.version()
        graph = Graph(connection, scope)
        connection.settle(scope)
        schema.ensure(graph, embedder, clock)
    except BaseException:
        connection.close()
        raise
    return graph


def opened_to_move(scope: str, server: Server, settings: Settings, clock: Clock) -> Connection:
    """A connection to one place of a scope, whether it lives there or not: for who moves it there, or away."""
    return _fit(_connection(server, settings, bound=False), scope, clock)


def opened_to_serve(pattern: str, uri: str | None, settings: Settings, clock: Clock) -> Connection:
    """A connection for many scopes of one server, which stays there: where one of them moves, the others do not.

    Args:
        pattern: of their names; where it is one of KG_SERVERS, or fits one, they are those of that server.
        uri: the server; None: the one that the settings name.
        settings: the servers.
        clock: what tells the time.
    """
    return _fit(_connection(place_of(pattern, uri, settings), settings), pattern, clock)


def _fit(connection: Connection, scope: str, clock: Clock) -> Connection:
    """The connection, once its server and schema are fit; closed where they are not."""
    try:
        connection.version()
        schema.ensure(Graph(connection, scope), None, clock)
    except BaseException:
        connection.close()
        raise
    return connection


def homes_of(scope: str, settings: Settings) -> tuple[list[str], list[str]]:
    """The addresses of the servers that hold something of a scope that lives there, and of those that do not answer."""
    found: list[str] = []
    silent: list[str] = []
    default = ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL)
    for entry in dict.fromkeys((*settings.servers, default)):
        try:
            server = _server(entry, settings)
            with contextlib.closing(_connection(server, settings, bound=False)) as connection:
                graph = Graph(connection, scope)
                [door] = graph.run("graph/write_gate")
                if door["lives_at"] is None and not graph.run("transfer/import_state")[0]["empty"]:
                    found.append(server.uri)
        except ConnectionFailed:
            silent.append(entry.uri)
    return list(dict.fromkeys(found)), silent


def entry_of(scope: str, settings: Settings) -> ServerEntry | None:
    """The entry of KG_SERVERS whose pattern fits a scope; None: it is on the server that has all others."""
    for entry in settings.servers:
        if any(fnmatchcase(scope, pattern) for pattern in entry.scopes):
            return entry
    return None


def address_of(scope: str, settings: Settings) -> str | None:
    """The address of the server that the settings name for a scope; None: it is the local one."""
    entry = entry_of(scope, settings)
    uri = settings.neo4j_uri if entry is None else entry.uri
    return None if uri == LOCAL else uri


def place_of(scope: str, uri: str | None, settings: Settings) -> Server:
    """The server that was named, else the one that the settings name for a scope.

    Raises:
        ConnectionFailed: it is the local one, which is not running.
    """
    if uri:
        return _found(settings.servers, uri, settings) or _server(ServerEntry.model_construct(uri=uri), settings)
    entry = entry_of(scope, settings)
    return _default(settings) if entry is None else _server(entry, settings)


def known(uri: str, settings: Settings, database: str | None = None) -> Server | None:
    """The server of that address among those of the settings; None where they name none.

    Args:
        uri: its address, however it is written, or `local`.
        settings: the servers.
        database: only with this one.
    """
    default = ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL)
    return _found((*settings.servers, default), uri, settings, database)


def _found(
    entries: Collection[ServerEntry], uri: str, settings: Settings, database: str | None = None
) -> Server | None:
    if uri == LOCAL:
        return _server(ServerEntry.model_construct(uri=LOCAL), settings)
    wanted = host_and_port(uri)
    for entry in entries:
        try:
            server = _server(entry, settings)
        except ConnectionFailed:
            # The local server need not run where it is another one that is looked for.
            continue
        if host_and_port(server.uri) == wanted and database in (None, server.database):
            return server
    return None


def named(uri: str, settings: Settings) -> Server:
    """The server of that address, which the settings must name.

    Raises:
        InvalidInput: they do not.
    """
    found = known(uri, settings)
    if found is None:
        addresses = [entry.uri for entry in settings.servers] + [settings.neo4j_uri or LOCAL]
        raise InvalidInput("to", uri, f"a server of KG_SERVERS or KG_NEO4J_URI: {', '.join(dict.fromkeys(addresses))}")
    return found


def _followed(settings: Settings, moved: ScopeMoved) -> Server | None:
    return known(moved.address, settings, moved.database)


def _connection(
    server: Server,
    settings: Settings,
    *,
    follow: Follow | None = None,
    bookmarks: Collection[str] = (),
    bound: bool = True,
) -> Connection:
    chosen = settings.model_copy(update={"neo4j_database": server.database})
    return Connection(server.uri, server.user, server.password, chosen, follow=follow, bookmarks=bookmarks, bound=bound)


def person_of(asker: str | None, session: str | None) -> tuple[str, ...]:
    """The id of the person that an account belongs to from the start."""
    if asker is None:
        return ()
    channel = "any" if session is None else identifiers.channel_of(identifiers.session_name(session))
    return (identifiers.identity(asker, channel, "asker").person,)


def owner_set(owner: str | Collection[str] | None, settings: Settings) -> frozenset[str]:
    """The identities of the owners: those that were given, and those of the settings."""
    given = [owner] if isinstance(owner, str) else list(owner or ())
    return frozenset(str(identifiers.identity(one, "any", "owner")) for one in [*given, *settings.owner])


def _default(settings: Settings) -> Server:
    """The server of the scopes that no pattern fits."""
    return _server(ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL), settings)


def _server(entry: ServerEntry, settings: Settings) -> Server:
    database = entry.database or settings.neo4j_database
    if entry.uri != LOCAL:
        password = entry.password or settings.neo4j_password
        user = entry.user or settings.neo4j_user
        return Server(entry.uri, user, password.get_secret_value() if password else "", database)
    # Only who uses the local server pays for loading what manages it.
    from kg import server  # noqa: PLC0415

    try:
        local = server.status(settings)
        if local.bolt is None:
            raise ConnectionFailed("no server: start the local one with `kg up`, or name another with KG_NEO4J_URI")
        return Server(local.bolt, *server.credentials(settings), database)
    except ServerError as error:
        raise ConnectionFailed(str(error)) from error
