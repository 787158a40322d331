"""The pictures as pages of the console."""

from __future__ import annotations

import pytest

from tests.console.conftest import OpenConsole


@pytest.mark.parametrize("view", ["social", "trust", "timeline", "entity?name=Ann", "session?name=cli:1"])
def test_pictures_are_pages_with_data_and_scripts_of_their_own(console: OpenConsole, view: str) -> None:
    page = console.page(f"/pictures/{view}")
    assert 'id="data"' in page
    assert 'src="/static/page.js"' in page
    assert "<style" not in page
    assert 'data-pages="/go/"' in page


@pytest.mark.slow
def test_the_data_of_a_picture_is_current_and_follows_its_address(own_console: OpenConsole) -> None:
    def names(address: str) -> set[str]:
        answer = own_console.client.get(address)
        assert answer.status_code == 200
        return {node["label"] for node in answer.json()["nodes"]}

    assert names("/pictures/social/data") == {"Ann", "Bob", "Kim Novak"}
    own_console.memory.people.ensure("cli:eve", name="Eve")
    assert "Eve" in names("/pictures/social/data?mentioned=1&min_strength=0.5")
    assert names("/pictures/social/data?as_of=2020-01-01") == set()
    assert own_console.client.get("/pictures/social/data?as_of=yesterday").status_code == 400
    assert own_console.client.get("/pictures/x/data").status_code == 404


def test_an_entity_and_a_session_are_chosen(console: OpenConsole) -> None:
    assert "Kim Novak" in console.page("/pictures/entity")
    assert "cli:1" in console.page("/pictures/session")
    assert console.client.get("/pictures/x").status_code == 404
    assert console.client.get("/pictures/entity?name=None").status_code == 404
    assert console.client.get("/pictures/social?limit=0").status_code == 400
