"""Moving in from another memory: look first, import, compare what both know, go on; and leave with one file.

The old memory is what mem0's `get_all` returns, the chat is what WhatsApp exports; both are made here. For your own run
`.venv/bin/python examples/moving_in.py FILE…` with files or folders: docs/transfer.md lists the 26 forms.

After `make demo` run `.venv/bin/python examples/moving_in.py`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kg import Memory

SCOPE = "example-moving-in"
ANA = "whatsapp:Ana"
OLD_MEMORIES = {
    "2026-01-10": "User is allergic to penicillin",
    "2026-02-03": "User prefers window seats on trains",
    "2026-02-20": "User is learning to sail on Saturdays",
    "2026-03-01": "User's cat is called Biscuit",
}
OLD_RELATIONS = (("Ines", "lives_in", "Porto"), ("Ines", "works_at", "Harbour Clinic"), ("Rui", "friend_of", "Ana"))
OLD_CHAT = """\
02/04/2026, 09:14 - Rui: Did you reach Ines?
02/04/2026, 09:15 - Ana: Yes. Ines moved to Lisbon on Saturday.
02/04/2026, 09:17 - Ana: The boat needs a new sail before June.
"""
QUESTIONS = (
    "Am I allergic to anything?",
    "What is my cat called?",
    "Where does Ines live?",
    "What does the boat need?",
)


def write_old_memory(folder: Path) -> list[Path]:
    """Write the files of the old memory."""
    memories = [
        {"id": f"m{place}", "memory": text, "user_id": "ana", "created_at": f"{day}T12:00:00Z"}
        for place, (day, text) in enumerate(OLD_MEMORIES.items())
    ]
    relations = [
        {"source": source, "relationship": relationship, "target": target, "created_at": "2026-01-12T12:00:00Z"}
        for source, relationship, target in OLD_RELATIONS
    ]
    exported, chat = folder / "mem0.json", folder / "WhatsApp Chat with Rui.txt"
    exported.write_text(json.dumps({"results": memories, "relations": relations}), encoding="utf-8")
    chat.write_text(OLD_CHAT, encoding="utf-8")
    return [exported, chat]


def move_in(memory: Memory, old: Path) -> None:
    """Import a file, and print what it is and what came of it."""
    [file] = memory.import_files([old], dry_run=True).files
    print(f"\n--- {old.name}: a look first, nothing is written\n  {file.form}: {file.counts()}")
    memory.import_files([old])
    done = memory.digest()
    print(f"  imported; {done.events} messages were digested, which state {done.facts} facts")
    report = memory.compare(old)
    for answer in report.answers:
        print(f"  asked {answer.question:<22} was {answer.old:<31} is {answer.new}")
    if report.answers:
        print(f"  {report.answered} of {len(report.answers)} that the old memory knew are known here")


def ask(memory: Memory) -> None:
    """Print the best hit for questions that need the notes, the relations and the chat."""
    print("\n--- Questions to all of it")
    for question in QUESTIONS:
        for hit in memory.search(question, limit=1, asker=ANA):
            print(f"  {question:<28} {hit.text}  ({hit.kind}, {hit.at:%d %b %Y})")


def leave(memory: Memory, folder: Path, scope: str) -> None:
    """Export everything to one file, and restore it."""
    exported = memory.export(folder / "all.jsonl")
    with Memory.connect(scope, owner=ANA) as restored:
        restored.import_files([folder / "all.jsonl"])
        print(f"\n--- Left: {exported.nodes} nodes and {exported.edges} edges in one file, restored as scope {scope}")
        ask(restored)


def main(scope: str = SCOPE, paths: Sequence[str] = ()) -> None:
    """Move in, ask, and leave."""
    for name in (scope, f"{scope}-restored"):
        Memory.erase(name)
    with tempfile.TemporaryDirectory() as temporary, Memory.connect(scope, owner=ANA) as memory:
        folder = Path(temporary)
        for old in [Path(path) for path in paths] or write_old_memory(folder):
            move_in(memory, old)
        if paths:
            return
        ask(memory)
        print("\n--- Where Ines lived: what the chat says is newer; the old value stays in the history")
        for fact in memory.facts.history("Ines", "lives_in"):
            print(f"  {fact.status:<11} {fact.text}")
        leave(memory, folder, f"{scope}-restored")


if __name__ == "__main__":
    main(paths=sys.argv[1:])
    print(f"\nLook at it: .venv/bin/kg open --scope {SCOPE}")
