"""Rewriting a clause as a sentence in the third person that is true without its conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import find_clause_dates, only_gives_date
from kg.extraction.clauses import SUBJECT_ROLES, Clause, find_finite_verb, is_bare_noun, is_refusal, noun_phrase
from kg.extraction.full_forms import is_apostrophe_of_cause, write_in_full
from kg.extraction.omitted_subjects import find_omitted_subject, is_of_other
from kg.extraction.referents import PERSON_PRONOUNS, Referents
from kg.extraction.verb_forms import find_joined_verbs, inflect_present
from kg.extraction.word_lists import CURRENCIES, KIN, PARENTS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.dates import DateMention

_SPEAKER_FORMS = {
    **dict.fromkeys(("i", "we", "im"), "subject"),
    **dict.fromkeys(("me", "us"), "object"),
    **dict.fromkeys(("my", "our"), "possessive"),
    **dict.fromkeys(("mine", "ours"), "possessive"),
    **dict.fromkeys(("myself", "ourselves"), "reflexive"),
}
_ADDRESSEE_FORMS = {
    **dict.fromkeys(("you", "u", "ya"), ""),
    **dict.fromkeys(("your", "ur", "yours"), "possessive"),
    **dict.fromkeys(("yourself", "yourselves"), "reflexive"),
}
_LATER_FORMS = {"subject": "they", "object": "them", "possessive": "their", "reflexive": "themselves"}
_THING_PRONOUNS = frozenset({"it", "its", "this", "that", "these", "those", "they", "them", "their", "theirs"})
_BASE_FORMS = frozenset({"have", "do", "am", "are"})
_PLURAL_FORMS = {"am": "are", "'m": "are", "m": "are", "was": "were", "'re": "are", "'ve": "have", "ve": "have"}
# Past forms that the tagger may take for the present.
_PAST_FORMS = frozenset(
    {"quit", "swam", "drank", "sang", "rang", "sank", "ran", "reran", "began", "came", "became", "drew", "shrank"}
)
_NOUN_PARTS = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "DET", "PRON"})
_NOMINALS = frozenset({"PRON", "DET", "PROPN", "NOUN"})
_SPACE_BEFORE = re.compile(r"\s+([,.;:!?%)’](?!\w)|'s\b|'(?=\s|$)|n't\b)")
_SPACE_AFTER = re.compile(r"([(£$€#])\s+")
_LAST_FILLERS = re.compile(
    r"(?:,? \b(?:by the way|actually|though|tho|anyways?|lol|(?:ha){2,}h?|btw|tbh|basically|obviously|to be honest)"
    r"|, (?:done|so|so here))+$",
    re.IGNORECASE,
)
_SUBJECT_PLACE = -1
_NOT_POSSESSIVE = frozenset({"obj", "obl", "ROOT", "conj", *SUBJECT_ROLES})
# "It was raining", "it's fifteen degrees", "it's terribly short notice".
_OCCASIONS = word_set("rain snow freeze degree degrees notice birthday day pity shame")
_PLACES = word_set("here there outside")
_CHAT_FILLERS = word_set("btw tbh ngl imo imho lol lmao")
_NEVER_OWNED = word_set("something anything nothing everything one some more this that")
# Nouns in the singular to which "them" may refer.
_GROUPS = word_set(
    "family team group band couple company class crew staff community club audience everyone everybody fam"
)


@dataclass(frozen=True)
class ThirdPerson:
    """A clause in the third person.

    Attributes:
        text: the sentence, with a capital and a full stop.
        subject: the name or phrase of its subject, resolved.
        rest: what follows the verb.
        unresolved: number of pronouns whose referent is unknown.
        names_speaker: whether the speaker is named in it.
        dates: the ISO dates in it.
        replaced: "person" and "thing": the kinds of pronouns for which a name or phrase stands that was named before; "dated
            thing" where the clause only gives the date of the thing.
    """

    text: str
    subject: str
    rest: str
    unresolved: int
    names_speaker: bool
    dates: tuple[str, ...]
    replaced: frozenset[str] = frozenset()


def rewrite_clause(
    clause: Clause, *, addressee: str | None, referents: Referents, dates: Sequence[DateMention]
) -> ThirdPerson:
    """Return a clause in the third person, with pronouns and dates resolved.

    Args:
        clause: the clause.
        addressee: the name of the only other participant; None if unknown.
        referents: the speaker, and the persons and things that the message named before.
        dates: the dates of the message.
    """
    dated = find_clause_dates(clause, dates)
    gives_date = only_gives_date(clause, dated, after_denial=referents.denies_date)
    writer = _Writer(clause, addressee, referents, gives_date=gives_date)
    pieces = writer.write({each.first: (each.last, each.words) for each in dated})
    text = _LAST_FILLERS.sub("", _agree_with(referents.speaker, _join(text for _, text in pieces)))
    subject = _join(text for place, text in pieces if place == _SUBJECT_PLACE or place in writer.subject_places)
    rest = _LAST_FILLERS.sub("", _join(text for place, text in pieces if place > writer.verb_place))
    names_speaker = referents.speaker in writer.named
    return ThirdPerson(
        f"{text[:1].upper()}{text[1:].removesuffix('.')}.",
        subject,
        rest,
        writer.unresolved,
        names_speaker,
        tuple(each.value for each in dated if each.value and each.words),
        frozenset(writer.replaced),
    )


def _agree_with(speaker: str, text: str) -> str:
    """Return a sentence whose verb agrees with the speaker's name before it, also where the parser missed the subject."""
    name, _, rest = text.partition(f"{speaker} ")
    verb, space, end = rest.partition(" ")
    return text if name or verb not in _BASE_FORMS else f"{speaker} {inflect_present(verb)}{space}{end}"


