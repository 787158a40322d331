"""Import of Graphiti and Zep graphs: episodes, entity nodes and edges with their validity, as JSON."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.knowledge import PREDICATES, ImportedEntity, ImportedFact
from kg.language import fold_text
from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, RecordItem, SkippedItem, observation
from kg.transfer.importers.keyed_facts import closed_predicate, predicate_name
from kg.transfer.importers.session_lines import ROLES
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.user_audiences import UserAudiences
from kg.transfer.importers.values import entity_type, read_mapping, read_names, read_text

_EPISODES = ("episodes", "episodic_nodes", "messages")
_NODES = ("nodes", "entities", "entity_nodes")
_EDGES = ("edges", "entity_edges", "facts")
# A line of an episode of messages: "user: Hello" or "Ann (user): Hello".
_TURN = re.compile(r"(?P<name>[^\s:(][^:\n(]{0,63}?)(?:\s*\((?P<role>[a-z_]+)\))?:\s+(?P<text>\S.*)")
_PLATFORM = "graphiti"


@dataclass(frozen=True)
class GraphitiGraph:
    """The parts of a graph, each row as its program writes it, and the names of its groups, one of each user."""

    episodes: Iterable[Mapping[str, Any]]
    nodes: Iterable[Mapping[str, Any]]
    edges: Iterable[Mapping[str, Any]]
    groups: Sequence[str] = ()


def recognise(source: ImportSource) -> bool:
    """Recognise an object with nodes and edges, or episodes; the edges have facts, nodes and episodes have uuids."""
    if not source.has_ending(".json"):
        return False
    graph = _graph(source.read_json())
    return graph is not None and any(
        _uuid(each) for part in (graph.episodes, graph.nodes, graph.edges) for each in itertools.islice(part, 1)
    )


def _graph(content: Any) -> GraphitiGraph | None:
    if not isinstance(content, Mapping):
        return None
    parts = [_first_list(content, names) for names in (_EPISODES, _NODES, _EDGES)]
    if parts[0] is None and (parts[1] is None or parts[2] is None):
        return None
    episodes, nodes, edges = ([each for each in part or [] if isinstance(each, Mapping)] for part in parts)
    return GraphitiGraph(episodes, nodes, edges, [group for row in edges if (group := read_text(row.get("group_id")))])


def _first_list(content: Mapping[str, Any], names: Sequence[str]) -> list[Any] | None:
    return next((content[name] for name in names if isinstance(content.get(name), list)), None)


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read a graph from its JSON."""
    graph = _graph(source.read_json())
    if graph is not None:
        yield from read_graph(graph, context)


def read_graph(graph: GraphitiGraph, context: ImportContext) -> Iterator[ImportItem]:
    """Read the episodes as messages or notes, the nodes as entities, and the edges as facts that rest on the episodes."""
    sources: dict[str, list[str]] = {}
    for number, row in enumerate(graph.episodes, start=1):
        for item in _read_episode(f"episode {_uuid(row) or number}", row, context):
            if isinstance(item, EventItem):
                sources.setdefault(_uuid(row), []).append(item.event["id"])
            yield item
    users = UserAudiences.of(_PLATFORM, graph.groups)
    names: dict[str, tuple[str, str]] = {}
    for number, row in enumerate(graph.nodes, start=1):
        where, name = f"node {_uuid(row) or number}", read_text(row.get("name")).strip()
        if not name:
            yield SkippedItem(where, "no name")
            continue
        entity = _entity(name, row, context)
        names[_uuid(row)] = (name, entity.type)
        yield RecordItem(where, entity)
    for number, row in enumerate(graph.edges, start=1):
        yield _edge(f"edge {_uuid(row) or number}", row, names, sources, users, context)


def _uuid(row: Mapping[str, Any]) -> str:
    return read_text(row.get("uuid") or row.get("uuid_") or row.get("id"))


def _read_episode(where: str, row: Mapping[str, Any], context: ImportContext) -> Iterator[ImportItem]:
    content = read_text(row.get("content")).strip()
    at = context.parse_time(row.get("valid_at")) or context.parse_time(row.get("created_at"))
    thread = read_text(row.get("thread_id") or row.get("session_id") or row.get("group_id")).strip() or "graph"
    session = thread if ":" in thread else f"{_PLATFORM}:{thread}"
    if not content:
        yield SkippedItem(where, "no content")
        return
    shared = {"session": session, "at": at, "kind": "message"}
    role = ROLES.get(read_text(row.get("role_type") or row.get("role")).casefold())
    if role is not None:
        # Zep has an episode for each message.
        event_id = context.make_id(_PLATFORM, _uuid(row), content)
        yield EventItem(where, {**shared, **_said(read_text(row.get("role")), role, content), "id": event_id})
    elif read_text(row.get("source")).casefold() == "message" and (turns := _turns(content)):
        for number, (name, said_as, text) in enumerate(turns):
            event_id = context.make_id(_PLATFORM, _uuid(row), number, text)
            yield EventItem(where, {**shared, **_said(name, said_as, text), "id": event_id})
    else:
        yield EventItem(where, observation(context.make_id(_PLATFORM, _uuid(row), content), content, at, session))


