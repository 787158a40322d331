"""LangGraph: a graph that remembers without a checkpointer, and a store of notes that tools may use."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.conversation import Conversation
from kg.agent.adapters.langgraph import LangGraphStore, logging_node, memory_node


def build(memory: Memory) -> Any:
    """Build a graph: read the context, answer, log the turn."""

    def conversation(configurable: Any) -> Conversation:
        return Conversation(memory, **configurable["kg"])

    def model(state: MessagesState) -> dict[str, Any]:
        *_, message, known = state["messages"]
        return {"messages": [AIMessage(answer(str(known.text), str(message.text)))]}

    graph = StateGraph(MessagesState)
    graph.add_node("remember", memory_node(conversation))
    graph.add_node("model", model)
    graph.add_node("log", logging_node(conversation))
    graph.add_edge(START, "remember")
    graph.add_edge("remember", "model")
    graph.add_edge("model", "log")
    graph.add_edge("log", END)
    return graph.compile(store=LangGraphStore(memory))


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    graph, config = build(memory), {"configurable": {"kg": who}}
    return [graph.invoke({"messages": [HumanMessage(text)]}, config)["messages"][-1].text for text in messages]


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:graph"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
