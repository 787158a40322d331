"""Measure how many questions of larger homes are answered after an import: `python -m tests.transfer.homes.measure`."""

from __future__ import annotations

import sys
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg import Memory
from tests.transfer.homes.ene_home import write_ene_home
from tests.transfer.homes.kenobot_home import write_kenobot_home
from tests.transfer.homes.nano_bot_home import write_nano_bot_home
from tests.transfer.homes.turbo_home import TurboHome
from tests.transfer.homes.world import Question

BUDGET = 1_500
HOMES: Mapping[str, tuple[str, Callable[[Path], list[Question]]]] = {
    "ene-new": ("discord:1", lambda folder: write_ene_home(folder, 1, is_old=False)),
    "ene-old": ("discord:1", lambda folder: write_ene_home(folder, 2, is_old=True)),
    "kenobot-new": ("telegram:123456789", lambda folder: write_kenobot_home(folder, 3, is_old=False)),
    "kenobot-old": ("telegram:123456789", lambda folder: write_kenobot_home(folder, 4, is_old=True)),
    "nano-bot-new": ("telegram:42", lambda folder: write_nano_bot_home(folder, 5, is_migrated=True)),
    "nano-bot-old": ("telegram:42", lambda folder: write_nano_bot_home(folder, 6, is_migrated=False)),
    "turbo-new": ("telegram:4455", lambda folder: TurboHome(folder, 7, is_new=True).write(35)),
    "turbo-old": ("telegram:4455", lambda folder: TurboHome(folder, 8, is_new=False).write(35)),
}


@dataclass
class Answers:
    """How questions were answered."""

    asked: int
    missed: list[Question]
    outdated: list[Question]

    @property
    def share(self) -> float:
        """The share of the questions that were answered."""
        return 1 - len(self.missed) / self.asked


def ask(memory: Memory, questions: Sequence[Question], budget: int = BUDGET) -> Answers:
    """Ask all questions; an answer is in the context, and an outdated one is the first hit of a search or precedes the answer."""
    missed, outdated = [], []
    for question in questions:
        text = memory.context(question.text, speaker=question.speaker, session=question.session, budget=budget).text
        if question.answer.casefold() not in text.casefold():
            missed.append(question)
        top = memory.search(question.text, limit=1, asker=question.speaker, session=None).hits
        if top and any(old in top[0].text for old in question.outdated) and question.answer not in top[0].text:
            outdated.append(question)
    return Answers(len(questions), missed, outdated)


def main(names: Sequence[str]) -> None:
    """Write, import, digest and ask each home."""
    for name in names or HOMES:
        owner, write = HOMES[name]
        with (
            tempfile.TemporaryDirectory() as place,
            Memory.connect(f"homes-{uuid.uuid4().hex[:8]}", owner=owner) as memory,
        ):
            folder = Path(place) / "home"
            questions = write(folder)
            [file] = memory.import_files([folder]).files
            memory.digest()
            answers = ask(memory, questions)
            sys.stdout.write(f"{name}: {dict(file.counts())}, left out {len(file.skipped or {})}\n")
            sys.stdout.write(
                f"  answered {answers.share:.3f} of {answers.asked}, outdated on top {len(answers.outdated)}\n"
            )
            for kind, found in (("missed", answers.missed), ("outdated", answers.outdated)):
                for question in found[:12]:
                    sys.stdout.write(f"    {kind}: {question.text} {question.answer} {question.outdated}\n")
            memory.forget(scope=True)


if __name__ == "__main__":
    main(sys.argv[1:])
