"""A local Neo4j Community server: downloaded from Maven Central and run by Java 21 or newer, without Docker.

The server is a separate program (GPLv3) that runs in its own process; kg does not contain any part of it.
"""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.server.jars import DownloadProgress, fetch_jars
    from kg.server.java import Java, find_java
    from kg.server.local import ServerStatus, server_credentials, server_status, start_server, stop_server
    from kg.server.process import ServerHome
    from kg.server.transaction_logs import PurgedLogs, purge_transaction_logs
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "DownloadProgress",
    "Java",
    "PurgedLogs",
    "ServerHome",
    "ServerStatus",
    "fetch_jars",
    "find_java",
    "purge_transaction_logs",
    "server_credentials",
    "server_status",
    "start_server",
    "stop_server",
]
