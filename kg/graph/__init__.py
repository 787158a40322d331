"""The database: connection, named statements, schema."""

from kg.graph.connection import Connection
from kg.graph.door import Server
from kg.graph.handle import Graph

__all__ = ["Connection", "Graph", "Server"]
