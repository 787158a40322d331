"""What is at hand in Browser: the saved queries by chapter, and parameters for them that this scope has something for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from kg.graph import Graph, statements
from kg.language.name_keys import name_key

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "At a glance": ("overview", "week"),
    "What was said": ("newest", "sessions", "busiest", "session", "replies", "words", "passages", "waiting"),
    "What is known": ("known", "facts", "fact_way", "changes", "relations", "topics", "topic_weeks"),
    "What is in doubt": ("doubtful", "contradictions", "doubts"),
    "Who is there": ("people", "ties", "trusts", "trust", "tier", "about_me", "private"),
    "What is kept, and let go": ("summaries", "reflections", "sleeps", "let_go"),
}
"""The saved queries, by what they answer."""
_SHOWN_AS = re.compile(r"^// first, in Browser: :param (\w+) => (.*)$", re.MULTILINE)
_SPECIAL = "\\'&#"
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Saved:
    """A saved query.

    Attributes:
        name: of its file in `cypher/browser/`, without the ending.
        summary: what it shows, in one line.
        params: its parameters beside the scope, and their shapes.
        examples: a value for each, as its file shows them.
        text: the Cypher, without its header.
    """

    name: str
    summary: str
    params: Mapping[str, str]
    examples: Mapping[str, str | int]
    text: str


@dataclass(frozen=True)
class Kit:
    """The kit of one scope.

    Attributes:
        scope: its name.
        bolt: address of the database.
        user: who logs in there; the password is nowhere in here.
        browser: address of Neo4j Browser.
        parameters: a value for each parameter of the saved queries.
    """

    scope: str
    bolt: str
    user: str
    browser: str
    parameters: Mapping[str, str | int]

    @classmethod
    def of(cls, graph: Graph, *, user: str, browser: str) -> Kit:
        """The kit of a scope, with parameters that it has something for; at most four trips.

        Args:
            graph: a handle on the scope.
            user: who logs in.
            browser: address of Neo4j Browser.
        """
        shown: dict[str, str | int] = {}
        for query in saved():
            shown |= query.examples
        bolt = graph.connection.uri
        return cls(graph.scope, bolt, user, browser, shown | _found(graph) | {"scope": graph.scope})

    @property
    def set_parameters(self) -> str:
        """The one command that sets all parameters in Browser."""
        given = ", ".join(f"{literal(value)} AS {name}" for name, value in sorted(self.parameters.items()))
        return f":param [{{{', '.join(sorted(self.parameters))}}}] => {{ RETURN {given} }}"

    def address(self, command: str, argument: str) -> str:
        """Browser's address that connects as the user, who gives the password there, and does something at once.

        Args:
            command: `edit` puts the argument into the editor, `guide` shows the guide at that address.
            argument: Cypher, or an address. Browser reads it after decoding, so that it ends at the first `&` or `#`.
        """
        parts = urlsplit(self.bolt)
        dbms = f"{parts.scheme}://{quote(self.user)}@{parts.netloc}"
        return f"{self.browser}?{urlencode({'dbms': dbms, 'cmd': command, 'arg': argument}, quote_via=quote)}"


def saved() -> list[Saved]:
    """The saved queries, in the order of the chapters."""
    return [_saved(name) for names in CHAPTERS.values() for name in names]


def literal(value: str | int) -> str:
    """A value as Cypher has it, on one line and with nothing at which Browser would cut an address, whatever the text holds."""
    if isinstance(value, int):
        return str(value)
    return "'" + "".join(one if one.isprintable() and one not in _SPECIAL else _escaped(one) for one in value) + "'"


def _escaped(one: str) -> str:
    return f"\\{one}" if one in "\\'" else "".join(f"\\u{code:04x}" for code in _units(one))


def _units(one: str) -> list[int]:
    """The UTF-16 units of a character, as Cypher's escapes have them."""
    data = one.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[place : place + 2]) for place in range(0, len(data), 2)]


def _saved(name: str) -> Saved:
    statement = statements.load(f"browser/{name}")
    _, _, text = statement.text.partition("CYPHER 25\n")
    shown = {key: _value(value) for key, value in _SHOWN_AS.findall(statement.text) if key != "scope"}
    return Saved(name, statement.summary, statement.params, shown, f"CYPHER 25\n{text}".strip())


def _value(shown: str) -> str | int:
    return int(shown) if _NUMBER.fullmatch(shown) else shown.strip("'")


def _found(graph: Graph) -> dict[str, str | int]:
    """Values that the scope has something for; none for what it is empty of."""
    found: dict[str, str | int] = {}
    if rows := graph.run("browser/busiest", limit=10):
        # One in which people speak shows more than one of tools.
        found["session"] = next((row["session"] for row in rows if row["speakers"]), rows[0]["session"])
    if rows := graph.run("browser/people", limit=1):
        found["name"] = name_key(rows[0]["name"])
    if rows := graph.run("browser/facts", limit=1):
        found["id"] = rows[0]["id"]
    if rows := graph.run("browser/topics", limit=1):
        found["words"] = re.sub(r"[^\w ]", " ", rows[0]["topic"])
    return found
