"""Verbs of a sentence, with their subjects and modifiers."""

from __future__ import annotations

from dataclasses import dataclass

from kg.extraction.parsed_phrases import Phrase

Times = tuple[str | None, str | None]
"""Beginning and end of a validity, as ISO dates."""


@dataclass(frozen=True)
class Verb:
    """A verb with its auxiliaries and subjects.

    Attributes:
        first: index of its first auxiliary in the line.
        index: its own index in the line.
        lemma: its lemma.
        tag: its form (see `verb_form_tag`).
        helpers: codes of the words before it, such as have/P, not, will.
        subjects: the subject phrases; empty if none is written.
        has_dropped_subject: whether no subject is written but one is implied: the speaker, or the previous verb's subject.
        is_negated: not, never.
        is_ended: used to, no longer, not … anymore.
        is_unreal: would, could, might …, or an infinitive: nothing is stated.
    """

    first: int
    index: int
    lemma: str
    tag: str
    helpers: tuple[str, ...]
    subjects: tuple[Phrase, ...]
    has_dropped_subject: bool
    is_negated: bool
    is_ended: bool
    is_unreal: bool
