"""`kg open` and `kg view` serve the console until they are interrupted, and print its address with the token."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kg import Memory
from tests.cli.conftest import seed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "path", "content"),
    [
        (["open"], "/", "telegram:2"),
        (["view", "timeline", "--limit", "7"], "/pictures/timeline", 'id="data"'),
        (["view", "entity", "Oslo", "--as-of", "2026-03-03"], "/pictures/entity", "Oslo"),
    ],
    ids=["open", "view", "entity"],
)
def test_it_serves_until_interrupted(
    memory: Memory, server: dict[str, str], tmp_path: Path, command: list[str], path: str, content: str
) -> None:
    seed(memory)
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n', encoding="utf-8")
    browser.chmod(0o700)
    variables = {"KG_EMBEDDER": "hashing", "PYTHONUNBUFFERED": "", "BROWSER": str(browser)}
    with subprocess.Popen(
        [sys.executable, "-m", "kg", *command, "--scope", memory.scope],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | server | variables,
    ) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        with httpx.Client(follow_redirects=True) as client:
            page = client.get(address)
        without_token = httpx.get(address.partition("?")[0])
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert (page.status_code, page.url.path, without_token.status_code) == (200, path, 401)
    assert content in page.text
    assert opened.read_text(encoding="utf-8") == address
    assert "Ctrl-C" in errors
