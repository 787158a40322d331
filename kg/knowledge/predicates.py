"""The closed list of predicates, and how each behaves. There is room for more: a predicate that is not here has the defaults."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InvalidInput


@dataclass(frozen=True)
class Predicate:
    """One kind of statement.

    Attributes:
        name: how it is written.
        sentence: a fact of it in words, with {s} and {o}.
        relation: professional, financial, social, technical or other.
        fact: relation, attribute, preference, state, event or metric.
        subject: what its subject is where nothing else is known of it: a type of entity.
        object: what its object is: a type of entity, or None where it is a value.
        single: whether a subject has one object at a time, so that a newer one supersedes it.
        symmetric: whether subject and object may be exchanged.
        inverse: the predicate that says the same with both exchanged.
        opposite: the predicate that says the contrary of the same object.
        denied: a fact of it in words where its polarity is False.
    """

    name: str
    sentence: str
    relation: str = "other"
    fact: str = "relation"
    subject: str = "person"
    object: str | None = None
    single: bool = False
    symmetric: bool = False
    inverse: str | None = None
    opposite: str | None = None
    denied: str = ""


_ROWS = (
    Predicate("works_at", "{s} works at {o}", "professional", object="org", single=True),
    Predicate("role", "{s} is {o} by profession", "professional", "attribute", single=True),
    Predicate("lives_in", "{s} lives in {o}", fact="state", object="place", single=True),
    Predicate("moved_to", "{s} moved to {o}", fact="event", object="place"),
    Predicate("from", "{s} is from {o}", fact="attribute", object="place"),
    Predicate("born_on", "{s} was born on {o}", fact="attribute", single=True),
    Predicate("age", "{s} is {o} years old", fact="attribute", single=True),
    Predicate("studies_at", "{s} studies at {o}", "professional", object="org"),
    Predicate("studied", "{s} studied {o}", "professional", "attribute"),
    Predicate("speaks", "{s} speaks {o}", fact="attribute"),
    Predicate("likes", "{s} likes {o}", fact="preference", object="concept", opposite="dislikes"),
    Predicate("dislikes", "{s} dislikes {o}", fact="preference", object="concept", opposite="likes"),
    Predicate("prefers", "{s} prefers {o}", fact="preference", denied="{s} does not want {o}"),
    Predicate("favourite", "{s}'s favourite {o}", fact="preference"),
    Predicate("uses", "{s} uses {o}", "technical", object="tool", subject="other"),
    Predicate("owns", "{s} owns {o}", "financial"),
    Predicate("has_pet", "{s} has a pet, {o}", "social"),
    Predicate("married_to", "{s} is married to {o}", "social", object="person", single=True, symmetric=True),
    Predicate("partner_of", "{s} is the partner of {o}", "social", object="person", symmetric=True),
    Predicate("parent_of", "{s} is a parent of {o}", "social", object="person", inverse="child_of"),
    Predicate("child_of", "{s} is a child of {o}", "social", object="person", inverse="parent_of"),
    Predicate("sibling_of", "{s} is a sibling of {o}", "social", object="person", symmetric=True),
    Predicate("friend_of", "{s} is a friend of {o}", "social", object="person", symmetric=True),
    Predicate("colleague_of", "{s} is a colleague of {o}", "professional", object="person", symmetric=True),
    Predicate("reports_to", "{s} reports to {o}", "professional", object="person"),
    Predicate("knows", "{s} knows {o}", "social", object="concept", symmetric=True),
    Predicate("member_of", "{s} is a member of {o}", "social", object="org"),
    Predicate("founded", "{s} founded {o}", "professional", "event", object="org"),
    Predicate("allergic_to", "{s} is allergic to {o}", fact="attribute"),
    Predicate("diet", "{s} follows a {o} diet", fact="preference", denied="{s} does not eat or drink {o}"),
    Predicate("plans", "{s} plans to {o}", fact="state"),
    Predicate("located_in", "{s} is located in {o}", "technical", "state", object="place", subject="other"),
    Predicate("deadline", "{s} is due on {o}", "professional", "attribute", subject="other", single=True),
    Predicate("email", "{s}'s e-mail address is {o}", fact="attribute"),
    Predicate("phone", "{s}'s phone number is {o}", fact="attribute"),
    Predicate("name_is", "{s} is called {o}", fact="attribute", single=True),
)
PREDICATES = {row.name: row for row in _ROWS}
"""All predicates by name."""

RELATION_TYPES = ("professional", "financial", "social", "technical", "other")
"""What a relation may be of."""


def predicate(name: object) -> Predicate:
    """The predicate of that name; one that is not in the list is multi-valued, of the relation `other`, its object a value.

    Raises:
        InvalidInput: no snake_case word of at most 64 characters.
    """
    if isinstance(name, str) and name in PREDICATES:
        return PREDICATES[name]
    plain = isinstance(name, str) and name.isascii() and name.replace("_", "").isalnum() and name == name.lower()
    if not isinstance(name, str) or not plain or len(name) > 64 or not name[0].isalpha():
        raise InvalidInput("predicate", name, f"snake_case, such as {', '.join(sorted(PREDICATES)[:6])}, …")
    return Predicate(name, f"{{s}} {name.replace('_', ' ')} {{o}}", subject="other", object=None)


def sentence(kind: Predicate, subject: str, thing: str, *, polarity: bool = True) -> str:
    """A fact in words: "Ann lives in Ghent."; dates are told beside it."""
    form = kind.sentence if polarity else kind.denied or f"It is not so that {kind.sentence}"
    if kind.name == "favourite" and ":" in thing:
        sort, _, favourite = thing.partition(":")
        return f"{subject}'s favourite {sort.strip()} is {favourite.strip()}."
    return form.replace("{s}", subject).replace("{o}", thing) + "."
