"""Maintenance: health checks, repair, and re-embedding with another model."""

from kg.maintenance.health import check_health
from kg.maintenance.reembedding import count_missing_vectors, embed_missing, reembed_scope
from kg.maintenance.repair import find_faults, repair_scope

__all__ = ["check_health", "count_missing_vectors", "embed_missing", "find_faults", "reembed_scope", "repair_scope"]