def _turns(content: str) -> list[tuple[str, str, str]]:
    """Return name, role and text of each message of an episode; none where its first line names no one."""
    turns: list[tuple[str, str, list[str]]] = []
    for line in content.splitlines():
        match = _TURN.fullmatch(line.strip())
        if match:
            named = match["role"] or match["name"]
            turns.append((match["name"].strip(), ROLES.get(named.strip().casefold(), "user"), [match["text"]]))
        elif turns:
            turns[-1][2].append(line)
        else:
            return []
    return [(name, role, "\n".join(lines).strip()) for name, role, lines in turns]


def _said(name: str, role: str, text: str) -> dict[str, Any]:
    is_named = bool(name) and role == "user" and name.strip().casefold() not in ROLES
    return {
        "text": text,
        "role": role,
        "direction": "inbound" if role == "user" else "outbound",
        "speaker": f"{_PLATFORM}:{name.strip()}" if is_named else f"{_PLATFORM}:user" if role == "user" else None,
        "speaker_name": name.strip() if is_named else None,
    }


def _entity(name: str, row: Mapping[str, Any], context: ImportContext) -> ImportedEntity:
    labels = [label for label in read_names(row.get("labels")) if label not in ("Entity", "Node")]
    attributes = read_mapping(row.get("attributes"))
    named = ((key, read_text(value).strip()) for key, value in attributes.items() if key not in ("labels", "name"))
    details = "; ".join(f"{key}: {value}" for key, value in named if value)
    summary = read_text(row.get("summary")).strip()
    return ImportedEntity(
        name=name,
        type=next((kind for label in labels if (kind := entity_type(label)) != "other"), "other"),
        description=f"{summary} ({details})" if summary and details else summary or details,
        first_seen=context.parse_time(row.get("created_at")),
    )


def _edge(
    where: str,
    row: Mapping[str, Any],
    names: Mapping[str, tuple[str, str]],
    sources: Mapping[str, Sequence[str]],
    users: UserAudiences,
    context: ImportContext,
) -> ImportItem:
    one, other = (names.get(read_text(row.get(field))) for field in ("source_node_uuid", "target_node_uuid"))
    words = " ".join(read_text(row.get("name") or row.get("fact_type")).replace("_", " ").split()).casefold()
    sentence = read_text(row.get("fact")).strip().rstrip(".")
    if one is None or other is None or not (words or sentence):
        return SkippedItem(where, "no relation" if one and other else "one of its nodes is missing")
    start = context.parse_time(row.get("valid_at"))
    end = context.parse_time(row.get("invalid_at")) or context.parse_time(row.get("expired_at"))
    predicate = closed_predicate(words) or predicate_name(words or "states")
    episodes = row.get("episodes")
    listed = episodes if isinstance(episodes, list) else []
    fact = ImportedFact(
        origin=f"graphiti: {where}",
        subject=one[0],
        predicate=predicate,
        object=other[0],
        at=start
        or context.parse_time(row.get("reference_time"))
        or context.parse_time(row.get("created_at"))
        or context.now,
        # "other": the graph does not say what it is; then the relation does, and the fact is one of the person of that name.
        subject_type=None if one[1] == "other" else one[1],
        object_type=None if other[1] == "other" and predicate in PREDICATES else other[1],
        template="" if predicate in PREDICATES else _template(sentence, words, one[0], other[0]),
        kind="relation",
        # What was invalidated is over, whatever contradicted it.
        valid_from=None if start is None else start.isoformat(),
        valid_to=None if end is None else end.isoformat(),
        sources=[event for each in listed for event in sources.get(read_text(each), ())],
        audience=users.audience(row.get("group_id")),
        details={"fact": sentence, **read_mapping(row.get("attributes"))},
    )
    return RecordItem(where, fact)


def _template(sentence: str, words: str, subject: str, obj: str) -> str:
    """Return the sentence with placeholders for its ends, or one of the relation's words where it does not name both."""
    plain = sentence.replace("{", "(").replace("}", ")")
    if fold_text(subject) in fold_text(plain) and fold_text(obj) in fold_text(plain):
        template = re.sub(re.escape(subject), "{s}", plain, count=1, flags=re.IGNORECASE)
        template = re.sub(re.escape(obj), "{o}", template, count=1, flags=re.IGNORECASE)
        if "{s}" in template and "{o}" in template:
            return template
    return f"{{s}} {words.replace('{', '(').replace('}', ')')} {{o}}"
