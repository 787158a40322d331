"""The summary tree: summaries of sessions, entities, topics and channels, and of the scope as a whole."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.summaries.extractive_text import EXTRACTIVE_VERSION
    from kg.summaries.summary_store import Summaries
    from kg.summaries.summary_tree import PREFERENCES_KEY, summary_id
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["EXTRACTIVE_VERSION", "PREFERENCES_KEY", "Summaries", "summary_id"]
