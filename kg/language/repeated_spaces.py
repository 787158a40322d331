"""Texts with several spaces in a row, which are parsed as if there were one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def without_spaces(doc: Doc) -> Doc:
    """Return a text without the tokens that are only spaces, of which the tagger makes names; a line break stays.

    Args:
        doc: words without tags.
    """
    kept = [token for token in doc if not _is_space(token)]
    if len(kept) == len(doc) or not kept:
        return doc
    spaces = [bool(token.whitespace_) or (token.i + 1 < len(doc) and _is_space(token.nbor())) for token in kept]
    return type(doc)(doc.vocab, words=[token.text for token in kept], spaces=spaces)


def restore_spaces(parsed: Doc, doc: Doc) -> Doc:
    """Return `doc` with the tags and the tree of the same text without spaces, so that offsets are those of the text.

    Args:
        parsed: what `without_spaces` returned for `doc`, parsed.
        doc: words without tags.
    """
    if len(parsed) == len(doc):
        return parsed
    full = [token.i for token in doc if not _is_space(token)]
    words: list[Token | None] = [None] * len(doc)
    for place, word in zip(full, parsed, strict=True):
        words[place] = word
    # A space depends on the word before it; the first one on the word after it.
    last, heads = full[0], []
    for place, token in enumerate(words):
        heads.append(last if token is None else full[token.head.i])
        last = last if token is None else place
    return type(doc)(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=["_SP" if word is None else word.tag_ for word in words],
        pos=["SPACE" if word is None else word.pos_ for word in words],
        morphs=["" if word is None else str(word.morph) for word in words],
        lemmas=[token.text if word is None else word.lemma_ for word, token in zip(words, doc, strict=True)],
        heads=heads if parsed.has_annotation("DEP") else None,
        deps=["dep" if word is None else word.dep_ for word in words] if parsed.has_annotation("DEP") else None,
    )


def _is_space(token: Token) -> bool:
    return token.is_space and "\n" not in token.text
