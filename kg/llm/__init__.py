"""The optional language model: adapter, prompts, reading of its answers, and what it has cost."""

from kg.llm.scripted import ScriptedModel

__all__ = ["ScriptedModel"]
