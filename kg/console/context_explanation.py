"""Why a context is as it is: its sections, what each line rests on, what was left out, and the reasons in words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.console.ranking_words import describe_ranking
from kg.context import PROFILES, build_context, create_request, is_covered
from kg.events import parse_time
from kg.language import is_acknowledgement, is_small_talk
from kg.memory import Memory
from kg.retrieval import Filters, search_memories
from kg.types import Context, Hit, visible_audiences

_MAX_HITS = 60
_QUOTE_CHARS = 400
_MARKER = re.compile(r"^> \[(m\d+)\] ")
SECTIONS: Mapping[str, tuple[str, str]] = {
    "state": ("State", "The time, who speaks and where. It is always there."),
    "working": ("Working memory", "What the agent keeps for this session."),
    "tasks": ("Open tasks", "Open tasks of the people present."),
    "identity": ("Identity", "Core memory about the agent. It is always there."),
    "core": ("Core memory", "Core memory is in every context."),
    "preferences": ("Preferences", "What the owner prefers. It is always there."),
    "knowledge": ("Facts", "Facts that fit the message, or are about who is named in it."),
    "entities": ("Named", "People and things that the message names."),
    "people": ("People", "Who speaks, who is present, and who is named."),
    "topics": ("Topics", "Summaries of topics of what was found."),
    "channel": ("Channel", "The summary of the channel, and episodes of the session."),
    "diary": ("Diary", "The last days."),
    "procedures": ("Procedures", "Approved procedures whose trigger fits the message."),
    "learnings": ("Learnings", "What the agent learnt about its work."),
    "memories": ("Memories", "Messages and notes that are relevant to the message, best first."),
    "earlier": ("Earlier", "Sentences of older messages of the session."),
    "recent": ("Recent conversation", "The newest messages of the session. They are always there."),
    "anchor": ("Reminder", "Identity and task, repeated now and then."),
}
"""The title of each section of a context, and why it is there."""


@dataclass(frozen=True)
class ExplainedLine:
    """A line of a context.

    Attributes:
        text: the line, without its marker.
        marker: the marker of its citation; "" if it cites nothing.
        node: id of the cited node; "" if it cites nothing.
        kind: the kind of the node.
        why: why it is there.
        score: its relevance, 0 to 1; None if it was not searched for.
        sources: the messages that the node rests on: {id, kind, text, speaker_name, at}.
    """

    text: str
    marker: str = ""
    node: str = ""
    kind: str = ""
    why: str = ""
    score: float | None = None
    sources: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class ExplainedSection:
    """A section of a context.

    Attributes:
        name: its name.
        title: its title.
        why: why it is there.
        tokens: its tokens.
        share: the tokens that the profile reserves for it.
        lines: its lines.
    """

    name: str
    title: str
    why: str
    tokens: int
    share: int
    lines: tuple[ExplainedLine, ...]


@dataclass(frozen=True)
class OmittedNode:
    """What was found and is not in a context.

    Attributes:
        id: id of the node.
        kind: its kind.
        text: its text.
        score: its relevance, 0 to 1; None if it was not searched for.
        why: why it was left out.
        ranking: what spoke for and against its relevance.
    """

    id: str
    kind: str
    text: str
    score: float | None
    why: str
    ranking: str = ""


@dataclass(frozen=True)
class ContextExplanation:
    """A context, and why it is so.

    Attributes:
        message: the message that it answers.
        speaker: who wrote the message.
        session: where.
        profile: the profile.
        as_of: the moment of the context.
        context: the context as the agent gets it.
        sections: its sections.
        left_out: what was found and is not in it.
        confidence: whether the memory holds an answer.
    """

    message: str
    speaker: str | None
    session: str | None
    profile: str
    as_of: dt.datetime
    context: Context
    sections: tuple[ExplainedSection, ...]
    left_out: tuple[OmittedNode, ...]
    confidence: str

    @property
    def line_texts(self) -> frozenset[str]:
        """The texts of all lines, to compare two contexts."""
        return frozenset(line.text for section in self.sections for line in section.lines)


def explain_context(
    memory: Memory,
    message: str,
    *,
    speaker: str | None = None,
    session: str | None = None,
    budget: int | None = None,
    profile: str = "standard",
    as_of: dt.datetime | str | None = None,
) -> ContextExplanation:
    """Return a context and why it is so. Nothing is recorded as used.

    Args:
        memory: the memory.
        message: the message to answer.
        speaker: who wrote it.
        session: where.
        budget: tokens at most; None: that of the profile.
        profile: standard, full or compact.
        as_of: the memory as it was then; None: now.

    Raises:
        InvalidInput: names the field.
    """
    request = create_request(
        message, speaker=speaker, session=session, budget=budget, profile=profile, as_of=as_of, owners=memory.owners
    )
    context = build_context(memory.runtime, request, records_use=False)
    # Everything that was found, with what the reader may not see: it is left out for this reason.
    everything = Filters.from_arguments(as_of=as_of)
    found = search_memories(memory.runtime, message, limit=_MAX_HITS, filters=everything, people=request.people)
    hits = {hit.id: hit for hit in found}
    ids = sorted({*context.citations.values(), *context.dropped, *hits})
    nodes = {
        row["id"]: row for row in memory.graph.run("console/cited_nodes", ids=ids, max_chars=_QUOTE_CHARS)
    } if ids else {}  # fmt: skip
    visible = visible_audiences(speaker, session, memory.owners)
    return ContextExplanation(
        message,
        speaker,
        session,
        profile,
        memory.clock.now() if as_of is None else parse_time("as_of", as_of),
        context,
        tuple(_explain_sections(context, profile, hits, nodes)),
        tuple(_explain_left_out(message, context, hits, nodes, visible)),
        found.confidence,
    )


def _explain_sections(
    context: Context, profile: str, hits: Mapping[str, Hit], nodes: Mapping[str, Any]
) -> Iterable[ExplainedSection]:
    for section in context.sections:
        title, why = SECTIONS.get(section.name, (section.name.replace("_", " ").capitalize(), ""))
        lines = tuple(_explain_line(item, section.name, context, hits, nodes) for item in section.items)
        share = PROFILES[profile].share(section.name)
        yield ExplainedSection(section.name, title, why, section.tokens, share, lines)


def _explain_line(
    item: str, section: str, context: Context, hits: Mapping[str, Hit], nodes: Mapping[str, Any]
) -> ExplainedLine:
    match = _MARKER.match(item)
    if match is None:
        return ExplainedLine(item)
    node_id = context.citations[match[1]]
    hit, node = hits.get(node_id), nodes.get(node_id)
    kind = str(node["kind"]) if node else ""
    sources = tuple(dict(each) for each in node["sources"]) if node else ()
    is_searched = hit is not None and section in {"memories", "knowledge"}
    why = f"relevance {_percent(hit)}: {describe_ranking(hit.why)}" if hit is not None and is_searched else ""
    return ExplainedLine(
        item[match.end() :],
        match[1],
        node_id,
        kind,
        why,
        hit.score if hit is not None and is_searched else None,
        sources,
    )


def _explain_left_out(
    message: str, context: Context, hits: Mapping[str, Hit], nodes: Mapping[str, Any], visible: Sequence[str] | None
) -> Iterable[OmittedNode]:
    """Yield what was found and is not cited, the most relevant first."""
    cited = set(context.citations.values())
    shown = [nodes[id_] for id_ in cited if id_ in nodes]
    ids = [id_ for id_ in dict.fromkeys([*context.dropped, *hits]) if id_ not in cited and id_ in nodes]
    for id_ in sorted(ids, key=lambda each: -hits[each].score if each in hits else 1.0):
        hit, node = hits.get(id_), nodes[id_]
        why = _reason_left_out(message, node, hit, context, shown, visible)
        ranking = describe_ranking(hit.why) if hit is not None else ""
        yield OmittedNode(
            id_, str(node["kind"]), str(node["text"] or ""), None if hit is None else hit.score, why, ranking
        )


def _reason_left_out(
    message: str,
    node: Mapping[str, Any],
    hit: Hit | None,
    context: Context,
    shown: Sequence[Mapping[str, Any]],
    visible: Sequence[str] | None,
) -> str:
    kind, _, name = node["audience"].partition(":")
    text, is_message = str(node["text"] or ""), node["kind"] == "event"
    is_visible = visible is None or node["audience"] in visible
    score = f" ({_percent(hit)})" if hit is not None else ""
    reasons = (
        (not is_visible and kind == "session", f"not for this reader: only in session {name}"),
        (not is_visible, "not for this reader: said in private"),
        (node["quarantined"], "quarantined: its speaker is distrusted"),
        (node["instructs"], "it instructs the agent, and its speaker is no owner"),
        (is_message and _fold(text) == _fold(message), "it is the message itself"),
        (any(_fold(text) == _fold(one["text"]) for one in shown), "the same words are in the context already"),
        (any(_is_said_by(node, one) for one in shown), "a fact in the context says the same"),
        (is_message and is_acknowledgement(text), "it only acknowledges"),
        (
            node["id"] in context.dropped,
            f"it did not fit into {context.budget:,} tokens: what is more relevant came first",
        ),
        (node["status"] in {"superseded", "retracted"}, f"it is {node['status']}"),
        (is_small_talk(message), "a message such as this one asks for nothing, so nothing is searched"),
    )
    return next((why for holds, why in reasons if holds), f"not relevant enough for this message{score}")


def _is_said_by(node: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    """Whether a fact in the context makes a message that it rests on, or another fact, unnecessary."""
    if shown["kind"] != "fact":
        return False
    is_about_it = node["kind"] == "fact" or any(source["id"] == node["id"] for source in shown["sources"])
    return is_about_it and is_covered(str(node["text"] or ""), [str(shown["text"] or "")])


def _fold(text: object) -> str:
    return " ".join(str(text or "").casefold().split())


def _percent(hit: Hit | None) -> str:
    return f"{100 * (hit.score if hit is not None else 0.0):.0f} %"
