"""The database: connection, named statements, schema."""

from kg.graph.connection import Connection
from kg.graph.scoped_graph import Graph
from kg.graph.write_gate import Server

__all__ = ["Connection", "Graph", "Server"]
