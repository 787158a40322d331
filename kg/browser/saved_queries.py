"""The saved queries by chapter, and parameter values for them that fit a scope."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

from kg.graph import Graph, load_statement
from kg.language import name_key

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "Overview": ("people_and_facts", "overview", "recent_changes"),
    "Messages": (
        "newest_events", "sessions", "busiest_sessions", "session", "replies", "full_text_search", "passages", "pending_events",
    ),
    "Knowledge": ("entity_facts", "facts", "fact_provenance", "superseded_facts", "relations", "topics", "topics_by_week"),
    "Uncertain knowledge": ("uncertain_facts", "contradictions", "possible_duplicates"),
    "People": (
        "people", "connections", "trust_ratings", "trust_signals", "person_trust", "person_profile", "audiences",
    ),
    "Summaries and maintenance": ("summaries", "reflections", "sleep_runs", "removals"),
}  # fmt: skip
"""The saved queries, by chapter."""
_EXAMPLE = re.compile(r"^// first, in Browser: :param (\w+) => (.*)$", re.MULTILINE)
_ESCAPED_CHARS = "\\'&#"
_PARAMETER = re.compile(r"\$(\w+)")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class SavedQuery:
    """A saved query.

    Attributes:
        name: the name of its file in `cypher/browser/`, without the extension.
        summary: a description, in one line.
        params: its parameters without the scope, and their descriptions.
        examples: an example value for each parameter, from the file.
        text: the Cypher, without its header.
    """

    name: str
    summary: str
    params: Mapping[str, str]
    examples: Mapping[str, str | int]
    text: str


@dataclass(frozen=True)
class KnownPerson:
    """A person of the guide, with the trust at the time when the guide was made: it is computed, not stored in the graph.

    Attributes:
        name: the name.
        tier: the tier of trust; "owner" for an owner.
        score: the trust, 0 to 1.
        accounts: the accounts.
    """

    name: str
    tier: str
    score: float
    accounts: tuple[str, ...]


@dataclass(frozen=True)
class BrowserKit:
    """The configuration of Neo4j Browser for one scope.

    Attributes:
        scope: its name.
        bolt: the address of the database.
        user: the user who logs in; the password is not included.
        browser: the address of Neo4j Browser.
        parameters: a value for each parameter of the saved queries.
        people: the most trusted people.
    """

    scope: str
    bolt: str
    user: str
    browser: str
    parameters: Mapping[str, str | int]
    people: Sequence[KnownPerson] = ()

    @classmethod
    def for_graph(cls, graph: Graph, *, user: str, browser: str, people: Sequence[KnownPerson] = ()) -> BrowserKit:
        """Create the configuration of a scope, with parameters that have results in it. Takes at most four round trips.

        Args:
            graph: the graph of the scope.
            user: the user who logs in.
            browser: the address of Neo4j Browser.
            people: the people of the guide.
        """
        examples: dict[str, str | int] = {}
        for query in list_saved_queries():
            examples |= query.examples
        bolt = graph.connection.uri
        parameters = examples | _find_parameters(graph) | {"scope": graph.scope}
        return cls(graph.scope, bolt, user, browser, parameters, people)

    @property
    def set_parameters(self) -> str:
        """The command that sets all parameters in Browser."""
        assignments = ", ".join(f"{cypher_literal(value)} AS {name}" for name, value in sorted(self.parameters.items()))
        return f":param [{{{', '.join(sorted(self.parameters))}}}] => {{ RETURN {assignments} }}"

    def fill_in(self, text: str) -> str:
        """Return the Cypher of a query with the values of its parameters in it, so that it runs as it is."""
        return _PARAMETER.sub(lambda match: cypher_literal(self.parameters[match[1]]), text)

    def address(self, command: str, argument: str) -> str:
        """Return the address that opens Browser, connects as the user (Browser asks for the password) and runs a command.

        Args:
            command: `edit` copies the argument into the editor, `guide` opens the guide at that address.
            argument: Cypher, or an address. Browser parses it after decoding, so that it ends at the first `&` or `#`.
        """
        parts = urlsplit(self.bolt)
        dbms = f"{parts.scheme}://{quote(self.user)}@{parts.netloc}"
        return f"{self.browser}?{urlencode({'dbms': dbms, 'cmd': command, 'arg': argument}, quote_via=quote)}"


def list_saved_queries() -> list[SavedQuery]:
    """Return the saved queries, in the order of the chapters."""
    return [_load_saved_query(name) for names in CHAPTERS.values() for name in names]


def cypher_literal(value: str | int) -> str:
    """Return a value as a Cypher literal on one line, without characters at which Browser would truncate an address."""
    if isinstance(value, int):
        return str(value)
    return (
        "'" + "".join(one if one.isprintable() and one not in _ESCAPED_CHARS else _escape(one) for one in value) + "'"
    )


def _escape(one: str) -> str:
    return f"\\{one}" if one in "\\'" else "".join(f"\\u{code:04x}" for code in _utf16_units(one))


def _utf16_units(one: str) -> list[int]:
    """Return the UTF-16 code units of a character, as Cypher escapes them."""
    data = one.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[place : place + 2]) for place in range(0, len(data), 2)]


def _load_saved_query(name: str) -> SavedQuery:
    statement = load_statement(f"browser/{name}")
    _, _, text = statement.text.partition("CYPHER 25\n")
    examples = {key: _parse_example(value) for key, value in _EXAMPLE.findall(statement.text) if key != "scope"}
    return SavedQuery(name, statement.summary, statement.params, examples, f"CYPHER 25\n{text}".strip())


def _parse_example(text: str) -> str | int:
    return int(text) if _NUMBER.fullmatch(text) else text.strip("'")


def _find_parameters(graph: Graph) -> dict[str, str | int]:
    """Return parameter values that have results in the scope."""
    parameters: dict[str, str | int] = {}
    if rows := graph.run("browser/busiest_sessions", limit=10):
        # Prefer a session with people to one that has only tool calls.
        parameters["session"] = next((row["session"] for row in rows if row["speakers"]), rows[0]["session"])
    if rows := graph.run("browser/people", limit=1):
        parameters["name"] = name_key(rows[0]["name"])
    if rows := graph.run("browser/facts", limit=1):
        parameters["id"] = rows[0]["id"]
    if rows := graph.run("browser/topics", limit=1):
        parameters["words"] = re.sub(r"[^\w ]", " ", rows[0]["topic"])
    return parameters
