"""Set-up of MCP clients: files are written whole, other entries in them stay, and a repetition changes nothing."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kg.agent import CLIENTS, RULES, install_client
from kg.agent.tools import ALL
from kg.errors import InvalidInput

CONFIGS = {
    "claude-code": ("project/.mcp.json", "mcpServers"),
    "claude-desktop": ("home/.config/Claude/claude_desktop_config.json", "mcpServers"),
    "cursor": ("project/.cursor/mcp.json", "mcpServers"),
    "vscode": ("project/.vscode/mcp.json", "servers"),
    "codex": ("home/.codex/config.toml", "mcp_servers"),
    "zed": ("home/.config/zed/settings.json", "context_servers"),
}


OLD_TOML = """model = "o"

[mcp_servers.memory]
command = "old"

[mcp_servers.memory.env]
A = "1"

[mcp_servers.other]
command = "x"
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "project").mkdir()
    folders = {"project": tmp_path / "project", "home": tmp_path / "home"}
    return lambda client, **options: install_client(client, speaker="cli:ann", **folders | options)


def read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_is_set_up_once(client: str, install: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_DATA_DIR", "/data")
    monkeypatch.setenv("KG_NEO4J_PASSWORD", "secret")
    name, key = CONFIGS[client]
    path = tmp_path / name
    done = install(client, scope="work", tools="all")
    assert done.advice
    server = read(path)[key]["memory"]
    assert server["args"] == [
        "-m", "kg", "mcp", "--scope", "work", "--speaker", "cli:ann", "--owner", "cli:ann", "--tools", "all",
    ]  # fmt: skip
    assert server["env"]["KG_DATA_DIR"] == "/data"
    assert "secret" not in path.read_text(encoding="utf-8")
    assert [change.outcome for change in install(client, scope="work", tools="all").changes] == [
        "left unchanged" for _ in done.changes
    ]
    rules = [change.text for change in done.changes if change.path != path]
    assert all(RULES in text for text in rules)
    assert client == "claude-desktop" or rules


def test_no_address_with_a_password_is_written(install: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KG_NEO4J_URI", "KG_LLM_URL", "KG_MAVEN_URL"):
        monkeypatch.setenv(name, "https://ann:hunter2@localhost:1")
    monkeypatch.setenv("KG_HTTP_PORT", "7475")
    install("claude-code")
    assert read(tmp_path / "project/.mcp.json")["mcpServers"]["memory"]["env"]["KG_HTTP_PORT"] == "7475"
    assert not any("hunter2" in path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize("client", CLIENTS)
def test_other_entries_stay(client: str, install: Any, tmp_path: Path) -> None:
    name, key = CONFIGS[client]
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".toml":
        path.write_text(OLD_TOML)
    else:
        path.write_text(json.dumps({"theme": "dark", key: {"memory": {"command": "old"}, "other": {"command": "x"}}}))
    (tmp_path / "project" / "AGENTS.md").write_text("# Mine\n\nUse tabs.\n")
    path.chmod(0o600)
    install(client)
    install(client, scope="two")
    config = read(path)
    assert config[key]["other"] == {"command": "x"}
    assert "two" in config[key]["memory"]["args"]
    assert "old" not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    text = (tmp_path / "project" / "AGENTS.md").read_text()
    assert text.startswith("# Mine\n\nUse tabs.\n")
    assert text.count("## Memory") == (client in ("codex", "zed"))


@pytest.mark.parametrize("client", CLIENTS)
def test_a_file_that_cannot_be_read_is_not_touched(client: str, install: Any, tmp_path: Path) -> None:
    path = tmp_path / CONFIGS[client][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('// a comment\n{"a": 1,}')
    with pytest.raises(InvalidInput, match="plain JSON or TOML"):
        install(client)
    assert path.read_text() == '// a comment\n{"a": 1,}'
    assert not (tmp_path / "project" / "AGENTS.md").exists()


def test_a_dry_run_writes_nothing(install: Any, tmp_path: Path) -> None:
    done = install("Claude Code", dry_run=True)
    assert "mcpServers" in done.changes[0].text
    assert list(tmp_path.rglob("*.json")) == []


def test_an_unknown_client_is_refused(install: Any) -> None:
    with pytest.raises(InvalidInput, match="did you mean 'cursor'"):
        install("cursr")


def test_the_rules_name_tools_that_exist() -> None:
    named = set(re.findall(r"`(\w+_\w+)`", RULES))
    assert named <= {tool.name for tool in ALL}
    assert len(named) == 5
