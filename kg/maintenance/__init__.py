"""Maintenance: health checks, repair, and re-embedding with another model."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.maintenance.health import check_health
    from kg.maintenance.reembedding import KINDS_EMBEDDED_BY_NAME, count_missing_vectors, embed_missing, reembed_scope
    from kg.maintenance.repair import find_faults, repair_scope
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "KINDS_EMBEDDED_BY_NAME",
    "check_health",
    "count_missing_vectors",
    "embed_missing",
    "find_faults",
    "reembed_scope",
    "repair_scope",
]
