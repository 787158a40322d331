"""Checks of a conversation: forms, evidence, times, answers, and no data of real people."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence

from training.corpus.reading import LABELS, PARTS, Conversation, Row

CATEGORIES = (
    "single",
    "multi-hop",
    "list",
    "order",
    "summary",
    "temporal",
    "update",
    "negative",
    "paraphrase",
    "wrong-person",
)
OBSERVATION_KINDS = (
    "event",
    "state",
    "trait",
    "preference",
    "plan",
    "opinion",
    "relation",
    "possession",
    "task",
)
CONVERSATION_KINDS = (
    "friends",
    "family",
    "group",
    "team",
    "assistant",
    "agent",
    "support",
    "community",
    "smalltalk",
)
FEEDBACK_KINDS = ("correction", "preference", "praise", "complaint")
_CHOICES = {
    ("observations", "kind"): OBSERVATION_KINDS,
    ("observations", "worth"): (0, 1, 2, 3),
    ("changes", "kind"): ("supersedes", "ends", "corrects"),
    ("preferences", "polarity"): ("+", "-"),
    ("questions", "category"): CATEGORIES,
    ("feedback", "kind"): FEEDBACK_KINDS,
}
_STATES = {
    "preferences": ("current", "replaced", "withdrawn"),
    "tasks": ("open", "done", "dropped", "overdue"),
}
_TIME = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d)?)?)?(/(\d{4}(-\d\d(-\d\d(T\d\d:\d\d)?)?)?)?)?")
# Domain names without owner (RFC 2606), and telephone numbers that are reserved for fiction.
_ADDRESS = re.compile(r"[\w.+-]+@([\w-]+(?:\.[\w-]+)+)|https?://([\w.-]+)")
_FREE_NAME = re.compile(r"(^|\.)(example(\.(com|org|net))?|test|invalid|localhost)$")
_PHONE = re.compile(r"(?<![\w.,/-])\+?\d(?:[ ()-]{0,2}\d){8,13}(?![\w,/-])")
_FREE_PHONE = re.compile(r"555[ -]?01\d\d|7700900\d{3}")
_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d\d?:\d\d")
_TEXT_FIELDS = ("text", "object", "value", "what", "old", "new", "question", "answer")
_THOUSANDS = re.compile(r"(?<=\d)[, ](?=\d{3}\b)")
_WORD = re.compile(r"\w+")


def find_mistakes(conversation: Conversation) -> list[str]:
    """Return all mistakes of a conversation, each as one line without its name."""
    ids = [event["id"] for event in conversation.events]
    found = [*_check_about(conversation), *_check_events(conversation.events)]
    if len(ids) != len(set(ids)):
        found.append("events: an id is used twice")
    for rows in (conversation.labels, conversation.second):
        for name, labels in rows.items():
            found += _check_labels(name, labels, set(ids))
    found += _check_mentions(conversation)
    return [*found, *_check_importance(conversation), *_check_privacy(conversation)]


def find_foreign_answers(conversation: Conversation) -> list[str]:
    """Return the questions for a single message whose answer shares no word or number with it.

    Such an answer is a translation, a count or a mistake, so a person has to look at it.
    """
    texts = {
        event["id"]: f"{event['text']} {event.get('metadata', {}).get('caption', '')}" for event in conversation.events
    }
    found = []
    for question in conversation.labels["questions"]:
        if question["category"] == "single":
            evidence = " ".join(texts[event] for event in question["evidence"])
            if not _stems(question["answer"]) & _stems(evidence):
                found.append(f"{question['id']}: {question['question']} → {question['answer']}")
    return found


def _stems(text: str) -> set[str]:
    return {word[:4] for word in _WORD.findall(_THOUSANDS.sub("", text.lower()))}


def _check_about(conversation: Conversation) -> Iterator[str]:
    about = conversation.about
    keys = [person["key"] for person in about["people"]]
    if about["kind"] not in CONVERSATION_KINDS:
        yield f"about: kind {about['kind']!r}"
    if about["owner"] not in keys:
        yield "about: the owner is none of the people"
    if len(keys) != len(set(keys)):
        yield "about: a key is used twice"
    if about.get("part") not in PARTS:
        yield f"about: part must be one of {', '.join(PARTS)}"
    names = {person.get("shown", person["name"]) for person in about["people"]} | {f"chat:{key}" for key in keys}
    unknown = {event["speaker"] for event in conversation.events} - {*names, "tool"}
    if unknown:
        yield f"about: unknown speakers {sorted(unknown)}"


def _check_events(events: Iterable[Row]) -> Iterator[str]:
    last = dt.datetime.min
    for event in events:
        at = dt.datetime.fromisoformat(event["ts"])
        if at < last:
            yield f"events: {event['id']} is earlier than the message before"
        if not event["text"]:
            yield f"events: {event['id']} is empty"
        last = at


def _check_labels(name: str, rows: Sequence[Row], ids: set[str]) -> Iterator[str]:
    names = [row["id"] for row in rows if "id" in row]
    if len(names) != len(set(names)):
        yield f"{name}: an id is used twice"
    for number, row in enumerate(rows, start=1):
        place = f"{name} {row.get('id', number)}"
        cited = [*row.get("evidence", ()), *row.get("earlier", ())]
        cited += [row["event"]] if "event" in row else []
        cited += [state["evidence"] for state in row.get("states", ()) if state["evidence"]]
        if set(cited) - ids:
            yield f"{place}: no messages {sorted(set(cited) - ids)}"
        for (of, field), choices in _CHOICES.items():
            if of == name and row[field] not in choices:
                yield f"{place}: {field} {row[field]!r}"
        if any(state["status"] not in _STATES[name] for state in row.get("states", ())):
            yield f"{place}: a state is none of {', '.join(_STATES[name])}"
        times = [row.get("time"), row.get("at"), *(state.get("due") for state in row.get("states", ()))]
        if not all(time is None or _TIME.fullmatch(time) for time in times):
            yield f"{place}: a time is not ISO 8601"
        if name in {"observations", "changes", "traps"} and not row["evidence"]:
            yield f"{place}: no evidence"
        if name == "questions" and (row["category"] == "negative") == bool(row["evidence"]):
            yield f"{place}: evidence and category do not fit"


def _check_mentions(conversation: Conversation) -> Iterator[str]:
    texts = {event["id"]: event["text"].lower() for event in conversation.events}
    keys = {person["key"] for person in conversation.about["people"]}
    for row in conversation.labels["mentions"]:
        if row["name"].lower() not in texts.get(row["event"], ""):
            yield f"mentions: {row['name']!r} is not in {row['event']}"
        if row["person"] is not None and row["person"] not in keys:
            yield f"mentions: unknown person {row['person']!r}"


def _check_importance(conversation: Conversation) -> Iterator[str]:
    days = {event["ts"][:10] for event in conversation.events}
    labelled = {row["date"] for row in conversation.labels["importance"]}
    if days != labelled:
        yield f"importance: days differ: {sorted(days ^ labelled)}"


def _check_privacy(conversation: Conversation) -> Iterator[str]:
    rows: list[Row] = [*conversation.events, *(row for name in LABELS for row in conversation.labels[name])]
    texts = {(row.get("id"), row[field]) for row in rows for field in _TEXT_FIELDS if row.get(field)}
    texts |= {(row["id"], row["metadata"]["caption"]) for row in rows if "caption" in row.get("metadata", {})}
    for identifier, text in sorted(texts, key=str):
        for match in _ADDRESS.finditer(text):
            if not _FREE_NAME.search((match[1] or match[2]).lower().strip(".")):
                yield f"{identifier}: {match[0]} is not an example address"
        for match in _PHONE.finditer(_DATE.sub(" - ", text)):
            if not _FREE_PHONE.search(re.sub(r"[ ()-]", "", match[0])):
                yield f"{identifier}: {match[0]} may be a telephone number; use 555-01xx or +44 7700 900xxx"
