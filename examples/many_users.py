"""Many users on one server: each has a scope, and no query reads two. They write and ask at the same time; one is erased.

After `make demo` run `.venv/bin/python examples/many_users.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from kg import AsyncMemory

PREFIX = "example-user"
USERS = 20
CITIES = ("Porto", "Ghent", "Bergen", "Graz", "Turku")
ME = "app:me"


def scope_of(prefix: str, user: int) -> str:
    """Return the scope of a user: in a program of yours, the id in your table of users."""
    return f"{prefix}-{user:03}"


async def write(prefix: str, user: int) -> None:
    """Do what the handler of a message does. In a service leave out `digest`, and run `kg worker --scopes 'example-user-*'`."""
    said = (f"I live in {CITIES[user % len(CITIES)]}.", f"My locker code is {4000 + user}.")
    async with await AsyncMemory.connect(scope_of(prefix, user), owner=ME) as memory:
        await memory.log(
            [{"text": text, "speaker": ME, "speaker_name": f"User {user}", "session": "app:1"} for text in said]
        )
        await memory.digest()


async def ask(prefix: str, user: int) -> str:
    """Return the context for a question of a user."""
    async with await AsyncMemory.connect(scope_of(prefix, user), owner=ME) as memory:
        question = "Where do I live, and what is my locker code?"
        return (await memory.context(question, speaker=ME, session="app:2", budget=300)).text


async def for_all(prefix: str, work: Callable[[str, int], Awaitable[Any]]) -> list[Any]:
    """Do the same for all users at once, and print how long it took."""
    start = time.perf_counter()
    done = await asyncio.gather(*(work(prefix, user) for user in range(USERS)))
    print(f"{work.__name__}: {USERS} users at once in {time.perf_counter() - start:.1f} s")
    return done


async def erase(prefix: str, user: int) -> None:
    """Erase a user without opening the memory."""
    await AsyncMemory.erase(scope_of(prefix, user))


async def run(prefix: str) -> None:
    """Write, ask, and erase one of the users."""
    await for_all(prefix, erase)
    await for_all(prefix, write)
    contexts = await for_all(prefix, ask)
    print(f"\n--- The context for user 7\n{contexts[7]}\n")

    own = sum(str(4000 + user) in context for user, context in enumerate(contexts))
    foreign = sum(
        str(4000 + other) in context for user, context in enumerate(contexts) for other in range(USERS) if other != user
    )
    print(f"{own} of {USERS} contexts have the user's own code; codes of others in them: {foreign}")

    receipt = await AsyncMemory.erase(scope_of(prefix, 7))
    print(f"User 7 wants to be forgotten: removed {receipt.removed}")
    print(f"User 7 is known: {'4007' in await ask(prefix, 7)}. User 8 is known: {'4008' in await ask(prefix, 8)}.")


def main(prefix: str = PREFIX) -> None:
    """Run the example."""
    asyncio.run(run(prefix))


if __name__ == "__main__":
    main()
