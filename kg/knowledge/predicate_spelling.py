"""Other spellings and synonyms of the closed predicates, as people and language models write them."""

from __future__ import annotations

from kg.errors import InvalidInput
from kg.knowledge.predicates import PREDICATES, get_predicate
from kg.types import snake_case

# Only words that state the same about the same subject: "Ann, mother, Bea" says that Ann is a child of Bea.
_SYNONYMS = {
    "works_at": "works_for work_at work_for working_at employed_at employed_by employer workplace company",
    "role": "job job_title job_role profession occupation position works_as",
    "lives_in": "lives_at live_in living_in resides_in residence home home_city city based_in",
    "moved_to": "moved relocated_to move_to",
    "from": "comes_from originally_from hometown home_town",
    "born_on": "birthday birth_date birthdate date_of_birth dob was_born_on born",
    "age": "aged years_old",
    "studies_at": "student_at study_at",
    "speaks": "language languages speaks_language",
    "likes": "like loves love enjoys enjoy fond_of fan_of",
    "dislikes": "dislike hates hate does_not_like doesn_t_like",
    "prefers": "prefer preference",
    "favourite": "favorite",
    "uses": "use",
    "owns": "own possesses",
    "has_pet": "pet pets owns_pet",
    "married_to": "spouse husband wife",
    "partner_of": "partner girlfriend boyfriend dating",
    "parent_of": "mother_of father_of has_child has_son has_daughter child son daughter",
    "child_of": "son_of daughter_of has_parent has_mother has_father parent mother father",
    "sibling_of": "sibling brother sister brother_of sister_of has_sibling has_brother has_sister",
    "friend_of": "friend friends_with",
    "colleague_of": "colleague coworker co_worker coworker_of works_with",
    "reports_to": "manager boss managed_by",
    "knows": "know",
    "member_of": "belongs_to",
    "allergic_to": "allergy allergies has_allergy allergen",
    "plans": "plan plans_to planning planning_to",
    "located_in": "located_at is_in",
    "deadline": "due due_on due_date",
    "email": "email_address e_mail mail",
    "phone": "phone_number telephone mobile",
    "name_is": "name named called",
}
_PREDICATE_OF = {word: name for name, words in _SYNONYMS.items() for word in words.split()}
_AUXILIARIES = ("is_", "am_", "are_", "was_", "has_", "have_")


def spell_predicate(value: object) -> str:
    """Return a predicate in snake_case: "Lives in" gives `lives_in`.

    Raises:
        InvalidInput: it is no text, or not a word of at most 64 ASCII letters and digits then.
    """
    if isinstance(value, str) and (word := snake_case(value)):
        try:
            return get_predicate(word).name
        except InvalidInput as error:
            raise InvalidInput(error.field, value, error.allowed) from None
    return get_predicate(value).name


def choose_predicate(value: object) -> str:
    """Return the closed predicate that a word means, or the word as an open one: "works for" gives `works_at`.

    Raises:
        InvalidInput: as `spell_predicate`.
    """
    word = spell_predicate(value)
    bare = next((word.removeprefix(each) for each in _AUXILIARIES if word.startswith(each)), word)
    for form in (word, bare):
        found = _PREDICATE_OF.get(form, form)
        if found in PREDICATES:
            return found
    return word
