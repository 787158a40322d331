"""The files of the pages: their own and those of the pictures, and nothing else."""

from __future__ import annotations

import pytest

from tests.console.conftest import OpenConsole


@pytest.mark.parametrize(
    "name", ["console.css", "console.js", "actions.js", "theme.js", "base.css", "cytoscape.min.js", "page.js"]
)
def test_files_are_served_with_their_type(console: OpenConsole, name: str) -> None:
    answer = console.client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css" if name.endswith("css") else "text/javascript")


@pytest.mark.parametrize("name", ["x.js", "page.html", "..%2Fassets.py", "vendor.lock", "%2e%2e"])
def test_nothing_else_is_served(console: OpenConsole, name: str) -> None:
    assert console.client.get(f"/static/{name}").status_code == 404
