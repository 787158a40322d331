"""Contexts: the text that an agent reads before it answers, within a token budget, with a citation for each line."""

from kg.context.builder import build_context, create_request
from kg.context.profiles import PROFILES, Profile

__all__ = ["PROFILES", "Profile", "build_context", "create_request"]
