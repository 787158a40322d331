"""A headless Chromium for tests of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NO_CHROMIUM = "Chromium is not installed: run `make browser`"
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Return the path of the system's Chromium; None if there is none."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


@contextmanager
def open_chromium() -> Iterator[Any]:
    """Open a headless Chromium: the system's, or playwright's; skip the tests where there is none.

    While it is open, playwright runs an event loop in this thread, so that other tests could not: keep its scope to a file.
    """
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        except sync_api.Error:
            pytest.skip(NO_CHROMIUM)
        yield browser
        browser.close()
