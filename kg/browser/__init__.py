"""Looking around in Neo4j Browser: the style, the saved queries, and a guide that Browser plays, served on loopback."""

from kg.browser.guide_server import Serving
from kg.browser.saved_queries import CHAPTERS, Kit, Saved, saved

__all__ = ["CHAPTERS", "Kit", "Saved", "Serving", "saved"]
