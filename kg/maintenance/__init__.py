"""Maintenance: health checks, repair, and re-embedding with another model."""

from kg.maintenance.health import examine
from kg.maintenance.reembedding import mend, renew, unembedded
from kg.maintenance.repair import faults, repair

__all__ = ["examine", "faults", "mend", "renew", "repair", "unembedded"]
