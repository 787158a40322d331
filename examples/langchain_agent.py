"""LangChain: a chain with the history of its chat, and a retriever over everything that is remembered."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from scripted_model import answer

from kg import Memory
from kg.agent.adapters.conversation import Conversation
from kg.agent.adapters.langchain import MemoryChatHistory, MemoryRetriever


def talk(memory: Memory, messages: Iterable[str], **who: Any) -> list[str]:
    """Answer messages of one conversation, and return the replies."""
    conversation = Conversation(memory, **who)
    history = MemoryChatHistory(conversation)
    retriever = MemoryRetriever(conversation=conversation, k=5)

    def model(message: str) -> str:
        found = retriever.invoke(message)
        return answer("\n".join(f"> {document.page_content}" for document in found), message)

    chain, replies = RunnableLambda(model), []
    for text in messages:
        replies.append(chain.invoke(text))
        history.add_messages([HumanMessage(text), AIMessage(replies[-1])])
    return replies


def main() -> None:
    """State a fact, and ask for it."""
    with Memory.connect(scope="demo", owner="cli:me") as memory:
        for reply in talk(
            memory, ["The boat is moored in Ghent.", "Where is the boat?"], speaker="cli:me", session="cli:chain"
        ):
            sys.stdout.write(reply + "\n")


if __name__ == "__main__":
    main()
