"""Hooks of the documentation site (mkdocs.yml): pages made from other files of the project, and links to them.

The landing page is the README. The reference is made from docstrings, that of statements from the headers of `cypher/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent

PAGES_OF_THE_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
}
"""Files of the root that are pages of the site."""

REFERENCE = {
    "memory": ("Memory", "`kg`: what programs import first.", ("kg.Memory", "kg.AsyncMemory", "kg.Settings")),
    "stores": (
        "Stores",
        "The attributes of a `Memory`: each is a store of one kind of knowledge.",
        (
            "kg.knowledge.Facts", "kg.knowledge.Tasks", "kg.knowledge.Entities", "kg.knowledge.Relations", "kg.knowledge.Topics",
            "kg.knowledge.ChangeLog",
            "kg.people.People", "kg.knowledge.QuarantineLedger", "kg.visualize.DrawableSocialGraph", "kg.visualize.Pictures",
            "kg.memories.CoreMemory", "kg.memories.WorkingMemories", "kg.memories.LongTermMemory", "kg.memories.Procedures",
            "kg.memories.Diary", "kg.memories.Journal", "kg.memories.Episodes", "kg.memories.Learnings",
            "kg.memories.Reflections", "kg.summaries.Summaries", "kg.consolidation.Sleep", "kg.ingestion.Worker",
            "kg.llm.UsageLedger",
        ),
    ),
    "types": ("Records", "", ("kg.types",)),
    "protocols": ("Protocols", "", ("kg.protocols",)),
    "errors": ("Exceptions", "", ("kg.errors",)),
    "trust": ("Trust", "", ("kg.trust",)),
    "agent": ("Agents", "", ("kg.agent",)),
    "adapters": (
        "Adapters",
        "",
        tuple(f"kg.agent.adapters.{path.stem}" for path in sorted((ROOT / "kg/agent/adapters").glob("[a-z]*.py"))),
    ),
}  # fmt: skip
"""Page of the reference → its title, a sentence, and the objects whose docstrings it shows."""

# The plugin `offline` loads this; docs/assets has a copy.
_SHIM = "https://unpkg.com/iframe-worker/shim"
# Lunr: a letter and the number of a node are joined to name a set, so that 1 and 23 are the same as 12 and 3.
_AMBIGUOUS = "e=e+s+o.id"
_LINK = re.compile(r"(\]\()((?:\.\./)*)([\w.][\w./-]*)(#[\w-]+)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/."""
    for name, page in PAGES_OF_THE_ROOT.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_landing(text) if name == "README.md" else text))
    for name, (title, sentence, objects) in REFERENCE.items():
        shown = "\n".join(f"::: {one}\n" for one in objects)
        files.append(File.generated(config, f"reference/{name}.md", content=f"# {title}\n\n{sentence}\n\n{shown}"))
    files.append(File.generated(config, "reference/statements.md", content="\n".join(_statements())))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Point links at pages of the site; files that are no pages are shown in the repository."""
    of_root = page.file.src_uri in PAGES_OF_THE_ROOT.values()

    def replace(match: re.Match[str]) -> str:
        start, up, path, anchor = match[1], match[2], match[3], match[4] or ""
        from_root = path if of_root or up else f"docs/{path}"
        if from_root in PAGES_OF_THE_ROOT:
            return f"{start}{PAGES_OF_THE_ROOT[from_root]}{anchor})"
        if from_root.startswith("docs/"):
            return f"{start}{from_root.removeprefix('docs/')}{anchor})"
        return (
            f"{start}{config.extra['social'][0]['link']}/blob/main/{from_root}{anchor})"
            if (ROOT / from_root).exists()
            else match[0]
        )

    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    parts, end = [], 0
    for block in code.finditer(markdown):
        parts += [_LINK.sub(replace, markdown[end : block.start()]), block[0]]
        end = block.end()
    return "".join(parts) + _LINK.sub(replace, markdown[end:])


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Load the script for searches in pages that are opened as files from the site, not from another host."""
    return output.replace(_SHIM, f"{'../' * page.url.count('/')}assets/iframe-worker.js")


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Do the same in the page 404, which is shown under any address."""
    return output_content.replace(_SHIM, "/assets/iframe-worker.js") if template_name == "404.html" else output_content


def on_post_build(config: Any) -> None:
    """Correct the search: Lunr takes two sets of words for one if digits follow letters in both, and then finds no "memory"."""
    for script in (Path(config.site_dir) / "assets/javascripts/workers").glob("search.*.js"):
        text = script.read_text(encoding="utf-8")
        if text.count(_AMBIGUOUS) != 1:
            raise PluginError(f"{script.name} is another Lunr: is its TokenSet.toString still ambiguous?")
        script.write_text(text.replace(_AMBIGUOUS, f'{_AMBIGUOUS}+","'), encoding="utf-8")


def _landing(readme: str) -> str:
    """Return the README without its table of pages, which the navigation replaces."""
    before, _, rest = readme.partition("\n## Documentation\n")
    return f"{before}\n## {rest.partition(chr(10) + '## ')[2]}"


def _statements() -> Iterator[str]:
    """Yield the lines of the page of statements: the header of each, by area."""
    yield "# Statements\n\nEvery Cypher statement is a file in `cypher/`. Python builds no query text"
    yield "([how](../architecture.md#statements-are-files)). Private: names and parameters may change in any version.\n"
    for area in sorted(path for path in (ROOT / "cypher").iterdir() if path.is_dir()):
        yield f"## {area.name}\n"
        for path in sorted(area.glob("*.cypher")):
            lines = []
            for line in path.read_text(encoding="utf-8").splitlines():
                if not line.startswith("//"):
                    break
                lines.append(line.removeprefix("//").strip())
            fields = [line for line in lines if re.match(r"(access|scope|param|returns|notifications)\b", line)]
            yield f"### `{area.name}/{path.stem}`\n"
            yield " ".join(line for line in lines if line not in fields) + "\n"
            yield "".join(f"- {re.sub(r'^(param )?([^:]+):', _bold, field)}\n" for field in fields)


def _bold(match: re.Match[str]) -> str:
    return f"{'parameter ' if match[1] else ''}`{match[2]}`:"
