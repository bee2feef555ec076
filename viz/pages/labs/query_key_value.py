"""Query, key, value: a worked case, three roles of one word, a catalogue asked."""

import streamlit as st
import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.errors import InputError
from core.labs import worked_example
from core.labs.typed_matrices import Matrix as Rows
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame
from viz.pages.app.widgets import choice, switch
from viz.pages.labs import play, query_key_value_catalogue, query_key_value_roles
from viz.pages.labs.lab import Step, lab, matrices
from viz.pages.labs.typed_matrix import blank, refused, shut, typed
from viz.pages.labs.typed_matrix import matrix as field
from viz.say.captions import subscript
from viz.say.numbers import written

say = texts("labs/query-key-value")
GIVEN = (worked_example.QUERY, worked_example.KEY, worked_example.VALUE)
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
    choice("qkv_part", say("worked.case"), say.all("worked.parts"))
    parts = {"play": _played, "blank": _one_blank, "row": _row_blank, "own": _own}
    parts[frame.choices(Choices).qkv_part]()


def _played() -> None:
    scaled = frame.choices(Choices).qkv_scaled
    with play.case("qkv", beside=_divided):
        matrices(
            [*_given(*GIVEN), *_found(*GIVEN, scaled=scaled)],
            _caption(*GIVEN),
            key="qkv-worked",
            title=say("played.title"),
            note=_note(worked_example.QUERY, scaled=scaled),
            row=0,
        )
        play.stages(_by_hand(*GIVEN, scaled=scaled), st.markdown)


def _divided() -> None:
    switch("qkv_scaled", say("worked.divide"))


def _one_blank() -> None:
    scores, weights, _ = _found(*GIVEN, scaled=True)
    row = torch.tensor(scores.values[0])
    exponentials = row.exp()
    matrices(
        [scores, cover(weights, [(0, 0)])],
        say(
            "blank.caption",
            exponentials=", ".join(written(e, ".3f") for e in exponentials.tolist()),
            sum=written(exponentials.sum().item(), ".3f"),
        ),
        key="qkv-blank",
        title=say("blank.title"),
        row=0,
    )
    blank(
        "qkv_first",
        say("blank.label"),
        masked_softmax(row[None])[0, 0].item(),
        reason=say("blank.reason"),
    )


def _row_blank() -> None:
    _, weights, outputs = _found(*GIVEN, scaled=True)
    value = _given(*GIVEN)[2]
    columns = range(len(outputs.columns))
    answers = [number or 0.0 for number in outputs.values[0]]
    matrices(
        [weights, value, cover(outputs, [(0, column) for column in columns])],
        say("row.caption"),
        key="qkv-row",
        title=say("row.title"),
        note=_note(worked_example.QUERY, scaled=True),
        row=0,
    )
    blank(
        "qkv_row",
        say("row.label"),
        answers,
        reason=say("row.reason"),
    )


def _own() -> None:
    found = typed("qkv_q", "qkv_k", "qkv_v", fit=fit)
    given, scaled = found.matrices, frame.choices(Choices).qkv_scaled
    matrices(
        [*_given(*given), *_found(*given, scaled=scaled)],
        _caption(*given),
        key="qkv-own",
        title=say("own.title"),
        note=_note(given[0], scaled=scaled),
    )
    choice("qkv_edit", say("own.change"), {name: name.upper() for name in FIELDS})
    edited = frame.choices(Choices).qkv_edit
    field(f"qkv_{edited}", say(f"own.field.{edited}"), found)
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


# --- the numbers ----------------------------------------------------------------------


def _computed(
    query: Rows, key: Rows, value: Rows, scaled: bool
) -> tuple[Tensor, Tensor, Tensor]:
    q, k, v = (torch.tensor(rows, dtype=torch.float64) for rows in (query, key, value))
    scores = dot_product_scores(q, k, scale=None if scaled else 1.0)
    weights = masked_softmax(scores)
    return scores, weights, mix(weights, v)


