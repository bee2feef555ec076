"""What each layer would say: what the last row stands for while nothing follows it."""

from viz.pages.sentence import lens


def test_behind_the_last_piece_stands_what_the_model_finds_likeliest(language_model):
    trace = language_model.explain("The woman", pieces=3)
    found = lens.read(language_model, trace)
    assert not trace.translation.finished
    assert found.open_ended
    likeliest = int(trace.record.logits[-1].argmax())
    assert found.follows[-1] == trace.vocabulary.piece(likeliest)
    assert found.ranks[-1][-1] == 0


def test_of_a_text_that_is_all_there_every_place_says_what_follows(language_model):
    found = lens.read(language_model, language_model.force(["The", "woman"]))
    assert not found.open_ended
    assert found.follows[-1] == "‹end›"
