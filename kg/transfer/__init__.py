"""Export of a scope, and import of exports and of files of other programs."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.transfer.comparison import compare
    from kg.transfer.export import EXPORT_FORMS, export_scope
    from kg.transfer.export_signature import sign_checksum
    from kg.transfer.file_import import IMPORT_FORMS, import_files
    from kg.transfer.graph_import import GraphImport
    from kg.transfer.graph_pages import read_edges, read_edges_by_node, read_nodes
    from kg.transfer.graph_shape import GraphEdge, GraphNode
    from kg.transfer.import_target import ImportTarget
    from kg.transfer.json_values import format_time
    from kg.transfer.live_graphiti import is_address
    from kg.transfer.old_questions import OldQuestion
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "EXPORT_FORMS",
    "IMPORT_FORMS",
    "GraphEdge",
    "GraphImport",
    "GraphNode",
    "ImportTarget",
    "OldQuestion",
    "compare",
    "export_scope",
    "format_time",
    "import_files",
    "is_address",
    "read_edges",
    "read_edges_by_node",
    "read_nodes",
    "sign_checksum",
]
