import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.text.accept import accept
from core.text.tokenizer import END, PAD, SHOWN, START, Tokenizer
from core.training.tokenizer import train

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
    "L'été, l'accord qu'il a signé aujourd'hui est peut-être là-bas.",
    "It doesn't matter, 1985 or 1992 <s> <pad> end.",
] * 5
ANY_TEXT = st.text(st.characters(), max_size=60)
SIZE = 460


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train(LINES, size=SIZE)


def test_the_vocabulary_has_the_size_asked_for(tokenizer):
    assert tokenizer.size == 460
    assert (PAD, START, END) == (0, 1, 2)
    assert [tokenizer.piece(i) for i in (0, 1, 2)] == ["‹pad›", "‹start›", "‹end›"]
    assert tokenizer.piece(3) == "⟨00⟩"
    assert tokenizer.piece(258) == "⟨FF⟩"


def test_a_size_that_cannot_hold_the_characters_is_refused():
    with pytest.raises(ValueError, match=r"size must be at least 388, .* not 300$"):
        train(["a"], size=300)  # 3 specials, 256 bytes, 95 + 34 characters


def test_the_same_lines_give_the_same_tokenizer(tokenizer, tmp_path):
    tokenizer.save(tmp_path / "one.json")
    train(LINES, size=SIZE).save(tmp_path / "two.json")
    one = (tmp_path / "one.json").read_bytes()
    assert one == (tmp_path / "two.json").read_bytes()


def test_a_saved_tokenizer_cuts_as_before(tokenizer, tmp_path):
    tokenizer.save(tmp_path / "tokenizer.json")
    loaded = Tokenizer.load(tmp_path / "tokenizer.json")
    assert loaded.encode(LINES[2]) == tokenizer.encode(LINES[2])


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"model": null}'])
def test_a_file_that_is_no_tokenizer_is_refused_by_name(content, tmp_path):
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.json does not hold a tokenizer"):
        Tokenizer.load(tmp_path / "bad.json")


def test_words_have_the_same_pieces_wherever_they_stand(tokenizer):
    one = tokenizer.encode("The woman ate the fish.").pieces
    assert one == ("The", "woman", "ate", "the", "fish", ".")
    assert tokenizer.encode("The fish ate the woman.").pieces == (
        "The", "fish", "ate", "the", "woman", ".",
    )  # fmt: skip
    assert tokenizer.encode("fish The the. woman ate").ids == (
        *(tokenizer.encode(w).ids[0] for w in ("fish", "The", "the.")),
        *(tokenizer.encode(w).ids[-1] for w in ("the.", "woman", "ate")),
    )


@pytest.mark.parametrize(
    "typed", ["<s>", "</s>", "<pad>", "<0x41>", "‹end›", "⟨41⟩", "▁", "a▁b", "<s"]
)
def test_special_pieces_cannot_be_typed(tokenizer, typed):
    pieces = tokenizer.encode(typed)
    assert tokenizer.decode(pieces.ids) == typed
    assert not set(pieces.ids) & set(SHOWN)
    assert tokenizer.encode("A").ids[-1] not in pieces.ids


def test_what_has_no_piece_is_spelled_in_bytes(tokenizer):
    pieces = tokenizer.encode("ate 魚")
    assert pieces.pieces == ("ate", "␣", "⟨E9⟩", "⟨AD⟩", "⟨9A⟩")
    assert pieces.words == ("ate", "魚")
    assert pieces.word_of == (0, 1, 1, 1, 1)


def test_a_piece_that_begins_with_a_space_can_show_it(tokenizer):
    ids = tokenizer.encode("The fish ate 魚").ids
    spaced = [tokenizer.spaced(i) for i in (2, *ids)]
    assert spaced == ["‹end›", "␣The", "␣fish", "␣ate", "␣", "⟨E9⟩", "⟨AD⟩", "⟨9A⟩"]


def test_pieces_know_their_words(tokenizer):
    pieces = tokenizer.encode("L'été doesn't end.")
    assert pieces.words == ("L'", "été", "doesn't", "end", ".")
    in_word = [pieces.words[position] for position in pieces.word_of]
    shown = list(zip(pieces.pieces, in_word, strict=True))
    assert shown[:3] == [("L", "L'"), ("'", "L'"), ("été", "été")]
    assert shown[-1] == (".", ".")
    assert "".join(p for p, word in shown if word == "doesn't") == "doesn't"


def test_pieces_that_go_on_with_a_word_are_told_from_those_that_open_one(tokenizer):
    opens = tokenizer.opens()
    ids = tokenizer.encode("The été, doesn't 1985.").ids
    texts = [tokenizer.decode([i]) for i in ids]
    runs: list[str] = []
    for index, text in zip(ids, texts, strict=True):
        if opens[index]:
            runs.append("")
        runs[-1] += text
    assert [run.strip() for run in runs] == [
        *("The", "été", ",", "doesn", "'t", "1", "9", "8", "5", "."),
    ]
    assert all(opens[special] for special in SHOWN)


