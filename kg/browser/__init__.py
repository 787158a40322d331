"""Support for Neo4j Browser: a style, saved queries, and a guide, served on loopback."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.browser.guide_server import GuideServer
    from kg.browser.saved_queries import CHAPTERS, BrowserKit, KnownPerson, SavedQuery, list_saved_queries
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["CHAPTERS", "BrowserKit", "GuideServer", "KnownPerson", "SavedQuery", "list_saved_queries"]
