"""Heads: how they are wired, what two can and one cannot, and their join as a sum."""

from collections.abc import Sequence

import streamlit as st

from core.errors import InputError
from core.labs.head_probes import ASKED, Probed
from core.labs.heads import parameters
from core.labs.topic_sentences import TOPICS
from core.sealed import sum_of_weights
from core.shelf.models import located
from viz.address.labs.heads import COUNTS, Choices
from viz.content.texts import error, texts
from viz.figures import head_panels
from viz.figures.small_matrices import Matrix, matrix
from viz.pages.app import frame, guess, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, matrices, table
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say.captions import percent
from viz.say.numbers import small, written

say, shared = texts("labs/heads"), texts("labs/shared")
WORKED, BLANK = 4, 2
SEE = "heads_see"
CHANCE = 0.5
"""As many are right without knowing anything."""


def page() -> None:
    """Draw the lab."""
    lab(
        "heads",
        Step(
            "wiring",
            _wiring,
            lambda: {"ours": _ours()},
            worked=_count,
            guessing=lambda: getattr(frame.choices(), SEE) == "wiring",
        ),
        Step("neighbours", _neighbours),
        Step("join", _join),
    )


# --- wiring ---------------------------------------------------------------------------


def _poke() -> None:
    chosen = frame.choices(Choices)
    count, coordinate = int(chosen.heads_count), chosen.heads_poked
    found = library.kept(count, lambda: head_panels.poked(count))
    paper, pieces = (
        head_panels.reacting(moved, coordinate) for moved in found.values()
    )
    matrices(
        head_panels.wirings(found, coordinate),
        say(
            "wiring.caption",
            coordinate=coordinate,
            step=written(head_panels.STEP, "g"),
            paper=paper,
            pieces=pieces,
        ),
        key="heads-poke",
        title=say("wiring.title"),
        note=say("wiring.note", width=head_panels.WIDTH),
    )
    with st.container(horizontal=True):
        choice("heads_count", say("wiring.heads"))
        slider("heads_poked", say("wiring.coordinate"))


def _ours() -> str:
    """Which wiring the shipped Transformer has, from its own sizes."""
    try:
        sizes = library.model(library.TRANSFORMER).info["sizes"]
    except InputError as problem:
        return error(problem)
    d, n = sizes["d_model"], sizes["n_heads"]
    return say(
        "wiring.shipped",
        heads=n,
        width=d // n,
        numbers=d,
        parameters=parameters("paper", d, n),
    )


def _count() -> None:
    d = head_panels.WIDTH
    square, biases = d * d, 4 * d
    counts = head_panels.counts(d, [n for n in map(int, COUNTS) if n != BLANK])
    table(counts, say("counts.title", width=d))
    told = {
        "heads": WORKED,
        "width": d,
        "square": square,
        "biases": biases,
        "piece": d // WORKED,
        "projection": square // WORKED,
        "parameters": parameters("paper", d, WORKED),
        "fewer": parameters("pieces", d, WORKED),
    }
    lines = ("paper", "pieces", "sum")
    play.lines("heads", [say(f"by_hand.{line}", **told) for line in lines])
    blank(
        "heads_blank",
        say("counts.blank", heads=BLANK),
        float(parameters("pieces", d, BLANK)),
        digits=0,
        reason=say("counts.reason", square=square, heads=BLANK, biases=biases),
    )


# --- two neighbours -------------------------------------------------------------------


def _wiring() -> None:
    parts = {
        "wiring": _poke,
        "probes": lambda: _probes("probes", ASKED),
        "topics": lambda: _probes("topics", TOPICS),
    }
    parts[choice(SEE, say("several.label"), say.all("several.parts"))]()


def _probes(part: str, names: Sequence[str]) -> None:
    """Which heads of the encoder tell tense and number, or a topic, as measured."""
    result = stored("heads", say("probes.run"))
    if result is None:
        return
    found = result.found
    if found.weights != sum_of_weights(located(found.model)):
        frame.note(say("probes.stale"))
        return
    probed = [one for one in found.probed if one.asked in names]
    if part == "topics" and not frame.project():
        best = percent(max(one.accuracy[one.best[0]][one.best[1]] for one in probed))
        most = percent(max(one.most for one in probed))
        answer = say("topics.answer", best=best, most=most)
        guess.card("heads-topics", say("topics.guess"), answer)
    matrices(
        [_accuracy(one) for one in probed],
        " ".join(_told(one) for one in probed),
        key=f"heads-{part}",
        title=say(f"{part}.title"),
        note=say("probes.note", sentences=probed[0].held_out, model=found.model),
    )
    one = probed[0]
    how = say(f"{part}.how", learned=one.learned_from, held_out=one.held_out)
    frame.note(f"{how} {say('probes.counts')}")


def _accuracy(one: Probed) -> Matrix:
    layers, heads = len(one.accuracy), len(one.accuracy[0])
    return matrix(
        say(f"probes.asked.{one.asked}"),
        one.accuracy,
        [str(n) for n in range(1, layers + 1)],
        [str(n) for n in range(1, heads + 1)],
        digits=2,
        least=CHANCE,
        down=say("probes.layer"),
        across=say("probes.head"),
    )


def _told(one: Probed) -> str:
    layer, head = one.best
    return say(
        f"probes.caption.{'some' if one.qualify else 'none'}",
        asked=say(f"probes.asked.{one.asked}"),
        n=one.qualify,
        layer=layer + 1,
        head=head + 1,
        accuracy=percent(one.accuracy[layer][head]),
        shuffled=percent(one.shuffled),
        most=percent(one.most),
        before=percent(one.before),
    )


def _neighbours() -> None:
    chosen = frame.choices(Choices)
    given = head_panels.shares(chosen.heads_share, chosen.heads_two)
    matrices(
        head_panels.neighbours(given, chosen.heads_mlp),
        say(
            f"neighbours.caption.{'mlp' if chosen.heads_mlp else 'linear'}",
            reading=head_panels.reading(head_panels.read(given, chosen.heads_mlp)),
        ),
        key="heads-neighbours",
        title=say("neighbours.title"),
        note=say(f"neighbours.{'two_heads' if chosen.heads_two else 'one_head'}"),
    )
    controls(
        "bottom",
        heads_share=say("neighbours.share"),
        heads_two=say("neighbours.second"),
        heads_mlp=say("neighbours.mlp"),
    )
    table(head_panels.reports(chosen.heads_share), say("reports.title"))


# --- the join -------------------------------------------------------------------------


def _join() -> None:
    chosen = frame.choices(Choices)
    attention, record = head_panels.asked(
        chosen.heads_colour, chosen.heads_kind, float(chosen.heads_strength)
    )
    name, fit = head_panels.best(record)
    attributes = shared.all("attribute")
    matrices(
        head_panels.joined(attention, record),
        say(
            "join.caption",
            colour=attributes[chosen.heads_colour],
            kind=attributes[chosen.heads_kind],
            best=name,
            fit=written(fit),
            difference=small(head_panels.apart(attention, record)),
        ),
        key="heads-join",
        title=say("join.title"),
        note=say("join.note"),
    )
    choice("heads_colour", say("join.cue_colour"), attributes)
    with st.container(horizontal=True):
        choice("heads_kind", say("join.cue_kind"), attributes)
        slider("heads_strength", say("join.strength"))
