"""A chat bot with memory: three chats, weeks apart. The model starts each with an empty window; the memory fills it.

After `make demo` run `.venv/bin/python examples/chat_bot.py`, or with `--type` to talk with it yourself.
"""

from __future__ import annotations

import datetime as dt
import sys

from scripted_model import answer  # A real model: `from http_model import answer`

from kg import Memory
from kg.agent import MemoryModule
from kg.protocols import FixedClock

SCOPE = "example-chat-bot"
MIA = "app:mia"
BUDGET = 400
CHATS = {
    "2026-03-02T18:00Z": (
        "Hi! I moved to Lisbon last week, and I am allergic to peanuts.",
        "I work at Fjord Bank. My sister Ines comes to visit on 20 March.",
        "Remind me to buy flowers for Ines.",
    ),
    "2026-03-19T08:30Z": (
        "When does Ines come?",
        "I bought the flowers for Ines.",
        "And I left the bank: I work at Acme now.",
    ),
    "2026-04-14T12:00Z": (
        "Where do I work?",
        "Thanks!",
    ),
}
LAST_QUESTION = "Is there any food that I must not eat?"


def reply(module: MemoryModule, message: str) -> str:
    """Answer one message: this is all that a loop needs."""
    context = module.before(message)
    return module.after(answer(context, message))


def hold_chat(scope: str, day: str, messages: tuple[str, ...]) -> None:
    """Hold one chat, as a program that starts for each chat, and print it."""
    # The clock is set, so that weeks pass in a moment. Leave it out in a program of your own.
    clock = FixedClock(dt.datetime.fromisoformat(day))
    with Memory.connect(scope, clock=clock, owner=MIA) as memory:
        module = MemoryModule(memory, budget=BUDGET)
        module.set_sender(MIA, session=f"app:{day[:10]}", speaker_name="Mia")
        print(f"\n--- {clock.now():%d %B %Y}: a new chat")
        for message in messages:
            print(f"Mia: {message}\nBot: {reply(module, message)}")
            clock.forward(dt.timedelta(minutes=1))


def show(scope: str) -> None:
    """Print a context, and what the memory made of the chats."""
    with Memory.connect(scope, owner=MIA) as memory:
        context = memory.context(LAST_QUESTION, speaker=MIA, session="app:today", budget=BUDGET)
        print(
            f"\n--- What the model is given with “{LAST_QUESTION}”: {context.tokens} tokens, no language model was asked"
        )
        print(context.text)
        print("\n--- What the memory knows, and the message behind it")
        for fact in sorted(memory.facts.list(min_worth=0.5, limit=20), key=lambda fact: fact.recorded_at):
            said = memory.get(fact.sources[0])
            print(f"  {fact.text:<58} {said.at:%d %b}: {said.text}")
        print("\n--- Where Mia worked")
        for fact in memory.facts.history("Mia", "works_at"):
            print(f"  {fact.status:<11} {fact.text}")
        print("\n--- What she asked for")
        for task in memory.tasks.list(None):
            print(f"  {task.status:<11} {task.text}")


def type_yourself(scope: str) -> None:
    """Answer what is typed until an empty line."""
    with Memory.connect(scope, owner=MIA) as memory:
        module = MemoryModule(memory, budget=BUDGET)
        module.set_sender(MIA, session="app:typed", speaker_name="Mia")
        while message := input("You: ").strip():
            print("Bot:", reply(module, message))


def main(scope: str = SCOPE) -> None:
    """Hold three chats, and show what they left."""
    Memory.erase(scope)
    for day, messages in CHATS.items():
        hold_chat(scope, day, messages)
    show(scope)
    print(f"\nLook at it: .venv/bin/kg open --scope {scope}")


if __name__ == "__main__":
    if "--type" in sys.argv:
        type_yourself(SCOPE)
    else:
        main()
