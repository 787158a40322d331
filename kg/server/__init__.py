"""A local Neo4j Community: fetched from Maven Central, run by any Java of at least 21, without Docker.

The server is a program of its own (GPLv3), run as its own process; nothing of it is part of kg.
"""

from kg.server.jars import Progress, fetch_jars
from kg.server.java import Java, find_java
from kg.server.local import ServerStatus, credentials, down, status, up

__all__ = [
    "Java",
    "Progress",
    "ServerStatus",
    "credentials",
    "down",
    "fetch_jars",
    "find_java",
    "status",
    "up",
]
