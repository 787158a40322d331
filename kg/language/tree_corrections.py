"""Corrections of what the parser often gets wrong in chat: times and names cut off, verbs taken for nouns, wrong tenses."""

from __future__ import annotations

import calendar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_CLAUSE_PARTS = frozenset({"nsubj", "nsubj:pass", "csubj", "cop", "aux", "expl", "case"})
_MODIFIERS = frozenset({"nummod", "nmod:desc"})
# "At half past two".
_FRACTIONS = frozenset({"half", "quarter"})
_TIMED = frozenset({"NOUN", "PROPN", "NUM"})
_OBJECTS = frozenset({"obj", "iobj", "obl", "nmod", "nsubj:pass", "ccomp", "xcomp", "conj"})
_COSTS = frozenset({"cost", "costs"})
_MONTHS = frozenset(name.lower() for name in calendar.month_name[1:])
_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
_SHORT_DAYS = frozenset({"mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun"})
_NAMED_DAYS, _DATED = _DAYS | _SHORT_DAYS, _DAYS | _MONTHS
_RELATIVES = frozenset(
    {
        "mum",
        "mom",
        "dad",
        "mother",
        "father",
        "sister",
        "brother",
        "son",
        "daughter",
        "wife",
        "husband",
        "aunt",
        "uncle",
    }
    | {
        "cousin",
        "nan",
        "gran",
        "grandma",
        "grandad",
        "niece",
        "nephew",
        "boss",
        "flatmate",
        "girlfriend",
        "boyfriend",
        "partner",
    }
)
# Names follow these.
_BEFORE_NAMES = frozenset({"dr", "mr", "mrs", "ms", "miss", "prof", "st", "room", "dr.", "mr.", "mrs.", "prof."})
_MOST_WORDS = 4
_PASTS = {
    "lent": "lend", "sent": "send", "spent": "spend", "built": "build", "bought": "buy", "brought": "bring",
    "caught": "catch", "taught": "teach", "sold": "sell",  "lost": "lose", "kept": "keep", "slept": "sleep",
    "paid": "pay", "met": "meet", "won": "win", "went": "go", "gave": "give", "took": "take", "drove": "drive",
}  # fmt: skip
# Verbs whose past is written as their present: of these, what is done once is nearly always past; of those, if it has a date.
_ONCE = frozenset({"quit", "hurt", "hit", "split"})
_SAME_FORMS = _ONCE | {"put", "set", "cut", "shut", "let"}
_LAST_TIMES = frozenset({"yesterday", "ago", "last"})
# Words before a verb that may follow the object of the verb before it: "I fed the cats and dogs then went out".
_SEQUENCE_WORDS = frozenset({"then", "so", "later", "afterwards", "finally", "again"})
_SUBJECT_TAGS = frozenset({"NOUN", "PROPN", "PRON", "SYM"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "expl"})
_FINITE_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD"})
# What relatives do, and what may happen on a day.
_MOVING = frozenset({"lands", "arrives", "leaves", "flies", "starts", "moves", "visits", "returns", "works", "lives"})
_HAPPENING = frozenset(
    {"start", "begin", "end", "land", "arrive", "leave", "come", "go", "return", "open", "close", "finish", "fly"}
)
_PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_NEAR = frozenset({"this", "next", "last"})


def correct_tree(doc: Doc) -> None:
    """Correct the dependencies and tags of a parsed text in place; of one without dependencies, nothing."""
    if not doc.has_annotation("DEP"):
        return
    _reattach_from_modifiers(doc)
    _attach_fragments(doc)
    _read_contracted_copulas(doc)
    _read_costs(doc)
    _read_days(doc)
    _read_presents(doc)
    _read_pasts(doc)
    _read_same_forms(doc)
    _read_verbs_in_ew(doc)
    _read_calls(doc)
    _read_deeds_of_relatives(doc)
    _read_relative_clauses(doc)
    _read_joined_subjects(doc)
    _read_subjects_after_objects(doc)