class _Writer:
    """Writes one clause; remembers who was named in it, so that later mentions become pronouns."""

    def __init__(self, clause: Clause, addressee: str | None, referents: Referents, *, gives_date: bool) -> None:
        self.clause, self.addressee, self.referents = clause, addressee, referents
        self.speaker, self.gives_date = referents.speaker, gives_date
        self.named: set[str] = set()
        self.persons: set[str] = set()
        self.unresolved = 0
        self.replaced: set[str] = set()
        self.verbs: dict[int, str] = {}
        self.nouns: list[Token] = []
        self.subject_places: set[int] = set()
        verb = clause.finite_verb
        is_copula = verb is not None and verb.dep_ == "cop"
        self.verb_place = int(verb.i) if verb is not None and is_copula else int(clause.root.i)
        # With both in one clause, "they" would be ambiguous.
        self.names_both = addressee is not None and any(token.lower_ in _ADDRESSEE_FORMS for token in clause.tokens)

    def write(self, dates: Mapping[int, tuple[int, str]]) -> list[tuple[int, str]]:
        clause = self.clause
        pieces: list[tuple[int, str]] = []
        if clause.subject is not None and not clause.is_inherited:
            self.subject_places = {token.i for token in noun_phrase(clause.subject)}
        elif clause.subject is not None:
            pieces += [(_SUBJECT_PLACE, self._write_token(token)) for token in noun_phrase(clause.subject)]
            self._add_auxiliary(pieces)
        elif is_elliptic(clause):
            pieces.append((_SUBJECT_PLACE, self._write_omitted_subject()))
            self._agree(clause.root, singular=True)
            self._add_auxiliary(pieces)
        skipped = -1
        left_out = _partner_words(clause.tokens)
        # The name stands for the phrase.
        self.subject_places |= {place + 1 for place in left_out & self.subject_places}
        for token in clause.tokens:
            if token.i <= skipped or token.is_space or token.i in left_out:
                continue
            if token.lower_ in _CHAT_FILLERS or self._is_emphatic(token) or is_apostrophe_of_cause(token):
                continue
            if token.i in dates:
                skipped, text = dates[token.i]
                pieces.append((token.i, text))
            else:
                text = self._write_token(token)
                is_after_speaker = (
                    clause.subject is None and bool(pieces) and token.is_sent_start and token.pos_ != "PROPN"
                )
                pieces.append((token.i, _uncapitalise(text) if is_after_speaker else text))
        return pieces

    def _write_omitted_subject(self) -> str:
        name = find_omitted_subject(self.clause, self.referents)
        self.unresolved += name is None
        self.replaced |= set() if name in {None, self.speaker} else {"person"}
        return self._mention(name or self.speaker, "subject", None)

    def _is_emphatic(self, token: Token) -> bool:
        """Whether a reflexive pronoun only stresses who did it: "I'll write to Bo myself", not "I hurt myself"."""
        if _SPEAKER_FORMS.get(token.lower_) != "reflexive" or token.i <= self.clause.root.i:
            return False
        is_joined = token.dep_ == "conj" or any(child.dep_ in {"conj", "cc"} for child in token.children)
        return not is_joined and token.nbor(-1).pos_ in {"NOUN", "PROPN", "PRON"}

    def _add_auxiliary(self, pieces: list[tuple[int, str]]) -> None:
        if self.clause.finite_verb is None and self.clause.root.tag_ == "VBG":
            pieces.append((_SUBJECT_PLACE - 1, "is"))

    def _write_token(self, token: Token) -> str:
        lower = token.lower_.replace("’", "'")
        if token.i in self.verbs:
            return self.verbs[token.i]
        pronoun = self._write_pronoun(token, lower) if token.pos_ in _NOMINALS else None
        if pronoun is not None:
            return pronoun
        if token.pos_ in {"NOUN", "PROPN"}:
            self.nouns.append(token)
            if lower in PARENTS and is_bare_noun(token):
                return f"{self._mention(self.speaker, 'possessive', None)} {lower}"
        return write_in_full(token, lower)

    def _write_pronoun(self, token: Token, lower: str) -> str | None:
        """Return what a pronoun refers to, or a pronoun of the third person; None for other words."""
        if lower == "us" and token.i and token.nbor(-1).lower_ == "of":
            self.unresolved += 1
            return str(token.text)
        if lower in _SPEAKER_FORMS and token.text != "US":
            return self._mention(self.speaker, _SPEAKER_FORMS[lower], token)
        if lower in _ADDRESSEE_FORMS:
            return self._write_addressee(token, _ADDRESSEE_FORMS[lower])
        if lower in PERSON_PRONOUNS:
            return self._write_person(token, lower)
        if lower in _THING_PRONOUNS and token.pos_ == "PRON" and token.tag_ not in {"WDT", "WP", "EX"}:
            return self._write_thing(token, lower)
        return None

    def _write_addressee(self, token: Token, form: str) -> str:
        if self.addressee is None or _is_of_several(token):
            self.unresolved += 1
            return str(token.text)
        return self._mention(self.addressee, form or ("subject" if token.dep_ in SUBJECT_ROLES else "object"), token)

    def _mention(self, name: str, form: str, token: Token | None) -> str:
        if token is not None and token.lower_ in {"mine", "ours"} and not (token.i and token.nbor(-1).lower_ == "of"):
            # "Mine ends in May", "I had mine done": of what is not said.
            self.unresolved += 1
        is_named = name not in self.named or self.names_both or (token is not None and token.dep_ == "conj")
        # "My shins are killing me": "them" would be the shins.
        is_named |= form == "object" and name == self.speaker and name not in self.persons
        self.named.add(name)
        self.persons |= {name} if form != "possessive" else set()
        if form == "subject" and token is not None and token.dep_ in SUBJECT_ROLES:
            is_main = self.clause.subject is not None and token.i == self.clause.subject.i
            # "Ann and I pay", unlike "they collect, and we pay".
            is_first = token.i in (0, self.clause.tokens[0].i)
            is_joined = not is_first and token.nbor(-1).lower_ in {"and", "&"}
            self._agree(self.clause.root if is_main else token.head, singular=is_named and not is_joined)
        if not is_named or form == "reflexive":
            return _LATER_FORMS[form]
        return f"{name}'s" if form == "possessive" else name

    def _agree(self, head: Token, *, singular: bool) -> None:
        verb = find_finite_verb(head)
        if verb is None:
            return
        lower = verb.lower_.replace("’", "'")
        if lower in _PAST_FORMS:
            return
        if singular and (verb.tag_ == "VBP" or lower in {"were", "'ve", "'re", "'m"}):
            self.verbs[verb.i] = inflect_present(lower)
            if verb.i == head.i:
                self.verbs |= {each.i: inflect_present(each.lower_) for each in find_joined_verbs(head)}
        elif not singular and lower in _PLURAL_FORMS:
            self.verbs[verb.i] = _PLURAL_FORMS[lower]

    def _write_person(self, token: Token, lower: str) -> str:
        if lower == "hers" or (lower == "his" and token.dep_ in _NOT_POSSESSIVE):
            # "She is resting hers": what is not said.
            self.unresolved += 1
            return str(token.text)
        if any(each.pos_ == "PROPN" or each.lower_ in KIN for each in self._antecedents(token)):
            return str(token.text)
        name = self.referents.find_person(PERSON_PRONOUNS[lower], (self.speaker,))
        if name is None:
            self.unresolved += 1
            return str(token.text)
        self.replaced.add("person")
        if name in self.named:
            return str(token.text)
        self.named.add(name)
        # "I offered her something" is often tagged as a possessive.
        is_possessive = (token.tag_ == "PRP$" or token.dep_ == "nmod:poss") and token.head.lower_ not in _NEVER_OWNED
        return f"{name}'s" if is_possessive else name

    def _antecedents(self, token: Token) -> list[Token]:
        """Return the nouns of the clause to which a pronoun may refer: not its subject, except for a possessive."""
        subject = self.clause.subject
        if subject is not None and token.i == subject.i:
            return []
        if subject is None or token.tag_ == "PRP$" or token.dep_ == "nmod:poss" or token.head.i != self.clause.root.i:
            return self.nouns
        return [each for each in self.nouns if each.i not in self.subject_places]

    def _write_thing(self, token: Token, lower: str) -> str:
        if token.dep_ in SUBJECT_ROLES and (
            token.head.text in CURRENCIES or _is_cleft(token.head) or _judges_occasion(token.head)
        ):
            # "It's my cousin who has it", "it's £62", "it was the best day", "it's quiet here": no noun before says what.
            self.unresolved += 1
            return str(token.text)
        if token.dep_ == "expl" or any(token.tag_ != "PRP" or _fits(token, each) for each in self._antecedents(token)):
            return str(token.text)
        thing = None
        if lower in {"it", "they", "them"}:
            thing = self.referents.find_thing(several=lower != "it", has_date=self.gives_date)
        if thing is None:
            self.unresolved += 1
            return str(token.text)
        self.named.add(thing)
        self.replaced |= {"thing", "dated thing"} if self.gives_date else {"thing"}
        return thing


