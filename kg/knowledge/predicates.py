"""The closed list of predicates, and how each behaves.

A predicate that is not in the list is accepted, with default behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kg.errors import InvalidInput
from kg.knowledge.articles import add_article, is_common_place
from kg.language import format_partial_date


@dataclass(frozen=True)
class Predicate:
    """One kind of statement.

    Attributes:
        name: its snake_case name.
        sentence: template of a fact's sentence, with {s} and {o}.
        relation_type: professional, financial, social, technical or other.
        fact_type: relation, attribute, preference, state, event or metric.
        subject_type: entity type of a subject about which nothing else is known.
        object_type: entity type of the object; None where the object is a value.
        is_single_valued: whether a subject has one object at a time, so that a newer one supersedes it.
        is_symmetric: whether subject and object may be exchanged.
        inverse: the predicate that states the same with subject and object exchanged.
        opposite: the predicate that states the contrary of the same object.
        negated_sentence: template of the sentence of a fact whose polarity is False.
        aspect: of what its object is the one value at a time; "" if several may hold at once, unless `is_single_valued`.
        kind: of an open predicate: the kind of its facts; "" for closed predicates.
        variant: of an open predicate: what distinguishes two facts with the same object; "" for closed predicates.
    """

    name: str
    sentence: str
    relation_type: str = "other"
    fact_type: str = "relation"
    subject_type: str = "person"
    object_type: str | None = None
    is_single_valued: bool = False
    is_symmetric: bool = False
    inverse: str | None = None
    opposite: str | None = None
    negated_sentence: str = ""
    kind: str = ""
    variant: str = ""
    aspect: str = ""


_ROWS = (
    Predicate("works_at", "{s} works at {o}", "professional", object_type="org", is_single_valued=True),
    Predicate("role", "{s} is {o} by profession", "professional", "attribute", is_single_valued=True),
    Predicate("lives_in", "{s} lives in {o}", fact_type="state", object_type="place", is_single_valued=True),
    Predicate("moved_to", "{s} moved to {o}", fact_type="event", object_type="place"),
    Predicate("from", "{s} is from {o}", fact_type="attribute", object_type="place"),
    Predicate("born_on", "{s} was born on {o}", fact_type="attribute", is_single_valued=True),
    Predicate("age", "{s} is {o} years old", fact_type="attribute", is_single_valued=True),
    Predicate("studies_at", "{s} studies at {o}", "professional", object_type="org"),
    Predicate("studied", "{s} studied {o}", "professional", "attribute"),
    Predicate("speaks", "{s} speaks {o}", fact_type="attribute"),
    Predicate("likes", "{s} likes {o}", fact_type="preference", object_type="concept", opposite="dislikes"),
    Predicate("dislikes", "{s} dislikes {o}", fact_type="preference", object_type="concept", opposite="likes"),
    Predicate("prefers", "{s} prefers {o}", fact_type="preference", negated_sentence="{s} does not want {o}"),
    Predicate("favourite", "{s}'s favourite {o}", fact_type="preference"),
    Predicate("uses", "{s} uses {o}", "technical", object_type="tool", subject_type="other"),
    Predicate("owns", "{s} owns {o}", "financial"),
    Predicate("has_pet", "{s} has a pet, {o}", "social"),
    Predicate(
        "married_to", "{s} is married to {o}", "social", object_type="person", is_single_valued=True, is_symmetric=True
    ),
    Predicate("partner_of", "{s} is the partner of {o}", "social", object_type="person", is_symmetric=True),
    Predicate("parent_of", "{s} is a parent of {o}", "social", object_type="person", inverse="child_of"),
    Predicate("child_of", "{s} is a child of {o}", "social", object_type="person", inverse="parent_of"),
    Predicate("sibling_of", "{s} is a sibling of {o}", "social", object_type="person", is_symmetric=True),
    Predicate("friend_of", "{s} is a friend of {o}", "social", object_type="person", is_symmetric=True),
    Predicate("colleague_of", "{s} is a colleague of {o}", "professional", object_type="person", is_symmetric=True),
    Predicate("reports_to", "{s} reports to {o}", "professional", object_type="person"),
    Predicate("knows", "{s} knows {o}", "social", object_type="person"),
    Predicate("member_of", "{s} is a member of {o}", "social", object_type="org"),
    Predicate("founded", "{s} founded {o}", "professional", "event", object_type="org"),
    Predicate(
        "allergic_to", "{s} is allergic to {o}", negated_sentence="{s} is not allergic to {o}", fact_type="attribute"
    ),
    Predicate(
        "diet", "{s} follows a {o} diet", fact_type="preference", negated_sentence="{s} does not eat or drink {o}"
    ),
    Predicate("plans", "{s} plans to {o}", fact_type="state"),
    Predicate("located_in", "{s} is located in {o}", "technical", "state", object_type="place", subject_type="other"),
    Predicate(
        "deadline", "{s} is due on {o}", "professional", "attribute", subject_type="other", is_single_valued=True
    ),
    Predicate("email", "{s}'s e-mail address is {o}", fact_type="attribute", is_single_valued=True),
    Predicate("phone", "{s}'s phone number is {o}", fact_type="attribute", is_single_valued=True),
    Predicate("name_is", "{s} is called {o}", fact_type="attribute", is_single_valued=True),
)
PREDICATES = {row.name: row for row in _ROWS}
"""All predicates by name."""
PREFERENCE_PREDICATES = tuple(name for name, each in PREDICATES.items() if each.fact_type == "preference")
"""The predicates of preferences."""
PERSON_RELATIONS = tuple(name for name, each in PREDICATES.items() if each.object_type == "person")
"""Names of the predicates of relations between persons."""

DENIAL = "It is not so that "
"""With what the denial of a sentence begins, where it has no form of its own."""

RELATION_TYPES = ("professional", "financial", "social", "technical", "other")
"""All types of relations."""


def get_predicate(name: object) -> Predicate:
    """Return the predicate of that name.

    A name that is not in the list gives a multi-valued predicate of relation type `other` whose object is a value.

    Raises:
        InvalidInput: not a snake_case word of at most 64 characters.
    """
    if isinstance(name, str) and name in PREDICATES:
        return PREDICATES[name]
    is_snake_case = (
        isinstance(name, str) and name.isascii() and name.replace("_", "").isalnum() and name == name.lower()
    )
    if not isinstance(name, str) or not is_snake_case or len(name) > 64 or not name[0].isalpha():
        raise InvalidInput("predicate", name, f"snake_case, such as {', '.join(sorted(PREDICATES)[:6])}, …")
    return Predicate(name, f"{{s}} {name.replace('_', ' ')} {{o}}", subject_type="other", object_type=None)


FACT_KINDS = ("event", "state", "trait", "preference", "plan", "opinion", "relation", "possession", "task")
"""All kinds of facts."""

_KIND_BY_PREDICATE = {"plans": "plan", "owns": "possession", "has_pet": "possession"}
_KIND_BY_TYPE = {"attribute": "trait", "metric": "state"}
_TYPE_BY_KIND = {"trait": "attribute", "plan": "state", "opinion": "state", "possession": "relation", "task": "state"}


def fact_kind(name: str) -> str:
    """Return the kind of the facts of a closed predicate; "state" for any other."""
    predicate = PREDICATES.get(name)
    if predicate is None:
        return "state"
    if name in _KIND_BY_PREDICATE:
        return _KIND_BY_PREDICATE[name]
    if predicate.fact_type == "relation":
        return "relation" if predicate.object_type == "person" else "state"
    return _KIND_BY_TYPE.get(predicate.fact_type, predicate.fact_type)


def open_predicate(name: str, template: str, kind: str, roles: Sequence[str] = ()) -> Predicate:
    """Return the predicate of an observation: any lemma, with the observation's own sentence.

    Args:
        name: its snake_case name.
        template: the sentence with {s} for the subject, without the full stop.
        kind: kind of the fact.
        roles: "role: text" of each role.
    """
    return Predicate(
        name,
        template,
        fact_type=_TYPE_BY_KIND.get(kind, kind),
        subject_type="other",
        negated_sentence=template,
        kind=kind,
        # So all properties of a fact follow from its identity, whichever of its events is digested first.
        variant=" / ".join((kind, template, *roles)),
    )


def build_predicate(
    name: str, template: str | None, kind: str | None, roles: Sequence[str] = (), aspect: str | None = None
) -> Predicate:
    """Return the predicate of a fact: the open one of its template if it has one, else the one of that name."""
    predicate = open_predicate(name, template, kind or "", roles) if template else get_predicate(name)
    return replace(predicate, aspect=aspect) if aspect else predicate


_PLACEHOLDER = re.compile(r"\{[so]\}")
# "Ann plans to show my paintings", in the words of Ann.
_DEED_OF_SUBJECT = {"plans": re.compile(r""), "likes": re.compile(r"\w+ing\b"), "dislikes": re.compile(r"\w+ing\b")}
_OWN = re.compile(r"\b(?:my|our)\b")
_PLURAL = re.compile(r"[a-z][^\Wsui]s$")
_DATED_PREDICATES = frozenset({"born_on", "deadline"})
# Predicates whose object may be one thing of a kind: "nurse", "van".
_WITH_ARTICLE = frozenset({"owns", "role"})
_NO_PROFESSIONS = frozenset({"volunteer", "student", "pensioner", "trainee", "intern", "apprentice"})
# Predicates whose object is mostly a name, but may be "bank" or "choir".
_AT_PLACES = frozenset({"works_at", "member_of"})
_DOUBLED_TITLE = re.compile(r"\b(Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir)\b\.? \1\b")
_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")
# Of a birthday, the year may be unknown.
_DAY_OF_YEAR = re.compile(r"\d\d-\d\d")
_LEAP_YEAR = "2000"
_DAY_CHARS = len("2026-03-12")


def format_fact_sentence(predicate: Predicate, subject: str, obj: str, *, polarity: bool = True) -> str:
    """Return a fact as a sentence without its dates: "Ann lives in Ghent.".

    A date that is its object is in words: "The report is due on 12 March 2026.". "My" in what a person plans or likes to do is
    "their".
    """
    template = predicate.sentence if polarity else predicate.negated_sentence or f"{DENIAL}{predicate.sentence}"
    if predicate.name == "favourite" and ":" in obj:
        category, _, favourite = obj.partition(":")
        return f"{subject}'s favourite {category.strip()} is {favourite.strip()}."
    if (deed := _DEED_OF_SUBJECT.get(predicate.name)) is not None and deed.match(obj):
        obj = _OWN.sub("their", obj)
    if predicate.name in _DATED_PREDICATES:
        template, obj = _put_date(template, obj)
    if predicate.name == "role" and obj.rpartition(" ")[2] in _NO_PROFESSIONS:
        template = "{s} is {o}"
    if predicate.name in _WITH_ARTICLE or (predicate.name in _AT_PLACES and is_common_place(obj)):
        obj = add_article(obj)
    if predicate.name == "age" and obj == "1":
        template = template.replace("years", "year")
    if predicate.name == "deadline" and _PLURAL.search(subject):
        template = template.replace("{s} is ", "{s} are ")
    # In one pass, because a name may contain a placeholder.
    sentence = _PLACEHOLDER.sub(lambda found: subject if found[0] == "{s}" else obj, template)
    # "Mrs {s}", where the subject is known as "Mrs Hale".
    return _DOUBLED_TITLE.sub(r"\1", sentence) + "."


def _put_date(template: str, date: str) -> tuple[str, str]:
    """Return the template for a date, and the date in words, if it is one: "in {o}" and "March 2026"."""
    has_year = _DATE.fullmatch(date) is not None
    if not has_year and _DAY_OF_YEAR.fullmatch(date) is None:
        return template, date
    try:
        words = format_partial_date(date if has_year else f"{_LEAP_YEAR}-{date}")
    except ValueError:
        return template, date
    if not has_year:
        return template, words.removesuffix(f" {_LEAP_YEAR}")
    return (template if len(date) == _DAY_CHARS else template.replace(" on {o}", " in {o}")), words
