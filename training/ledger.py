"""The data that anything shipped may have learnt from: the table of `DATA.md`, as code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InvalidInput


@dataclass(frozen=True)
class DataSet:
    """A data set that may be learnt from.

    Attributes:
        name: its name in `DATA.md`.
        licence: its licence.
        commands: the commands of `python -m training` that learn from it.
        folders: names of the folders that hold it.
    """

    name: str
    licence: str
    commands: tuple[str, ...]
    folders: tuple[str, ...] = ()


LEDGER = (
    DataSet(
        "corpus of this project, parts train and dev",
        "Apache-2.0",
        (
            *("ranking", "confidence", "observations", "relevance", "salience", "lasting", "feedback"),
            *("feedback_changes", "standing", "wishes", "ends"),
        ),
        ("conversations",),
    ),
    DataSet("BEAM-100K, development part", "CC BY-SA 4.0", ("ranking",), ("beam-100k",)),
    DataSet("MuSiQue", "CC BY 4.0", ("ranking",), ("multihop",)),
    DataSet("HotpotQA", "CC BY-SA 4.0", ("ranking",), ("multihop",)),
    DataSet("Universal Dependencies English EWT, training part", "CC BY-SA 4.0", ("english",)),
    DataSet("Universal NER English EWT, development part", "CC BY-SA 4.0", ("names",)),
    DataSet("WNUT-17, training part", "CC BY 4.0", ("names",)),
    DataSet("wikigold", "CC BY 4.0", ("names",)),
    DataSet("Broad Twitter Corpus", "CC BY 4.0", ("names",)),
    DataSet("CrossNER, development parts", "MIT", ("names",)),
    DataSet("sentences generated from patterns of this project", "Apache-2.0", ("names", "english")),
    DataSet("simulated communities of this project", "Apache-2.0", ("ratings",)),
)


def check_folders(command: str, folders: Sequence[Path]) -> None:
    """Check that a command may learn from these folders.

    A folder belongs to the set that its parent folder is named after. Conversations of the test part of the corpus are refused.

    Raises:
        InvalidInput: a folder belongs to no set of the ledger, or to the test part.
    """
    allowed = {name for data in LEDGER if command in data.commands for name in data.folders}
    for folder in folders:
        if folder.resolve().parent.name not in allowed:
            raise InvalidInput(
                "folders", str(folder), f"a folder of {', '.join(sorted(allowed))}; see training/DATA.md"
            )
        about = folder / "about.json"
        if about.is_file() and json.loads(about.read_text(encoding="utf-8")).get("part") == "test":
            raise InvalidInput("folders", str(folder), "a conversation of another part than test")
