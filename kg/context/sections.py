"""The sections of a context: their lines, the most important first, built from what was read."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.context import rendering
from kg.context.participants_section import list_other_participants, name_speaker, render_people
from kg.context.period_lines import select_facts, select_messages
from kg.context.preferences_section import is_preference, render_preferences
from kg.context.profiles import Profile
from kg.context.relevant_hits import select_relevant
from kg.context.rendering import ContextLine
from kg.context.repetition import is_covered
from kg.context.section_draft import SectionDraft
from kg.context.session_history import SessionHistory, is_anchor_due
from kg.context.stored_memories import OpenTask, StoredMemories, StoredSummary
from kg.language import find_instructions, is_acknowledgement, split_quoting_sentences
from kg.memories import CORE_SECTIONS
from kg.people import Participants
from kg.retrieval import RetrievalResult
from kg.settings import Settings
from kg.summaries import PREFERENCES_KEY
from kg.types import CoreEntry, Entity, Episode, Event, Hit

_PREFERS = "prefers"
_NAMING_FACTOR, _ENOUGH_FACTS = 10, 5
# Facts and messages of a period for which the message asks may take this many times their usual tokens.
_PERIOD_FACTOR = 3
# A message is left out if facts among the first ones say all of it.
_SHOWN_FACTS = 10
# Least relevance of a message for summaries of the topics of what was found, and for which that of the channel is narrowed to it.
_TOPIC_RELEVANCE = 0.2
# Number of messages that name an entity of which nothing else is known, from which its line says more than they do.
_NOTABLE_MENTIONS = 3
# What `kg.agent` adds to a text of the agent in the turn of another than an owner.
_NOTED = re.compile(r"\(noted while talking with ([^()]+)\)")


@dataclass(frozen=True)
class ContextMaterial:
    """Everything that a context is built from.

    Attributes:
        profile: the token allocation.
        result: the result of the search.
        participants: the participants and named persons.
        stored: the stored memories.
        history: the history of the session.
        speaker: the speaker as named by the caller.
        account: the speaker's identity, as platform:id.
        session: canonical id of the session.
        person_ids: ids of persons that the message is about without naming them.
        sees_all: whether the reader may see all audiences.
        now: the current time.
        is_past: whether the context is of a past time.
        settings: the settings.
        is_owner: whether the speaker is an owner.
        owners: identities of the owners.
    """

    profile: Profile
    result: RetrievalResult
    participants: Participants
    stored: StoredMemories
    history: SessionHistory
    speaker: str | None
    account: str | None
    session: str | None
    person_ids: Sequence[str]
    sees_all: bool
    now: dt.datetime
    is_past: bool
    settings: Settings
    is_owner: bool = False
    owners: frozenset[str] = frozenset()

    @property
    def named(self) -> list[str]:
        """Ids of persons named in the message."""
        return [entity.id for entity in self.result.graph_matches.entities if entity.type == "person"]

    @property
    def zone(self) -> dt.tzinfo:
        """The owner's time zone."""
        return zoneinfo.ZoneInfo(self.settings.owner_zone)


def _working(material: ContextMaterial) -> list[ContextLine]:
    stored = material.stored
    kept = rendering.render_chat_context(stored.chat_context, material.session) if material.session else []
    return kept + (rendering.render_working_memory(stored.working, material.now) if stored.working else [])