def _reattach_from_modifiers(doc: Doc) -> None:
    """Attach the parts of a clause to the noun of a number or title: in "It is on 14 May." the parser may give them to "14"."""
    for token in doc:
        if token.dep_ in _CLAUSE_PARTS:
            while _is_modifier(token.head):
                token.head = token.head.head
        month = token.head
        if token.dep_ == "cop" and month.dep_ == "appos" and month.head.dep_ == "ROOT" and month.lower_ in _MONTHS:
            # "The surgery is on Wed 3rd June", of which the parser takes "June" for another name of the surgery.
            subject, month.head, month.dep_ = month.head, month, "ROOT"
            subject.head, subject.dep_ = month, "nsubj"


def _is_modifier(token: Token) -> bool:
    """Whether a word belongs to a number, date or title: "half" of "half past two", "Friday" of "Friday 5 May"."""
    if token.dep_ in _MODIFIERS:
        return True
    is_fraction = token.lower_ in _FRACTIONS and token.dep_ == "advmod"
    is_day = token.lower_ in _NAMED_DAYS and token.dep_ in {"nmod:unmarked", "compound"}
    return is_fraction or (is_day and token.head.i > token.i)


def _attach_fragments(doc: Doc) -> None:
    """Attach names and times that the parser takes for sentences: "at 9" of "on Monday at 9", "Shaw" of "Dr Shaw"."""
    for sentence in list(doc.sents):
        first, root = sentence[0], sentence.root
        before = first.nbor(-1) if first.i else None
        if before is None or before.is_punct or before.is_space or not _is_fragment(sentence):
            continue
        previous = before.sent.root
        for child in [child for child in root.rights if child.is_punct]:
            child.head = previous
        if first.lower_ == "the":
            root.head, root.dep_ = before.head, "obl:unmarked"
        elif first.dep_ == "case":
            root.head, root.dep_ = before if before.pos_ in _TIMED else previous, "nmod"
        else:
            root.head, root.dep_ = before, "flat"


def _is_fragment(sentence: Span) -> bool:
    """Whether what the parser takes for a sentence is a time with a preposition, or a name after a title or a number."""
    first, root = sentence[0], sentence.root
    if any(token.pos_ in {"VERB", "AUX", "INTJ"} for token in sentence):
        return False
    if first.lower_ == "the":
        # "On Friday the 31st of October".
        is_nth = root.text[:1].isdigit() and root.lower_.endswith(("st", "nd", "rd", "th"))
        return is_nth and len(sentence) <= _MOST_WORDS + 1 and first.nbor(-1).lower_ in _DAYS
    if first.dep_ == "case":
        return len(sentence) <= _MOST_WORDS and root.tag_ == "CD" and first.head == root and first.i + 1 == root.i
    if first.tag_ == "CD" and first.nbor(-1).lower_ in _NAMED_DAYS:
        # "On Monday 11 May".
        return len(sentence) <= _MOST_WORDS and any(token.lower_ in _MONTHS for token in sentence[:2])
    is_month = first.lower_ in _MONTHS and first.nbor(-1).tag_ == "CD"
    return first == root and root.pos_ == "PROPN" and (is_month or first.nbor(-1).lower_ in _BEFORE_NAMES)


def _read_contracted_copulas(doc: Doc) -> None:
    """Read "'s" as "is" before a preposition: "the party's on the 28th"."""
    for token in doc:
        if token.tag_ != "POS" or not 0 < token.i < len(doc) - 1 or token.nbor().dep_ != "case":
            continue
        noun, place = token.head, token.nbor().head
        if place.i < token.i or noun.i > token.i or token.nbor(-1).whitespace_ or not _may_be_subject(noun):
            continue
        if noun.is_title and (noun.pos_ == "PROPN" or noun.lower_ in _RELATIVES) and _is_time(place):
            # "Nando's on Friday", "Mum's at 7" may be where people meet.
            continue
        root = token.sent.root
        if root.i > token.i or root == noun:
            # The noun begins the sentence.
            place.head = place
            place.dep_ = "ROOT"
            if root not in (place, noun):
                root.head, root.dep_ = place, "obl"
        else:
            place.head, place.dep_ = root, "parataxis"
        noun.head, noun.dep_ = place, "nsubj"
        token.head, token.dep_, token.tag_, token.pos_, token.lemma_ = place, "cop", "VBZ", "AUX", "be"


