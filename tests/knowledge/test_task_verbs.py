"""Verbs that report the deed of a task with another verb."""

from __future__ import annotations

from kg.knowledge.task_verbs import FINISH, related_verbs, reports_deed


def test_related_verbs_are_symmetric() -> None:
    for verb in related_verbs(FINISH):
        assert verb in related_verbs(verb)
        assert all(verb in related_verbs(other) for other in related_verbs(verb))


def test_reports() -> None:
    assert reports_deed("pay", "renew")
    assert reports_deed("talk_to", "ring")
    assert reports_deed(FINISH, "write")
    assert reports_deed("paint", "paint")
    assert not reports_deed("pay", "buy")
    assert not reports_deed(FINISH, "paint")
    assert related_verbs("paint") == {"paint"}
