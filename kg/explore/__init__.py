"""Looking around in Neo4j Browser: the style, the saved queries, and a guide that Browser plays, served on loopback."""

from kg.explore.kit import CHAPTERS, Kit, Saved, saved
from kg.explore.serving import Serving

__all__ = ["CHAPTERS", "Kit", "Saved", "Serving", "saved"]
