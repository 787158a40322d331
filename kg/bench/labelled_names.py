"""Labelled sentences for the recogniser of names: reading the sets, and bringing their labels into one scheme."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InvalidInput

Names = frozenset[str]
EVERY: Names = frozenset({"person", "org", "place", "product", "tool", "event", "project", "other"})
_PLAIN: Names = frozenset({"person", "org", "place"})
# Of a set's labels those that say less than ours, and what they may be.
_THING: Names = frozenset({"product", "tool"})
_MISC: Names = frozenset({"other", "event", "product", "tool", "project"})

LABELS: Mapping[str, Names] = {
    **{
        name: frozenset({"person"})
        for name in ("PER", "person", "researcher", "writer", "politician", "scientist", "musicalartist")
    },
    **{
        name: frozenset({"org"})
        for name in (
            "ORG",
            "org",
            "group",
            "corporation",
            "organisation",
            "organization",
            "university",
            "band",
            "politicalparty",
        )
    },
    **{name: frozenset({"place"}) for name in ("LOC", "place", "location", "country")},
    **{name: frozenset({"event"}) for name in ("event", "conference", "election")},
    **{
        name: frozenset({"other"})
        for name in (
            "other",
            "creative-work",
            "book",
            "poem",
            "magazine",
            "album",
            "song",
            "award",
            "academicjournal",
            "misc",
        )
    },
    "MISC": _MISC,
    "product": _THING,
    "programlang": frozenset({"tool"}),
    "tool": frozenset({"tool"}),
    "project": frozenset({"project"}),
}
"""What a set's label may be in ours. Labels that are not here (genres, substances, measures) name kinds and not things."""


@dataclass(frozen=True)
class Gold:
    """A name in a text: what it may be, and where."""

    start: int
    end: int
    names: Names


@dataclass(frozen=True)
class Labelled:
    """A text with its names.

    Attributes:
        text: the tokens, put together as people write.
        gold: the names.
        unsure: places about which the set says nothing that can be learnt, such as labels of no use and accounts.
        known: the labels that the set gives; names of other kinds may stand unlabelled.
    """

    text: str
    gold: tuple[Gold, ...]
    unsure: tuple[tuple[int, int], ...]
    known: Names


_GLUED_LEFT = re.compile(r"[.,!?;:%)\]}…”]+|'s|'S|’s|n't|n’t|'m|'re|'ve|'ll|'d|’m|’re|’ve|’ll|’d", re.IGNORECASE)
_OPEN = frozenset("([{$“#@")


def joined(tokens: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Tokens put together as people write, and where each then stands."""
    text, spans, quoted = "", [], False
    glue = True
    for token in tokens:
        quote = token == '"'  # noqa: S105 - a sign, no secret
        if not glue and not _GLUED_LEFT.fullmatch(token) and not (quote and quoted):
            text += " "
        spans.append((len(text), len(text) + len(token)))
        text += token
        glue = token in _OPEN or (quote and not quoted)
        quoted ^= quote
    return text, tuple(spans)


def read(path: Path) -> list[Labelled]:
    """The sentences of a file of {tokens, tags} a line.

    Tags are BIO; I- without a B- before it starts a name, so that IO tags are read as well.

    Raises:
        InvalidInput: a line is not of that form.
    """
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            tokens, tags = row["tokens"], row["tags"]
            pairs = list(zip(tokens, tags, strict=True))
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput("file", str(path), f"line {number} is not a line of tokens and tags") from error
        kept = [(token, tag) for token, tag in pairs if token.strip()]
        if kept:
            rows.append(([token for token, _ in kept], [tag for _, tag in kept]))
    labels = {tag[2:] for _, tags in rows for tag in tags if tag != "O"}
    known = frozenset(name for label in labels for name in LABELS.get(label, frozenset()))
    return [_labelled(tokens, tags, known) for tokens, tags in rows]


def _labelled(tokens: Sequence[str], tags: Sequence[str], known: Names) -> Labelled:
    text, places = joined(tokens)
    gold, unsure = [], []
    for first, last, label in spans(tags):
        where = (places[first][0], places[last][1])
        account = text[where[0]] == "@" or text[max(0, where[0] - 1)] == "@"
        if label in LABELS and not account:
            gold.append(Gold(*where, LABELS[label]))
        else:
            unsure.append(where)
    return Labelled(text, tuple(gold), tuple(unsure), known)


def spans(tags: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """First and last token and label of each name in BIO or IO tags."""
    start, label = -1, ""
    for place, tag in enumerate([*tags, "O"]):
        if start >= 0 and (tag == "O" or tag[0] == "B" or tag[2:] != label):
            yield start, place - 1, label
            start = -1
        if tag != "O" and start < 0:
            start, label = place, tag[2:]