def _is_time(token: Token) -> bool:
    return token.tag_ == "CD" or token.lower_ in _DAYS


def _may_be_subject(noun: Token) -> bool:
    """Whether a noun with "'s" may be a subject: not in "at Mum's in Fife", and "I love Nando's in Leeds"."""
    if noun.dep_ in _OBJECTS or any(child.dep_ in {"case", "cop"} for child in noun.lefts):
        return False
    has_verb = noun.head.pos_ in {"VERB", "AUX"} or any(child.dep_ in {"cop", "aux"} for child in noun.head.children)
    return noun.dep_ != "nsubj" or not has_verb


def _read_costs(doc: Doc) -> None:
    """Read "cost" as a verb where it has a subject: "the tickets cost 40 euros"."""
    for token in doc:
        children = (
            {child.dep_ for child in token.children} if token.lower_ in _COSTS and token.pos_ == "NOUN" else set()
        )
        if "nsubj" in children and not children & {"cop", "det", "nmod:poss"}:
            token.tag_, token.pos_, token.lemma_ = "VBZ" if token.lower_ == "costs" else "VBP", "VERB", "cost"


def _read_presents(doc: Doc) -> None:
    """Read a base form with a subject as the present: "bins go out on Tuesday evenings"."""
    for token in doc:
        if token.tag_ == "VB" and token.dep_ == "ROOT" and token.lower_ not in {"be", "let"}:
            children = {child.dep_ for child in token.children}
            subjects = [child for child in token.children if child.dep_ == "nsubj" and child.i < token.i]
            if subjects and subjects[0].tag_ in _PLURAL_TAGS and not children & {"aux", "mark", "vocative"}:
                token.tag_ = "VBP"


def _read_pasts(doc: Doc) -> None:
    """Read forms that are never in the present as the past: "I lent my drill to Steve"."""
    for token in doc:
        if (
            token.tag_ in {"VBP", "VB"}
            and token.lower_ in _PASTS
            and not any(child.dep_ == "aux" for child in token.children)
        ):
            token.tag_, token.lemma_ = "VBD", _PASTS[token.lower_]


def _read_same_forms(doc: Doc) -> None:
    """Read "quit", "put" and the like as the past of what happened once: "I quit in January", "we set it up on Sunday"."""
    for token in doc:
        if token.tag_ not in {"VBP", "VB"} or token.lower_ not in _SAME_FORMS:
            continue
        children = {child.dep_ for child in token.children}
        if "nsubj" not in children or children & {"aux", "mark"} or token.doc[token.i + 1 :][:1].text.lower() == "off":
            continue
        if token.lower_ in _ONCE or any(_is_single_time(each) for each in token.subtree if each.i > token.i):
            token.tag_ = "VBD"


def _is_single_time(token: Token) -> bool:
    """Whether a word belongs to a time that may be past, and happens once: "on Sunday", "in January", "last week"."""
    before = token.nbor(-1).lower_ if token.i else ""
    return token.lower_ in _LAST_TIMES or (token.lower_ in _DATED and before in {"on", "in"})


def _read_relative_clauses(doc: Doc) -> None:
    """Read a clause with "whose" or "who" after a noun as part of it: "I've got a colleague whose wife is a vet"."""
    for root in doc:
        first = root.left_edge
        if root.dep_ not in {"parataxis", "ccomp"} or first.lower_ not in {"whose", "who"} or not first.i:
            continue
        noun = first.nbor(-1)
        if noun.pos_ in {"NOUN", "PROPN"} and noun.sent == root.sent and not noun.is_ancestor(root) and noun != root:
            root.head, root.dep_ = noun, "acl:relcl"


