"""Opening of scopes: find the server of a scope, connect, and check its version and schema."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection
from fnmatch import fnmatchcase

from kg.errors import ConnectionFailed, InvalidInput, ScopeMoved, ServerError
from kg.graph import schema
from kg.graph.connection import Connection, ServerResolver
from kg.graph.scoped_graph import Graph
from kg.graph.write_gate import Server
from kg.protocols import Clock, Embedder
from kg.settings import ServerEntry, Settings
from kg.types import LOCAL_ADDRESS, host_and_port


def open_scope(
    scope: str,
    uri: str | None,
    settings: Settings,
    embedder: Embedder | None,
    clock: Clock,
    *,
    bookmarks: Collection[str] = (),
) -> Graph:
    """Return a handle on a scope, connected to the server that has it, with version and schema checked.

    If a check fails, the connection is closed.

    Args:
        scope: its name.
        uri: the only server to use; None: the server of the settings, or the one that the scope was moved to.
        settings: the servers.
        embedder: the embedder whose model the scope must have; None: not checked.
        clock: the current time.
        bookmarks: bookmarks of other memories whose writes must be visible to reads.
    """
    follow = None if uri else functools.partial(_moved_to, settings)
    connection = _connection(scope_server(scope, uri, settings), settings, follow=follow, bookmarks=bookmarks)
    try:
        connection.version()
        graph = Graph(connection, scope)
        connection.locate_scope(scope)
        schema.ensure_schema(graph, embedder, clock)
    except BaseException:
        connection.close()
        raise
    return graph


def open_for_move(scope: str, server: Server, settings: Settings, clock: Clock) -> Connection:
    """Return a connection for moving a scope to or from a server; it does not check the write gate."""
    return _check_server(_connection(server, settings, check_gate=False), scope, clock)


def open_for_worker(pattern: str, uri: str | None, settings: Settings, clock: Clock) -> Connection:
    """Return a connection for many scopes of one server, which does not follow a scope that is moved.

    Args:
        pattern: the pattern of their names; matched against the patterns of KG_SERVERS to find the server.
        uri: the server; None: the server of the settings.
        settings: the servers.
        clock: the current time.
    """
    return _check_server(_connection(scope_server(pattern, uri, settings), settings), pattern, clock)


def _check_server(connection: Connection, scope: str, clock: Clock) -> Connection:
    """Return the connection after checking the version and the schema; close it if a check fails."""
    try:
        connection.version()
        schema.ensure_schema(Graph(connection, scope), None, clock)
    except BaseException:
        connection.close()
        raise
    return connection


def find_scope_servers(scope: str, settings: Settings) -> tuple[list[str], list[str]]:
    """Return the addresses of the servers that have data of the scope, and of those that do not answer."""
    addresses_with_data: list[str] = []
    unreachable: list[str] = []
    default = ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL_ADDRESS)
    for entry in dict.fromkeys((*settings.servers, default)):
        try:
            server = _server(entry, settings)
            with contextlib.closing(_connection(server, settings, check_gate=False)) as connection:
                graph = Graph(connection, scope)
                [gate] = graph.run("graph/write_gate")
                if gate["lives_at"] is None and not graph.run("transfer/import_state")[0]["empty"]:
                    addresses_with_data.append(server.uri)
        except ConnectionFailed:
            unreachable.append(entry.uri)
    return list(dict.fromkeys(addresses_with_data)), unreachable


def server_entry(scope: str, settings: Settings) -> ServerEntry | None:
    """Return the entry of KG_SERVERS that matches a scope, or None if it is on the default server."""
    for entry in settings.servers:
        if any(fnmatchcase(scope, pattern) for pattern in entry.scopes):
            return entry
    return None


def scope_address(scope: str, settings: Settings) -> str | None:
    """Return the address of the server that the settings name for a scope, or None for the local server."""
    entry = server_entry(scope, settings)
    uri = settings.neo4j_uri if entry is None else entry.uri
    return None if uri == LOCAL_ADDRESS else uri


def scope_server(scope: str, uri: str | None, settings: Settings) -> Server:
    """Return the server of the address, or else the one that the settings name for a scope.

    Raises:
        ConnectionFailed: the server is the local one, which is not running.
    """
    if uri:
        return _found(settings.servers, uri, settings) or _server(ServerEntry.model_construct(uri=uri), settings)
    entry = server_entry(scope, settings)
    return _default(settings) if entry is None else _server(entry, settings)


def find_server(uri: str, settings: Settings, database: str | None = None) -> Server | None:
    """Return the server of the settings with an address, or None.

    Args:
        uri: the address in any notation, or `local`.
        settings: the servers.
        database: the database that the server must have; None: any.
    """
    default = ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL_ADDRESS)
    return _found((*settings.servers, default), uri, settings, database)


def _found(
    entries: Collection[ServerEntry], uri: str, settings: Settings, database: str | None = None
) -> Server | None:
    if uri == LOCAL_ADDRESS:
        return _server(ServerEntry.model_construct(uri=LOCAL_ADDRESS), settings)
    address = host_and_port(uri)
    for entry in entries:
        try:
            server = _server(entry, settings)
        except ConnectionFailed:
            # The local server may be down; another entry may match.
            continue
        if host_and_port(server.uri) == address and database in (None, server.database):
            return server
    return None


def require_server(uri: str, settings: Settings) -> Server:
    """Return the server of the settings with an address.

    Raises:
        InvalidInput: the settings do not have this server.
    """
    server = find_server(uri, settings)
    if server is None:
        addresses = [entry.uri for entry in settings.servers] + [settings.neo4j_uri or LOCAL_ADDRESS]
        raise InvalidInput(
            "to", uri, f"a server of KG_SERVERS or KG_NEO4J_URI; these are {', '.join(dict.fromkeys(addresses))}"
        )
    return server


def _moved_to(settings: Settings, moved: ScopeMoved) -> Server | None:
    return find_server(moved.address, settings, moved.database)


def _connection(
    server: Server,
    settings: Settings,
    *,
    follow: ServerResolver | None = None,
    bookmarks: Collection[str] = (),
    check_gate: bool = True,
) -> Connection:
    chosen = settings.model_copy(update={"neo4j_database": server.database})
    return Connection(
        server.uri, server.user, server.password, chosen, follow=follow, bookmarks=bookmarks, check_gate=check_gate
    )


def _default(settings: Settings) -> Server:
    """Return the server of the scopes that match no pattern."""
    return _server(ServerEntry.model_construct(uri=settings.neo4j_uri or LOCAL_ADDRESS), settings)


def _server(entry: ServerEntry, settings: Settings) -> Server:
    database = entry.database or settings.neo4j_database
    if entry.uri != LOCAL_ADDRESS:
        password = entry.password or settings.neo4j_password
        user = entry.user or settings.neo4j_user
        return Server(entry.uri, user, password.get_secret_value() if password else "", database)
    # Imported here, because only the local server needs it.
    from kg import server  # noqa: PLC0415

    try:
        local = server.server_status(settings)
        if local.bolt is None:
            raise ConnectionFailed(
                "no server is running: start the local one with `kg up`, or set KG_NEO4J_URI to another"
            )
        return Server(local.bolt, *server.server_credentials(settings), database)
    except ServerError as error:
        raise ConnectionFailed(str(error)) from error
