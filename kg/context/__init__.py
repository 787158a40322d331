"""Contexts: the text that an agent reads before it answers, within a token budget, with a citation for each line."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.context.builder import build_context, create_request
    from kg.context.profiles import PROFILES, Profile
    from kg.context.rendering import QUOTE_FENCE
    from kg.context.repetition import is_covered
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = ["PROFILES", "QUOTE_FENCE", "Profile", "build_context", "create_request", "is_covered"]
