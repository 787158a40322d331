"""All pages: each is answered, says what it is, and links to pages that exist."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.console.conftest import OpenConsole


@pytest.mark.slow
def test_every_link_of_every_page_leads_to_a_page(console: OpenConsole) -> None:
    waiting, seen = ["/"], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        page = console.page(path)
        assert re.search(r"<title>[^<]+ – [^<]+ – kg</title>", page), path
        assert page.count("<h1") == 1, path
        links = {unescape(link).split("#")[0] for link in re.findall(r'href="(/[^"]*)"', page)}
        waiting += sorted(link for link in links if link and not link.startswith(("/static/", "/forget")))
    assert len(seen) > 40
