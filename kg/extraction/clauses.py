"""Splitting a parsed message into clauses: one verb or copula with its subject, objects and other parts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg.extraction.word_lists import CURRENCIES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SUBJECT_ROLES = frozenset({"nsubj", "nsubj:pass", "nsubj:outer", "csubj"})
"""Dependencies of a subject to its verb."""
FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
"""Tags of words that carry tense."""
_CONTRACTED_VERBS = frozenset({"'s", "'m", "'re", "'ve", "'ll", "'d"})
_VERB_PARTS = frozenset({"aux", "aux:pass", "cop"})
_CLAUSE_ROLES = frozenset({"conj", "parataxis", "list", "ccomp"})
_NOT_PARTS = frozenset({"vocative", "discourse", "punct", "cc", "cc:preconj", "reparandum", "goeswith", "advmod"})
_PHRASE_BREAKS = frozenset(
    {"acl", "acl:relcl", "conj", "cc", "punct", "parataxis", "appos", "cop", "advcl", "aux", *SUBJECT_ROLES}
)
_OPENING_WORDS = word_set(
    "so well anyway also btw oh ah hey wow yeah yes yep yup no nope ok okay plus then actually honestly basically like lol "
    "haha hahaha anyways besides still hi hello thanks sorry omg ugh hmm right sure welp fyi update ps but and or"
)
# What a person can or cannot do, rather than a thing.
_ABILITIES = word_set(
    "do make come attend join eat drink have swim drive afford meet play bring go work babysit stand talk"
)
# The tagger may take these for nouns.
_INTERJECTIONS = word_set("nah naw yo oi")
_EXCLAMATION = re.compile(r"o+h{2,}|a+h{2,}|u+g+h+|a+w{2,}|w+o{2,}|y+a{2,}y*|h+m{2,}|(?:ha){3,}|nvm")
_CLOSING_WORDS = word_set("cos coz cuz bc btw pls plz innit lol")
_GREETINGS = word_set("hi hello hey hiya morning afternoon evening thanks welcome")
_ADDRESSES = word_set("all everyone everybody folks guys team both there again friends people")
_TELLING = {
    **dict.fromkeys(("tell", "mention", "say"), frozenset({"i", "we"})),
    **dict.fromkeys(("hear", "know"), frozenset({"you", "u"})),
}
_TELLING_FORMS = frozenset({"did", "have", "'ve"})
_OPENING_ROLES = frozenset({"advmod", "cc", "mark", "discourse", "dep", "vocative"})


@dataclass(frozen=True, eq=False)
class Clause:
    """A clause of a message.

    Attributes:
        root: the verb, or the noun or adjective of a copula.
        tokens: its words in the order of the text, without those of other clauses, interjections and vocatives.
        subject: the head of its subject; None if it has none.
        is_inherited: whether the subject is that of the clause to which it is joined ("I quit and opened a shop").
        mark: the last mark of its sentence: ".", "?", "!" or "".
        is_last: whether it is the last clause of its sentence.
    """

    root: Token
    tokens: tuple[Token, ...]
    subject: Token | None
    is_inherited: bool
    mark: str
    is_last: bool

    def with_tokens(self, tokens: tuple[Token, ...]) -> Clause:
        """Return the clause with fewer words."""
        return replace(self, tokens=tokens)

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return int(self.tokens[0].idx)

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return int(self.tokens[-1].idx + len(self.tokens[-1]))

    @property
    def text(self) -> str:
        """Its words and those between them, as written."""
        return str(self.root.doc[self.tokens[0].i : self.tokens[-1].i + 1].text)

    def text_after(self, count: int) -> str:
        """Return what is written after it, up to a number of words."""
        last = self.tokens[-1]
        return f"{last.whitespace_}{self.root.doc[last.i + 1 : last.i + 1 + count].text}"

    @property
    def finite_verb(self) -> Token | None:
        """The word that carries tense; None if there is none ("going to Rome")."""
        return find_finite_verb(self.root)

    @property
    def is_past(self) -> bool:
        """Whether it is in the past or perfect tense."""
        verb, tag = self.finite_verb, self.root.tag_
        if verb is None:
            return tag in {"VBD", "VBN"}
        return verb.tag_ == "VBD" or (tag == "VBN" and verb.lemma_ == "have")

    @property
    def is_introducing(self) -> bool:
        """Whether the subject is new, and so part of what is said: "there is a park"."""
        return any(child.dep_ == "expl" for child in self.root.children)

    @property
    def is_question(self) -> bool:
        """Whether it asks: its verb precedes its subject, or it ends in a question mark."""
        verb, first = self.finite_verb, self.tokens[0]
        is_inverted = (
            verb is not None
            and self.subject is not None
            and not self.is_inherited
            and verb.i < self.subject.i
            and verb.i - first.i <= 1
            and not self.is_introducing
        )
        return is_inverted or (self.mark == "?" and (self.is_last or first.tag_ in {"WP", "WRB", "WDT", "WP$"}))


def has_copula(root: Token) -> bool:
    """Whether a noun or adjective is a predicate: "is ill"."""
    return any(child.dep_ == "cop" for child in root.children)


def find_finite_verb(root: Token) -> Token | None:
    """Return the auxiliary, copula or verb that carries the tense of a clause; None if none does."""
    for child in root.children:
        if child.dep_ in _VERB_PARTS and (child.tag_ in FINITE_TAGS or child.lower_ in _CONTRACTED_VERBS):
            return child
    return root if root.tag_ in FINITE_TAGS else None


def split_clauses(doc: Doc) -> list[Clause]:
    """Return the clauses of a message, in the order of the text.

    Conditions, reasons, times and relative clauses stay in the clause to which they belong; joined clauses are separate.

    Args:
        doc: the message, parsed with dependencies; without them it has no clauses.
    """
    clauses: list[Clause] = []
    if not doc.has_annotation("DEP"):
        return clauses
    for sentence in doc.sents:
        heads = _clause_heads(sentence.root)
        indices = {token.i for token in heads}
        mark = next((mark for mark in "?!." if mark in sentence.text.rstrip(" )\"'”’")[-3:]), "")
        for root in heads:
            subject, is_inherited = _find_subject(root)
            tokens = _trim(_own_tokens(root, indices))
            if is_inherited and subject is not None:
                tokens = [token for token in tokens if token.i > subject.i]
            left_out = _label_before(root, subject)
            tokens = [token for token in tokens if token.i not in left_out]
            if any(token.is_alpha for token in tokens):
                is_last = root is heads[-1]
                # "Did I tell you that I got the job?" states it.
                own_mark = "." if _is_told(root) else mark
                clauses.append(Clause(root, tuple(tokens), subject, is_inherited, own_mark, is_last))
    return clauses


def is_bare_noun(token: Token) -> bool:
    """Whether a noun stands alone, as a name does: "Mum arrives", not "my mum" or "Mum's friend Ann"."""
    is_joined = token.dep_ in {"compound", "flat", "appos", "vocative"} or any(
        child.dep_ in {"det", "nmod:poss", "amod", "compound", "flat", "nummod"} for child in token.children
    )
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    return not is_joined and (following is None or following.pos_ != "PROPN")


def is_refusal(clause: Clause) -> bool:
    """Return whether a clause without a subject says what the speaker cannot do: "can't do Wednesday"."""
    first, root = clause.tokens[0], clause.root
    is_denied = (
        first.lower_ in {"ca", "can"} and len(clause.tokens) > 1 and clause.tokens[1].lower_ in {"n't", "n’t", "not"}
    )
    is_own = clause.subject is None and first.head.i == root.i and root.lemma_.lower() in _ABILITIES
    return is_denied and is_own and any(child.dep_ in {"obj", "obl"} for child in root.children)


def noun_phrase(head: Token) -> list[Token]:
    """Return the words of a noun phrase without its relative clauses, asides and joined nouns."""
    found = [head]
    pending = [child for child in head.children if child.dep_ not in _PHRASE_BREAKS]
    while pending:
        token = pending.pop()
        found.append(token)
        pending += [child for child in token.children if child.dep_ not in _PHRASE_BREAKS]
    return sorted(found, key=_position)


def _is_told(token: Token) -> bool:
    """Whether a clause is what a question states: "did I tell you …", "did you hear …"; not "do you know when …"."""
    head = token.head
    if token.dep_ != "ccomp" or not any(
        child.dep_ == "aux" and child.lower_ in _TELLING_FORMS for child in head.children
    ):
        return False
    subject = next((child for child in head.children if child.dep_ in SUBJECT_ROLES), None)
    tellers = _TELLING.get(head.lemma_.lower(), frozenset())
    is_open = any(child.tag_ in {"WRB", "WP", "WDT"} or child.lower_ in {"if", "whether"} for child in token.children)
    has_subject = any(child.dep_ in SUBJECT_ROLES for child in token.children)
    return subject is not None and subject.lower_ in tellers and has_subject and not is_open


def _label_before(root: Token, subject: Token | None) -> set[int]:
    """Return the places of a label that another clause parts from the subject: "the bread: say 5.20, | costs are too high"."""
    labels = [
        child for child in root.children if subject is not None and child.dep_ in SUBJECT_ROLES and child.i < subject.i
    ]
    return {
        token.i
        for label in labels
        if subject is not None and any(each.text == ":" for each in root.doc[label.i : subject.i])
        for token in noun_phrase(label)
    }


def _position(token: Token) -> int:
    return int(token.i)


def _clause_heads(root: Token) -> list[Token]:
    """Return the heads of the clauses of a sentence, in the order of the text."""
    heads, pending = [root], [(child, True) for child in root.children]
    while pending:
        token, is_below_head = pending.pop()
        is_head = is_below_head and _starts_clause(token)
        if is_head:
            heads.append(token)
        pending += [(child, is_head or token.dep_ in {"discourse", "vocative"}) for child in token.children]
    return sorted(heads, key=_position)


def _starts_clause(token: Token) -> bool:
    """Whether a word below the head of a clause is the head of another."""
    if token.dep_ not in _CLAUSE_ROLES:
        return False
    has_subject = any(child.dep_ in SUBJECT_ROLES for child in token.children)
    is_verb = token.pos_ in {"VERB", "AUX"} or has_copula(token)
    if _is_told(token):
        return True
    if token.dep_ == "ccomp":
        # A comma splice that the parser takes for an object clause of a noun or an interjection.
        return has_subject and token.head.pos_ not in {"VERB", "AUX", "ADJ"}
    if token.dep_ == "conj" and not has_subject:
        return is_verb and _is_joined_clause(token, token.head)
    return is_verb or has_subject


def _is_joined_clause(token: Token, head: Token) -> bool:
    """Whether a verb without a subject, joined to another, is a clause of its own: it has a tense and further parts."""
    verb = find_finite_verb(head)
    if verb is not None and verb.tag_ == "MD":
        # "I'll close the shop and sell online": "will" belongs to both.
        return False
    has_tense = find_finite_verb(token) is not None or token.tag_ == find_participle(head)
    has_parts = any(child.dep_ not in _NOT_PARTS for child in token.children)
    return has_tense and has_parts and head.pos_ in {"VERB", "AUX", "ADJ", "NOUN"}


def find_participle(verb: Token) -> str:
    """Return the tag of a participle or past form that a joined verb shares: "has moved and started"."""
    return str(verb.tag_) if verb.tag_ in {"VBD", "VBN", "VBG"} else "-"


def _own_tokens(root: Token, heads: set[int]) -> list[Token]:
    found, pending = [root], list(root.children)
    while pending:
        token = pending.pop()
        if token.i in heads or token.dep_ in {"vocative", "reparandum", "discourse"}:
            continue
        found.append(token)
        pending += list(token.children)
    return sorted(found, key=_position)


def _trim(tokens: list[Token]) -> list[Token]:
    """Remove interjections, conjunctions and marks from both ends."""
    first, last = 0, len(tokens)
    while first < last and (_is_filler(tokens[first]) or _is_opening(tokens[first]) or _is_address(tokens[first])):
        first += 1
    while last > first and _is_filler(tokens[last - 1]):
        last -= 1
    return tokens[first:last]


def _is_filler(token: Token) -> bool:
    is_symbol = not any(map(str.isalnum, token.text)) and token.text not in CURRENCIES
    if token.lower_ == "neither":
        return False
    is_joining = (
        token.pos_ in {"INTJ", "CCONJ", "SYM"} or token.dep_ == "cc" or bool(_EXCLAMATION.fullmatch(token.lower_))
    )
    return is_symbol or is_joining or token.lower_ in _INTERJECTIONS | _CLOSING_WORDS


def _is_opening(token: Token) -> bool:
    # "No more running for me".
    is_negation = token.lower_ == "no" and token.i + 1 < len(token.doc) and token.nbor().lower_ in {"more", "longer"}
    return token.lower_ in _OPENING_WORDS and token.dep_ in _OPENING_ROLES and not is_negation


def _is_address(token: Token) -> bool:
    """Whether a word addresses all who read a greeting, as in "Hi all, I work here"."""
    doc = token.doc
    greets = token.i > 0 and doc[token.i - 1].lower_ in _GREETINGS
    return (
        greets
        and token.lower_ in _ADDRESSES
        and token.i + 1 < len(doc)
        and doc[token.i + 1].text in {",", "!", ".", "-"}
    )


def _find_subject(root: Token) -> tuple[Token | None, bool]:
    """Return the subject of a verb, and whether it is that of the verb to which it is joined."""
    token = root
    while True:
        subjects = [
            child for child in token.children if child.dep_ in SUBJECT_ROLES and child.lower_ not in _INTERJECTIONS
        ]
        own = next(iter(subjects), None)
        is_aside = len(subjects) > 1 and any(each.text == "," for each in token.doc[subjects[0].i : subjects[1].i])
        if is_aside and (subjects[1].pos_ != "PRON" or subjects[1].lower_ == "i"):
            # "Bad news, the hall has double booked us", "fun fact, I was born in Kenya"; not "my brother, he is ill".
            own = subjects[1]
        if own is not None or token.dep_ != "conj":
            return own, own is not None and token is not root
        token = token.head
