"""The pages of stored memories."""

from __future__ import annotations

import pytest

from kg.console.display import MEMORY_TITLES
from tests.console.conftest import OpenConsole


@pytest.mark.parametrize("kind", MEMORY_TITLES)
def test_every_kind_has_a_list(console: OpenConsole, kind: str) -> None:
    page = console.page(f"/memories?kind={kind}")
    texts = {
        "core": "called Ada",
        "diary": "spoke about the garden",
        "reflection": "cares for her garden",
        "procedure": "jams",
    }
    assert texts.get(kind, "There are none yet" if "rows" not in page else "") in page


def test_a_memory_has_its_sources(console: OpenConsole) -> None:
    [reflection] = console.memory.reflections.list()
    page = console.page(f"/memories/{reflection.id}")
    assert "Ann cares for her garden." in page
    assert "the garden needs water" in page
    assert console.client.get("/memories/none").status_code == 404
    [entry] = console.memory.core.list()
    assert "Save" in console.page(f"/memories/{entry.id}")
