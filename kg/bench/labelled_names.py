"""Read labelled sentences for the name recogniser and map their labels to the labels of kg."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InvalidInput

LabelSet = frozenset[str]
ALL_LABELS: LabelSet = frozenset({"person", "org", "place", "product", "tool", "event", "project", "other"})
_PLAIN_LABELS: LabelSet = frozenset({"person", "org", "place"})
# Labels of data sets that are coarser than the labels of kg, as sets of possible labels.
_THING_LABELS: LabelSet = frozenset({"product", "tool"})
_MISC_LABELS: LabelSet = frozenset({"other", "event", "product", "tool", "project"})

LABELS: Mapping[str, LabelSet] = {
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
    "MISC": _MISC_LABELS,
    "product": _THING_LABELS,
    "programlang": frozenset({"tool"}),
    "tool": frozenset({"tool"}),
    "project": frozenset({"project"}),
}
"""Labels of data sets → possible labels of kg. Labels that are not listed (genres, substances, measures) are not names."""


@dataclass(frozen=True)
class LabelledName:
    """A name in a text: its span and its possible labels."""

    start: int
    end: int
    labels: LabelSet


@dataclass(frozen=True)
class LabelledText:
    """A text with its names.

    Attributes:
        text: the joined tokens.
        names: the names.
        uncertain_spans: spans whose label is unknown, such as unmapped labels and account names; they are not scored.
        known_labels: the labels that the data set uses; names with other labels may be unlabelled.
    """

    text: str
    names: tuple[LabelledName, ...]
    uncertain_spans: tuple[tuple[int, int], ...]
    known_labels: LabelSet


_ATTACHED_TO_PREVIOUS = re.compile(
    r"[.,!?;:%)\]}…”]+|'s|'S|’s|n't|n’t|'m|'re|'ve|'ll|'d|’m|’re|’ve|’ll|’d", re.IGNORECASE
)
_OPENING = frozenset("([{$“#@")


def join_tokens(tokens: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Join tokens with the usual spacing; return the text and the span of each token."""
    text, spans, in_quotes = "", [], False
    attach_next = True
    for token in tokens:
        is_quote = token == '"'  # noqa: S105 - a sign, no secret
        if not attach_next and not _ATTACHED_TO_PREVIOUS.fullmatch(token) and not (is_quote and in_quotes):
            text += " "
        spans.append((len(text), len(text) + len(token)))
        text += token
        attach_next = token in _OPENING or (is_quote and not in_quotes)
        in_quotes ^= is_quote
    return text, tuple(spans)


def read_labelled_texts(path: Path) -> list[LabelledText]:
    """Read the sentences of a file with a line {tokens, tags} for each sentence.

    Tags are BIO. An I- tag without a preceding B- tag starts a name, so that IO tags can be read too.

    Raises:
        InvalidInput: a line is malformed.
    """
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            tokens, tags = row["tokens"], row["tags"]
            pairs = list(zip(tokens, tags, strict=True))
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(
                "file",
                str(path),
                f"a file of lines {{tokens, tags}} with one tag for each token; line {number} is malformed",
            ) from error
        non_empty = [(token, tag) for token, tag in pairs if token.strip()]
        if non_empty:
            rows.append(([token for token, _ in non_empty], [tag for _, tag in non_empty]))
    labels = {tag[2:] for _, tags in rows for tag in tags if tag != "O"}
    known_labels = frozenset(name for label in labels for name in LABELS.get(label, frozenset()))
    return [_label_text(tokens, tags, known_labels) for tokens, tags in rows]


def _label_text(tokens: Sequence[str], tags: Sequence[str], known_labels: LabelSet) -> LabelledText:
    text, token_spans = join_tokens(tokens)
    names, uncertain_spans = [], []
    for first, last, label in find_tagged_spans(tags):
        span = (token_spans[first][0], token_spans[last][1])
        is_account = text[span[0]] == "@" or text[max(0, span[0] - 1)] == "@"
        if label in LABELS and not is_account:
            names.append(LabelledName(*span, LABELS[label]))
        else:
            uncertain_spans.append(span)
    return LabelledText(text, tuple(names), tuple(uncertain_spans), known_labels)


def find_tagged_spans(tags: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """Yield the first token, last token and label of each name in BIO or IO tags."""
    start, label = -1, ""
    for index, tag in enumerate([*tags, "O"]):
        if start >= 0 and (tag == "O" or tag[0] == "B" or tag[2:] != label):
            yield start, index - 1, label
            start = -1
        if tag != "O" and start < 0:
            start, label = index, tag[2:]
