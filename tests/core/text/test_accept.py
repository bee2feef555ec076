import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.text.accept import accept, unfamiliar
from core.text.words import join_words, split_words

ANY_TEXT = st.text(st.characters(), max_size=60)


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in split_words(text)]


# --- what is accepted ---------------------------------------------------------------


def test_an_ordinary_sentence_is_left_as_it_is():
    accepted = accept("The woman ate the fish.")
    assert accepted.text == "The woman ate the fish."
    assert accepted.removed == ()
    assert accepted.replaced == ()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("THE DOG IS BLACK", "The dog is black"),
        ("I LOVE PIZZA!", "I love pizza!"),
        ("HELLO. HOW ARE YOU?", "Hello. How are you?"),
        ("“WHAT IS THAT?”", '"What is that?"'),
        ("L'ÉTÉ EST FINI", "L'été est fini"),
        ("WE LOST 3 TO 1", "We lost 3 to 1"),
    ],
)
def test_capitals_throughout_are_read_in_small_letters(typed, read):
    accepted = accept(typed)
    assert accepted.text == read
    assert accepted.read_small
    assert not accept(accepted.text).read_small


@pytest.mark.parametrize(
    "typed",
    ["NATO", "STOP IT!", "A B C", "THE dog IS BLACK", "我 爱 披萨", "1 2 3 GO", "İ"],
)
def test_other_capitals_stay(typed):
    assert accept(typed).text == typed
    assert not accept(typed).read_small


def test_white_space_becomes_single_spaces():
    assert accept("  a\tb\r\n\n c\u00a0d\u2028e ").text == "a b c d e"
    assert accept("a\tb\nc").removed == ()


def test_an_e_and_an_accent_become_one_character():
    assert accept("e\u0301te\u0301").text == "été"


def test_compatibility_characters_stay_what_they_are():
    assert accept("ﬁn x² ﷺ").text == "ﬁn x² ﷺ"


