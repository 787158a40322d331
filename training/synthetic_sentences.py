"""Synthetic labelled sentences about persons, organisations, places, projects and tools, generated from patterns.

Public data sets contain few projects and tools, and few unusual names. The patterns are in sentence_patterns.txt, the names in
names.txt.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from kg.bench import ALL_LABELS, LabelledName, LabelledText

PATTERNS = Path(__file__).with_name("sentence_patterns.txt")


def _read_names(path: Path) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for paragraph in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        kind, _, names = paragraph.partition(":")
        kinds[kind] = [" ".join(name.split()) for name in names.split("|")]
    return kinds


NAMES = _read_names(Path(__file__).with_name("names.txt"))
"""Well-known names by kind, and the parts of generated names."""

_NAME_ENDINGS = ["", "l", "n", "r", "s", "th", "nd", "sk", "m", "x"]
_REPLACED_LABELS = frozenset({"person", "org", "place"})
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def generate_sentences(count: int, seed: int) -> list[LabelledText]:
    """Generate `count` texts, each of one, two or four filled patterns; deterministic for a seed."""
    rng = random.Random(seed)  # noqa: S311
    lines = PATTERNS.read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    return [_fill_pattern(" ".join(rng.choices(patterns, k=rng.choice((1, 1, 2, 4)))), rng) for _ in range(count)]


def generate_name(kind: str, rng: random.Random) -> str:
    """Generate a name, or choose a well-known one: of a person, place, org, project, tool, product or event."""
    return _GENERATORS[kind](rng)


def _fill_pattern(pattern: str, rng: random.Random) -> LabelledText:
    text, names, position = "", [], 0
    for placeholder in _PLACEHOLDER.finditer(pattern):
        text += pattern[position : placeholder.start()]
        position = placeholder.end()
        generated = generate_name(placeholder[1], rng)
        label = _PLACEHOLDER_LABELS.get(placeholder[1], placeholder[1])
        if label:
            names.append(LabelledName(len(text), len(text) + len(generated), frozenset({label})))
        text += generated
    text += pattern[position:]
    return LabelledText(text, tuple(names), (), ALL_LABELS)


def replace_names(sentences: Sequence[LabelledText], max_sentences: int, seed: int) -> list[LabelledText]:
    """Replace the persons, orgs and places of sentences by other names, and join up to `max_sentences` into one text.

    This adds unusual names and texts of several sentences to the training data, on the basis of real sentences.
    """
    rng = random.Random(seed)  # noqa: S311
    with_names = [sentence for sentence in sentences if sentence.names and not sentence.uncertain_spans]
    rng.shuffle(with_names)
    results = []
    while with_names:
        size = rng.randint(1, max_sentences)
        results.append(_join_sentences([_replace_in_sentence(sentence, rng) for sentence in with_names[:size]]))
        del with_names[:size]
    return results


def _replace_in_sentence(sentence: LabelledText, rng: random.Random) -> LabelledText:
    text, names, position = "", [], 0
    for name in sentence.names:
        text += sentence.text[position : name.start]
        original, (label, *other_labels) = sentence.text[name.start : name.end], name.labels
        kind = "full" if label == "person" and " " in original else label
        replacement = original if other_labels or label not in _REPLACED_LABELS else generate_name(kind, rng)
        names.append(LabelledName(len(text), len(text) + len(replacement), name.labels))
        text += replacement
        position = name.end
    return LabelledText(text + sentence.text[position:], tuple(names), (), sentence.known_labels)


def _join_sentences(sentences: Sequence[LabelledText]) -> LabelledText:
    text, names = "", []
    for sentence in sentences:
        text += " " if text else ""
        names += [LabelledName(name.start + len(text), name.end + len(text), name.labels) for name in sentence.names]
        text += sentence.text
    return LabelledText(text, tuple(names), (), sentences[0].known_labels)


def _generate_word(rng: random.Random, syllables: int) -> str:
    parts = [rng.choice(NAMES["heads"]) + rng.choice(NAMES["vowels"]) for _ in range(syllables)]
    return ("".join(parts) + rng.choice(_NAME_ENDINGS)).capitalize()


def _generate_given_name(rng: random.Random) -> str:
    return rng.choice(NAMES["given"]) if rng.random() < 0.55 else _generate_word(rng, rng.choice((1, 2, 2)))


def _generate_family_name(rng: random.Random) -> str:
    return rng.choice(NAMES["family"]) if rng.random() < 0.55 else _generate_word(rng, 2)


def _generate_place(rng: random.Random) -> str:
    draw = rng.random()
    if draw < 0.5:
        return rng.choice(NAMES["places"])
    if draw < 0.8:
        return _generate_word(rng, rng.choice((1, 2))) + rng.choice(NAMES["place_ends"])
    return _generate_word(rng, 2) + (f"-{_generate_word(rng, 1)}" if draw > 0.93 else "")


def _generate_org(rng: random.Random) -> str:
    if rng.random() < 0.45:
        return rng.choice(NAMES["firms"])
    head = rng.choice(
        (
            _generate_word(rng, 2),
            _generate_place(rng).removeprefix("the "),
            rng.choice(NAMES["first"]),
            _generate_family_name(rng),
        )
    )
    middle = f" {rng.choice(NAMES['first'])}" if rng.random() < 0.2 else ""
    return f"{head}{middle} {rng.choice(NAMES['double_ends'] if rng.random() < 0.15 else NAMES['ends'])}"


def _generate_project(rng: random.Random) -> str:
    if rng.random() < 0.25:
        return rng.choice(NAMES["codes"])
    return f"{rng.choice(NAMES['first'])} {rng.choice(NAMES['second'])}"


_GENERATORS: dict[str, Callable[[random.Random], str]] = {
    "person": _generate_given_name,
    "family": _generate_family_name,
    "full": lambda rng: f"{_generate_given_name(rng)} {_generate_family_name(rng)}",
    "place": _generate_place,
    "org": _generate_org,
    "project": _generate_project,
    "tool": lambda rng: rng.choice(NAMES["tools"]),
    "product": lambda rng: rng.choice(NAMES["products"]),
    "event": lambda rng: rng.choice(NAMES["events"]),
    "digits": lambda rng: str(rng.randint(2, 19)),
}
# Labels of the placeholders that are not labels themselves; a number has none.
_PLACEHOLDER_LABELS = {"full": "person", "family": "person", "digits": ""}
