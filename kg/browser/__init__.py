"""Support for Neo4j Browser: a style, saved queries, and a guide, served on loopback."""

from kg.browser.guide_server import GuideServer
from kg.browser.saved_queries import CHAPTERS, BrowserKit, SavedQuery, list_saved_queries

__all__ = ["CHAPTERS", "BrowserKit", "GuideServer", "SavedQuery", "list_saved_queries"]
