"""What can be chosen on the pages that are no labs."""

from dataclasses import dataclass

from core.worlds.stories import LONGEST
from viz.address import experiments
from viz.address.declared import EVERYWHERE, Turned, choice
from viz.address.rules import Between, Listed, Model, OneOf, Several, Switch, Text
from viz.content import languages, models, plans, presets, texts
from viz.content.path import stop_names

VERSION = 1
MAX_CELLS = 64
MAX_HEADS = 256
MAX_ROW = 193  # 64 pieces are given at most, 128 written after them, and ‹end›

START, BAHDANAU, TRANSFORMER, COMPARE = "", "bahdanau", "transformer", "compare"
WRITER = "writer"
WHY = "why"
CAPTIONS = "captions"
MEMORY = "memory"
EXERCISES = "exercises"

TRANSFORMER_STAGES = (
    *("tokens", "embedding", "positions", "inputs", "projections", "products"),
    *("scaled", "masked", "softmax", "mixed", "joined", "output", "stream"),
    *("widened", "relu", "narrowed", "logits", "word"),
)
RECURRENT_STAGES = (
    *("tokens", "annotations", "start", "previous", "query", "key", "sum", "tanh"),
    *("weighed", "scores", "softmax", "context", "gates", "candidate", "state"),
    *("readout", "word"),
)
LAYERED = (TRANSFORMER, WRITER)
WALKED = (BAHDANAU, TRANSFORMER, WRITER, CAPTIONS)
"""The pages of networks of layers, and those whose network can be walked."""
STAGES = ("", *dict.fromkeys((*TRANSFORMER_STAGES, *RECURRENT_STAGES)))
SECTIONS = (
    *("", "coverage", "look", "given", "scores", "tree", "order"),
    *("never", "needed", "replay", "sentence", "next", "about"),
)
OPENED = (
    *("", "none", "sentence", "heads", "statistics", "next", "plane", "edges"),
    *("lens", "experiments", "about"),
)
WRITER_OPENED = (
    *("", "none", "heads", "statistics", "seeds", "lens", "copying", "cache"),
    *("families", "experiments", "about"),
)
CAPTION_STEPS = ("caption", "question", "film", "see")
MEMORY_STEPS = ("questions", "summary")
FILM_ORDERS = ("forward", "shuffled", "backwards")
CAPTIONS_OPENED = ("", "map", "draws", "trained")
MOST_SAID = 60  # words of a question and its answer
TEMPERATURES = tuple(f"{tenths / 10:.1f}" for tenths in range(1, 31))
STATES = tuple(str(number) for number in range(1, plans.MOST + 1))
LAYERS, HEADS_EACH = models.sizes()
W_LAYER, W_HEADS, MOST_WRITTEN = Between(1, 99), 64, 127
BEGINNING = str(texts.load("writer")["beginnings.first"])
LAYER = Between(1, LAYERS, last="layers")
HEAD, ROW = Between(0, HEADS_EACH, last="heads"), Between(0, MAX_ROW)
CELLS = Listed(experiments.pattern("forbid"), MAX_CELLS, "cells")
HEADS = Listed(experiments.pattern("silence"), MAX_HEADS, "heads")
PARTS = Listed(experiments.pattern("without"), 6, "parts")
GRID_CELLS = Listed("[1-9]|[12][0-9]|3[0-6]", 35, "grid")
DIGEST = Listed("[0-9a-f]{8}", 1, "digest")
AGAIN = Listed("|".join(stop_names()), len(stop_names()), "stops")
SET = Listed("[a-z0-9-]{1,60}", 1, "set")
EDITS = Listed(experiments.pattern("edit"), 8, "edits")