def test_letters_digits_and_punctuation_never_share_a_piece(tokenizer):
    shown = tokenizer.encode("the1985the.the").pieces
    assert shown == ("the", "1", "9", "8", "5", "t", "he", ".", "t", "he")


def test_an_empty_text_has_no_pieces(tokenizer):
    assert tokenizer.encode("").ids == ()
    assert tokenizer.encode("").words == ()


def test_batches_hold_the_same_ids_as_single_texts(tokenizer):
    assert tokenizer.encode_batch(LINES[:2]) == [
        list(tokenizer.encode(LINES[0]).ids),
        list(tokenizer.encode(LINES[1]).ids),
    ]


@given(typed=ANY_TEXT)
def test_every_accepted_text_survives_the_round_trip(tokenizer, typed):
    try:
        text = accept(typed).text
    except InputError:
        return
    pieces = tokenizer.encode(text)
    assert tokenizer.decode(pieces.ids) == pieces.text == text
    check_that_every_word_is_its_pieces(tokenizer, pieces)


@given(given_words=st.lists(ANY_TEXT, max_size=6), french=st.booleans())
def test_given_words_get_their_own_pieces(tokenizer, given_words, french):
    try:
        pieces = tokenizer.encode_words(given_words, "fr" if french else "en")
    except InputError:
        return
    assert len(pieces.words) == len(given_words)
    check_that_every_word_is_its_pieces(tokenizer, pieces)


def check_that_every_word_is_its_pieces(tokenizer, pieces):
    assert list(pieces.word_of) == sorted(pieces.word_of)
    for position, word in enumerate(pieces.words):
        own = [
            index
            for index, of in zip(pieces.ids, pieces.word_of, strict=True)
            if of == position
        ]
        assert tokenizer.decode(own) == word


@given(ids=st.lists(st.integers(0, SIZE - 1), max_size=30))
def test_any_ids_can_be_read(tokenizer, ids):
    text = tokenizer.decode(ids)
    text.encode()
    written = tokenizer.pieces([index for index in ids if index not in SHOWN])
    assert written.text == text
    assert set(written.word_of) <= set(range(len(written.words)))


def test_broken_bytes_and_control_characters_read_as_replaced(tokenizer):
    def byte(value: int) -> int:
        return 3 + value

    assert tokenizer.decode([byte(0xC3), byte(0x41)]) == "\ufffdA"
    assert tokenizer.decode([byte(0x00), byte(0xC3), byte(0xA9)]) == "\ufffdé"
    assert tokenizer.decode([START, byte(0x41), END, PAD]) == "A"


def test_a_translation_keeps_the_pieces_that_the_model_wrote(tokenizer):
    spelled = [3 + value for value in b" the"]
    pieces = tokenizer.pieces([*spelled, *tokenizer.encode("fish").ids])
    assert pieces.words == ("the", "fish")
    assert pieces.word_of == (0, 0, 0, 0, 1)
    assert pieces.pieces == ("⟨20⟩", "⟨74⟩", "⟨68⟩", "⟨65⟩", "fish")


def test_special_ids_are_no_pieces_of_a_text(tokenizer):
    with pytest.raises(ValueError, match="special ids"):
        tokenizer.pieces([END])


def test_given_words_are_not_cut_again(tokenizer):
    words = ["lui", "-", "même", "l'", "est", "can not", "ne s'est"]
    pieces = tokenizer.encode_words(words, "fr")
    assert pieces.text == "lui-même l'est can not ne s'est"
    assert pieces.words == tuple(words)


def test_a_contraction_cut_in_two_has_pieces_for_both_halves(tokenizer):
    pieces = tokenizer.encode_words(["It", "does", "n't"], "en")
    assert pieces.text == "It doesn't"
    assert set(pieces.word_of) == {0, 1, 2}


def test_letter_case_of_given_words_is_kept(tokenizer):
    assert tokenizer.encode_words(["THE", "Fish"], "en").text == "THE Fish"


@pytest.mark.parametrize("empty", ["", "  ", "\u200b"])
def test_an_empty_given_word_is_refused_with_its_place(tokenizer, empty):
    with pytest.raises(InputError, match=r"^Word 2 of 3 is empty; leave it out"):
        tokenizer.encode_words(["a", empty, "b"], "en")


def test_64_pieces_pass_and_65_do_not(tokenizer):
    tokenizer.check_length(tokenizer.encode("the " * 64))
    with pytest.raises(InputError, match=r"^65 pieces; at most 64 fit\. Shorten"):
        tokenizer.check_length(tokenizer.encode("the " * 65))
