"""The graph database: connection, named statements, schema migrations, and neomodel models (`kg.graph.models`)."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.graph.catalogue import (
        EDGE_TYPES,
        ENTITY_LABELS,
        ENTITY_TYPES,
        MEMORY_LABELS,
        NODE_FAMILIES,
        NODE_LABELS,
        browser_style,
    )
    from kg.graph.connection import LOCATION_CHECK_INTERVAL_S, Connection
    from kg.graph.data_frames import read_frame
    from kg.graph.driver_values import MAX_TIME, MIN_TIME, as_datetime, to_milliseconds
    from kg.graph.full_text import MATCH_NOTHING, build_lucene_query, filter_term, memory_terms, time_term
    from kg.graph.routing import (
        find_scope_servers,
        find_server,
        open_for_move,
        open_for_worker,
        open_scope,
        require_server,
        scope_address,
        scope_server,
    )
    from kg.graph.schema import embedder_mismatch, ensure_schema, latest_version, load_migrations, rebuild_indexes
    from kg.graph.scoped_graph import Graph, GraphTransaction
    from kg.graph.statements import load_statement, statements_folder
    from kg.graph.write_gate import Server
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "EDGE_TYPES",
    "ENTITY_LABELS",
    "ENTITY_TYPES",
    "LOCATION_CHECK_INTERVAL_S",
    "MATCH_NOTHING",
    "MAX_TIME",
    "MEMORY_LABELS",
    "MIN_TIME",
    "NODE_FAMILIES",
    "NODE_LABELS",
    "Connection",
    "Graph",
    "GraphTransaction",
    "Server",
    "as_datetime",
    "browser_style",
    "build_lucene_query",
    "embedder_mismatch",
    "ensure_schema",
    "filter_term",
    "find_scope_servers",
    "find_server",
    "latest_version",
    "load_migrations",
    "load_statement",
    "memory_terms",
    "open_for_move",
    "open_for_worker",
    "open_scope",
    "read_frame",
    "rebuild_indexes",
    "require_server",
    "scope_address",
    "scope_server",
    "statements_folder",
    "time_term",
    "to_milliseconds",
]
