"""A local Neo4j Community server: downloaded from Maven Central and run by Java 21 or newer, without Docker.

The server is a separate program (GPLv3) that runs in its own process; kg does not contain any part of it.
"""

from kg.server.jars import DownloadProgress, fetch_jars
from kg.server.java import Java, find_java
from kg.server.local import ServerStatus, server_credentials, server_status, start_server, stop_server

__all__ = [
    "DownloadProgress",
    "Java",
    "ServerStatus",
    "fetch_jars",
    "find_java",
    "server_credentials",
    "server_status",
    "start_server",
    "stop_server",
]
