"""LangGraph: a `BaseStore` in the graph, and a node that gives a graph its memory without a checkpointer.

`LangGraphStore` takes the place of `InMemoryStore` or `PostgresStore`; `memory_node` puts the context of a message before it, and
`logging_node` logs a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kg.agent.adapters.conversation import Conversation, missing_framework
from kg.agent.adapters.item_store import ItemStore, StoredItem
from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.memory import Memory

try:
    from langchain_core.messages import SystemMessage
    from langchain_core.runnables import RunnableConfig
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        PutOp,
        SearchItem,
        SearchOp,
    )
except ImportError:
    BaseStore = missing_framework("langgraph", "langgraph")

_ROLES = {"human": "user", "ai": "assistant", "tool": "tool"}


class LangGraphStore(BaseStore):  # type: ignore[misc]
    """A store of LangGraph whose items are in the graph, searched by meaning and by words."""

    def __init__(self, memory: Memory, *, speaker: str | None = None, audience: str = "shared") -> None:
        """Open a store; open one for each person with audience `person`, so that no other can read their items.

        Args:
            memory: the memory.
            speaker: the account of the person whose items these are, as `platform:id`.
            audience: shared, or person: only for the speaker, and for owners.
        """
        self._items = ItemStore(memory, name="langgraph", speaker=speaker, audience=audience)

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        """Execute operations in order."""
        return [self._execute(op) for op in ops]

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        """Execute operations in order, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _execute(self, op: Any) -> Any:
        if isinstance(op, PutOp):
            if op.value is None:
                self._items.delete(op.namespace, op.key)
            else:
                self._items.put(op.namespace, op.key, op.value)
            return None
        if isinstance(op, GetOp):
            found = self._items.get(op.namespace, op.key)
            return None if found is None else _to_item(found)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list_namespaces(op)
        raise InvalidInput("op", op, "a GetOp, PutOp, SearchOp or ListNamespacesOp")

    def _search(self, op: Any) -> list[Any]:
        most = 10_000 if op.filter else op.limit + op.offset
        if op.query:
            found = self._items.search(op.namespace_prefix, op.query, limit=min(most, 1_000))
        else:
            found = self._items.items(op.namespace_prefix, limit=most)
        matching = [item for item in found if _matches(item.value, op.filter or {})]
        return [_to_search_item(item) for item in matching[op.offset : op.offset + op.limit]]

    def _list_namespaces(self, op: Any) -> list[tuple[str, ...]]:
        namespaces = {item.namespace[: op.max_depth] for item in self._items.items() if _fits(item.namespace, op)}
        return sorted(namespaces)[op.offset : op.offset + op.limit]


def memory_node(conversation: Callable[[Mapping[str, Any]], Conversation]) -> Callable[..., dict[str, Any]]:
    """Return a node that puts the context of the last message before the messages of a state.

    Args:
        conversation: returns the conversation of the `configurable` part of a run's configuration.
    """

    def remember(state: Mapping[str, Any], config: RunnableConfig) -> dict[str, Any]:
        context = conversation(config.get("configurable", {})).context(str(state["messages"][-1].text))
        return {"messages": [SystemMessage(context, id="kg-memory")]}

    return remember


def logging_node(conversation: Callable[[Mapping[str, Any]], Conversation]) -> Callable[..., dict[str, Any]]:
    """Return a node that logs and digests the last turn of a state: the last message of the person, and those after it."""

    def log(state: Mapping[str, Any], config: RunnableConfig) -> dict[str, Any]:
        spoken = [message for message in state["messages"] if message.type in _ROLES]
        last = max((place for place, one in enumerate(spoken) if one.type == "human"), default=len(spoken))
        turn = [{"role": _ROLES[one.type], "content": one.text} for one in spoken[last:] if str(one.text).strip()]
        conversation(config.get("configurable", {})).add(turn)
        return {}

    return log


def _to_item(item: StoredItem) -> Any:
    return Item(
        value=dict(item.value), key=item.key, namespace=item.namespace, created_at=item.created_at, updated_at=item.updated_at
    )  # fmt: skip


def _to_search_item(item: StoredItem) -> Any:
    return SearchItem(item.namespace, item.key, dict(item.value), item.created_at, item.updated_at, score=item.score)


def _matches(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a value has the fields of a filter; a filter may compare, as `{"score": {"$gte": 3}}`."""
    return all(_compares(value.get(name), condition) for name, condition in wanted.items())


def _compares(actual: Any, condition: Any) -> bool:
    if not (isinstance(condition, dict) and any(str(name).startswith("$") for name in condition)):
        return bool(actual == condition)
    tests: dict[str, Callable[[Any, Any], bool]] = {
        "$eq": lambda a, b: a == b, "$ne": lambda a, b: a != b, "$gt": lambda a, b: a > b, "$gte": lambda a, b: a >= b,
        "$lt": lambda a, b: a < b, "$lte": lambda a, b: a <= b,
    }  # fmt: skip
    if unknown := set(condition) - set(tests):
        raise InvalidInput("filter", sorted(unknown), f"with the operators {', '.join(tests)}")
    return all(actual is not None and tests[name](actual, value) for name, value in condition.items())


def _fits(namespace: tuple[str, ...], op: Any) -> bool:
    conditions: Iterable[MatchCondition] = op.match_conditions or ()
    return all(_fits_path(namespace, tuple(one.path), at_end=one.match_type == "suffix") for one in conditions)


def _fits_path(namespace: tuple[str, ...], path: tuple[str, ...], *, at_end: bool) -> bool:
    part = namespace[-len(path) :] if at_end else namespace[: len(path)]
    return len(part) == len(path) and all(want in ("*", have) for want, have in zip(path, part, strict=True))
