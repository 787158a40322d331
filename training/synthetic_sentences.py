"""Sentences made from patterns: what chats and agents' notes say of persons, firms, places, projects and tools.

The public sets hardly know projects and tools, and know few names that nobody has heard before. The patterns
stand in sentence_patterns.txt, the names in names.txt.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from kg.bench.labelled_names import EVERY, Gold, Labelled

PATTERNS = Path(__file__).with_name("sentence_patterns.txt")


def _names(path: Path) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for paragraph in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        kind, _, names = paragraph.partition(":")
        kinds[kind] = [" ".join(each.split()) for each in names.split("|")]
    return kinds


NAMES = _names(Path(__file__).with_name("names.txt"))
"""Well-known names by kind, and what new ones are made of."""

_TAILS = ["", "l", "n", "r", "s", "th", "nd", "sk", "m", "x"]
_RENAMED = frozenset({"person", "org", "place"})
_SLOT = re.compile(r"\{(\w+)\}")


def invented(count: int, seed: int) -> list[Labelled]:
    """`count` sentences, each in its own way: as written, at times two together, at times with other names in capitals."""
    picked = random.Random(seed)  # noqa: S311
    lines = PATTERNS.read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    return [_filled(" ".join(picked.choices(patterns, k=picked.choice((1, 1, 2, 4)))), picked) for _ in range(count)]


def name(kind: str, picked: random.Random) -> str:
    """A name that is invented or well known: of a person, place, org, project, tool, product or event."""
    return _KINDS[kind](picked)


def _filled(pattern: str, picked: random.Random) -> Labelled:
    text, gold, at = "", [], 0
    for slot in _SLOT.finditer(pattern):
        text += pattern[at : slot.start()]
        at = slot.end()
        made = name(slot[1], picked)
        label = _LABELS.get(slot[1], slot[1])
        if label:
            gold.append(Gold(len(text), len(text) + len(made), frozenset({label})))
        text += made
    text += pattern[at:]
    return Labelled(text, tuple(gold), (), EVERY)


def renamed(sentences: Sequence[Labelled], most: int, seed: int) -> list[Labelled]:
    """Sentences of a set with other names in place of their persons, orgs and places, up to `most` of them joined to one text.

    So names that nobody has heard before, and texts of several sentences, are learnt from real sentences too.
    """
    picked = random.Random(seed)  # noqa: S311
    named = [each for each in sentences if each.gold and not each.unsure]
    picked.shuffle(named)
    made = []
    while named:
        size = picked.randint(1, most)
        made.append(_joined([_other_names(each, picked) for each in named[:size]]))
        del named[:size]
    return made


def _other_names(sentence: Labelled, picked: random.Random) -> Labelled:
    text, gold, at = "", [], 0
    for each in sentence.gold:
        text += sentence.text[at : each.start]
        written, (label, *others) = sentence.text[each.start : each.end], each.names
        kind = "full" if label == "person" and " " in written else label
        other = written if others or label not in _RENAMED else name(kind, picked)
        gold.append(Gold(len(text), len(text) + len(other), each.names))
        text += other
        at = each.end
    return Labelled(text + sentence.text[at:], tuple(gold), (), sentence.known)


def _joined(sentences: Sequence[Labelled]) -> Labelled:
    text, gold = "", []
    for each in sentences:
        text += " " if text else ""
        gold += [Gold(one.start + len(text), one.end + len(text), one.names) for one in each.gold]
        text += each.text
    return Labelled(text, tuple(gold), (), sentences[0].known)


def _word(picked: random.Random, syllables: int) -> str:
    parts = [picked.choice(NAMES["heads"]) + picked.choice(NAMES["vowels"]) for _ in range(syllables)]
    return ("".join(parts) + picked.choice(_TAILS)).capitalize()


def _given(picked: random.Random) -> str:
    return picked.choice(NAMES["given"]) if picked.random() < 0.55 else _word(picked, picked.choice((1, 2, 2)))


def _family(picked: random.Random) -> str:
    return picked.choice(NAMES["family"]) if picked.random() < 0.55 else _word(picked, 2)


def _place(picked: random.Random) -> str:
    chance = picked.random()
    if chance < 0.5:
        return picked.choice(NAMES["places"])
    if chance < 0.8:
        return _word(picked, picked.choice((1, 2))) + picked.choice(NAMES["place_ends"])
    return _word(picked, 2) + (f"-{_word(picked, 1)}" if chance > 0.93 else "")


def _org(picked: random.Random) -> str:
    if picked.random() < 0.45:
        return picked.choice(NAMES["firms"])
    head = picked.choice(
        (_word(picked, 2), _place(picked).removeprefix("the "), picked.choice(NAMES["first"]), _family(picked))
    )
    middle = f" {picked.choice(NAMES['first'])}" if picked.random() < 0.2 else ""
    return f"{head}{middle} {picked.choice(NAMES['double_ends'] if picked.random() < 0.15 else NAMES['ends'])}"


def _project(picked: random.Random) -> str:
    if picked.random() < 0.25:
        return picked.choice(NAMES["codes"])
    return f"{picked.choice(NAMES['first'])} {picked.choice(NAMES['second'])}"


_KINDS: dict[str, Callable[[random.Random], str]] = {
    "person": _given,
    "family": _family,
    "full": lambda picked: f"{_given(picked)} {_family(picked)}",
    "place": _place,
    "org": _org,
    "project": _project,
    "tool": lambda picked: picked.choice(NAMES["tools"]),
    "product": lambda picked: picked.choice(NAMES["products"]),
    "event": lambda picked: picked.choice(NAMES["events"]),
    "digits": lambda picked: str(picked.randint(2, 19)),
}
# What the slots that are no label of their own stand for; a number is no name.
_LABELS = {"full": "person", "family": "person", "digits": ""}
