"""Tests of the documentation: code blocks run, tables match the code, links resolve."""

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
from kg.cli.demo import demo_events
from kg.context.budget import SECTION_TITLES
from kg.context.profiles import PROFILES
from kg.erasure import forget_scope
from kg.graph import Connection, Graph
from kg.protocols import SystemClock
from kg.retrieval.confidence import HIGH, LOW, MEDIUM
from kg.retrieval.features import FEATURE_GROUPS
from tests.graph.seeded_scope import seed

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
BROWSER_QUERIES = sorted((ROOT / "cypher" / "browser").glob("*.cypher"))

# These commands start, stop or download something, or run for a long time.
COMMANDS_NOT_RUN = ("kg up", "kg down", "kg demo", "kg worker", "kg mcp", "kg models fetch", "kg bench")
FENCE = re.compile(r"^```(\w*)[ ]?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced code block; `expected` is the text of an output block that follows directly."""

    language: str
    name: str
    text: str
    line: int
    expected: str | None


def page_id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parse_blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    matches = list(FENCE.finditer(text))
    result = []
    for index, match in enumerate(matches):
        next_block = matches[index + 1] if index + 1 < len(matches) else None
        has_output = (
            next_block is not None and next_block[1] == "text" and not text[match.end() : next_block.start()].strip()
        )
        line = text.count("\n", 0, match.start()) + 1
        result.append(Block(match[1], match[2], match[3], line, next_block[3] if next_block and has_output else None))
    return result


def remove_code_blocks(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def load_tables_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "tables.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def assert_matches(output: str, expected: str, where: str) -> None:
    """Assert that an output matches the expected text, in which … matches anything, including line breaks."""
    pattern = ".*?".join(re.escape(part) for part in expected.strip().split("…"))
    assert re.fullmatch(pattern, output.strip(), re.DOTALL), (
        f"{where} prints\n{output}\nbut the page expects\n{expected}"
    )


# Code blocks


@pytest.fixture
def doc_scope(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Change to an empty folder, and provide a scope that is erased afterwards."""
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
def test_code_blocks_run(path: Path, doc_scope: str, server: dict[str, str]) -> None:
    runnable = [
        block for block in parse_blocks(path) if block.language in ("python", "console", "cypher", "jsonl", "json")
    ]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    try:
        for block in runnable:
            where = f"{page_id(path)}:{block.line}"
            # All pages use the scope "tutorial".
            text, expected = (output.replace("tutorial", doc_scope) for output in (block.text, block.expected or ""))
            if block.language == "python":
                output = run_python(text, path, block.line, namespace)
                if block.expected is not None:
                    assert_matches(output, expected, where)
            elif block.language == "console":
                run_console(text, where, doc_scope)
            elif block.language == "cypher":
                run_cypher(text, doc_scope, server)
            elif block.name:
                Path(block.name).write_text(block.text, encoding="utf-8")
    finally:
        for value in namespace.values():
            if isinstance(value, Memory):
                value.close()


def run_python(text: str, path: Path, line: int, namespace: dict[str, Any]) -> str:
    output = io.StringIO()
    code = compile("\n" * line + text, str(path), "exec")
    with contextlib.redirect_stdout(output):
        exec(code, namespace)
    return output.getvalue()


def run_console(text: str, where: str, scope: str) -> None:
    """Run each `$ kg …` and compare its output with the lines that follow, if there are any."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        assert command.startswith("kg "), f"{where}: {command}"
        if command.startswith(COMMANDS_NOT_RUN):
            continue
        words = shlex.split(command, comments=True)[1:]
        assert words[words.index("--scope") + 1] == scope, f"{where}: {command} must not touch another scope"
        completed = CliRunner().invoke(app, words, catch_exceptions=False)
        assert completed.exit_code == 0, f"{where}: {command}: {completed.output}"
        if expected.strip():
            assert_matches(completed.stdout, expected, f"{where}: {command}")


def run_cypher(text: str, scope: str, server: dict[str, str]) -> None:
    with driver(server) as session_driver:
        session_driver.execute_query(f"CYPHER 25 {text}", scope=scope)


def driver(server: dict[str, str]) -> neo4j.Driver:
    auth = (server.get("KG_NEO4J_USER", "neo4j"), server.get("KG_NEO4J_PASSWORD", ""))
    return neo4j.GraphDatabase.driver(server["KG_NEO4J_URI"], auth=auth, notifications_min_severity="OFF")


def test_commands_of_shell_blocks_exist() -> None:
    """Check that the commands and make targets of `sh` blocks exist; these blocks are not run."""
    known = {name for name, _ in load_tables_module().walk(typer.main.get_command(app), "kg")}
    targets = set(re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    offenders = []
    for path, block in [(page, block) for page in PAGES for block in parse_blocks(page) if block.language == "sh"]:
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


def test_options_of_commands_in_pages_exist() -> None:
    known = dict(load_tables_module().walk(typer.main.get_command(app), "kg"))
    offenders = []
    for path in PAGES:
        blocks = [block.text for block in parse_blocks(path) if block.language in ("sh", "console")]
        lines = [*"\n".join(blocks).splitlines(), *re.findall(r"`(kg [^`\n]+)`", remove_code_blocks(path))]
        for line in lines:
            words = line.removeprefix("$ ").removeprefix(".venv/bin/").split("#")[0].split()
            names = [name for name in known if " ".join([*words, ""]).startswith(f"{name} ")]
            if words[:1] == ["kg"] and names:
                parameters = known[max(names, key=len)].params
                options = {option for one in parameters for option in (*one.opts, *one.secondary_opts)} | {"--help"}
                given = {word.split("=")[0] for word in words if word.startswith("--")}
                offenders += [(page_id(path), line, option) for option in given - options]
    assert offenders == []


def test_block_languages_are_known() -> None:
    for path in PAGES:
        for block in parse_blocks(path):
            assert block.language in ("python", "console", "cypher", "jsonl", "sh", "text"), (page_id(path), block.line)


# Contents


@pytest.mark.parametrize("marker", ["settings", "commands", "knowledge", "trust", "agents"])
def test_tables_match_the_code(marker: str) -> None:
    module = load_tables_module()
    page = (DOCS / f"{marker}.md").read_text(encoding="utf-8")
    filled_page = module.filled(page, marker, module.TABLES[marker]())
    assert filled_page == page, "run `python docs/tables.py`"


def test_every_setting_is_documented_with_its_default() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(KG_\w+)` \| (.*?) \|", page, re.MULTILINE))
    expected_rows = {f"KG_{name.upper()}": load_tables_module().default(name) for name in Settings.model_fields}
    assert rows == expected_rows


def test_environment_variables_in_pages_exist() -> None:
    # All variables are settings.
    known = {f"KG_{name.upper()}" for name in Settings.model_fields}
    for path in PAGES:
        names = set(re.findall(r"\bKG_[A-Z0-9_]*[A-Z0-9]\b", path.read_text(encoding="utf-8")))
        assert names <= known, (page_id(path), names - known)


def test_every_command_and_option_is_documented() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    for name, command in load_tables_module().walk(typer.main.get_command(app), "kg"):
        assert command.help, name
        _, heading, rest = page.partition(f"\n### `{name}`\n")
        assert heading, name
        section = rest.split("\n### ")[0]
        for parameter in command.params:
            assert parameter.help, (name, parameter.name)
            for option in parameter.opts if parameter.opts[0].startswith("-") else [parameter.name.upper()]:
                assert f"`{option}" in section, (name, option)


def test_the_error_tree_matches_the_code() -> None:
    page = (DOCS / "errors.md").read_text(encoding="utf-8")
    tree = inspect.getdoc(errors)
    assert tree
    error_tree = "\n".join(line.strip() for line in tree.splitlines() if line.strip().startswith(("KgError", "├", "└")))
    assert error_tree in page
    for name, error in inspect.getmembers(errors, inspect.isclass):
        if issubclass(error, errors.KgError):
            assert re.search(rf"^\| `{name}` \|", page, re.MULTILINE), name


def test_weights_profiles_and_thresholds_match_the_code() -> None:
    search = (DOCS / "search.md").read_text(encoding="utf-8")
    assert [name for name in FEATURE_GROUPS if f"| `{name}` | " not in search] == []
    thresholds = re.search(r"high is (\.\d+) and more, medium (\.\d+), low (\.\d+), below that none", search)
    assert thresholds
    assert [float(step) for step in thresholds.groups()] == [HIGH, MEDIUM, LOW]
    context = (DOCS / "context.md").read_text(encoding="utf-8")
    for profile in PROFILES.values():
        assert f"`{profile.name}` ({profile.budget:,})" in context
    for section in SECTION_TITLES:
        shares = [profile.share(section) for profile in PROFILES.values()]
        row = f"| `{section}` | {' | '.join(f'{share:,}' if share else '–' for share in shares)} |"
        assert row in context, row


def test_the_architecture_page_names_every_module() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    areas = {path.parent.name for path in (ROOT / "cypher").rglob("*.*")}
    assert {area for area in areas if f"`cypher/{area}/`" not in page} == set()
    folders = {path.name for path in (ROOT / "kg").iterdir() if path.is_dir() and not path.name.startswith("__")}
    modules = {path.name for path in (ROOT / "kg").glob("*.py")} - {"__main__.py"}
    assert {name for name in folders if f"  {name}/ " not in page} == set()
    assert {name for name in modules if f"  {name} " not in page} == set()


@pytest.mark.slow
def test_the_architecture_page_names_every_property(doc_scope: str, server: dict[str, str]) -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    header = re.search(r"^```text\n(// Read the newest events.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert header
    assert (ROOT / "cypher/events/history.cypher").read_text(encoding="utf-8").startswith(header[1])
    seed(doc_scope)
    with driver(server) as session_driver:
        rows, _, _ = session_driver.execute_query(
            "MATCH (n) WHERE n.scope = $scope OR n:Migration OR n:SchemaLock "
            "RETURN DISTINCT labels(n) AS labels, keys(n) AS keys, [(n)-[r]->() | type(r)] AS types",
            scope=doc_scope,
        )
    row_by_label = {
        match[1].split(":")[-1]: match[0] for match in re.finditer(r"^\| `([\w:]+)` \|.*$", page, re.MULTILINE)
    }
    missing: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        label = next(label for label in row["labels"] if label not in ("Memory", "Entity", "Kept"))
        missing[label] |= {key for key in row["keys"] if f"`{key}`" not in row_by_label[label]}
        missing["edges"] |= {kind for kind in row["types"] if f"| `{kind}` |" not in page}
    assert {label: sorted(names) for label, names in missing.items() if names} == {}


def test_changelog_and_package_agree_on_the_version() -> None:
    newest = re.search(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == __version__


# Links and the picture


def test_links_resolve() -> None:
    offenders = []
    for path in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", remove_code_blocks(path)):
            if target.startswith(("https://", "http://")):
                continue
            name, _, anchor = target.partition("#")
            target_path = (path.parent / name).resolve() if name else path
            if not target_path.exists() or (anchor and anchor not in list_anchors(target_path)):
                offenders.append((page_id(path), target))
    assert offenders == []


def list_anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", remove_code_blocks(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_links_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in PAGES if path.name != "README.md" and f"{path.name})" not in readme} == set()


def test_paths_in_pages_exist() -> None:
    for path in PAGES:
        for names in re.findall(r"`((?:kg|cypher|docs|tests)/[\w./-]+)`", remove_code_blocks(path)):
            if "AREA" not in names:
                assert (ROOT / names).exists() or (ROOT / f"{names}.py").exists(), (page_id(path), names)


def test_the_picture_matches_the_demo() -> None:
    spec = importlib.util.spec_from_file_location("docs_graph", DOCS / "images" / "graph.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    picture = module.draw(demo_events())
    assert picture == module.PICTURE.read_text(encoding="utf-8"), "run `python docs/images/graph.py`"


def test_pages_contain_no_local_paths() -> None:
    for path in [*PAGES, *BROWSER_QUERIES]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/work/|/root/|/home/\w", text), page_id(path)