@dataclass(frozen=True)
class Choices(Turned):
    """What a reader can choose beside the labs, one field for each name in the address.

    A head of 0 is the mean of all heads; a row of 0 leaves the choice to the page; a
    `compare_layer` of 0 is the map that aligns best. An empty `target` lets the model
    write freely; an empty `b_more` or `compare_more` opens no section, an empty
    `explore` the experiments where one runs, "none" nothing. `mean` names the
    heads of which the mean is shown, `links` and `topp` are percent, a `topk` of 0 cuts
    nothing off. `walk` is empty while the walk is closed; its `place` stands in the
    stack of `kind` and in `layer`, its `stage` there. `word` and `h_of` are the written
    and the read word that is asked about. `course` is a plan of a teacher, a lecture or
    a class, and `present` the number of its state that is being presented; `tour` is
    the stop of the path that one is at, or left, and `again` the few of them that are
    looked at again. Names that mean different things on two pages are prefixed with the
    page: `b_` (Bahdanau), `start_`, `compare_`, `why_`, `w_` (Writer), `cap_`
    (Captions), `m_` (Stories).
    """

    v: int = choice(VERSION, Between(1, VERSION), on=EVERYWHERE)
    sentence: str = choice(presets.shipped()[0].english, Text(), on=EVERYWHERE)
    preset: str = choice(
        "",
        OneOf(("", *(preset.id for preset in presets.shipped()))),
        on=EVERYWHERE,
        of_sentence=True,
    )
    project: bool = choice(False, Switch(), on=EVERYWHERE)
    lang: str = choice("en", OneOf(languages.languages()), on=EVERYWHERE)
    course: str = choice("", OneOf(("", *plans.every())), on=EVERYWHERE)
    present: str = choice("", OneOf(("", *STATES)), on=EVERYWHERE)
    tour: str = choice("", OneOf(("", *stop_names())), on=EVERYWHERE)
    again: str = choice("", AGAIN, on=EVERYWHERE)
    target: str = choice(
        "", Text(), on=(BAHDANAU, TRANSFORMER, COMPARE), of_sentence=True
    )

    # a model of one's own, where a page can show another than the shipped one
    model: str = choice("", Model(), on=(BAHDANAU, TRANSFORMER, COMPARE))

    # which map of the Transformer, and how it is drawn
    kind: str = choice(
        "cross", OneOf(("encoder", "decoder", "cross")), on=(TRANSFORMER,), said=True
    )
    layer: int = choice(LAYERS, LAYER, on=(TRANSFORMER,), said=True)
    head: int = choice(0, HEAD, on=(TRANSFORMER,), said=True)
    row: int = choice(0, ROW, on=(TRANSFORMER,), row=True)
    mean: str = choice("", Several(HEADS_EACH, last="heads"), on=(TRANSFORMER,))
    colour: str = choice("linear", OneOf(("linear", "root")), on=LAYERED)
    links: int = choice(100, Between(10, 100), on=LAYERED)
    special: bool = choice(True, Switch(), on=LAYERED)
    overview: str = choice("all", OneOf(("all", "layer")), on=LAYERED)
    names: str = choice(
        "", OneOf(("", "read", "predicted")), on=(BAHDANAU, TRANSFORMER)
    )
    walk: str = choice("", OneOf(("", "short", "full")), on=WALKED)
    place: str = choice(
        "attention",
        OneOf(("attention", "feed", "gates", "words", "next")),
        on=WALKED,
    )
    stage: str = choice("", OneOf(STAGES), on=WALKED)
    explore: str = choice("", OneOf(OPENED), on=(TRANSFORMER,))
    terms: str = choice("", OneOf(("", "other")), on=WALKED)

    # below the picture: other sentences in the plane of a head, and what carries the
    # piece of a row (0: that of the picture), drawn from this percentage on
    plane_more: bool = choice(False, Switch(), on=(TRANSFORMER,))
    edges_of: int = choice(0, ROW, on=(TRANSFORMER,), of_sentence=True)
    edges_from: int = choice(3, Between(1, 30), on=(TRANSFORMER,))

    # the page Start
    start_t: int = choice(0, ROW, on=(START,), row=True)
    start_b: int = choice(0, ROW, on=(START,), row=True)
    start_beside: bool = choice(False, Switch(), on=(START,))

    # the page Compare
    compare_from: str = choice(
        "transformer", OneOf(("transformer", "bahdanau", "typed")), on=(COMPARE,)
    )
    compare_layer: int = choice(0, Between(0, LAYERS, last="layers"), on=(COMPARE,))
    compare_head: int = choice(0, HEAD, on=(COMPARE,))
    compare_row: int = choice(0, ROW, on=(COMPARE,), row=True)
    compare_more: str = choice(
        "", OneOf(("", "baselines", "links", "swap")), on=(COMPARE,)
    )
    compare_side: str = choice("en", OneOf(("en", "fr")), on=(COMPARE,))
    compare_a: int = choice(0, ROW, on=(COMPARE,), of_sentence=True)
    compare_b: int = choice(0, ROW, on=(COMPARE,), of_sentence=True)

    # the page Bahdanau
    b_row: int = choice(0, ROW, on=(BAHDANAU,), row=True)
    b_more: str = choice("", OneOf(SECTIONS), on=(BAHDANAU,))
    b_look: str = choice("", Text(), on=(BAHDANAU,), of_sentence=True)
    b_keep: bool = choice(False, Switch(), on=(BAHDANAU,))
    b_prefix: str = choice("", Text(), on=(BAHDANAU,), of_sentence=True)
    b_beam: int = choice(3, Between(1, 8), on=(BAHDANAU,))
    b_shuffle: int = choice(1, Between(1, 99), on=(BAHDANAU,))
    b_never: str = choice("typed", OneOf(("typed", "order", "other")), on=(BAHDANAU,))
    b_story: int = choice(1, Between(1, 50), on=(BAHDANAU,))
    b_clauses: int = choice(1, Between(1, 5), on=(BAHDANAU,))
    b_watch: int = choice(1, Between(1, 6), on=(BAHDANAU,))
    b_frame: int = choice(1, Between(1, 12), on=(BAHDANAU,))

    # the page Why attention
    why_story: int = choice(1, Between(1, 50), on=(WHY,))
    why_clauses: int = choice(5, Between(1, 5), on=(WHY,))
    why_own: str = choice("", Text(), on=(WHY,))
    why_numbers: bool = choice(False, Switch(), on=(WHY,))

    # the page Writer: a beginning, how many pieces follow it, and how they are chosen
    w_text: str = choice(BEGINNING, Text(), on=(WRITER,))
    w_pieces: int = choice(8, Between(0, MOST_WRITTEN), on=(WRITER,))
    w_how: str = choice("likeliest", OneOf(("likeliest", "drawn")), on=(WRITER,))
    w_layer: int = choice(1, W_LAYER, on=(WRITER,))
    w_head: int = choice(0, Between(0, W_HEADS), on=(WRITER,))
    w_row: int = choice(0, Between(0, MOST_WRITTEN + 1), on=(WRITER,))
    w_mean: str = choice("", Several(W_HEADS), on=(WRITER,))
    w_open: str = choice("", OneOf(WRITER_OPENED), on=(WRITER,))
    w_family: str = choice(
        "decoder", OneOf(("decoder", "encoder", "both")), on=(WRITER,)
    )

    # the page Captions: a street as `core.worlds.street` writes it, who writes what of
    # it, the chosen word, by which seed a hard writer draws, where none may look,
    # in
    # which order a film is shown, how far the gates are open (percent of α)
    cap_street: str = choice("", Text(), on=(CAPTIONS,))
    cap_seed: int = choice(0, Between(0, 999), on=(CAPTIONS,))
    cap_step: str = choice("caption", OneOf(CAPTION_STEPS), on=(CAPTIONS,))
    cap_writer: str = choice("soft", OneOf(("none", "soft", "hard")), on=(CAPTIONS,))
    cap_question: str = choice("", Text(), on=(CAPTIONS,))
    cap_word: int = choice(0, Between(0, MOST_SAID), on=(CAPTIONS,))
    cap_draw: int = choice(1, Between(1, 999), on=(CAPTIONS,))
    cap_forbid: str = choice("", GRID_CELLS, on=(CAPTIONS,))
    cap_order: str = choice("forward", OneOf(FILM_ORDERS), on=(CAPTIONS,))
    cap_alpha: int = choice(100, Between(0, 100), on=(CAPTIONS,))
    cap_open: str = choice("", OneOf(CAPTIONS_OPENED), on=(CAPTIONS,))

    # the page Stories: one by its name or told as a text, its question, what is hidden,
    # and of the step that sums it up what it asks
    m_step: str = choice("questions", OneOf(MEMORY_STEPS), on=(MEMORY,))
    m_story: str = choice("company", Text(), on=(MEMORY,))
    m_question: str = choice("", Text(), on=(MEMORY,))
    m_asked: str = choice("", Text(), on=(MEMORY,))
    m_hops: int = choice(3, Between(1, 3), on=(MEMORY,))
    m_hide: str = choice("", Several(LONGEST), on=(MEMORY,))
    m_seed: int = choice(0, Between(0, 999), on=(MEMORY,))
    m_open: bool = choice(False, Switch(), on=(MEMORY,))
    m_row: int = choice(0, Between(0, 3), on=(MEMORY,))

    # the page Exercises: a set by its name, an exercise of it by its number
    set: str = choice("", SET, on=(EXERCISES,))
    exercise: int = choice(1, Between(1, 40), on=(EXERCISES,))

    # how words are shown, and which models a link was made with
    pieces: bool = choice(False, Switch(), on=(START, BAHDANAU, TRANSFORMER, COMPARE))
    gloss: bool = choice(True, Switch(), on=(START, BAHDANAU, TRANSFORMER, COMPARE))
    tm: str = choice("", DIGEST, on=(START, TRANSFORMER, COMPARE))
    bm: str = choice("", DIGEST, on=(START, BAHDANAU, COMPARE))

    # "picture" is the picture alone, in somebody else's page
    view: str = choice(
        "", OneOf(("", "picture")), on=(START, BAHDANAU, TRANSFORMER, COMPARE)
    )

    # the laboratory of the Transformer
    lab: str = choice("see", OneOf(("see", "parts", "words", "say")), on=(TRANSFORMER,))
    guess: str = choice(
        "", OneOf(("", "better", "worse", "same")), on=(TRANSFORMER,), of_sentence=True
    )
    causal: bool = choice(True, Switch(), on=LAYERED)
    pads: int = choice(0, Between(0, 12), on=(TRANSFORMER,))
    padmask: bool = choice(True, Switch(), on=(TRANSFORMER,))
    forbid: str = choice("", CELLS, on=LAYERED)
    silence: str = choice("", HEADS, on=LAYERED)
    without: str = choice("", PARTS, on=LAYERED)
    edit: str = choice("", EDITS, on=(TRANSFORMER,))
    word: int = choice(0, ROW, on=(TRANSFORMER,), of_sentence=True)
    h_of: int = choice(0, ROW, on=(TRANSFORMER,))
    prefix: str = choice("", Text(), on=(TRANSFORMER,), of_sentence=True)
    how: str = choice("beam", OneOf(("beam", "sample", "forced")), on=(TRANSFORMER,))
    beam: int = choice(3, Between(2, 6), on=(TRANSFORMER,))
    temperature: str = choice("1.0", OneOf(TEMPERATURES), on=LAYERED)
    topk: int = choice(0, Between(0, 50), on=LAYERED)
    topp: int = choice(100, Between(10, 100), on=LAYERED)
    seed: int = choice(1, Between(1, 999), on=LAYERED)
