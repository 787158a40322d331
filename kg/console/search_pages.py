"""Search: names as they are typed, then facts, messages and memories."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.display import page_address
from kg.graph import filter_term
from kg.language import escape_lucene, name_key
from kg.memory import Memory
from kg.types import SearchResult, to_plain

_NAMES, _TYPED_HITS, _PAGE_HITS = 5, 6, 25
_MAX_WORDS = 6


def routes(console: Console) -> list[Route]:
    """Return the routes of the page and of the suggestions."""
    memory = console.memory

    def show(request: Request) -> Response:
        text = request.query_params.get("q", "").strip()
        found = memory.search(text, limit=_PAGE_HITS) if text else None
        names = find_names(memory, text, 12) if text else []
        return console.page(request, "search", q=text, names=names, found=found)

    def suggest(request: Request) -> Response:
        start = time.perf_counter()
        text = request.query_params.get("q", "").strip()
        names = find_names(memory, text, _NAMES) if text else []
        only_names = request.query_params.get("only") == "names"
        found = memory.search(text, limit=_TYPED_HITS) if text and not only_names else SearchResult((), "none", 0)
        hits = [to_plain(hit) | {"url": page_address(hit.kind, hit.id)} for hit in found]
        ms = round((time.perf_counter() - start) * 1000, 1)
        return console.json(
            {
                "query": text,
                "names": names,
                "hits": hits,
                "confidence": found.confidence,
                "degraded": found.degraded,
                "ms": ms,
            }
        )

    return [Route("/search", show), Route("/api/search", suggest)]


def find_names(memory: Memory, text: str, limit: int) -> Sequence[dict[str, Any]]:
    """Return people and other entities by the beginnings of the words of their names, each with the address of its page."""
    words = [escape_lucene(word) for word in name_key(text).split()[:_MAX_WORDS] if escape_lucene(word)]
    if not words:
        return []
    scope = filter_term("scope", memory.scope)
    query = f"+terms:{scope} " + " ".join(f"+key:{word}*" for word in words)
    rows = memory.graph.run("console/find_names", query=query, limit=limit)
    return [dict(row) | {"url": page_address(row["kind"], row["id"])} for row in rows]