@pytest.mark.parametrize(
    ("typed", "text", "removed"),
    [
        ("a\u202eb", "ab", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("a\u2066b", "ab", "U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("\ufeffa", "a", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("a\u0000b", "ab", "U+0000 control character"),
        ("a\u009bb", "ab", "U+009B control character"),
        ("a\u200bb", "ab", "U+200B ZERO WIDTH SPACE"),
        ("a\u00adb", "ab", "U+00AD SOFT HYPHEN"),
        ("a\U000e0041b", "ab", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("a\U000e0100b", "ab", "U+E0100 VARIATION SELECTOR-17"),
        ("a\u3164b", "ab", "U+3164 HANGUL FILLER"),
        ("a\ud800b", "a\ufffdb", "U+D800 half a surrogate pair"),
    ],
)
def test_what_cannot_be_seen_is_taken_out_and_named(typed, text, removed):
    accepted = accept(typed)
    assert accepted.text == text
    assert accepted.removed == (removed,)


def test_what_is_taken_out_twice_is_named_once():
    assert accept("\u202ea\u202eb\u202e").removed == ("U+202E RIGHT-TO-LEFT OVERRIDE",)


def test_two_halves_of_a_surrogate_pair_are_put_together():
    accepted = accept("\ud83d\udc1f and \ufffd")
    assert accepted.text == "🐟 and \ufffd"
    assert accepted.removed == ()


def test_an_accent_behind_a_removed_character_joins_its_letter():
    assert accept("e\u200b\u0301").text == "é"


def test_joiners_stay_between_letters_and_between_emoji():
    for text in ("می\u200cخواهم", "क्\u200dष", "👩\u200d🔬", "❤\ufe0f\u200d🔥"):
        assert accept(text).text == text
        assert accept(text).removed == ()


def test_joiners_that_join_nothing_are_taken_out():
    accepted = accept("\u200dfish\u200d \u200c1\u200c2")
    assert accepted.text == "fish 12"
    assert accepted.removed == (
        "U+200D ZERO WIDTH JOINER",
        "U+200C ZERO WIDTH NON-JOINER",
    )
    assert accept("fish\u200d").text == "fish"
    assert accept("a\u200d\u200db").text == "a\u200db"


def test_the_ninth_mark_on_a_letter_is_cut():
    accepted = accept("x" + "\u0323" * 20 + "y")
    assert accepted.text == "x" + "\u0323" * 8 + "y"
    assert accepted.removed == (
        "U+0323 COMBINING DOT BELOW, the ninth mark on one character",
    )


def test_typographic_marks_become_those_of_the_training_text():
    accepted = accept("“L’été…” — c’est 1985–86")
    assert accepted.text == "\"L'été...\" - c'est 1985-86"
    assert accepted.removed == ()
    assert accepted.replaced == (
        "“ → \"", "’ → '", "… → ...", "” → \"", "— → -", "– → -",
    )  # fmt: skip


def test_400_characters_pass_and_401_do_not():
    assert len(accept("a" * 400).text) == 400
    with pytest.raises(InputError, match=r"^401 characters; at most 400 fit\."):
        accept("a" * 401)


def test_length_is_counted_before_spaces_are_collapsed():
    with pytest.raises(InputError, match=r"^403 characters"):
        accept("a" + " " * 401 + "b")


def test_length_is_counted_again_when_the_text_has_grown():
    with pytest.raises(InputError, match=r"^600 characters"):
        accept("…" * 200)


@pytest.mark.parametrize("typed", ["", "   ", "\n\t\u00a0"])
def test_nothing_typed_is_refused(typed):
    with pytest.raises(InputError, match=r"^Nothing is typed yet\. Type a sentence\.$"):
        accept(typed)


def test_only_invisible_characters_are_refused():
    with pytest.raises(InputError, match=r"^Only invisible characters were typed"):
        accept("\u200b \u202e\u200d")


@pytest.mark.parametrize("typed", ["?!", "🐟", "مرحبا بالعالم", "你好，世界", "<b>&"])
def test_every_script_and_every_sign_is_accepted(typed):
    assert accept(typed).text == typed


@given(ANY_TEXT)
def test_any_text_is_refused_politely_or_accepted_for_good(typed):
    try:
        accepted = accept(typed)
    except InputError:
        return
    assert 0 < len(accepted.text) <= 400
    assert accepted.text == " ".join(accepted.text.split())
    again = accept(accepted.text)
    assert again.text == accepted.text
    assert again.removed == again.replaced == ()
    accepted.text.encode()


# --- what the models have not seen --------------------------------------------------


def test_english_and_french_are_familiar():
    assert unfamiliar('Œuvre: "L\'été", 20 °C, naïve Señor Łódź!') == ()


def test_other_letters_and_emoji_are_named():
    assert unfamiliar("I eat 魚.") == ("魚",)
    assert unfamiliar("белка") == ("б", "е", "л", "к", "а")
    assert unfamiliar("A 🐟, 🐟!") == ("🐟",)


# --- words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The woman ate.", ["The", "woman", "ate", "."]),
        ("L'accord qu'il a", ["L'", "accord", "qu'", "il", "a"]),
        ("j’ai t'es m'a", ["j’", "ai", "t'", "es", "m'", "a"]),
        ("JUSQU'À lorsqu'on", ["JUSQU'", "À", "lorsqu'", "on"]),
        ("puisqu'un quoiqu'il", ["puisqu'", "un", "quoiqu'", "il"]),
        ("d'aujourd'hui", ["d'", "aujourd'hui"]),
        ("qu'est-ce que c'est", ["qu'", "est-ce", "que", "c'", "est"]),
        ("peut-être, as-tu", ["peut-être", ",", "as-tu"]),
        ("d' « un »", ["d'", "«", "un", "»"]),
        ('d\'"un" d\' "un"', ["d'", '"', "un", '"', "d'", '"', "un", '"']),
        ("doesn't my brother's", ["doesn't", "my", "brother's"]),
        ("five o'clock", ["five", "o'clock"]),
        ("quelqu'un", ["quelqu'un"]),
        ("rock'n'roll", ["rock'n'roll"]),
        ("the letter 't'", ["the", "letter", "'", "t", "'"]),
        ("1985: 1,000 or 3.5", ["1985", ":", "1,000", "or", "3.5"]),
        ("at 2:30, in 1997.", ["at", "2:30", ",", "in", "1997", "."]),
        ("Bill C-49, 2nd", ["Bill", "C-49", ",", "2nd"]),
        ("at 5 p.m. in the U.S.", ["at", "5", "p.m.", "in", "the", "U.S."]),
        ("J.R.Fish", ["J.R.", "Fish"]),
        ("Mr. Fish...", ["Mr", ".", "Fish", ".", ".", "."]),
        ("$5 (50%)!?", ["$", "5", "(", "50", "%", ")", "!", "?"]),
        ("我吃鱼。好", ["我吃鱼", "。", "好"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("🇫🇷🇬🇧 👍🏽👩‍🔬", ["🇫🇷", "🇬🇧", "👍🏽", "👩‍🔬"]),
        ("<s>", ["<", "s", ">"]),
        ("", []),
    ],
)
def test_sentences_are_cut_into_words(text, expected):
    assert words(text) == expected


@given(ANY_TEXT)
def test_everything_but_spaces_is_in_exactly_one_word(text):
    spans = split_words(text)
    covered = [position for start, end in spans for position in range(start, end)]
    assert covered == [i for i, character in enumerate(text) if not character.isspace()]


@pytest.mark.parametrize(
    "text",
    [
        "She said: \"I don't know\"; he didn't (at 5 p.m.).",
        "It costs $250,000, doesn't it? Yes!",
        "My parents' house is an eighteenth-century house.",
        "You can take tea and/or coffee, 50% off.",
    ],
)
def test_english_words_are_joined_as_they_were_written(text):
    assert join_words(words(text), "en") == text


@pytest.mark.parametrize(
    "text",
    [
        "L'accord qu'il a signé, peut-être aujourd'hui ; c'est « l'accord ».",
        "Où vas-tu ? Là-bas ! Voici (M. Roy) : quelqu'un d'autre.",
        'Il parle d\' « améliorations » et dit "bonjour" !!',
        "J'ai 3.5 % de 1985...",
    ],
)
def test_french_words_are_joined_as_they_were_written(text):
    assert join_words(words(text), "fr") == text


@pytest.mark.parametrize(
    ("given_words", "language", "text"),
    [
        ('["lui", "-", "même", "est"]', "fr", "lui-même est"),
        ('["l\'", "est", "jusqu\'", "ici", ","]', "fr", "l'est jusqu'ici,"),
        ('["dit", "-il", ":"]', "fr", "dit-il :"),
        ('["Bill", "C", "-", "49", ":"]', "en", "Bill C-49:"),
        ('["Mr.", "Roy", "can not", "."]', "en", "Mr. Roy can not."),
        ('["do", "n\'t", "it", "\'s"]', "en", "don't it's"),
        ('["child", "\'", "s", "life"]', "en", "child's life"),
        ('["$", "250,000", "(", "M.", ")"]', "fr", "$ 250,000 (M.)"),
        ('["\\"", "Well", ",", "\\"", "he"]', "en", '"Well," he'),
        ('["Gaspard", "!", "\\""]', "en", 'Gaspard!"'),
        ("[]", "fr", ""),
    ],
)
def test_words_cut_by_others_are_joined_as_training_text_is(
    given_words, language, text
):
    assert join_words(json.loads(given_words), language) == text
