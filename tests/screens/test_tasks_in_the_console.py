"""Ten tasks of a person in the console, by keyboard alone and by mouse; the steps of each are counted.

A step is a press of a key, a text that is typed, or a click.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.console import ConsoleServer
from kg.language import MiniLM
from tests.console.conftest import OWNER, fill
from tests.screens.screen import Screen, open_screen
from tests.support import T0, days

pytestmark = pytest.mark.slow


class Hands:
    """A person at the console, who counts the steps.

    Attributes:
        steps: how many.
    """

    def __init__(self, screen: Screen, server: ConsoleServer) -> None:
        self.page, self._server, self.steps = screen.page, server, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.steps += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.steps += 1

    def click(self, target: Any) -> None:
        target.click()
        self.steps += 1

    def fill(self, target: Any, text: str) -> None:
        """Click into a field, and write."""
        target.click()
        target.fill(text)
        self.steps += 2

    def search(self, text: str) -> None:
        """Search by keyboard, and open the first suggestion."""
        self.press("/")
        self.type(text)
        self.page.locator(f"html[data-suggested='{text}']").wait_for(state="attached")
        self.press("ArrowDown")
        with self.page.expect_navigation():
            self.press("Enter")

    def go(self, page: str) -> None:
        """Go to a page by its two keys."""
        with self.page.expect_navigation():
            self.press("g", page)

    def choose(self, action: str) -> None:
        """Choose an action of the page by keyboard."""
        self.press("a")
        self.type(action)
        self.press("Enter")

    def sees(self, text: str) -> None:
        self.page.locator("main").get_by_text(text).first.wait_for()
        # The scripts of the page have run.
        self.page.wait_for_load_state()


Task = Callable[[Hands, Memory], None]


def correct_by_keys(hands: Hands, memory: Memory) -> None:
    hands.search("Ann lives")
    hands.press("c", "Control+a")
    hands.type("Bergen")
    hands.press("Enter")
    hands.sees("The fact was corrected")
    assert [fact.object for fact in memory.facts.list(subject="Ann", predicate="lives_in")] == ["Bergen"]


def correct_by_mouse(hands: Hands, memory: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="Ann lives in Oslo."))
    hands.click(page.locator("summary", has_text="Correct"))
    hands.fill(page.get_by_label("Right value"), "Bergen")
    hands.click(page.get_by_role("button", name="Correct"))
    hands.sees("The fact was corrected")
    assert [fact.object for fact in memory.facts.list(subject="Ann", predicate="lives_in")] == ["Bergen"]


def merge_by_keys(hands: Hands, memory: Memory) -> None:
    hands.search("Kim Novak")
    hands.choose("merge")
    hands.type("Kim N")
    hands.press("Enter")
    hands.sees("The two were merged")
    assert {fact.object for fact in memory.facts.list(subject="Kim Novak", status=None)} >= {"Rome", "tea"}


def merge_by_mouse(hands: Hands, memory: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="Entities"))
    hands.click(page.get_by_role("link", name="Kim Novak"))
    hands.click(page.locator("summary", has_text="Merge"))
    hands.fill(page.get_by_label("The other: a name or an id"), "Kim N")
    hands.click(page.get_by_role("button", name="Merge"))
    hands.sees("The two were merged")
    assert {fact.object for fact in memory.facts.list(subject="Kim Novak", status=None)} >= {"Rome", "tea"}


def forget_by_keys(hands: Hands, memory: Memory) -> None:
    hands.search("garden needs water")
    hands.choose("forget")
    hands.sees("Nothing has been erased yet")
    hands.choose("forget it")
    hands.sees("receipt-")
    assert "e2" not in {event.id for event in memory.history("cli:1")}


def forget_by_mouse(hands: Hands, memory: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="Sessions"))
    hands.click(page.get_by_role("link", name="cli:1"))
    hands.click(page.locator(".turn", has_text="I like green tea").locator(".who .meta"))
    hands.click(page.get_by_role("link", name="Forget this message"))
    hands.sees("Nothing has been erased yet")
    hands.click(page.get_by_role("button", name="Forget it"))
    hands.sees("receipt-")
    assert "e2" not in {event.id for event in memory.history("cli:1")}


def why_by_keys(hands: Hands, _: Memory) -> None:
    hands.go("w")
    hands.choose("message")
    hands.type("Where does Ann live?")
    hands.press("Enter")
    hands.sees("Ann lives in Oslo.")
    hands.choose("ann lives")
    hands.sees("Rests on")


def why_by_mouse(hands: Hands, _: Memory) -> None:
    page = hands.page
    hands.fill(page.get_by_label("Why did it say that?"), "Where does Ann live?")
    hands.click(page.get_by_role("button", name="Explain"))
    hands.click(page.locator(".context-lines summary", has_text="Ann lives in Oslo.").first)
    hands.sees("Rests on")


def approve_by_keys(hands: Hands, memory: Memory) -> None:
    hands.go("d")
    hands.sees("Procedures to approve")
    hands.choose("approve")
    hands.sees("The procedure was approved")
    assert len(memory.procedures.list("approved")) == 1


def approve_by_mouse(hands: Hands, memory: Memory) -> None:
    hands.click(hands.page.get_by_role("link", name="procedure to approve"))
    hands.click(hands.page.get_by_role("button", name="Approve"))
    hands.sees("The procedure was approved")
    assert len(memory.procedures.list("approved")) == 1


def decide_by_keys(hands: Hands, memory: Memory) -> None:
    hands.go("d")
    hands.sees("Contradictions")
    hands.choose("keep porto")
    hands.sees("The contradiction was decided")
    assert [fact.object for fact in memory.facts.list(subject="Bob", predicate="lives_in")] == ["Porto"]


def decide_by_mouse(hands: Hands, memory: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="contested"))
    hands.click(page.locator(".versus > div", has_text="Bob lives in Porto").get_by_role("button"))
    hands.sees("The contradiction was decided")
    assert [fact.object for fact in memory.facts.list(subject="Bob", predicate="lives_in")] == ["Porto"]


def mute_by_keys(hands: Hands, memory: Memory) -> None:
    hands.search("Bob")
    hands.choose("mute")
    hands.press("Enter")
    hands.sees("Muted until")
    assert not memory.trust.may_message("cli:bob", direct=False).allowed


def mute_by_mouse(hands: Hands, memory: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="People"))
    hands.click(page.get_by_role("link", name="Bob"))
    hands.click(page.locator("summary", has_text="Mute"))
    hands.click(page.get_by_role("button", name="Mute"))
    hands.sees("Muted until")
    assert not memory.trust.may_message("cli:bob", direct=False).allowed


def undo_by_keys(hands: Hands, memory: Memory) -> None:
    hands.go("l")
    hands.sees("What people and programs changed")
    hands.choose("undo")
    hands.sees("The merge was undone")
    assert memory.entities.get("Kim X").name == "Kim X"


def undo_by_mouse(hands: Hands, memory: Memory) -> None:
    hands.click(hands.page.get_by_role("link", name="Changes"))
    hands.click(hands.page.get_by_role("button", name="Undo"))
    hands.sees("The merge was undone")
    assert memory.entities.get("Kim X").name == "Kim X"


def close_by_keys(hands: Hands, memory: Memory) -> None:
    hands.choose("done")
    hands.sees("The task was closed")
    assert memory.tasks.list() == []


def close_by_mouse(hands: Hands, memory: Memory) -> None:
    hands.click(hands.page.get_by_role("button", name="Done"))
    hands.sees("The task was closed")
    assert memory.tasks.list() == []


def path_by_keys(hands: Hands, _: Memory) -> None:
    hands.go("g")
    hands.page.locator("html[data-painted]").wait_for(state="attached")
    hands.press("f")
    hands.type("Ann")
    hands.press("Enter")
    hands.choose("path")
    hands.press("f")
    hands.type("Bob")
    hands.press("Enter")
    hands.page.locator("#banner", has_text="1 step").wait_for()


def path_by_mouse(hands: Hands, _: Memory) -> None:
    page = hands.page
    hands.click(page.get_by_role("link", name="Social graph"))
    page.locator("html[data-painted]").wait_for(state="attached")
    hands.fill(page.locator("#search"), "Ann")
    hands.click(page.locator("#found [role=option]").first)
    hands.click(page.get_by_role("button", name="Path to …"))
    hands.fill(page.locator("#search"), "Bob")
    hands.click(page.locator("#found [role=option]").first)
    page.locator("#banner", has_text="1 step").wait_for()


# The most steps that each may take, by keyboard and by mouse.
TASKS: dict[str, tuple[Task, int, Task, int]] = {
    "correct a fact": (correct_by_keys, 8, correct_by_mouse, 5),
    "merge two people": (merge_by_keys, 9, merge_by_mouse, 6),
    "forget a message, with its receipt": (forget_by_keys, 10, forget_by_mouse, 5),
    "find why a line is in a context": (why_by_keys, 11, why_by_mouse, 4),
    "approve a procedure": (approve_by_keys, 5, approve_by_mouse, 2),
    "decide a contradiction": (decide_by_keys, 5, decide_by_mouse, 2),
    "mute a person": (mute_by_keys, 8, mute_by_mouse, 4),
    "undo a merge": (undo_by_keys, 5, undo_by_mouse, 2),
    "close a task": (close_by_keys, 3, close_by_mouse, 1),
    "find a path between two people": (path_by_keys, 11, path_by_mouse, 8),
}


def prepare(memory: Memory) -> Memory:
    """Fill a memory so that every task can be done."""
    fill(memory)
    memory.log([Event("I live in Rome.", speaker="cli:bob", session="cli:1", at=T0 - days(3))])
    memory.log([Event("Bob lives in Porto.", speaker="cli:cleo", session="cli:1", at=T0 - days(2))])
    memory.digest()
    for name in ("Kim N", "Kim X"):
        memory.facts.add(name, "likes", "tea")
    memory.facts.add("Kim Y", "likes", "milk")
    memory.entities.merge("Kim Y", "Kim X", by=OWNER)
    return memory


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("way", ["keyboard", "mouse"])
def test_a_task(
    connect: Callable[..., Memory], minilm: MiniLM, chromium: Any, tmp_path: Path, task: str, way: str
) -> None:
    by_keys, most_keys, by_mouse, most_clicks = TASKS[task]
    act, most = (by_keys, most_keys) if way == "keyboard" else (by_mouse, most_clicks)
    memory = prepare(connect(owner=OWNER, embedder=minilm))
    server = ConsoleServer(memory).start()
    try:
        with open_screen(chromium, tmp_path, origin=server.url) as screen:
            screen.open(server.address)
            hands = Hands(screen, server)
            act(hands, memory)
    finally:
        server.stop()
    assert hands.steps <= most, f"{task}: {hands.steps} steps"
