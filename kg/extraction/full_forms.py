"""Full forms of contracted words and of words of chat: "'ll" → "will", "wanna" → "wants to", "'cause" → "because"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES

if TYPE_CHECKING:
    from spacy.tokens import Token

_FULL_FORMS = {"n't": "not", "nt": "not", "'ll": "will", "ll": "will", "ca": "can", "wo": "will", "gon": "going", "na": "to",
               "ta": "to", "cuz": "because", "coz": "because", "bc": "because",
               "tho": "though", "til": "until", "'ve": "have", "'re": "are", "'m": "am"}  # fmt: skip
_CAUSES = frozenset({"cause", "cos"})
_FUNCTION_WORDS = frozenset({"AUX", "PART", "VERB", "SCONJ", "ADP", "PRON", "ADV"})
_NAMED = frozenset({"called", "named", "nicknamed"})
# Passives with an object: "she's paid a fortune".
_GIVEN = frozenset(
    {"given", "offered", "paid", "taught", "sent", "told", "asked", "shown", "owed", "awarded", "allowed"}
)
_ADJECTIVAL = frozenset(
    {"allowed", "supposed", "meant", "invited", "married", "engaged", "divorced", "retired", "tired", "scared"}
)
_ACTIVE_PARTICIPLES = frozenset({"been", "got", "had"})


def is_apostrophe_of_cause(token: Token) -> bool:
    """Return whether this is the apostrophe of "'cause", which the full form does not have."""
    return token.text == "'" and token.i + 1 < len(token.doc) and _is_because(token.nbor())


def write_in_full(token: Token, lower: str) -> str:
    """Return a word in full; other words as they are.

    Args:
        token: a word of a parsed message.
        lower: it in small letters, with a straight apostrophe.
    """
    return _chat_form(token, lower) or _full_form(token, lower)


def _chat_form(token: Token, lower: str) -> str:
    """Return a word of chat in full: "cause" → "because", "wan" of "my sister wanna go" → "wants"; "" for other words."""
    if _is_because(token):
        return "because"
    if lower != "wan":
        return ""
    is_finite = not any(child.dep_ == "aux" for child in token.children)
    return "wants" if is_finite and any(_is_third_person(child) for child in token.children) else "want"


def _is_because(token: Token) -> bool:
    """Whether a word is "because": "cause it's late", "'cause of the rain", but not "the cause of it"."""
    if token.lower_ not in _CAUSES:
        return False
    has_mark = token.lower_ == "cos" or (token.i > 0 and token.nbor(-1).text == "'")
    is_before_noun = has_mark and token.i + 1 < len(token.doc) and token.nbor().lower_ == "of"
    return token.dep_ == "mark" or is_before_noun


def _is_third_person(token: Token) -> bool:
    is_one = token.tag_ in {"NN", "NNP"} and not any(child.dep_ == "conj" for child in token.children)
    return token.dep_ in SUBJECT_ROLES and (is_one or token.lower_ in {"he", "she", "it"})


def _full_form(token: Token, lower: str) -> str:
    """Return a contracted verb or particle in full: "'ll" → "will"."""
    if lower in {"'s", "s"} and token.i + 1 < len(token.doc):
        following = token.nbor(1)
        if token.tag_ == "POS" and following.tag_ == "VBG":
            # "Dad's selling the house".
            return "is"
        if token.tag_ in {"POS", "VBZ"} and _after_adverbs(following).lower_ in _ACTIVE_PARTICIPLES:
            # "My mum's got hundreds", "he's just been fired".
            return "has"
        if lower == "s" and token.tag_ == "POS" and following.tag_ in {"VBN", "VBD"}:
            # "Dads got his date".
            return "has"
    if token.pos_ in {"AUX", "VERB"} and lower in {"'s", "s"}:
        is_state = token.head.lower_ in _ADJECTIVAL and not any(child.dep_ == "obj" for child in token.head.children)
        return "has" if not is_state and (token.lemma_ == "have" or _is_perfect(token)) else "is"
    if token.pos_ in {"AUX", "VERB"} and lower in {"'d", "d"}:
        return "would" if token.tag_ == "MD" else "had"
    return _FULL_FORMS.get(lower, str(token.text)) if token.pos_ in _FUNCTION_WORDS else str(token.text)


def _is_perfect(auxiliary: Token) -> bool:
    """Whether "'s" is "has": "she's forgotten the stove", "he's gone", but not "she's called Kate", "it's sold"."""
    verb = auxiliary.head
    has_expletive = any(child.dep_ == "expl" for child in verb.children)
    if (verb.tag_ != "VBN" and verb.lower_ != "cost") or has_expletive:
        return False
    objects = [child for child in verb.children if child.dep_ in {"obj", "iobj"} and child.i > verb.i]
    if verb.lower_ in _NAMED:
        # "She's named it Donald".
        return any(child.pos_ == "PRON" for child in objects)
    return auxiliary.dep_ == "aux" or (bool(objects) and verb.lower_ not in _GIVEN)


def _after_adverbs(token: Token) -> Token:
    while token.pos_ == "ADV" and token.i + 1 < token.sent.end:
        token = token.nbor(1)
    return token
