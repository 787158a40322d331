"""Rotation of the local server's transaction logs, which contain erased data until Neo4j deletes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kg.errors import ServerError
from kg.server.local import start_server, stop_server
from kg.server.login import open_driver, read_password
from kg.server.process import ServerHome, find_running
from kg.settings import Settings

_FOLDER = Path("data", "transactions", "neo4j")
_PATTERN = "neostore.transaction.db.*"
# Together more than `db.tx_log.rotation.size`, so that Neo4j begins a new file.
_FILLERS, _FILLER_CHARS = 40, 1_000_000


@dataclass(frozen=True)
class PurgedLogs:
    """The transaction logs that were deleted.

    Attributes:
        files: how many.
        bytes: their size together.
    """

    files: int
    bytes: int


def purge_transaction_logs(settings: Settings, fill_logs: str) -> PurgedLogs:
    """Delete the transaction logs that the local server has written so far; it restarts, which takes about ten seconds.

    Neo4j deletes logs after a checkpoint, and the Community edition makes one on request only by stopping. Connected clients
    lose their connection and reconnect.

    Args:
        settings: the settings of the server.
        fill_logs: the statement `maintenance/fill_logs`.

    Raises:
        ServerError: the server is not running or does not start again, or logs remain.
    """
    home = ServerHome.from_settings(settings)
    running, password = find_running(home), read_password(home)
    if running is None or password is None:
        raise ServerError(
            "The local server is not running, so its transaction logs cannot be purged: start it with kg up."
        )
    with open_driver(running, password) as driver, driver.session(database="neo4j") as session:
        before = {file.name: file.stat().st_size for file in (home.path / _FOLDER).glob(_PATTERN)}
        for number in range(_FILLERS):
            # An equal value would not be written again.
            session.run(fill_logs, text=f"{number}{'0' * _FILLER_CHARS}").consume()
        session.run(fill_logs, text=None).consume()
    stop_server(settings)
    remaining = sorted(name for name in before if (home.path / _FOLDER / name).exists())
    start_server(settings)
    if remaining:
        raise ServerError(f"Neo4j has kept {len(remaining)} of its transaction logs: {', '.join(remaining[:5])}.")
    return PurgedLogs(len(before), sum(before.values()))
