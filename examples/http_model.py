"""A real model for the examples: any server with the OpenAI chat-completions protocol, also a local one.

Set OPENAI_MODEL, and OPENAI_API_KEY or the address of a local server in OPENAI_BASE_URL (Ollama: http://127.0.0.1:11434/v1).
"""

from __future__ import annotations

import os

import httpx

INSTRUCTIONS = (
    "You are a helpful assistant with a memory. Answer in one or two sentences, from the context where it helps."
)


def answer(known: str, message: str) -> str:
    """Return the reply of the model to a message, given what the memory knows."""
    key = os.environ.get("OPENAI_API_KEY")
    asked = {
        "model": os.environ["OPENAI_MODEL"],
        "messages": [
            {"role": "system", "content": f"{INSTRUCTIONS}\n\n{known}"},
            {"role": "user", "content": message},
        ],
    }
    said = httpx.post(
        f"{os.environ.get('OPENAI_BASE_URL', 'https://api.openai.com/v1')}/chat/completions",
        json=asked,
        headers={"Authorization": f"Bearer {key}"} if key else {},
        timeout=60,
    )
    return str(said.raise_for_status().json()["choices"][0]["message"]["content"])
