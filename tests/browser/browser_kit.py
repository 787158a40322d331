"""A configuration of Neo4j Browser for tests of its pages."""

from __future__ import annotations

from kg.browser import BrowserKit

BROWSER = "http://127.0.0.1:7474/browser/"
HOSTILE = "</pre><script>alert(1)</script>' \"\u202e\\ " + "x" * 10_000


def create_kit(**parameters: str | int) -> BrowserKit:
    """Create the configuration of the scope `demo`, with these parameters of its queries."""
    defaults = {
        "scope": "demo",
        "name": "maria",
        "id": "fact-1",
        "session": "cli:1",
        "words": "tea",
        "limit": 25,
        "days": 7,
    }
    return BrowserKit("demo", "bolt://127.0.0.1:7687", "neo4j", BROWSER, defaults | parameters)
