"""Reading the conversations of the corpus with their labels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.bench import read_json_lines

CONVERSATIONS = Path(__file__).parent / "conversations"
LABELS = (
    "observations",
    "traps",
    "changes",
    "preferences",
    "tasks",
    "mentions",
    "importance",
    "questions",
    "idle",
    "settled",
    "feedback",
)
PARTS = ("train", "dev", "test")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Conversation:
    """A conversation with its labels.

    Attributes:
        about: title, kind, language, part, owner and people.
        events: the messages, in order of time.
        labels: name of each label file, without its ending → its rows.
        second: the labels of the second reader, in the same form; `answers` are answers to the questions.
    """

    about: Row
    events: Sequence[Row]
    labels: Mapping[str, Sequence[Row]]
    second: Mapping[str, Sequence[Row]]

    @property
    def name(self) -> str:
        """The name of its folder."""
        return str(self.about["id"])


def read_conversation(folder: Path) -> Conversation:
    """Read one folder; a missing label file is an empty one."""
    files = {name: folder / f"{name}.jsonl" for name in LABELS}
    return Conversation(
        about=json.loads((folder / "about.json").read_text(encoding="utf-8")),
        events=read_json_lines(folder / "events.jsonl"),
        labels={name: read_json_lines(file) if file.is_file() else [] for name, file in files.items()},
        second={file.stem: read_json_lines(file) for file in sorted((folder / "second").glob("*.jsonl"))},
    )


def read_corpus(part: str | None = None, folder: Path = CONVERSATIONS) -> list[Conversation]:
    """Read all conversations, or those of one part (train, dev or test), in order of their names."""
    conversations = [read_conversation(path.parent) for path in sorted(folder.glob("*/about.json"))]
    return [one for one in conversations if part in (None, one.about.get("part"))]
