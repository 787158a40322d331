"""A picture as a notebook widget."""

from __future__ import annotations

import pytest

from kg import Memory


def test_a_widget_contains_the_page(people_memory: Memory) -> None:
    pytest.importorskip("anywidget", reason="kg-agent-memory[notebook] is not installed")
    picture = people_memory.pictures.social()
    widget = picture.widget(height=400)
    assert (widget.page, widget.height, widget.chosen) == (picture.html(), 400, None)
