"""Copies of erased text are recognised by distinctive words, by two common words, or by a name, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.erasure.erased_words import ErasedWords, comparable_words, contains_name

WORDS = ErasedWords.from_texts(["The vault opens with Quonset at 7731."])


def test_numbers_and_names_are_distinctive() -> None:
    assert WORDS.distinctive == {"quonset", "7731"}
    assert {"vault", "opens"} <= WORDS.all
    assert ErasedWords.from_texts(["Quonset is shut. Vermilion is not. I'm away, and I’ve left."]).distinctive == set()


def test_keys_and_passwords_are_distinctive() -> None:
    words = ErasedWords.from_texts(["The token is sk_live_abcdef, the password tableHorse, and _this_ is emphasis."])
    assert words.distinctive == {"sk_live_abcdef", "tablehorse"}
    assert words.is_repeated_in("Using SK_LIVE_ABCDEF now.")
    assert not words.is_repeated_in("The live show.")


@pytest.mark.parametrize(
    ("erased", "copy", "other"),
    [
        ("Write to olga.secret@mail.example", "I use OLGA.SECRET@MAIL.EXAMPLE", "Olga has mail."),
        ("The safe code is 77-12-93.", "Safe: 771293", "Safe: 771294"),
        ("My IBAN is BE71 0961 2345 6769.", "Paid from be71096123456769", "Paid from BE7109"),
        ("My IBAN is GB29 NWBK 6016 1331 9268 19.", "Paid from GB29NWBK60161331926819", "Paid from GB29NWBK"),
        ("Call +32 470 11 22 33", "I called 32470112233", "I called 33"),
    ],
)
def test_addresses_and_numbers_are_compared_as_a_whole(erased: str, copy: str, other: str) -> None:
    words = ErasedWords.from_texts([erased])
    in_use = comparable_words(other)
    assert words.is_repeated_in(copy, in_use)
    assert not words.is_repeated_in(other, in_use)


def test_a_copy_has_a_distinctive_word_or_two_others_that_are_not_in_use() -> None:
    assert WORDS.is_copied_in("Say quonset first.")
    assert WORDS.is_copied_in("A vault that opens.")
    assert not WORDS.is_copied_in("A vault is big.")
    assert not WORDS.is_copied_in("A vault that opens.", in_use={"vault"})
    assert not WORDS.is_copied_in("Say quonset first.", in_use={"quonset"})


@given(st.text(max_size=80))
def test_a_text_with_two_words_is_a_copy_of_itself(text: str) -> None:
    words = ErasedWords.from_texts([text])
    assert words.distinctive <= words.all
    assert words.is_copied_in(text) or len(comparable_words(text)) < 2
    assert not words.is_copied_in(text, in_use=words.all)


@pytest.mark.slow
@given(
    st.text(st.characters(categories=["L", "Nd"], exclude_characters="xX"), min_size=1, max_size=20),
    st.text(max_size=20),
)
def test_a_name_is_found_as_a_whole_word_only(name: str, text: str) -> None:
    assert contains_name(f"{text} {name.swapcase() if name.isascii() else name}, {text}", [name])
    assert not contains_name(f"x{name} {name}x", [name])
    assert not contains_name(text, ["", f"{text}x"])
    assert contains_name("We use C++ (sic).", ["c++"])


def test_a_repetition_shares_two_words_with_one_and_the_same_text() -> None:
    words = ErasedWords.from_texts(["The vault opens slowly.", "A boat sank."])
    assert words.is_copied_in("a vault, a boat")
    assert not words.is_repeated_in("a vault, a boat")
    assert words.is_repeated_in("the vault opens")
    assert not words.is_repeated_in("the vault opens", in_use={"vault"})
    assert WORDS.is_repeated_in("Say 7731.")


@pytest.mark.parametrize(
    ("erased", "copy", "other"),
    [
        ("密码是三角龙飞船。", "好的，三角龙飞船已保存。", "我的朋友是医生。"),
        ("パスワードは青い空です。", "青い空を保存しました。", "これは猫です。"),
        ("رمز المرور هو زنجبار.", "تم حفظ بزنجبار", "هو هنا"),
        ("รหัสผ่านคือแมวสีฟ้า", "บันทึกแมวสีฟ้าแล้ว", "ขอบคุณครับ"),
        ("암호는 잔지바르입니다", "잔지바르를 저장했습니다", "감사합니다"),
        ("הסיסמה היא זנזיבר", "שמרתי את הזנזיבר", "תודה רבה"),
    ],
)
def test_words_without_boundaries_or_capitals_are_compared(erased: str, copy: str, other: str) -> None:
    words = ErasedWords.from_texts([erased])
    assert words.is_repeated_in(copy)
    assert not words.is_repeated_in(other)


def test_the_name_of_a_speaker_is_distinctive() -> None:
    words = ErasedWords.from_texts(["hello"], ["Zanzibara D"])
    assert words.is_repeated_in("I met Zanzibara.")
    assert not words.is_repeated_in("Vitamin D.")


@pytest.mark.parametrize("number", ["2026-03-02", "02.03.2026", "2019-2024", "10 12 14 16"])
def test_dates_and_rows_of_small_numbers_are_no_numbers_of_their_own(number: str) -> None:
    assert not any(word.isdigit() and len(word) >= 6 for word in comparable_words(f"It is {number}"))
