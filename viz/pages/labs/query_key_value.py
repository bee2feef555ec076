"""Query, key, value: a worked case, three roles of one word, a catalogue asked."""

import streamlit as st
import torch

from core.errors import InputError
from core.labs.typed_matrices import Matrix as Rows
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import cover
from viz.pages.app import frame
from viz.pages.app.widgets import choice, switch
from viz.pages.labs import (
    play,
    query_key_value_catalogue,
    query_key_value_names,
    query_key_value_roles,
)
from viz.pages.labs.lab import Step, lab, matrices
from viz.pages.labs.query_key_value_case import Case
from viz.pages.labs.typed_matrix import blank, matrix, refused, shut, typed
from viz.say.lists import numbers
from viz.say.numbers import written

say = texts("labs/query-key-value")
FIELDS = "qkv"


def page() -> None:
    """Draw the lab."""
    lab(
        "query-key-value",
        Step("worked", _worked),
        Step("roles", query_key_value_roles.draw),
        Step("retrieval", query_key_value_catalogue.draw),
    )


def _worked() -> None:
    parts = {
        "play": _played,
        "blank": _one_blank,
        "row": _row_blank,
        "own": _own,
        "names": query_key_value_names.draw,
    }
    parts[choice("qkv_part", say("worked.case"), say.all("worked.parts"))]()


def _played() -> None:
    chosen = frame.choices(Choices)
    case = Case(scaled=chosen.qkv_scaled, down_columns=chosen.qkv_columns)
    with play.case("qkv", beside=_divided):
        matrices(
            [*case.given(), *case.computed()],
            case.caption(),
            key="qkv-worked",
            title=say("played.title"),
            note=case.note(),
            row=0,
        )
        play.stages(case.by_hand(), st.markdown)


def _divided() -> None:
    switch("qkv_scaled", say("worked.divide"))
    switch("qkv_columns", say(f"worked.wrongly.{frame.choices().notation}"))


def _one_blank() -> None:
    scores, weights, _ = Case(scaled=True).computed()
    exponentials = torch.tensor(scores.values[0]).exp()
    matrices(
        [scores, cover(weights, [(0, 0)])],
        say(
            "blank.caption",
            exponentials=numbers(written(e, ".3f") for e in exponentials.tolist()),
            sum=written(exponentials.sum().item(), ".3f"),
        ),
        key="qkv-blank",
        title=say("blank.title"),
        row=0,
    )
    blank(
        "qkv_first",
        say("blank.label"),
        weights.values[0][0] or 0.0,
        reason=say("blank.reason"),
    )


def _row_blank() -> None:
    case = Case(scaled=True)
    _, weights, outputs = case.computed()
    covered = [(0, column) for column in range(len(outputs.columns))]
    matrices(
        [weights, case.given()[2], cover(outputs, covered)],
        say("row.caption"),
        key="qkv-row",
        title=say("row.title"),
        note=case.note(),
        row=0,
    )
    blank(
        "qkv_row",
        say("row.label"),
        case.found[2][0].tolist(),
        reason=say("row.reason"),
    )


def _own() -> None:
    found = typed("qkv_q", "qkv_k", "qkv_v", fit=fit)
    case = Case(*found.matrices, scaled=frame.choices(Choices).qkv_scaled)
    matrices(
        [*case.given(), *case.computed()],
        case.caption(),
        key="qkv-own",
        title=say("own.title"),
        note=case.note(),
    )
    edited = choice(
        "qkv_edit", say("own.change"), {name: name.upper() for name in FIELDS}
    )
    matrix(f"qkv_{edited}", say(f"own.field.{edited}"), found)
    for name in FIELDS.replace(edited, ""):
        shut(f"qkv_{name}")
        if problem := found.problems.get(f"qkv_{name}"):
            refused(say("own.problem", matrix=name.upper(), problem=problem))


def fit(query: Rows, key: Rows, value: Rows) -> None:
    """Raise InputError where queries and keys, or keys and values, do not fit."""
    if len(query[0]) != len(key[0]):
        raise InputError(say("own.widths", n=len(query[0]), key=len(key[0])))
    if len(key) != len(value):
        keys, values = say("own.keys", n=len(key)), say("own.values", n=len(value))
        raise InputError(say("own.counts", keys=keys, values=values))
