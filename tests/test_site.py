"""Tests of the documentation site: its sources, and (slow) the built pages: links, names, search, other hosts."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import inspect
import re
import shutil
import subprocess
import threading
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
import yaml

from kg import AsyncMemory, Memory

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "site"
PUBLIC_MODULES = ("kg", "kg.types", "kg.protocols", "kg.trust", "kg.agent")
WIDTHS = (390, 1280)
# Constants that are assigned together, which the tool cannot show; the page on trust has the tiers.
ASSIGNED_TOGETHER = {"kg.trust.ACQUAINTANCE", "kg.trust.FAMILIAR", "kg.trust.TRUSTED", "kg.trust.DAY_S"}


def load_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_drawings_match_the_code() -> None:
    concepts = load_file(ROOT / "docs" / "images" / "concepts.py")
    for name, draw in concepts.PICTURES.items():
        path = ROOT / "docs" / "images" / f"concept-{name}.svg"
        assert path.read_text(encoding="utf-8") == draw(), "run `python docs/images/concepts.py`"


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    listed = set(re.findall(r"([\w/-]+\.md)", navigation))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= listed


def test_the_vendored_script_is_the_reviewed_one() -> None:
    script = (ROOT / "docs" / "assets" / "iframe-worker.js").read_bytes()
    assert hashlib.sha256(script).hexdigest() == "cae110941cb1427f2fddfe1ea84b770dec56a5f6136dc922387f58cb3aef6047"


class PageParser(HTMLParser):
    """Collects the ids of a page, what it links to, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if "src" in given or (tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "preconnect")):
            self.loaded.append(given.get("src") or given.get("href", ""))


@pytest.fixture(scope="module")
def pages() -> dict[Path, PageParser]:
    """The pages of the site, which is built in the environment of `make docs`."""
    subprocess.run(["make", "--no-print-directory", "docs"], cwd=ROOT, check=True)
    return {path: PageParser(path) for path in sorted(SITE.rglob("*.html"))}


@pytest.mark.slow
def test_links_of_the_site_resolve(pages: dict[Path, PageParser]) -> None:
    broken = []
    for path, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(link)
            # The page 404 is shown under any address, so its links begin at the root of the host.
            if re.match(r"[a-z]+:", link) or path.name == "404.html":
                continue
            file = (path.parent / unquote(target)).resolve() if target else path
            file = file / "index.html" if file.is_dir() else file
            ids = pages[file].ids if file in pages else set()
            if not file.is_file() or (anchor and file.suffix == ".html" and unquote(anchor) not in ids):
                broken.append((path.name, link))
    assert broken == []
    assert len(pages) > 40


@pytest.mark.slow
def test_pages_load_nothing_from_other_hosts(pages: dict[Path, PageParser]) -> None:
    loaded = {(path.name, url) for path, page in pages.items() for url in page.loaded}
    assert {one for one in loaded if re.match(r"(https?:)?//", one[1])} == set()


@pytest.mark.slow
def test_the_reference_covers_every_public_name(pages: dict[Path, PageParser]) -> None:
    inventory = (SITE / "objects.inv").read_bytes()
    start = inventory.index(b"zlib.\n") + len(b"zlib.\n")
    documented = {line.split()[0] for line in zlib.decompress(inventory[start:]).decode().splitlines()}
    modules = [importlib.import_module(name) for name in PUBLIC_MODULES]
    names = {f"{module.__name__}.{name}" for module in modules for name in module.__all__} - {
        f"kg.{one}" for one in ("errors", "protocols", "types")
    }
    errors = inspect.getmembers(importlib.import_module("kg.errors"), inspect.isclass)
    names |= {f"kg.errors.{name}" for name, error in errors if issubclass(error, Exception)}
    names |= {
        f"kg.{cls.__name__}.{name}" for cls in (Memory, AsyncMemory) for name in vars(cls) if not name.startswith("_")
    }
    assert names - documented == ASSIGNED_TOGETHER


@pytest.mark.slow
def test_the_reference_has_every_store(pages: dict[Path, PageParser]) -> None:
    reference = (SITE / "reference" / "stores.html").read_text(encoding="utf-8")
    built = re.findall(r"self\.\w+ = (\w+)\(runtime\)", (ROOT / "kg" / "memory.py").read_text(encoding="utf-8"))
    assert len(built) > 15
    assert [name for name in built if f".{name}" not in reference] == []


@pytest.fixture
def address(pages: dict[Path, PageParser]) -> Iterator[str]:
    """The address of the site on a local web server."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("place", ["server", "files"])
def test_search_works_without_a_network(address: str, place: str) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    base = address if place == "server" else SITE.as_uri()
    with sync_api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        except sync_api.Error:
            pytest.skip("Chromium is not installed: run `make browser`")
        page = browser.new_page()
        complaints: list[str] = []
        page.on(
            "request", lambda one: None if one.url.startswith((base, "data:", "blob:")) else complaints.append(one.url)
        )
        page.on("pageerror", lambda one: complaints.append(str(one)))
        page.on("console", lambda one: complaints.append(one.text) if "Invalid query" in one.text else None)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            for name in ("index", "concepts", "settings", "reference/memory"):
                page.goto(f"{base}/{name}.html")
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        for query, expected in (("trust tier", "Trust"), ("memory", "Memory"), ("chat bot memory", "chat bot")):
            page.goto(f"{base}/index.html")
            page.click("input.md-search__input")
            page.keyboard.type(query, delay=20)
            page.locator(".md-search-result__item", has_text=expected).first.wait_for(timeout=60_000)
        browser.close()
    assert complaints == []


@pytest.mark.slow
def test_a_broken_link_fails_the_build(pages: dict[Path, PageParser], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[gone](nowhere.md) and [anchor](#none)\n", encoding="utf-8")
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    kept = {name: config[name] for name in ("site_name", "validation")}
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(kept), encoding="utf-8")
    mkdocs = ROOT / ".venv-docs" / "bin" / "mkdocs"
    run = subprocess.run(
        [mkdocs, "build", "--strict", "-f", tmp_path / "mkdocs.yml"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "nowhere.md" in run.stderr
    assert "#none" in run.stderr
