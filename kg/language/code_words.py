"""Paths, file names, assignments and other words of code, each of which is one noun of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_PART = r"[\w.@+*{}-]+"
_WORD_OF_CODE = re.compile(
    # "/var/log/app.log", "~/.config", "./run.sh", "../shared/".
    rf"(?:(?:(?:~|\.{{1,2}})?(?:/{_PART})+/?"
    # "apps/web", "feat/export-csv", "@acme/ui-kit", "registry/app:1.4".
    rf"|[@a-z_.][\w.@+-]+(?:/{_PART})+(?::[\w.-]+)?/?"
    # "DB_HOST=localhost:5433", "--retries=3".
    r"|-{0,2}[A-Za-z_][\w.-]*=[^\s=,;]+"
    # ".env.local", "settings.py", "build_all.sh", "max_retries".
    r"|\.(?:bash|config|docker|editorconfig|env|git|npm|ssh|venv|zsh)[\w.-]*"
    r"|[\w-]+\.(?:cfg|conf|css|csv|docx?|env|go|html?|ini|ipynb|java|js|json|jsx|lock|log|md|pdf|py|rb|rs|sh|sql|toml|tsx?|txt|"
    r"xlsx?|ya?ml)"
    r"|[A-Za-z]\w*_\w+)(?<=[\w/}*]))"
)
# Two words with a slash that stand in a sentence as two.
_ALTERNATIVES = re.compile(
    r"(?:and|or|if|when|he|she|her|his|him|hers|they|them|their|the|this|that|me|my|we|us|our|you|your|yes|no|am|pm|either|"
    r"w|\d+|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|\w+day|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|tomorrow|"
    r"tonight|today|mum|mom|dad|brother|sister|son|daughter|husband|wife|mother|father)"
)
# The tagger has not learnt from texts with code: with the features of this word, it takes a word of code for a noun.
_KNOWN_NOUN = "server"


def is_word_of_code(text: str) -> bool:
    """Return whether a text without spaces is one word of code: a path, a file name, a branch, a package, an assignment.

    Not "and/or", "he/she" and days.
    """
    if _WORD_OF_CODE.fullmatch(text) is None:
        return False
    return text[0] in "/~." or "=" in text or not any(_ALTERNATIVES.fullmatch(part) for part in text.split("/", 2)[:2])


@contextmanager
def read_as_nouns(docs: Iterable[Doc]) -> Iterator[None]:
    """Give the words of code in some texts the features of a noun while they are tagged and parsed."""
    words = {token.text: (token.lex, doc.vocab) for doc in docs for token in doc if is_word_of_code(token.text)}
    for lexeme, vocab in words.values():
        noun = vocab[_KNOWN_NOUN]
        lexeme.lower_, lexeme.prefix_, lexeme.suffix_, lexeme.shape_ = (
            noun.lower_, noun.prefix_, noun.suffix_, noun.shape_,
        )  # fmt: skip
    try:
        yield
    finally:
        for word, (lexeme, _) in words.items():
            lexeme.lower_ = word.lower()