def _is_of_several(you: Token) -> bool:
    """Whether "you" means several persons: "you both", "you two", "each of you"; not "I'll show you two exercises"."""
    before, after = you.doc[max(0, you.i - 2) : you.i], you.doc[you.i + 1 : you.i + 3]
    words = [token.lower_ for token in before]
    is_counted = len(after) > 0 and (
        after[0].lower_ in {"both", "guys"}
        or (after[0].lower_ in {"all", "two", "three"} and (len(after) == 1 or after[1].pos_ not in _NOUN_PARTS))
    )
    return is_counted or (words[-1:] == ["of"] and words[0] in {"all", "both", "each", "any", "some", "one", "none"})


def _is_cleft(root: Token) -> bool:
    """Whether a clause with "it" only says who does something: "it is my cousin who has the key"."""
    if any(child.dep_ == "case" for child in root.children):
        # "It is about a couple who run a ferry".
        return False
    clauses = [child for child in root.children if child.dep_ == "acl:relcl"]
    return any(token.lower_ == "who" for clause in clauses for token in clause.children)


def _judges_occasion(root: Token) -> bool:
    """Whether "it" with this predicate is the weather, the time or a whole occasion."""
    words = {child.lower_ for child in root.children}
    is_of_place = root.pos_ == "ADJ" and not words.isdisjoint(_PLACES)
    is_superlative = root.pos_ == "NOUN" and any(child.tag_ == "JJS" for child in root.children)
    return root.lemma_.lower() in _OCCASIONS or is_of_place or (is_superlative and "one" not in words)


