"""A larger KenoBot home: daily notes, long-term memory with consolidated sections, chats, patterns, and an old memory."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

from tests.transfer.homes.world import CITIES, Question, World

_CHAT = "telegram:123456789"


def write_kenobot_home(folder: Path, seed: int, *, is_old: bool) -> list[Question]:
    """Write a home and return its questions; an old one has patterns as a list, and working memory as Markdown."""
    world, questions = World(seed), list[Question]()
    memory = folder / "memory"
    for name in ("chats", "procedural", "identity", "working", "embeddings"):
        (memory / name).mkdir(parents=True)
    (folder / "data" / "sessions").mkdir(parents=True)
    asker = {"speaker": _CHAT, "session": _CHAT}
    bullets, embedded, days = list[str](), list[dict[str, object]](), dict[str, list[str]]()
    for number, person in enumerate(world.people(40)):
        at = world.later(20)
        fact = f"{person.name} lives in {person.city[-1]} and works as {person.job} at {person.company[-1]}"
        entry = (
            f"## {at:%H:%M} — {fact}\nThey met at the {person.hobby} club.\n"
            if number % 3 == 0
            else f"## {at:%H:%M} — {fact}\n"
        )
        days.setdefault(f"{at:%Y-%m-%d}", []).append(entry)
        if number % 4 == 0:
            bullets.append(fact)
        embedded.append({"id": str(number), "text": fact, "type": "semantic", "createdAt": int(at.timestamp() * 1000)})
        questions.append(Question(f"Where does {person.name} live?", person.city[-1], **asker))
        questions.append(Question(f"Where does {person.name} work?", person.company[-1], **asker))
    for day, entries in days.items():
        (memory / f"{day}.md").write_text("\n".join(entries), encoding="utf-8")
    only_there = {
        "id": "x",
        "text": "The spare key hangs behind the barometer",
        "type": "semantic",
        "createdAt": 1770993000000,
    }
    (memory / "embeddings" / "semantic.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in [*embedded, only_there]), encoding="utf-8"
    )
    questions.append(Question("Where does the spare key hang?", "barometer", **asker))
    new_city, old_city = world.random.sample(CITIES, 2)
    facts = {
        "Name": "Adrian",
        "City": new_city,
        "Timezone": "America/Mexico_City",
        "Router password hint": "the blue whale",
    }
    (memory / "MEMORY.md").write_text(
        "# Facts\n\n## About Adrian\n" + "".join(f"- {key}: {value}\n" for key, value in facts.items())
        + "\n## Consolidated — 2026-02-20\n" + "".join(f"- {each}\n" for each in bullets), encoding="utf-8"
    )  # fmt: skip
    (folder / "data" / "memory").mkdir(parents=True)
    (folder / "data" / "memory" / "MEMORY.md").write_text(
        f"# Facts\n\n## About Adrian\n- City: {old_city}\n- Locker number: 4417\n", encoding="utf-8"
    )
    questions += [
        Question("Which city does Adrian live in?", new_city, (old_city,), **asker),
        Question("What is Adrian's time zone?", "Mexico_City", **asker),
        Question("What is the hint for the router password?", "blue whale", **asker),
        Question("What is the locker number?", "4417", **asker),
    ]
    patterns = []
    for number, service in enumerate(("n8n", "grafana", "postgres", "traefik", "redis", "mosquitto")):
        patterns.append({"id": f"p{number}", "trigger": f"{service} + timeout error",
        "response": f"Restart {service} with profile {service}-slow.",
                         "confidence": 0.9, "usageCount": number})  # fmt: skip
        questions.append(Question(f"{service} shows a timeout error, what now?", f"{service}-slow", **asker))
    (memory / "procedural" / "patterns.json").write_text(
        json.dumps(patterns if is_old else {"patterns": patterns}), encoding="utf-8"
    )
    for number in range(12):
        chat = f"telegram--100{number:04d}" if number % 2 else f"telegram-55{number:04d}"
        session = f"telegram:{chat[len('telegram-') :]}"
        topic = (
            "irrigation",
            "book club",
            "choir",
            "allotment",
            "robotics",
            "bakery",
            "sailing",
            "chess",
            "radio",
            "theatre",
            "cycling",
            "weaving",
        )[number]
        where = memory / "chats" / chat
        where.mkdir(parents=True)
        (where / "context.md").write_text(f"Type: group of the {topic}\nTone: friendly\n", encoding="utf-8")
        (where / "MEMORY.md").write_text(
            f"- The treasurer of this chat is {world.pick(('Ludo', 'Ama', 'Piet'))} {number}\n", encoding="utf-8"
        )
        (where / "2026-02-13.md").write_text(
            f"---\ntimestamp: 2026-02-13T14:30:00Z\nsession: {chat}\nparticipants: [Adrian]\ntags: [{topic}]\n---\n\n"
            f"## The {topic} meeting\n\nThe next {topic} meeting is in room {number + 200}.\n", encoding="utf-8"
        )  # fmt: skip
        there = {"speaker": session if number % 2 == 0 else "telegram:9", "session": session}
        questions.append(Question("What is this chat about?", topic, **there))
        questions.append(Question(f"In which room is the next {topic} meeting?", str(number + 200), **there))
    (memory / "identity" / "core.md").write_text("# Identity\n- I am Keno\n", encoding="utf-8")
    (memory / "identity" / "preferences.md").write_text("- Be direct\n", encoding="utf-8")
    rules = {
        "rules": [{"category": "tone", "rule": "Never apologise"}],
        "forbidden": [{"pattern": "passwords in chat", "reason": "leaks"}],
    }
    (memory / "identity" / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    name = "telegram-123456789"
    working = "Task: migrate the staging server\nContext: the backup is on tape\nPending: call the data centre"
    if is_old:
        (memory / "working" / f"{name}.md").write_text(working, encoding="utf-8")
    else:
        row = {"content": working, "updatedAt": "2026-03-01T10:00:00Z"}
        (memory / "working" / f"{name}.json").write_text(json.dumps(row), encoding="utf-8")
    questions.append(Question("Where is the backup of the staging server?", "tape", **asker))
    lines = []
    for said, answered in [("My sister Rosa moved to Oaxaca", "Nice!"), *world.chatter(60)]:
        at = world.later()
        lines += [{"role": "user", "content": said, "timestamp": int(at.timestamp() * 1000)},
                  {"role": "assistant", "content": answered,
                  "timestamp": int((at + dt.timedelta(seconds=5)).timestamp() * 1000)}]  # fmt: skip
    (folder / "data" / "sessions" / f"{name}.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8"
    )
    questions.append(Question("Where did my sister Rosa move to?", "Oaxaca", **asker))
    return questions
