"""Contexts: what an agent reads, within a hard token budget, each line cited."""

from kg.context.builder import build
from kg.context.profiles import PROFILES, Profile

__all__ = ["PROFILES", "Profile", "build"]
