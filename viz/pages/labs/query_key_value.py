"""Query, key, value: a worked case, three roles of one word, a catalogue asked."""

from collections.abc import Callable

import streamlit as st
import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.errors import InputError
from core.labs import worked_example
from core.labs.typed_matrices import Matrix as Rows
from viz.address.labs.query_key_value import Choices
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame
from viz.pages.labs import catalogue, play, roles
from viz.pages.labs.lab import Step, choice, lab, matrices, switch
from viz.pages.labs.typed_matrix import blank, refused, shut, typed
from viz.pages.labs.typed_matrix import matrix as field
from viz.say.captions import counted, subscript
from viz.say.numbers import written

PART_LABELS = {
    "play": "played",
    "blank": "one blank",
    "row": "a row blank",
    "own": "your numbers",
}
FIELDS = {
    "q": "Q, a query a row",
    "k": "K, a key a row",
    "v": "V, a value a row",
}
TITLES = {
    False: ("S = Q Kᵀ", "A: softmax of rows", "Y = A V"),
    True: ("S = Kᵀ Q", "A: softmax of columns", "Y = V A"),
}


def page() -> None:
    """Draw the lab."""
    lab(
        "query-key-value",
        "Query, key, value",
        (
            Step("Worked", _worked),
            Step("From X", roles.draw),
            Step("Retrieval", catalogue.draw),
        ),
    )


def _worked() -> None:
    choice("qkv_part", "the case", PART_LABELS)
    parts: dict[str, Callable[[], None]] = {
        "play": _played,
        "blank": _one_blank,
        "row": _row_blank,
        "own": _own,
    }
    parts[frame.choices(Choices).qkv_part]()


def _played() -> None:
    scaled = frame.choices(Choices).qkv_scaled
    given = (worked_example.QUERY, worked_example.KEY, worked_example.VALUE)
    with play.case("qkv", beside=_divided):
        matrices(
            [*_given(*given), *_found(*given, scaled=scaled)],
            f"q₁ with the scores as they are: {_row(given, scaled=False)}. Divided by "
            f"√3: {_row(given, scaled=True)}.",
            key="qkv-worked",
            title="Two queries ask three keys",
            note="divided by √3" if scaled else "not divided",
            row=0,
        )
        play.stages(_by_hand(given, scaled), st.markdown)


def _divided() -> None:
    switch("qkv_scaled", "divide the scores by √3")


def _one_blank() -> None:
    given = (worked_example.QUERY, worked_example.KEY, worked_example.VALUE)
    scores, weights, _ = _found(*given, scaled=True)
    row = torch.tensor(scores.values[0])
    exps = ", ".join(f"{number:.3f}" for number in row.exp().tolist())
    matrices(
        [scores, cover(weights, [(0, 0)])],
        f"The exponentials of the scores of q₁ are {exps}; they add up to "
        f"{row.exp().sum():.3f}.",
        key="qkv-blank",
        title="The same case, divided by √3",
        row=0,
    )
    blank(
        "qkv_first",
        "weight of k₁ for q₁, three digits",
        masked_softmax(row[None])[0, 0].item(),
        reason="Its exponential, divided by the sum of the row.",
    )


def _row_blank() -> None:
    given = (worked_example.QUERY, worked_example.KEY, worked_example.VALUE)
    _, weights, outputs = _found(*given, scaled=True)
    value = _given(*given)[2]
    columns = range(len(outputs.columns))
    answers = [number or 0.0 for number in outputs.values[0]]
    matrices(
        [weights, value, cover(outputs, [(0, column) for column in columns])],
        "The output of q₁ is each value, multiplied by its weight, and all added.",
        key="qkv-row",
        title="Now a whole row",
        note="divided by √3",
        row=0,
    )
    blank(
        "qkv_row",
        "the three numbers of the output of q₁, with spaces between",
        answers,
        reason="No number of a value counts more than its key was given.",
    )


def _own() -> None:
    found = typed("qkv_q", "qkv_k", "qkv_v", fit=fit)
    given, scaled = found.matrices, frame.choices(Choices).qkv_scaled
    d = len(given[0][0])
    matrices(
        [*_given(*given), *_found(*given, scaled=scaled)],
        f"q₁ with the scores as they are: {_row(given, scaled=False)}. Divided by "
        f"√{d}: {_row(given, scaled=True)}.",
        key="qkv-own",
        title="Your numbers",
        note=f"divided by √{d}" if scaled else "not divided",
    )
    choice("qkv_edit", "change", {name: name.upper() for name in FIELDS})
    edited = frame.choices(Choices).qkv_edit
    field(f"qkv_{edited}", FIELDS[edited], found)
    for name in FIELDS.keys() - {edited}:
        shut(f"qkv_{name}")
        if problem := found.problems.get(f"qkv_{name}"):
            refused(f"{name.upper()}: {problem}")


def fit(query: Rows, key: Rows, value: Rows) -> None:
    """Raise InputError where queries and keys, or keys and values, do not fit."""
    if len(query[0]) != len(key[0]):
        raise InputError(
            f"A query has {counted(len(query[0]), 'number', 'numbers')} and a key "
            f"{len(key[0])}: a dot product needs as many."
        )
    if len(key) != len(value):
        raise InputError(
            f"There are {counted(len(key), 'key', 'keys')} and "
            f"{counted(len(value), 'value', 'values')}: each key needs its value."
        )


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
            across="number",
        )
        for name, role, rows in (
            ("Q", "query", query),
            ("K", "key", key),
            ("V", "value", value),
        )
    ]


def _found(query: Rows, key: Rows, value: Rows, *, scaled: bool) -> list[Matrix]:
    scores, weights, outputs = _computed(query, key, value, scaled)
    titles = TITLES[frame.choices(Choices).turned]
    queries, keys = _names("q", query), _names("k", key)
    over = f" / √{len(query[0])}" if scaled else ""
    return [
        matrix(titles[0] + over, scores, queries, keys, means="signed"),
        matrix(titles[1], weights, queries, keys),
        matrix(
            titles[2],
            outputs,
            queries,
            _numbers(value),
            means="signed",
            across="number",
        ),
    ]


def _names(letter: str, rows: Rows) -> list[str]:
    return [f"{letter}{subscript(at)}" for at in range(1, len(rows) + 1)]


def _numbers(rows: Rows) -> list[str]:
    return [str(at) for at in range(1, len(rows[0]) + 1)]


# --- the numbers in words -------------------------------------------------------------


def _row(given: tuple[Rows, ...], *, scaled: bool) -> str:
    query, key, value = given
    _, weights, outputs = _computed(query, key, value, scaled)
    return f"weights {_listed(weights[0])}, output {_listed(outputs[0])}"


def _by_hand(given: tuple[Rows, ...], scaled: bool) -> list[str]:
    """The way of q₁ through the picture, a line a stage."""
    query, key, value = given
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
