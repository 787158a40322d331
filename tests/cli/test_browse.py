"""`kg browse` serves guide and queries until it is interrupted, and prints no password."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from kg import Memory
from kg.cli.browse import _browser
from kg.settings import Settings


@pytest.mark.slow
def test_it_serves_until_interrupted(memory: Memory, server: dict[str, str]) -> None:
    variables = {"KG_EMBEDDER": "hashing", "KG_HTTP_PORT": "7777", "PYTHONUNBUFFERED": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "kg", "browse", "--scope", memory.scope, "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | server | variables,
    ) as process:
        assert process.stdout
        addresses = dict(process.stdout.readline().strip().split(maxsplit=1) for _ in range(3))
        parts = urlsplit(addresses["Browser"])
        query = parse_qs(parts.query)
        assert (parts.hostname, parts.port, query["cmd"]) == ("127.0.0.1", 7777, ["guide"])
        guide = httpx.get(query["arg"][0])
        assert memory.scope in guide.text
        page = httpx.get(addresses["queries"])
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    shown = "\n".join([*addresses.values(), guide.text, page.text, out, errors])
    assert server["KG_NEO4J_PASSWORD"] not in shown


def test_the_default_address_of_browser_is_on_the_database_host() -> None:
    assert _browser(Settings(http_port=7474), "neo4j://db.example:7687") == "http://db.example:7474/browser/"
