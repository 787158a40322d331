"""Named statements: every Cypher text of kg is a file in `cypher/`, which this module loads and checks.

A file begins with comment lines::

    // What it does, in one line.
    // access: read | write | schema
    // scope: guarded | none — why
    // param NAME: its shape        (one line for each parameter except $scope)
    // choose: NAME, NAME …         (fragments of which every call enables at least one)
    // bundle: NAME, NAME …         (parameters whose type differs between calls)
    // returns: its columns

A line of the form `//?NAME text` is a *fragment*: a comment unless the caller enables it by name. Optional filters are thus a
closed set in the statement's own file, and no text from outside becomes part of a statement.

A line of the form `//+ room/name` includes `cypher/room/name.part`, which holds text that several statements share.

Neo4j plans a statement once for each combination of parameter types. An empty list has another type than a list of strings, and
null another than a string. The parameters of a *bundle* are therefore sent in one map, whose type is always the same, so that
all calls share one plan.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

Access = Literal["read", "write", "schema"]

_PACKAGED_FOLDER = Path(__file__).parent.parent / "cypher"
_CHECKOUT_FOLDER = Path(__file__).parent.parent.parent / "cypher"
_HEADER = re.compile(r"//\s*(access|scope|returns|param|choose|bundle)\b\s*(?:\$?(\w+)\s*)?:\s*(.*)")
_FRAGMENT = re.compile(r"^(\s*)//\?(\w+) (.*)$", re.MULTILINE)
_INCLUDE = re.compile(r"^//\+ (\S+)\n", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, eq=False)
class NamedStatement:
    """A statement, as declared in its file.

    Attributes:
        name: `area/name`.
        summary: what it does, in one line.
        access: read, write or schema.
        guarded: whether it is restricted to one scope by `$scope`.
        params: the declared parameters and their shapes.
        returns: a description of its columns.
        choices: fragments of which at least one must be enabled; most statements have none.
        bundled: parameters that are sent in one map.
        text: the Cypher, with all fragments commented out.
    """

    name: str
    summary: str
    access: Access
    guarded: bool
    params: dict[str, str]
    returns: str
    choices: frozenset[str]
    bundled: frozenset[str]
    text: str

    @property
    def fragments(self) -> frozenset[str]:
        """The names of the fragments."""
        return frozenset(match[2] for match in _FRAGMENT.finditer(self.text))

    @functools.cache  # noqa: B019 - statements are cached for the life of the process
    def cypher(self, fragments: frozenset[str] = frozenset()) -> str:
        """Return the text to send, with these fragments enabled and bundled parameters read from their map."""
        return _PARAMETER.sub(lambda m: f"$bundle.{m[1]}" if m[1] in self.bundled else m[0], self._text_with(fragments))

    def values(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters to send, with the bundled ones in one map."""
        if not self.bundled:
            return dict(params)
        separate = {name: value for name, value in params.items() if name not in self.bundled}
        return separate | {"bundle": {name: value for name, value in params.items() if name in self.bundled}}

    def _text_with(self, fragments: frozenset[str]) -> str:
        if unknown := fragments - self.fragments:
            raise KeyError(f"{self.name} has no fragment {sorted(unknown)}")
        return _FRAGMENT.sub(lambda m: m[1] + m[3] if m[2] in fragments else m[0], self.text)

    @functools.cache  # noqa: B019
    def needed(self, fragments: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the parameters that the text uses with these fragments."""
        return frozenset(_PARAMETER.findall(_strip_comments(self._text_with(fragments))))

    def check(self, params: Iterable[str], fragments: frozenset[str] = frozenset()) -> None:
        """Raise TypeError unless the parameters are exactly those needed and a required fragment is enabled."""
        if self.choices and not self.choices & fragments:
            raise TypeError(f"{self.name} needs a fragment of {sorted(self.choices)}, got {sorted(fragments)}")
        needed = self.needed(fragments)
        if needed != set(params):
            raise TypeError(f"{self.name} needs {sorted(needed)}, got {sorted(params)}")


def statements_folder() -> Path:
    """Return the folder of statements: inside the installed package, or next to it in a checkout."""
    return _PACKAGED_FOLDER if _PACKAGED_FOLDER.is_dir() else _CHECKOUT_FOLDER


def statement_names() -> list[str]:
    """Return the names of all statements, without migrations and saved queries."""
    # `explore` links to `browser`, whose former name it is.
    excluded = ("schema/", "browser/", "explore/")
    names = (
        path.relative_to(statements_folder()).with_suffix("").as_posix()
        for path in statements_folder().rglob("*.cypher")
    )
    return sorted(name for name in names if not name.startswith(excluded))


@functools.cache
def load_statement(name: str) -> NamedStatement:
    """Load a statement by name.

    Raises:
        KeyError: the file does not exist, or its header is incomplete.
    """
    path = statements_folder() / f"{name}.cypher"
    if not path.is_file():
        raise KeyError(f"no statement {name}")
    return parse_statement(name, _with_parts(path.read_text(encoding="utf-8")))


def _with_parts(text: str) -> str:
    """Replace each include line by the part that it names, which may include others."""
    return _INCLUDE.sub(lambda m: _with_parts((statements_folder() / f"{m[1]}.part").read_text(encoding="utf-8")), text)


def parse_statement(name: str, text: str) -> NamedStatement:
    """Parse a statement's header; raise KeyError if a required line is missing."""
    lines = text.splitlines()
    summary = lines[0].removeprefix("//").strip() if lines and lines[0].startswith("//") else ""
    single: dict[str, str] = {}
    params: dict[str, str] = {}
    for line in lines[1:]:
        if not line.startswith("//"):
            break
        if match := _HEADER.match(line):
            key, param, value = match.groups()
            if key == "param":
                params[param] = value
            else:
                single[key] = value
    if not summary or single.get("access") not in ("read", "write", "schema") or "scope" not in single:
        raise KeyError(f"{name}: its header needs a summary, access and scope")
    return NamedStatement(
        name=name,
        summary=summary,
        access=cast("Access", single["access"]),
        guarded=single["scope"] == "guarded",
        params=params,
        returns=single.get("returns", "nothing"),
        choices=frozenset(re.findall(r"\w+", single.get("choose", ""))),
        bundled=frozenset(re.findall(r"\w+", single.get("bundle", ""))),
        text=text,
    )


def _strip_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