def _read_joined_subjects(doc: Doc) -> None:
    """Read the noun before a joined verb as its subject: "I work in sales and Priya works in HR".

    The parser may join "Priya" to "sales", and leave "works" without a subject. A verb that shares the subject of another stands
    after a comma or a conjunction.
    """
    for root in doc:
        if (
            root.dep_ != "conj"
            or not (_has_tense(root) and _has_tense(root.head))
            or any(child.dep_ in _SUBJECTS for child in root.children)
        ):
            continue
        first = root.left_edge
        if not first.i or first.is_punct or first.dep_ in {"cc", "mark"} or first.lower_ in _SEQUENCE_WORDS:
            continue
        last = first.nbor(-1)
        noun = next((each for each in (last, *last.ancestors) if each.dep_ == "conj"), None)
        if noun is None or noun.right_edge.i != last.i or noun.pos_ not in _SUBJECT_TAGS or noun.is_ancestor(root):
            continue
        if any(child.dep_ == "cc" for child in noun.lefts):
            _make_subject(noun, root)


def _read_subjects_after_objects(doc: Doc) -> None:
    """Read the second name as the subject: "I'm meeting Sam and Kim is joining us"."""
    for root in doc:
        subject = next((child for child in root.lefts if child.dep_ == "nsubj"), None)
        if subject is None or root.dep_ not in {"conj", "xcomp"} or not subject.left_edge.i:
            continue
        second = next((child for child in subject.rights if child.dep_ == "conj"), None)
        verb, tense = subject.left_edge.nbor(-1), _find_tense(root)
        is_singular = tense is not None and (tense.tag_ == "VBZ" or tense.lower_ == "was")
        if second is None or verb != root.head or verb.pos_ != "VERB" or not is_singular or second.i > root.i:
            continue
        root.dep_ = "conj"
        subject.head, subject.dep_ = verb, "obj"
        _make_subject(second, root)


def _make_subject(noun: Token, root: Token) -> None:
    """Make a joined noun, with its conjunction, the subject of a verb or predicate."""
    links = [child for child in noun.lefts if child.dep_ == "cc"]
    noun.head, noun.dep_ = root, "nsubj"
    for link in links:
        link.head = root


def _has_tense(root: Token) -> bool:
    return _find_tense(root) is not None


def _find_tense(root: Token) -> Token | None:
    """Return the word of a verb or predicate that carries its tense; None if none does."""
    parts = [child for child in root.lefts if child.dep_ in {"aux", "aux:pass", "cop"}]
    return next((each for each in (*parts, root) if each.tag_ in _FINITE_TAGS), None)


def _read_verbs_in_ew(doc: Doc) -> None:
    """Read "renew" and its forms as one verb; the parser takes them for forms of others."""
    for token in doc:
        if token.tag_ == "VB" and token.lower_.endswith("ew"):
            token.lemma_ = token.lower_
        elif token.tag_ == "VBG" and token.lower_.endswith("ewing"):
            token.lemma_ = token.lower_.removesuffix("ing")


def _read_calls(doc: Doc) -> None:
    """Read "rang" as the past of a verb: "Harriet rang"."""
    for token in doc:
        has_subject = any(child.dep_ == "nsubj" for child in token.children)
        if token.lower_ == "rang" and has_subject:
            token.tag_, token.pos_, token.lemma_ = "VBD", "VERB", "ring"


def _read_days(doc: Doc) -> None:
    """Read a day as a time and not as an object: "the class starts this Thursday"."""
    for token in doc:
        is_near = token.lower_ in _DAYS and any(child.lower_ in _NEAR for child in token.children)
        if is_near and token.dep_ == "obj" and token.head.lemma_ in _HAPPENING:
            token.dep_ = "obl:unmarked"


def _read_deeds_of_relatives(doc: Doc) -> None:
    """Read "lands" as a verb in "my mum lands on Thursday", where the parser finds no other."""
    for token in doc:
        person = token.nbor(-1) if token.i else token
        is_noun = (
            token.lower_ in _MOVING and token.dep_ == "ROOT" and person.lower_ in _RELATIVES and person.head == token
        )
        if is_noun and not any(each.pos_ in {"VERB", "AUX"} for each in token.sent):
            token.tag_, token.pos_, token.lemma_ = "VBZ", "VERB", token.lower_.removesuffix("s")
            person.dep_ = "nsubj"
            for child in [child for child in token.lefts if child.i < person.i]:
                child.head = person
            for child in token.rights:
                child.dep_ = "obl" if child.dep_ == "nmod" else child.dep_
