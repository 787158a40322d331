"""The examples by task run as a newcomer runs them, and print what they promise."""

from __future__ import annotations

import json
import re
import runpy
import tempfile
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from tests.agent.adapters.example_runs import EXAMPLES, load_example

pytestmark = pytest.mark.slow

PAGE = EXAMPLES.parent / "docs" / "examples.md"


def assert_as_documented(output: str, name: str) -> None:
    """Assert that the output has the excerpt of docs/examples.md, in which … matches anything."""
    section = PAGE.read_text(encoding="utf-8").partition(f"```sh\n.venv/bin/python examples/{name}.py")[2]
    excerpt = section.partition("```text\n")[2].partition("```")[0].strip()
    pattern = ".*?".join(re.escape(part.strip()) for part in excerpt.split("…"))
    assert excerpt
    assert re.search(pattern, output, re.DOTALL), f"{output}\nbut the page has\n{excerpt}"


@pytest.fixture
def printed(
    environment: dict[str, str], scope: str, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., str]]:
    """Return a function that runs an example in the scope of this test and returns what it printed."""

    def run(name: str) -> str:
        load_example(name).main(scope)
        output = capsys.readouterr().out
        assert_as_documented(output, name)
        return output

    yield run
    Memory.erase(scope)


def test_the_chat_bot_answers_from_earlier_chats(printed: Callable[[str], str]) -> None:
    output = printed("chat_bot")
    assert "Mia: Where do I work?\nBot: From memory: Mia works at Acme." in output
    assert "Mia is allergic to peanuts.  " in output.partition("the message behind it")[2]


def test_the_chat_bot_may_be_typed_to(
    environment: dict[str, str], scope: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["The boat is moored in Ghent.", "Where is the boat?", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    load_example("chat_bot").type_yourself(scope)
    assert "Bot: From memory: The boat is moored in Ghent." in capsys.readouterr().out
    Memory.erase(scope)


def test_the_group_chat_believes_the_owner_and_keeps_secrets(printed: Callable[[str], str]) -> None:
    output = printed("group_chat")
    assert "Bot: From memory: The Juno regatta moved to 13 June" in output
    assert output.count("4711") == 2, "Olga says it, and is answered in a direct message only"
    assert "no answer: muted: asked for secrets" in output
    assert "555 0199" not in output.partition("sets aside")[2]


def test_the_analyst_reads_tables(
    environment: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names = runpy.run_path("notebook_analyst.py")
    output = capsys.readouterr().out
    assert_as_documented(output, "notebook_analyst")
    assert "150 messages" in output
    assert "(confidence: high)" in output
    assert names["page"].parent == tmp_path
    assert names["page"].stat().st_size > 100_000
    Memory.erase(names["SCOPE"])


def test_moving_in_keeps_what_the_old_memory_knew(printed: Callable[[str], str], scope: str) -> None:
    output = printed("moving_in")
    before, _, after = output.partition("--- Left")
    for answer in ("allergic to penicillin", "called Biscuit", "Ines lives in Lisbon", "a new sail before June 2026"):
        assert answer in before
        assert answer in after, "the export restores it"
    Memory.erase(f"{scope}-restored")


def test_users_read_their_own_memory_alone(printed: Callable[[str], str], scope: str) -> None:
    output = printed("many_users")
    assert "4007" in output.partition("The context for user 7")[2]
    for user in range(20):
        Memory.erase(f"{scope}-{user:03}")


class ChatServer(BaseHTTPRequestHandler):
    """A server of chat completions that answers with what it was asked."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = f"{self.path} {asked['model']} {self.headers['Authorization']} {asked['messages']}"
        body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Write no log."""


def test_a_real_model_is_told_the_context_and_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), ChatServer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_address[1]}/v1")
    monkeypatch.setenv("OPENAI_MODEL", "small")
    monkeypatch.setenv("OPENAI_API_KEY", "key-1")
    said = load_example("http_model").answer("Ann lives in Oslo.", "Where does Ann live?")
    server.shutdown()
    server.server_close()
    thread.join(10)
    assert said.startswith("/v1/chat/completions small Bearer key-1 ")
    assert "Ann lives in Oslo." in said
    assert "'role': 'user', 'content': 'Where does Ann live?'" in said