def _given(query: Rows, key: Rows, value: Rows) -> list[Matrix]:
    limit = max(abs(n) for rows in (query, key, value) for row in rows for n in row)
    return [
        matrix(
            name,
            rows,
            _names(name.lower(), rows),
            _numbers(rows),
            means="signed",
            limit=float(limit),
            digits=2,
            down=role,
            across=say("worked.number"),
        )
        for name, role, rows in (
            ("Q", "query", query),
            ("K", "key", key),
            ("V", "value", value),
        )
    ]


def _found(query: Rows, key: Rows, value: Rows, *, scaled: bool) -> list[Matrix]:
    scores, weights, outputs = _computed(query, key, value, scaled)
    turned = frame.choices(Choices).turned
    queries, keys = _names("q", query), _names("k", key)
    over = f" / √{len(query[0])}" if scaled else ""
    return [
        matrix(
            ("S = Kᵀ Q" if turned else "S = Q Kᵀ") + over,
            scores,
            queries,
            keys,
            means="signed",
        ),
        matrix(
            say(f"worked.weights.{'columns' if turned else 'rows'}"),
            weights,
            queries,
            keys,
        ),
        matrix(
            "Y = V A" if turned else "Y = A V",
            outputs,
            queries,
            _numbers(value),
            means="signed",
            across=say("worked.number"),
        ),
    ]


def _names(letter: str, rows: Rows) -> list[str]:
    return [f"{letter}{subscript(at)}" for at in range(1, len(rows) + 1)]


def _numbers(rows: Rows) -> list[str]:
    return [str(at) for at in range(1, len(rows[0]) + 1)]


# --- the numbers in words -------------------------------------------------------------


def _caption(query: Rows, key: Rows, value: Rows) -> str:
    """What q₁ finds, with the scores as they are and divided."""
    _, weights, outputs = _computed(query, key, value, scaled=False)
    _, divided_weights, divided_outputs = _computed(query, key, value, scaled=True)
    return say(
        "worked.caption",
        weights=_listed(weights[0]),
        output=_listed(outputs[0]),
        root=f"√{len(query[0])}",
        divided_weights=_listed(divided_weights[0]),
        divided_output=_listed(divided_outputs[0]),
    )


def _note(query: Rows, *, scaled: bool) -> str:
    if scaled:
        return say("worked.divided", root=f"√{len(query[0])}")
    return say("worked.not_divided")


def _by_hand(query: Rows, key: Rows, value: Rows, *, scaled: bool) -> list[str]:
    """The way of q₁ through the picture, a line a stage."""
    scores, weights, outputs = _computed(query, key, value, scaled)
    plain = _computed(query, key, value, scaled=False)[0][0, 0].item()
    products = " + ".join(
        f"{_bare(q)}·{_bare(k)}" for q, k in zip(query[0], key[0], strict=True)
    )
    divided = f", / √3 = **{scores[0, 0]:.3f}**" if scaled else ""
    exps = [f"exp({written(score, '.3f')})" for score in scores[0].tolist()]
    total = scores[0].exp()
    mixed = " + ".join(
        f"{weight:.3f}·({', '.join(written(n, 'g') for n in numbers)})"
        for weight, numbers in zip(weights[0].tolist(), value, strict=True)
    )
    return [
        f":orange[q₁] · :blue[k₁] = {products} = **{written(plain, 'g')}**{divided}",
        f"{exps[0]} / ({' + '.join(exps)}) = {total[0]:.3f} / {total.sum():.3f} "
        f"= **{weights[0, 0]:.3f}**",
        f"{mixed} = **{_listed(outputs[0])}**",
    ]


def _listed(numbers: Tensor) -> str:
    return f"({', '.join(written(number, '.3f') for number in numbers.tolist())})"


def _bare(number: float) -> str:
    """A factor: in brackets where it has a sign."""
    return f"({written(number, 'g')})" if number < 0 else written(number, "g")
