"""Which closed predicates a question asks for: "Where does Ann live?" asks for lives_in, moved_to and from."""

from __future__ import annotations

from collections.abc import Collection

_HOME = ("lives_in", "moved_to", "from", "located_in")
_WORK = ("works_at", "role", "reports_to", "colleague_of", "founded")
_FAMILY = ("married_to", "partner_of", "parent_of", "child_of", "sibling_of")
_TASTES = ("likes", "favourite", "prefers", "uses")
_WORDS: dict[tuple[str, ...], str] = {
    _HOME: "live lives lived living home house flat address city town country place move moved moving based from born grow grew",
    _WORK: "work works worked working job jobs career profession occupation employer company boss manager colleague colleagues",
    ("studies_at", "studied"): "study studies studied studying school university college degree course major",
    _FAMILY: "family relative relatives married husband wife spouse partner girlfriend boyfriend",
    (
        "parent_of",
        "child_of",
    ): "child children kid kids son sons daughter daughters parent parents mother father mum mom dad",
    ("sibling_of",): "sibling siblings brother brothers sister sisters",
    ("friend_of", "knows"): "friend friends know knows",
    ("has_pet",): "pet pets animal animals dog dogs cat cats",
    _TASTES: "like likes enjoy enjoys love loves hobby hobbies interest interests activity activities pastime favourite favorite "
    "prefer prefers fan passion",
    ("dislikes",): "dislike dislikes hate hates avoid avoids",
    ("speaks",): "speak speaks language languages",
    (
        "diet",
        "allergic_to",
        "dislikes",
    ): "eat eats food foods cook bake diet allergy allergies allergic vegetarian vegan drink",
    ("owns",): "own owns have",
    ("plans",): "plan plans planning planned intend intends going",
    ("age", "born_on"): "age old born birthday",
    ("email", "phone"): "email mail phone telephone number contact",
    ("deadline",): "deadline due",
    ("member_of",): "club clubs team teams group groups member band",
    ("name_is",): "called name named",
}
_PREDICATES: dict[str, frozenset[str]] = {}
for _names, _text in _WORDS.items():
    for _word in _text.split():
        _PREDICATES[_word] = _PREDICATES.get(_word, frozenset()) | frozenset(_names)


def find_asked_predicates(words: Collection[str]) -> frozenset[str]:
    """Return the closed predicates that the words of a question ask for.

    Args:
        words: case-folded words, with those such as "where" left out or not.
    """
    return frozenset[str]().union(*(_PREDICATES.get(word, frozenset()) for word in words))
