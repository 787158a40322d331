import pytest

from kg.language import bundled_pipeline
from kg.language.code_words import is_word_of_code


@pytest.mark.parametrize(
    "word",
    [
        "apps/web",
        "feat/export-csv",
        "/var/log/app/server.log",
        "~/.config/app.toml",
        "@acme/ui-kit",
        "registry/app:1.4.2",
        "DB_HOST=localhost:5433",
        ".env.local",
        "settings.py",
        "max_retries",
        "/api/v2/users/{id}",
    ],
)
def test_paths_files_and_assignments_are_words_of_code(word):
    assert is_word_of_code(word)


@pytest.mark.parametrize(
    "word",
    [
        "and/or",
        "he/she",
        "s/he",
        "sat/sun",
        "24/7",
        "12/05/2026",
        "Ann/Bob",
        "brother/sister",
        "apps/web.",
        "tea",
        ".so",
    ],
)
def test_alternatives_dates_and_names_are_no_words_of_code(word):
    assert not is_word_of_code(word)


@pytest.mark.parametrize(
    "text",
    [
        "The logs are in /var/log/app/server.log.",
        "The config lives at ~/.config/app.toml",
        "I put it in apps/web, not here",
    ],
)
def test_a_word_of_code_is_read_as_one_noun(text):
    [doc] = bundled_pipeline().parse([text])
    [word] = [token for token in doc if is_word_of_code(token.text)]
    assert word.pos_ in {"NOUN", "PROPN"}
    assert word.lower_ == word.text.lower()
    assert doc.text == text
