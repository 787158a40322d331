"""The section of preferences: what was learnt lately, the summary of shared ones, others of the owners, and core memory."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence

from kg.context.rendering import ContextLine, render_core_entry, render_learning, render_summary, sanitize_line
from kg.context.stored_memories import StoredSummary
from kg.language import fold_text
from kg.types import CoreEntry, Learning

# A placeholder for missing preferences, which is ignored.
_PLACEHOLDER = re.compile(
    r"(?:none|n/?a|tbd|todo|unknown|nothing|(?:no )?preferences?|yet|known|recorded|so far|\W)*", re.IGNORECASE
)
# A preference in the words of its author: "Sam: “dont use emojis in commit messages”".
_NO_NEARNESS: Mapping[str, float] = {}
# Cosine from which a preference is about a message.
_ABOUT_MESSAGE = 0.25
_QUOTED = re.compile(r": “([^“”]{12,})”")


def render_preferences(
    summary: StoredSummary | None,
    entries: Iterable[CoreEntry],
    learnings: Iterable[Learning],
    stated: Iterable[tuple[str, str, str]] = (),
    nearness: Mapping[str, float] = _NO_NEARNESS,
) -> list[ContextLine]:
    """Build the lines of preferences: about the message, learnt since the summary, summarized or stated, of core memory, others.

    Args:
        summary: the summary of preferences; None if there is none.
        entries: entries of core memory.
        learnings: learnings by descending confidence × weight.
        stated: (id, sentence, object) of facts that the summary may lack: what was said in private, and since it was written.
        nearness: id of a learning → its cosine to the message.
    """
    is_written = summary is not None and not _PLACEHOLDER.fullmatch(" ".join(summary.sentences))
    summed = render_summary(summary, name=None) if summary is not None and is_written else []
    written = [render_core_entry(one) for one in entries if one.section == "preferences"]
    preferred = [one for one in learnings if is_preference(one)]
    learnt = [(one.updated_at, render_learning(one)) for one in preferred]
    said = {phrase for one in preferred for phrase in _list_phrases(one)}
    # A summary has the first sentence of a learnt preference; the whole is shown instead.
    summed += _add_stated([each for each in stated if fold_text(each[2]) not in said], summed)
    whole = [next((one for _, one in learnt if _begins_with(one.text, line.text)), line) for line in summed]
    known = {line.text for line in whole}
    new, old = _split_by_time(learnt, known)
    quoted = [fold_text(quote) for line in [*summed, *written] for quote in _QUOTED.findall(line.text)]
    # What is about the message comes first, then what is new: they may not fit after the summary.
    about = sorted(
        (line for line in [*new, *whole, *old] if nearness.get(line.node_id or "", 0.0) >= _ABOUT_MESSAGE),
        key=lambda line: -nearness[line.node_id or ""],
    )
    lines = [*about, *new, *whole, *written, *old]
    return [line for line in dict.fromkeys(lines) if not _repeats(line.text, quoted)]


def is_preference(learning: Learning) -> bool:
    """Whether a learning states a preference and not how well something was done."""
    return learning.sentiment == "neutral" and learning.tool is None


def _list_phrases(learning: Learning) -> set[str]:
    """Return the objects of the facts that state what was learnt: "emojis", "hint first", "short answers"."""
    if not learning.topic:
        return set()
    thing, value = learning.topic.rpartition(" of ")[2], learning.value or ""
    return {fold_text(each) for each in (learning.topic, value, f"{value} {thing}") if each}


def _add_stated(stated: Iterable[tuple[str, str, str]], summed: Sequence[ContextLine]) -> list[ContextLine]:
    """Return lines of the facts whose objects are in no line of the summary, which joins several facts."""
    known = [fold_text(line.text) for line in summed]
    return [
        ContextLine(node, sanitize_line(text))
        for node, text, value in stated
        if not any(fold_text(value or text) in line for line in known)
    ]


def _repeats(text: str, quoted: Sequence[str]) -> bool:
    """Whether a line is the words of which a fact quotes all that matters."""
    folded = "" if _QUOTED.search(text) else fold_text(text)
    return any(quote in folded for quote in quoted)


def _split_by_time(
    learnt: Sequence[tuple[dt.datetime, ContextLine]], known: set[str]
) -> tuple[list[ContextLine], list[ContextLine]]:
    """Return the learnings that are newer than all in the summary, and those that are not; without those in it."""
    newest = max((at for at, line in learnt if line.text in known), default=None)
    left = [(at, line) for at, line in learnt if line.text not in known]
    is_new = [newest is None or at > newest for at, _ in left]
    new = [line for (_, line), flag in zip(left, is_new, strict=True) if flag]
    return new, [line for (_, line), flag in zip(left, is_new, strict=True) if not flag]


def _begins_with(text: str, sentence: str) -> bool:
    """Whether a sentence is the first of several."""
    return text.startswith(sentence) and text[len(sentence) : len(sentence) + 1] in {".", "!", "?"}