def build_sections(material: ContextMaterial) -> list[SectionDraft]:
    """Build every section except the memories, in order; sections without tokens are left out."""
    stored = material.stored
    core = _core(stored.core, material.session)
    separate = {"identity"} if material.profile.together else {"identity", "preferences"}
    cards = render_people(
        material.participants,
        material.account,
        material.named,
        material.now,
        sees_all=material.sees_all,
        is_owner=material.is_owner,
    )
    items: dict[str, list[ContextLine]] = {
        "state": _state(material),
        "working": _working(material),
        "tasks": _tasks(material),
        "identity": [rendering.render_core_entry(one) for one in core if one.section == "identity"],
        "core": [rendering.render_core_entry(one) for one in core if one.section not in separate],
        "preferences": render_preferences(
            stored.summaries.get(PREFERENCES_KEY),
            [one for one in core if one.section in separate],
            stored.learnings,
            stored.preferences,
            stored.nearness,
        ),
        "knowledge": _knowledge(material),
        "entities": _entities(material, {line.node_id for line in cards} | _present(material)),
        "people": cards,
        "topics": _topics(material),
        "channel": _channel(material),
        "diary": [rendering.render_diary_entry(entry, material.zone) for entry in stored.diary],
        "procedures": [rendering.render_procedure(one) for one in stored.procedures],
        "learnings": [rendering.render_learning(one) for one in stored.learnings if not is_preference(one)],
        "earlier": _earlier(material),
        "recent": _recent(material),
        "anchor": _anchor(material, core),
    }
    backwards = {"diary", "recent"}
    parts = (
        SectionDraft(
            name, _max_tokens(name, material), _show_tiers(some, material), name in backwards, _places(name, material)
        )
        for name, some in items.items()
    )
    return [part for part in parts if part.max_tokens]


def _max_tokens(section: str, material: ContextMaterial) -> int:
    """Return the most tokens of a section; of the messages of a period, and of facts dated in it, more."""
    period = material.result.period
    is_asked = period is not None and (section == "memories" or (section == "knowledge" and period.is_planned))
    return (_PERIOD_FACTOR if is_asked else 1) * material.profile.share(section)


def _places(section: str, material: ContextMaterial) -> Mapping[str, str]:
    return material.result.places if section == "knowledge" else {}


def build_memories(material: ContextMaterial) -> SectionDraft:
    """Build the section of the retrieved memories."""
    return SectionDraft(
        "memories", _max_tokens("memories", material), _memory_lines(material), places=material.result.places
    )


