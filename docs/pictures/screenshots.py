"""Take the screenshots of the pages about pictures and the console: `python docs/pictures/screenshots.py`.

A conversation of the corpus is imported into an empty scope on the server of the settings, digested and slept on, as a user
does it; nothing is added by hand. The scope is erased afterwards. Each page is opened in a headless Chromium.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from kg import Memory
from kg.cli.common import load_settings, print_line
from kg.console import ConsoleServer
from kg.visualize import Picture
from tests.chromium import open_chromium

HERE = Path(__file__).parent
CORPUS = HERE.parent.parent / "training" / "corpus" / "conversations"
QUESTION = "How is Gary, and what does he take?"


def main(
    conversation: Annotated[str, typer.Option(help="The name of a folder of the corpus.")] = "rescue-kennel",
    entity: Annotated[str, typer.Option(help="The entity that is drawn; by default the owner.")] = "",
    session: Annotated[str, typer.Option(help="The session that is drawn.")] = "s12",
    question: Annotated[str, typer.Option(help="The message that the inspector explains.")] = QUESTION,
    width: Annotated[int, typer.Option(help="The width of the window in pixels.")] = 1180,
    height: Annotated[int, typer.Option(help="Its height.")] = 720,
    scheme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    out: Annotated[Path, typer.Option(help="The folder for the images.")] = HERE,
) -> None:
    """Digest a conversation of the corpus, and take a screenshot of each picture and of two pages of the console."""
    out.mkdir(parents=True, exist_ok=True)
    owner = find_owner(conversation)
    with Memory.connect(conversation, settings=load_settings(), owner=owner) as memory:
        if memory.graph.run("bench/count_events")[0]["events"]:
            raise typer.BadParameter(f"the scope {conversation!r} has messages: use a server without it")
        try:
            memory.import_files([CORPUS / conversation / "events.jsonl"])
            memory.digest()
            memory.sleep.deep()
            name = entity or owner.partition(":")[2]
            pages = {
                "console": "",
                "why": f"context?message={quote(question)}&speaker={quote(owner)}",
            }
            pictures = {
                "social": memory.pictures.social(),
                "entity": memory.pictures.entity(name),
                "session": memory.pictures.session(session),
                "timeline": memory.pictures.timeline(),
            }
            size = {"width": width, "height": height}
            for title, image in shoot(memory, pages, pictures, size, scheme).items():
                (out / f"{title}.png").write_bytes(image)
                print_line(str(out / f"{title}.png"))
        finally:
            memory.forget(scope=True)


def find_owner(conversation: str) -> str:
    """Return the account of the person whose memory it is."""
    about = json.loads((CORPUS / conversation / "about.json").read_text(encoding="utf-8"))
    [name] = [person["name"] for person in about["people"] if person["key"] == about["owner"]]
    return f"chat:{name}"


def shoot(
    memory: Memory, pages: dict[str, str], pictures: dict[str, Picture], size: dict[str, int], scheme: str
) -> dict[str, bytes]:
    """Return a screenshot of each page of the console, and of each picture as a saved page."""
    images: dict[str, bytes] = {}
    server = ConsoleServer(memory).start()
    try:
        with open_chromium() as browser, tempfile.TemporaryDirectory() as folder:
            page: Any = browser.new_context(viewport=size, color_scheme=scheme).new_page()
            page.goto(server.address)
            for name, path in pages.items():
                page.goto(server.url + path)
                images[name] = page.screenshot()
            for name, picture in pictures.items():
                page.goto(picture.save(Path(folder) / f"{name}.html").as_uri())
                page.locator("html[data-whole]").wait_for(state="attached")
                # A picture fits itself to the window once its size has settled.
                page.wait_for_timeout(600)
                images[name] = page.screenshot()
    finally:
        server.stop()
    return images


if __name__ == "__main__":
    typer.run(main)
