"""The documentation is true: its code runs, its tables are those of the code, its links lead somewhere."""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import io
import re
import shlex
import uuid
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import neo4j
import pytest
import typer
from typer.testing import CliRunner

from kg import Memory, Settings, __version__, errors
from kg.cli import app
from kg.cli.demo import events as demo_events
from kg.context.budget import TITLES
from kg.context.profiles import PROFILES
from kg.erasure import forget_scope
from kg.graph import Connection, Graph
from kg.protocols import SystemClock
from kg.retrieval.confidence import HIGH, LOW, MEDIUM
from kg.retrieval.features import GROUPS
from tests.graph.seeded_scope import seed

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
EXPLORE = sorted((ROOT / "cypher" / "browser").glob("*.cypher"))

# They start, stop or fetch something, or work until interrupted, or for minutes.
NOT_RUN = ("kg up", "kg down", "kg demo", "kg worker", "kg mcp", "kg models fetch", "kg bench")
FENCE = re.compile(r"^```(\w*)[ ]?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, the word behind it, its text, its first line's number, and the text that follows at once."""

    language: str
    name: str
    text: str
    line: int
    expected: str | None


def page_id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    found = list(FENCE.finditer(text))
    made = []
    for place, match in enumerate(found):
        behind = found[place + 1] if place + 1 < len(found) else None
        told = behind is not None and behind[1] == "text" and not text[match.end() : behind.start()].strip()
        line = text.count("\n", 0, match.start()) + 1
        made.append(Block(match[1], match[2], match[3], line, behind[3] if behind and told else None))
    return made


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "tables.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def assert_like(told: str, expected: str, where: str) -> None:
    """The output is the expected one, in which … stands for anything, line breaks included."""
    pattern = ".*?".join(re.escape(part) for part in expected.strip().split("…"))
    assert re.fullmatch(pattern, told.strip(), re.DOTALL), f"{where} prints\n{told}\nand the page says\n{expected}"


# What the pages run


@pytest.fixture
def place(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty folder to work in, and a scope, erased afterwards whatever model it was made with."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    scope = f"docs-{uuid.uuid4().hex[:12]}"
    yield scope
    user, password = environment.get("KG_NEO4J_USER", "neo4j"), environment.get("KG_NEO4J_PASSWORD", "")
    connection = Connection(environment["KG_NEO4J_URI"], user, password, Settings())
    forget_scope(Graph(connection, scope), SystemClock())
    connection.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_the_code_of_a_page_runs(path: Path, place: str, server: dict[str, str]) -> None:
    chosen = [block for block in blocks(path) if block.language in ("python", "console", "cypher", "jsonl", "json")]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    try:
        for block in chosen:
            where = f"{page_id(path)}:{block.line}"
            # The scope that all pages use.
            text, expected = (told.replace("tutorial", place) for told in (block.text, block.expected or ""))
            if block.language == "python":
                told = run_python(text, path, block.line, namespace)
                if block.expected is not None:
                    assert_like(told, expected, where)
            elif block.language == "console":
                run_console(text, where, place)
            elif block.language == "cypher":
                run_cypher(text, place, server)
            elif block.name:
                Path(block.name).write_text(block.text, encoding="utf-8")
    finally:
        for value in namespace.values():
            if isinstance(value, Memory):
                value.close()


def run_python(text: str, path: Path, line: int, namespace: dict[str, Any]) -> str:
    told = io.StringIO()
    code = compile("\n" * line + text, str(path), "exec")
    with contextlib.redirect_stdout(told):
        exec(code, namespace)
    return told.getvalue()


def run_console(text: str, where: str, scope: str) -> None:
    """Each `$ kg …` with the lines behind it, which are its output; no lines: any output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        assert command.startswith("kg "), f"{where}: {command}"
        if command.startswith(NOT_RUN):
            continue
        words = shlex.split(command, comments=True)[1:]
        assert words[words.index("--scope") + 1] == scope, f"{where}: {command} must not touch another scope"
        done = CliRunner().invoke(app, words, catch_exceptions=False)
        assert done.exit_code == 0, f"{where}: {command}: {done.output}"
        if expected.strip():
            assert_like(done.stdout, expected, f"{where}: {command}")


def run_cypher(text: str, scope: str, server: dict[str, str]) -> None:
    with driver(server) as opened:
        opened.execute_query(f"CYPHER 25 {text}", scope=scope)


def driver(server: dict[str, str]) -> neo4j.Driver:
    auth = (server.get("KG_NEO4J_USER", "neo4j"), server.get("KG_NEO4J_PASSWORD", ""))
    return neo4j.GraphDatabase.driver(server["KG_NEO4J_URI"], auth=auth, notifications_min_severity="OFF")


def test_commands_of_shell_blocks_exist() -> None:
    """`sh` blocks set up, start and fetch; they are not run, but what they call must be there."""
    known = {name for name, _ in tables().walk(typer.main.get_command(app), "kg")}
    targets = set(re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    offenders = []
    for path, block in [(page, block) for page in PAGES for block in blocks(page) if block.language == "sh"]:
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            called = " ".join(["kg", *words[1:]])
            if words[:1] in (["kg"], [".venv/bin/kg"]) and not any(
                f"{called} ".startswith(f"{name} ") for name in known
            ):
                offenders.append((page_id(path), line))
            if words[:1] == ["make"] and words[1] not in targets:
                offenders.append((page_id(path), line))
    assert offenders == []


def test_every_language_of_a_block_is_known() -> None:
    for path in PAGES:
        for block in blocks(path):
            assert block.language in ("python", "console", "cypher", "jsonl", "sh", "text"), (page_id(path), block.line)


# What the pages tell


@pytest.mark.parametrize("marker", ["settings", "commands", "knowledge", "trust", "agents"])
def test_tables_are_those_of_the_code(marker: str) -> None:
    module = tables()
    page = (DOCS / f"{marker}.md").read_text(encoding="utf-8")
    told = module.filled(page, marker, module.TABLES[marker]())
    assert told == page, "run `python docs/tables.py`"


def test_every_setting_is_documented_with_its_default() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(KG_\w+)` \| (.*?) \|", page, re.MULTILINE))
    wanted = {f"KG_{name.upper()}": tables().default(name) for name in Settings.model_fields}
    assert rows == wanted


def test_variables_that_pages_name_exist() -> None:
    # The Makefile's and Docker's own beside those of the settings.
    known = {f"KG_{name.upper()}" for name in Settings.model_fields}
    for path in PAGES:
        named = set(re.findall(r"\bKG_[A-Z0-9_]*[A-Z0-9]\b", path.read_text(encoding="utf-8")))
        assert named <= known, (page_id(path), named - known)


def test_every_command_and_option_is_documented() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    for name, command in tables().walk(typer.main.get_command(app), "kg"):
        assert command.help, name
        _, heading, rest = page.partition(f"\n### `{name}`\n")
        assert heading, name
        section = rest.split("\n### ")[0]
        for parameter in command.params:
            assert parameter.help, (name, parameter.name)
            for option in parameter.opts if parameter.opts[0].startswith("-") else [parameter.name.upper()]:
                assert f"`{option}" in section, (name, option)


def test_the_tree_of_errors_is_the_codes() -> None:
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    tree = inspect.getdoc(errors)
    assert tree
    drawn = "\n".join(line.strip() for line in tree.splitlines() if line.strip().startswith(("KgError", "├", "└")))
    assert drawn in page
    for name, error in inspect.getmembers(errors, inspect.isclass):
        if issubclass(error, errors.KgError):
            assert re.search(rf"^\| `{name}` \|", page, re.MULTILINE), name


def test_weights_profiles_and_steps_are_those_of_the_code() -> None:
    search = (DOCS / "search.md").read_text(encoding="utf-8")
    assert [name for name in GROUPS if f"| `{name}` | " not in search] == []
    told = re.search(r"high is (\.\d) and more, medium (\.\d), low (\.\d), below that none", search)
    assert told
    assert [float(step) for step in told.groups()] == [HIGH, MEDIUM, LOW]
    context = (DOCS / "context.md").read_text(encoding="utf-8")
    for one in PROFILES.values():
        assert f"`{one.name}` ({one.budget:,})" in context
    for section in TITLES:
        shares = [one.share(section) for one in PROFILES.values()]
        row = f"| `{section}` | {' | '.join(f'{share:,}' if share else '–' for share in shares)} |"
        assert row in context, row


@pytest.mark.slow
def test_architecture_names_every_area_label_edge_and_property(place: str, server: dict[str, str]) -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    areas = {path.parent.name for path in (ROOT / "cypher").rglob("*.*")}
    assert {area for area in areas if f"`cypher/{area}/`" not in page} == set()
    folders = {path.name for path in (ROOT / "kg").iterdir() if path.is_dir() and not path.name.startswith("__")}
    modules = {path.name for path in (ROOT / "kg").glob("*.py")} - {"__main__.py"}
    assert {name for name in folders if f"  {name}/ " not in page} == set()
    assert {name for name in modules if f"  {name} " not in page} == set()
    header = re.search(r"^```text\n(// The newest events.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert header
    assert (ROOT / "cypher/events/history.cypher").read_text(encoding="utf-8").startswith(header[1])
    seed(place)
    with driver(server) as opened:
        rows, _, _ = opened.execute_query(
            "MATCH (n) WHERE n.scope = $scope OR n:Migration OR n:SchemaLock "
            "RETURN DISTINCT labels(n) AS labels, keys(n) AS keys, [(n)-[r]->() | type(r)] AS types",
            scope=place,
        )
    told = {match[1].split(":")[-1]: match[0] for match in re.finditer(r"^\| `([\w:]+)` \|.*$", page, re.MULTILINE)}
    missing: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        label = next(label for label in row["labels"] if label not in ("Memory", "Entity", "Kept"))
        missing[label] |= {key for key in row["keys"] if f"`{key}`" not in told[label]}
        missing["edges"] |= {kind for kind in row["types"] if f"| `{kind}` |" not in page}
    assert {label: sorted(names) for label, names in missing.items() if names} == {}


def test_changelog_and_package_agree_on_the_version() -> None:
    newest = re.search(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == __version__


# Links and the picture


def test_links_lead_somewhere() -> None:
    offenders = []
    for path in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
            if target.startswith(("https://", "http://")):
                continue
            name, _, anchor = target.partition("#")
            other = (path.parent / name).resolve() if name else path
            if not other.exists() or (anchor and anchor not in anchors(other)):
                offenders.append((page_id(path), target))
    assert offenders == []


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in PAGES if path.name != "README.md" and f"{path.name})" not in readme} == set()


def test_paths_that_pages_name_exist() -> None:
    for path in PAGES:
        for named in re.findall(r"`((?:kg|cypher|docs|tests)/[\w./-]+)`", prose(path)):
            if "AREA" not in named:
                assert (ROOT / named).exists() or (ROOT / f"{named}.py").exists(), (page_id(path), named)


def test_the_picture_is_that_of_the_demo() -> None:
    spec = importlib.util.spec_from_file_location("docs_graph", DOCS / "images" / "graph.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    drawn = module.draw(demo_events())
    assert drawn == module.PICTURE.read_text(encoding="utf-8"), "run `python docs/images/graph.py`"


def test_the_project_speaks_of_itself_alone() -> None:
    for path in [*PAGES, *EXPLORE]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/work/|/root/|/home/\w", text), page_id(path)
