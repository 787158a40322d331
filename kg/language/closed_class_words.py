"""Corrections of tags that only a few words can have: a rare name in small letters, as in "I study in aachen", may get one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CONJUNCTIONS = frozenset({
    "and", "but", "or", "nor", "yet", "so", "plus", "minus", "both", "either", "neither", "n", "'n", "n'", "&", "+", "/",
    "times", "versus", "vs", "vs.", "v", "v.", "et", "less", "not", "as", "then", "rather", "whether", "&amp;", "nd", "an",
    "adn", "annd", "x", "or/and", "and/or"
})  # fmt: skip
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "expl"})
# Without those in "-ly", "-ward" and "-wise".
_ADVERBS = _words(
    "about above abroad actually af after again ago ahead alike all almost alone along already also altogether "
    "always anyhow anyway apart around asap aside atm away back backstage basically before behind below besides "
    "better both briefly btw cos cuz deep def deffo doubtless down downstairs due each early either else elsewhere "
    "enough even eventually ever everywhere far fast finally first forever forth forwards further furthermore half "
    "hard hence here hereby high hopefully how however imo indeed indoors inside instead just kinda last late later "
    "least less likewise literally lol long lots low maybe meanwhile more moreover most much near nearby neither "
    "never nevertheless next nonetheless noon normally not now nowadays nowhere obvs off often once online only "
    "otherwise out outdoors outside over overall overnight overseas past perhaps plus pretty probs prolly quick "
    "quite rather really right rn round second seldom short sideways since slow so someday somehow sometime "
    "sometimes somewhat somewhere soon sorta still straight such tbh then thence there thereby therefore third tho "
    "though thrice through throughout thus tmrw today together tomorrow tonight too twice up upstairs very well "
    "when where whereby why worse worst yesterday yet"
)
_ADVERB_ENDS = ("ly", "ward", "wards", "wise")
_PREPOSITIONS = frozenset({"in", "at", "from", "to", "near", "around", "outside"})


def correct_conjunctions(doc: Doc) -> None:
    """Read words that are tagged as conjunctions and cannot be any as names, in place: "I study in aachen"."""
    for token in doc:
        if token.tag_ == "CC" and token.is_alpha and token.lower_ not in _CONJUNCTIONS:
            token.tag_, token.pos_ = "NNP", "PROPN"


def correct_adverbs(doc: Doc) -> None:
    """Read a word before a verb without a subject that is tagged as an adverb, and can be none, as a name: "ulrika asked"."""
    for token in doc:
        if token.tag_ != "RB" or token.dep_ != "advmod" or not token.is_alpha or token.head.i != token.i + 1:
            continue
        is_adverb = token.lower_ in _ADVERBS or token.lower_.endswith(_ADVERB_ENDS)
        is_open = token.head.tag_ in {"VBD", "VBZ"} and not any(each.dep_ in _SUBJECTS for each in token.head.children)
        if is_open and not is_adverb:
            token.tag_, token.pos_, token.dep_ = "NNP", "PROPN", "nsubj"


def attach_places(doc: Doc) -> None:
    """Join a preposition to the name after it, which the parser left apart, in place: "I study | in | aachen"."""
    for name in doc:
        if name.tag_ != "NNP" or name.dep_ not in {"advmod", "cc"} or not name.i:
            continue
        preposition = name.nbor(-1)
        if preposition.lower_ in _PREPOSITIONS and preposition.dep_ in {"advmod", "compound:prt"}:
            _join(preposition, name)


def _join(preposition: Token, name: Token) -> None:
    verb = preposition.head
    if verb == name or any(True for _ in preposition.children) or name.is_ancestor(verb):
        return
    name.head, name.dep_ = verb, "obl"
    preposition.head, preposition.dep_ = name, "case"
    preposition.tag_, preposition.pos_ = "IN", "ADP"
