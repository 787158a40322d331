"""Tags in replies: text that an agent writes between tags is stored in the memory, and removed from the reply."""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from kg.agent.bootstrap import Bootstrap
from kg.agent.caller import Caller, default_audience, parse_audience_name, reject_instructions
from kg.agent.storage_filter import clean_for_storage
from kg.errors import InvalidInput, Refused
from kg.language import fold_text
from kg.types import canonical_session

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)

APPENDED_TAGS = ("memory", "chat-memory", "user")
"""Tags whose text is added to what is stored; each occurrence counts."""
REPLACED_TAGS = ("working-memory", "chat-context")
"""Tags whose text replaces what is stored; the last occurrence that is not blank counts."""
BOOTSTRAP_COMPLETE = "bootstrap-complete"
_NAMES = "|".join((*APPENDED_TAGS, *REPLACED_TAGS))
# A tag that contains its own opening is not closed.
_TAG = re.compile(rf"<({_NAMES})>((?:(?!</?\1>).)*)</\1>|<({BOOTSTRAP_COMPLETE})\s*/>", re.DOTALL | re.IGNORECASE)
# Code and quotations are not the agent's own words.
_CODE = re.compile(r"^(```|~~~).*?(?:^\1[ \t]*$|\Z)|^[ \t]*>[^\n]*$|(`+)[^`]+?\2", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"\w+")
# From this similarity of its words, in percent, a tag repeats another one.
_REPEATED = 80
_BLANK_LINES = re.compile(r"\n{3,}")
_WORKING_MEMORY_HEADING = re.compile(r"^\s*(?:#+\s*)?(task|context|pending|notes)\s*(?::\s*(.*))?$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
# The number of recent events that are searched for tags which a reply may repeat.
_RECENT_EVENTS = 20
Handler = Callable[[str], object]


@dataclass(frozen=True)
class ReplyTag:
    """A tag in a reply.

    Attributes:
        name: the tag's name.
        text: the text between the tags, trimmed and cleaned.
        start: the offset at which it begins.
        end: the offset at which it ends.
    """

    name: str
    text: str
    start: int
    end: int


def find_tags(reply: str) -> list[ReplyTag]:
    """Return the closed tags of a reply in order, except those in code blocks and quotations."""
    excluded = [match.span() for match in _CODE.finditer(reply)]
    starts = [start for start, _ in excluded]
    tags = []
    for match in _TAG.finditer(reply):
        before = bisect_right(starts, match.start())
        if not before or excluded[before - 1][1] <= match.start():
            tags.append(ReplyTag((match[1] or match[3]).lower(), clean_for_storage(match[2] or ""), *match.span()))
    return tags


class ReplyTags:
    """Applies the tags in an agent's replies in one session.

    `<memory>` adds a long-term note, `<chat-memory>` one that only this session may read; `<working-memory>` replaces the working
    memory of the session, `<chat-context>` what is kept about the session, which does not expire; `<user>` adds a note on the
    person whom the agent talks with; and `<bootstrap-complete/>` ends the bootstrap, in a conversation
    with an owner.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        session: str,
        speaker: str | None = None,
        audience: str | None = None,
        handlers: Mapping[str, Handler] | None = None,
    ) -> None:
        """Bind the tags to a memory and a session.

        Args:
            memory: the memory to write to.
            session: the session of the replies.
            speaker: the account that the agent talks with, as `platform:id`; None: the owner's, if there is an owner.
            audience: who may read what the tags store: shared, session or person; None: as the channel's setting says.
            handlers: by tag name, a function that is called with the text of the tag instead of the default.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        self._memory = memory
        self._session = canonical_session(session)
        account = min(memory.owners) if speaker is None and memory.owners else speaker
        self._chosen = None if audience is None else parse_audience_name(audience)
        self._caller = None if account is None else Caller.create(memory, account, self._session, audience=audience)
        default_handlers: dict[str, Handler] = {
            "memory": self._add_note,
            "chat-memory": self._add_session_note,
            "working-memory": self._replace_working_memory,
            "chat-context": self._replace_context,
            "user": self._add_user_note,
            BOOTSTRAP_COMPLETE: self._complete_bootstrap,
        }
        if unknown := sorted(set(handlers or {}) - set(default_handlers)):
            raise InvalidInput("handlers", unknown, f"a mapping with no other keys than {', '.join(default_handlers)}")
        self._handlers = default_handlers | dict(handlers or {})

    def apply(self, text: str) -> str:
        """Apply the tags of a reply and return the reply without them.

        A handler that fails is logged, and the other tags are still applied. A tag that another person wrote in this session
        recently, and that the reply repeats, is not applied.

        Args:
            text: the agent's reply.
        """
        tags = find_tags(text)
        if not tags:
            return _BLANK_LINES.sub("\n\n", text).strip()
        recent = self._recent_tags()
        last = {tag.name: tag for tag in tags if tag.text}
        for tag in tags:
            is_replaced_later = tag.name in REPLACED_TAGS and last.get(tag.name) is not tag
            if (not tag.text and tag.name != BOOTSTRAP_COMPLETE) or is_replaced_later:
                continue
            if any(_repeats(tag, other) for other in recent):
                logger.warning("the tag <%s> is not applied: it repeats a recent message", tag.name)
                continue
            self._handle(tag)
        starts, ends = [0, *(tag.end for tag in tags)], [*(tag.start for tag in tags), len(text)]
        shown = "".join(text[start:end] for start, end in zip(starts, ends, strict=True))
        return _BLANK_LINES.sub("\n\n", shown).strip()

    def _handle(self, tag: ReplyTag) -> None:
        try:
            self._handlers[tag.name](tag.text)
        except Exception:
            # A tag that fails must affect neither the other tags nor the reply.
            logger.exception("the tag <%s> was not applied", tag.name)

    def _recent_tags(self) -> list[tuple[str, str]]:
        """Return the tags that others wrote recently in this session, also in code, as name and words."""
        recent = self._memory.history(self._session, last=_RECENT_EVENTS)
        texts = [event.text for event in recent if event.role != "assistant"]
        found = [match for text in texts for match in _TAG.finditer(text)]
        return [((match[1] or match[3]).lower(), _normalize(match[2] or "")) for match in found]

    @property
    def _audience(self) -> str:
        person_audience = None if self._caller is None else self._caller.person_audience
        return default_audience(self._memory.settings, self._session, person_audience, self._chosen)

    def _check_no_instructions(self, text: str) -> None:
        # A speaker who is not the owner may have talked the agent into writing them.
        if self._caller is None or not self._caller.is_owner:
            reject_instructions("text", text)

    def _attribute(self, text: str) -> str:
        return text if self._caller is None else self._caller.attribute_text(text)

    def _add_note(self, text: str) -> None:
        self._check_no_instructions(text)
        self._memory.longterm.add(self._attribute(text), audience=self._audience)

    def _add_session_note(self, text: str) -> None:
        self._check_no_instructions(text)
        self._memory.longterm.add(self._attribute(text), audience=f"session:{self._session}")

    def _replace_working_memory(self, text: str) -> None:
        self._check_no_instructions(text)
        parts = _parse_working_memory(text)
        self._memory.working.replace(
            self._session,
            task=self._attribute(" ".join(parts["task"])),
            context=[self._attribute(line) for line in parts["context"]],
            pending=[self._attribute(line) for line in parts["pending"]],
            notes=self._attribute("\n".join(parts["notes"])),
        )

    def _replace_context(self, text: str) -> None:
        self._check_no_instructions(text)
        self._memory.working.set_chat_context(self._session, [self._attribute(line) for line in _split_lines(text)])

    def _add_user_note(self, text: str) -> None:
        if self._caller is None:
            raise Refused("the user is not known: pass `speaker`, or connect the memory with an owner")
        self._check_no_instructions(text)
        account = self._caller.account
        self._memory.people.ensure(account)
        audience = "shared" if self._audience == "shared" else "person"
        self._memory.people.note(account, text, by=account, audience=audience)

    def _complete_bootstrap(self, _: str) -> None:
        if self._caller is not None and self._memory.owners and not self._caller.is_owner:
            raise Refused("the bootstrap ends in a conversation with an owner")
        Bootstrap(self._memory, session=self._session).complete()


def _normalize(text: str) -> str:
    """Return the words of a text, without punctuation and case."""
    return " ".join(_WORD.findall(fold_text(text)))


def _repeats(tag: ReplyTag, other: tuple[str, str]) -> bool:
    """Whether a tag has nearly the words of a tag that another person wrote, or contains them."""
    name, words = other
    own = _normalize(tag.text)
    if tag.name == BOOTSTRAP_COMPLETE or not words:
        return tag.name == name
    # One or two planted words must not keep out every note that has them.
    is_contained = words.count(" ") >= 2 and f" {words} " in f" {own} "
    return is_contained or fuzz.ratio(own, words) >= _REPEATED


def _split_lines(text: str) -> list[str]:
    return [bare for line in text.splitlines() if (bare := _BULLET.sub("", line).strip())]


def _parse_working_memory(text: str) -> dict[str, list[str]]:
    """Split a working memory into its parts by headings; lines before the first heading are notes."""
    parts: dict[str, list[str]] = {"task": [], "context": [], "pending": [], "notes": []}
    current = "notes"
    for line in text.splitlines():
        heading = _WORKING_MEMORY_HEADING.match(line)
        if heading and (heading[2] is not None or line.lstrip().startswith("#")):
            current = heading[1].lower()
            parts[current] += _split_lines(heading[2] or "")
        else:
            parts[current] += _split_lines(line)
    return parts