def _fits(pronoun: Token, noun: Token) -> bool:
    """Whether "it" or "them" may refer to a noun of its clause: of the same number, and not one on which it depends."""
    if any(each.i == noun.i for each in pronoun.ancestors):
        return False
    is_plural = noun.tag_ in {"NNS", "NNPS"}
    if pronoun.lower_ == "it":
        return not is_plural
    is_joined = noun.dep_ == "conj" or any(child.dep_ == "conj" for child in noun.children)
    return is_plural or is_joined or noun.pos_ == "PROPN" or noun.lower_ in _GROUPS


def _uncapitalise(text: str) -> str:
    """Return a word in the middle of a sentence: "Told" and "TOLD" → "told"."""
    return text.lower() if text.isupper() else text[:1].lower() + text[1:]


def _partner_words(tokens: Sequence[Token]) -> set[int]:
    """Return the places of "my girlfriend" in "my girlfriend Pia": what is said of Pia outlasts the relation."""
    return {
        word.i
        for owner, kin, name in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if owner.lower_ in {"my", "our", "your"}
        and KIN.get(kin.lower_) in {"partner_of", "married_to"}
        and name.pos_ in {"PROPN", "NOUN"}
        and name.text[:1].isupper()
        for word in (owner, kin)
    }


def is_elliptic(clause: Clause) -> bool:
    """Return whether a clause leaves out the speaker: "got back from Rome", "going to the dentist"."""
    root, verb = clause.root, clause.finite_verb
    if clause.subject is not None or clause.is_question or root.pos_ not in {"VERB", "AUX"}:
        return False
    opening, following = clause.tokens[0], clause.tokens[min(1, len(clause.tokens) - 1)]
    if opening.i != (verb or root).i and (opening.pos_ != "ADV" or following.is_punct):
        return False
    if root.lower_ == "sat" and following.pos_ not in {"ADP", "ADV"}:
        # "Sat my parents land": on Saturday.
        return False
    if any(child.lower_ in {"me", "us"} for child in root.children):
        return False
    if root.tag_ == "VBG" and is_of_other(clause):
        return False
    is_stated = root.tag_ in {"VBD", "VBG"} if verb is None or verb.i == root.i else verb.tag_ in {"VBD", "VBP"}
    return is_stated or is_refusal(clause)


def _join(words: Iterable[str]) -> str:
    text = " ".join(" ".join(words).split())
    return _SPACE_AFTER.sub(r"\1", _SPACE_BEFORE.sub(r"\1", text)).strip(" ,;:-")
