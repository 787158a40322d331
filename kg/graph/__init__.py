"""The graph database: connection, named statements, schema migrations, and neomodel models (`kg.graph.models`)."""

from kg.graph.connection import Connection
from kg.graph.scoped_graph import Graph
from kg.graph.write_gate import Server

__all__ = ["Connection", "Graph", "Server"]
