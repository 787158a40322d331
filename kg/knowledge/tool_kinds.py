"""Kinds of tools of which people mostly use one at a time: who switched to Helix no longer uses Vim.

Languages, clouds and games are left out: people use several.
"""

from __future__ import annotations

import re

from kg.language import fold_text

_KINDS = {
    "editor": "vim neovim nvim helix emacs vscode vs_code visual_studio_code sublime sublime_text zed cursor nano atom pycharm",
    "database": "sqlite postgres postgresql mysql mariadb mongodb mongo oracle sql_server cockroachdb duckdb clickhouse",
    "cache": "redis valkey memcached dragonfly",
    "python packages": "pip poetry uv conda pipenv pdm mamba hatch",
    "javascript packages": "npm yarn pnpm bun",
    "shell": "bash zsh fish nushell",
    "browser": "chrome firefox safari brave edge vivaldi opera",
    "optimiser": "adam adamw sgd lion adagrad rmsprop adafactor",
    "front end": "react vue svelte angular solid preact sveltekit next.js nuxt",
    "web framework": "django flask fastapi rails laravel express",
    "build service": "jenkins github_actions gitlab_ci circleci travis buildkite",
    "notes": "notion obsidian evernote roam logseq bear onenote",
    "queue": "rabbitmq kafka celery nats sqs",
    "terminal": "iterm iterm2 alacritty kitty wezterm ghostty",
    "linter": "flake8 pylint ruff",
    "bundler": "webpack vite parcel esbuild rollup turbopack",
    "phone": "iphone android pixel",
    "calendar": "google_calendar outlook fastmail",
}
_SAME = {
    "neovim": "nvim",
    "postgresql": "postgres",
    "mongo": "mongodb",
    "vs code": "vscode",
    "visual studio code": "vscode",
}
_MEMBERS = {name.replace("_", " "): kind for kind, names in _KINDS.items() for name in names.split()}
_NAMES = "|".join(sorted(map(re.escape, _MEMBERS), key=len, reverse=True))
# A version, and what says when: "Postgres 17 for now".
_TOOL = re.compile(
    rf"(?:the |an? )?(?P<name>{_NAMES})(?: v?\d[\w.]*)?"
    r"(?: (?:for now|now|again|instead|today|yesterday|last week|for everything|completely|full time))*"
)


def name_tool(text: str) -> tuple[str, str] | None:
    """Return the kind and the name of a tool that is all a text names, with a version at most; None for anything else."""
    match = _TOOL.fullmatch(fold_text(text))
    return None if match is None else (_MEMBERS[match["name"]], _SAME.get(match["name"], match["name"]))


def list_alike(text: str) -> frozenset[str]:
    """Return the names of the tools of the kind of the one that a text names; none if it names no tool."""
    tool = name_tool(text)
    return frozenset(name for name, kind in _MEMBERS.items() if tool is not None and kind == tool[0])