def _memory_lines(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of the retrieved memories that are relevant, best first.

    A text that a speaker repeats is shown once, one of which the facts and preferences that rest on it say all not at all, and
    none that instructs an agent or only acknowledges. Facts have their own section.
    """
    there, now, result = material.participants, material.now, material.result
    least = material.settings.context_relevance
    facts = result.context_facts
    if result.graph_matches.asks_about_entities and len(facts) >= _ENOUGH_FACTS:
        # All messages that name a person match "who is Ann?"; the facts say more.
        least *= _NAMING_FACTOR
    stated: dict[str, list[str]] = {}
    for fact in facts[:_SHOWN_FACTS]:
        for event in fact.sources:
            stated.setdefault(event, []).append(fact.dated_text)
    for wish in filter(is_preference, material.stored.learnings):
        for event in wish.sources:
            stated.setdefault(event, []).append(wish.content)
    messages = list(_iterate_messages(material, stated))
    lines = [
        rendering.render_hit(
            hit,
            there.display_name(hit.speaker, hit.speaker_name or hit.speaker, hit.role, now),
            now,
            with_time=result.period is None,
        )
        for hit in (messages if result.period else select_relevant(messages, result, least))
    ]
    return _show_tiers(lines, material)


def _iterate_messages(material: ContextMaterial, stated: Mapping[str, Sequence[str]]) -> Iterator[Hit]:
    """Yield the hits that may be shown; `stated` are the facts that rest on a message."""
    shown: set[tuple[str | None, str]] = set()
    result = material.result
    for hit in select_messages(result) if result.period else result.hits:
        said = hit.speaker, " ".join(hit.text.casefold().split())
        instructs = hit.instructs and hit.speaker not in material.owners
        if hit.kind == "fact" or instructs or said in shown:
            continue
        if hit.kind == "event" and is_acknowledgement(hit.text):
            continue
        if result.period or not is_covered(hit.text, stated.get(hit.id, ()), hit.at):
            shown.add(said)
            yield hit


def _show_tiers(lines: Iterable[ContextLine], material: ContextMaterial) -> list[ContextLine]:
    """Add the tier of a participant to the account with whom the agent talked when it noted a line."""
    there = material.participants

    def add_tier(note: re.Match[str]) -> str:
        card = there.card_of(note[1])
        if card is None or not there.has_owner or card.person.owner:
            return note[0]
        return f"(noted while talking with {note[1]}, {card.trust(material.now).tier.replace('_', ' ')})"

    return [replace(line, text=_NOTED.sub(add_tier, line.text)) if _NOTED.search(line.text) else line for line in lines]


def _knowledge(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of relevant facts, without open tasks and learnt preferences, which have their own sections."""
    tasks = {task.id for task in material.stored.tasks}
    wishes = {event for one in material.stored.learnings if is_preference(one) for event in one.sources}
    result, there, now = material.result, material.participants, material.now
    facts = select_facts(result, select_messages(result)) if result.period else result.context_facts
    return [
        rendering.render_fact(
            fact,
            there.display_name(fact.speaker, fact.speaker_name or fact.speaker, None, now),
            there.ambiguous_subject(fact.subject, fact.speaker),
            now,
        )
        for fact in facts
        if fact.id not in tasks and not (fact.predicate == _PREFERS and not wishes.isdisjoint(fact.sources[:1]))
    ]


def _tasks(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of open tasks, with who stated one; not with the person who is to do it, if the scope has no owner."""
    return [rendering.render_open_task(task, _name_stater(task, material)) for task in material.stored.tasks]


def _name_stater(task: OpenTask, material: ContextMaterial) -> str | None:
    """Return the name to show of who stated a task; of one who does not take part, with the account and the tier of then."""
    there, card = material.participants, material.participants.card_of(task.account)
    is_own = task.said_by is None
    if is_own and (task.account is None or not there.has_owner or (card is not None and card.person.owner)):
        return None
    if card is not None or not there.has_owner:
        return there.display_name(task.account, task.said_by, None, material.now)
    name = task.account if is_own else f"{task.said_by}, {task.account}"
    return f"{name} ({task.tier.replace('_', ' ')})" if task.tier else name


def _state(material: ContextMaterial) -> list[ContextLine]:
    task = rendering.render_task(material.stored.working, material.now) if material.stored.working else []
    name = name_speaker(material.participants, material.account)
    return [rendering.render_state(material.now, material.speaker, material.session, name), *task]


def _core(entries: Iterable[CoreEntry], session: str | None) -> list[CoreEntry]:
    """Sort core entries by section, descending importance and age, without those of other chats, which an owner may read."""
    here = f"session:{session}"
    kept = (one for one in entries if not one.audience.startswith("session:") or one.audience == here)
    return sorted(kept, key=lambda one: (CORE_SECTIONS.index(one.section), -one.importance))


def _present(material: ContextMaterial) -> set[str | None]:
    return {card.person.id for card in list_other_participants(material.participants, material.account, material.named)}


def _entities(material: ContextMaterial, shown: set[str | None]) -> list[ContextLine]:
    entities = material.result.graph_matches.entities
    named = [
        rendering.render_entity(one, sees_all=material.sees_all)
        for one in entities
        if one.id not in {*shown, *material.person_ids}
        and (one.description or one.aliases or (material.sees_all and _is_notable(one)))
    ]
    summed = (material.stored.summaries.get(f"entity:{one.id}") for one in entities)
    return [*named, *(line for one in summed if one for line in _asked_sentences(one, material))]


def _is_notable(entity: Entity) -> bool:
    """Whether the number of messages that name an entity says more than these messages do."""
    return entity.type == "person" or entity.mention_count >= _NOTABLE_MENTIONS


def _topics(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of topic summaries: topics named in the message, then topics of the results, best first."""
    if material.result.relevance < _TOPIC_RELEVANCE:
        return []
    summaries = [one for one in material.stored.summaries.values() if one.key.startswith("topic:")]
    summaries.sort(key=lambda one: (one.topic_score is not None, -(one.topic_score or 0.0), one.key))
    return [line for one in summaries for line in _asked_sentences(one, material)]


def _asked_sentences(summary: StoredSummary, material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of the sentences of a summary that fit what the message asks for."""
    fitting = material.result.asked.select_sentences(_select_new(summary, material), summary.name)
    return rendering.render_summary(replace(summary, sentences=tuple(fitting)), name=summary.name)


def _select_new(summary: StoredSummary, material: ContextMaterial) -> list[str]:
    """Return the sentences of a summary that say more than each of the first facts."""
    facts = [fact.text for fact in material.result.context_facts[:_SHOWN_FACTS]]
    return [sentence for sentence in summary.sentences if not any(is_covered(sentence, [fact]) for fact in facts)]


def _channel(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of the channel: its summary and episodes, or what of them fits a message that asks for something."""
    if material.result.period:
        # Who asks for all of a period gets nothing of other times.
        return []
    summaries = (one for one in material.stored.summaries.values() if one.key.startswith("channel:"))
    if material.result.relevance >= _TOPIC_RELEVANCE:
        fitting = (_asked_part(one, material) for one in material.stored.episodes)
        shown = [rendering.render_episode(one, material.zone) for one in fitting if one.text]
        return [*(line for one in summaries for line in _asked_sentences(one, material)), *shown]
    episodes = [rendering.render_episode(one, material.zone) for one in material.stored.episodes]
    new = (replace(one, sentences=tuple(_select_new(one, material))) for one in summaries)
    return [*(line for one in new for line in rendering.render_summary(one, name=one.name)), *episodes]


def _asked_part(episode: Episode, material: ContextMaterial) -> Episode:
    """Return an episode with the sentences that fit what the message asks for."""
    sentences = split_quoting_sentences(episode.text)
    return replace(episode, text=" ".join(material.result.asked.select_sentences(sentences, "")))


def _earlier(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of earlier messages: the session's summary, then sentences of messages that it does not cover."""
    if not material.history.until:
        return []
    leaf = material.stored.summaries.get(f"session:{material.session}")
    summed = rendering.render_summary(leaf, name=None) if leaf else []
    covered = leaf.covered if leaf else 0
    lines = [
        line for line in material.history.earlier if (line.event.seq or 0) >= covered or line.event.audience != "shared"
    ]
    there, now = material.participants, material.now
    return [
        *summed,
        *(
            rendering.render_event(
                line.event,
                now.date(),
                there.display_name(line.event.speaker, line.event.speaker_name, line.event.role, now),
                line.text,
            )
            for line in lines
        ),
    ]


def _recent(material: ContextMaterial) -> list[ContextLine]:
    """Build the lines of the newest messages; of one that instructs an agent, only who wrote it."""
    there, now = material.participants, material.now
    return [
        rendering.render_event(
            event,
            now.date(),
            there.display_name(event.speaker, event.speaker_name, event.role, now),
            rendering.OMITTED_INSTRUCTION if _is_omitted(event, material) else None,
        )
        for event in reversed(material.history.recent)
    ]


def _is_omitted(event: Event, material: ContextMaterial) -> bool:
    """Whether a message of another than an owner instructs an agent; one that is not yet digested has no mark."""
    others = {one.speaker for one in material.participants.events if one.role != "assistant"} - material.owners
    if event.role == "assistant" and not others:
        # What the agent itself wrote, where only owners spoke with it, repeats no other's words.
        return False
    if event.instructs or event.status not in {"pending", "processing"} or event.speaker in material.owners:
        return event.instructs
    return bool(find_instructions(event.text))


def _anchor(material: ContextMaterial, core: Iterable[CoreEntry]) -> list[ContextLine]:
    """Build the lines that repeat the task and the agent's identity."""
    if material.is_past or not is_anchor_due(material.stored.replies, material.settings):
        return []
    task = rendering.render_task(material.stored.working, material.now) if material.stored.working else []
    return [*task, *(rendering.render_core_entry(one) for one in core if one.section == "identity")]
