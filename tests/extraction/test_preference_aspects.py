"""Aspects of preferences: which preferences replace each other."""

from __future__ import annotations

import pytest

from kg.extraction.preference_aspects import add_aspects, find_aspect
from kg.protocols import ExtractedStatement


@pytest.mark.parametrize(
    ("preferred", "aspect"),
    [
        ("short answers", "length of answers"),
        ("long replies", "length of answers"),
        ("concise e-mails", "length of e-mails"),
        ("formal e-mails", "tone of e-mails"),
        ("metric units", "units"),
        ("imperial units", "units"),
        ("Spanish", "language"),
        ("tea", ""),
        ("bullet points", "bullet points"),
        ("emojis", "emojis"),
        ("French", "language"),
    ],
)
def test_preferences_about_one_aspect_share_it(preferred: str, aspect: str) -> None:
    assert find_aspect(preferred) == aspect


def test_only_preferences_get_an_aspect() -> None:
    prefers, likes = (
        ExtractedStatement("Ada", predicate, "short answers", True, None, None, 0, 1, 0.9)
        for predicate in ("prefers", "likes")
    )
    assert [each.aspect for each in add_aspects([prefers, likes])] == ["length of answers", ""]
