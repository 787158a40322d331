"""The named statements: every Cypher text of kg is a file under `cypher/`, found and checked here.

A file opens with comment lines::

    // What it does, in one line.
    // access: read | write | schema
    // scope: guarded | none — why
    // param NAME: its shape        (one line a parameter; $scope is understood)
    // choose: NAME, NAME …         (fragments of which every call has one or more)
    // bundle: NAME, NAME …         (parameters whose type differs between calls)
    // returns: its columns

A line of the form `//?NAME text` is a *fragment*: a comment until the caller names it, so that optional filters are
a small closed family that stands in the statement's own file, and no text from outside is ever part of a statement.

Neo4j makes a plan for each combination of the types of a statement's parameters, and an empty list has another type than a list
of strings, null another than a string. The parameters of a *bundle* are therefore sent within one map, whose type is always the
same: all calls share one plan.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

Access = Literal["read", "write", "schema"]

_PACKAGED = Path(__file__).parent.parent / "cypher"
_CHECKOUT = Path(__file__).parent.parent.parent / "cypher"
_HEADER = re.compile(r"//\s*(access|scope|returns|param|choose|bundle)\b\s*(?:\$?(\w+)\s*)?:\s*(.*)")
_FRAGMENT = re.compile(r"^(\s*)//\?(\w+) (.*)$", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement as its file declares it.

    Attributes:
        name: `area/name`.
        summary: what it does, in one line.
        access: read, write or schema.
        guarded: whether it is held to one scope by `$scope`.
        params: declared parameters and their shapes.
        returns: its columns, in words.
        choices: fragments of which one at least must be on, since the plan begins with it; none for most.
        bundled: parameters that are sent in one map.
        text: the Cypher, fragments still commented out.
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
        """The names of its fragments."""
        return frozenset(match[2] for match in _FRAGMENT.finditer(self.text))

    @functools.cache  # noqa: B019 - statements live as long as the process
    def cypher(self, fragments: frozenset[str] = frozenset()) -> str:
        """The text to send, with these fragments switched on and the parameters of the bundle taken from their map."""
        return _PARAMETER.sub(lambda m: f"$bundle.{m[1]}" if m[1] in self.bundled else m[0], self._chosen(fragments))

    def values(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters to send, those of the bundle in one map."""
        if not self.bundled:
            return dict(params)
        alone = {name: value for name, value in params.items() if name not in self.bundled}
        return alone | {"bundle": {name: value for name, value in params.items() if name in self.bundled}}

    def _chosen(self, fragments: frozenset[str]) -> str:
        if unknown := fragments - self.fragments:
            raise KeyError(f"{self.name} has no fragment {sorted(unknown)}")
        return _FRAGMENT.sub(lambda m: m[1] + m[3] if m[2] in fragments else m[0], self.text)

    @functools.cache  # noqa: B019
    def needed(self, fragments: frozenset[str] = frozenset()) -> frozenset[str]:
        """The parameters that the text with these fragments uses."""
        return frozenset(_PARAMETER.findall(_uncommented(self._chosen(fragments))))

    def check(self, given: Iterable[str], fragments: frozenset[str] = frozenset()) -> None:
        """Raise TypeError where the parameters given are not just those that the statement needs, or no choice is made."""
        if self.choices and not self.choices & fragments:
            raise TypeError(f"{self.name} needs a fragment of {sorted(self.choices)}, was given {sorted(fragments)}")
        needed = self.needed(fragments)
        if needed != set(given):
            raise TypeError(f"{self.name} needs {sorted(needed)}, was given {sorted(given)}")


def home() -> Path:
    """The folder of statements: inside the installed package, or beside it in a checkout."""
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


def names() -> list[str]:
    """The names of all statements, migrations and saved queries left out."""
    apart = ("schema/", "browser/")
    found = (path.relative_to(home()).with_suffix("").as_posix() for path in home().rglob("*.cypher"))
    return sorted(name for name in found if not name.startswith(apart))


@functools.cache
def load(name: str) -> Statement:
    """The statement of that name.

    Raises:
        KeyError: there is no such file, or its header is incomplete.
    """
    path = home() / f"{name}.cypher"
    if not path.is_file():
        raise KeyError(f"no statement {name}")
    return parse(name, path.read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Statement:
    """Read a statement's header; KeyError names what is missing in it."""
    lines = text.splitlines()
    summary = lines[0].removeprefix("//").strip() if lines and lines[0].startswith("//") else ""
    single: dict[str, str] = {}
    params: dict[str, str] = {}
    for line in lines[1:]:
        if not line.startswith("//"):
            break
        if found := _HEADER.match(line):
            key, param, value = found.groups()
            if key == "param":
                params[param] = value
            else:
                single[key] = value
    if not summary or single.get("access") not in ("read", "write", "schema") or "scope" not in single:
        raise KeyError(f"{name}: its header needs a summary, access and scope")
    return Statement(
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


def _uncommented(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
