"""What the component's tests share: a small trace, and how it is shown."""

from typing import Any

import numpy as np
from playwright.sync_api import Page

from viz.components.attention import pack, pack_picture

NAN = float("nan")

PURE = (  # taken apart where they are called
    """unpack weightsOf mapOf shownOf strongest onSpecial toggled shadeOf meanOfHeads
    received fit apart brightest channels rampColour inkOn cellText plan spread
    arcsOf arcPath onOneLine
    ribbonsOf glow mosaicPlan tileAt sentence cellSentence keySentence optionsSaid
    textOf csvOf csvCell tableOf svgOf fileName titleOf description half scoresOf
    forbidder probability distribution measuresOf evenly layerPlan tracesOf moved
    clearFrom clearness rowIn rowOf learn cellsOf"""
)


BYTES = "Uint8Array.from(text, letter => letter.charCodeAt(0))"
"""A blob goes to the page as a text: as a list of numbers it takes a second."""


def show(page: Page, header: dict[str, Any], body: np.ndarray) -> None:
    blob = pack_picture(header, body).decode("latin-1")
    page.evaluate(f"text => window.show({BYTES})", blob)


def call(page: Page, expression: str, *values: Any) -> Any:
    """A pure function of the component, with NaN written as null."""
    return page.evaluate(
        f"([values]) => {{ const {{ {', '.join(PURE.split())} }} = window.modules;"
        " const numbers = rows => Float32Array.from(rows, x => x ?? NaN);"
        f" return ({expression}); }}",
        [list(values)],
    )


def place(view: dict[str, Any]) -> dict[str, Any]:
    """Where a view is, without how it is drawn."""
    return {name: view[name] for name in ("stack", "layer", "head", "row")}


def sides(words: list[str], name: str) -> dict[str, Any]:
    special = [word.startswith("‹") for word in words]
    side = "source" if name == "English" else "output"
    return {"words": words, "special": special, "name": name, "side": side}


SOURCE = ["The", "red", "car", "‹end›"]
READ = ["‹start›", "La", "<b>x</b>"]
PREDICTED = ["La", "<b>x</b>", "‹end›"]
CROSS = [
    [[[0.4, 0.3, 0.2, 0.1], [0.125, 0.625, 0.25, 0.0], [0.0, 0.0, 0.0, 1.0]]],
    [[[0.2, 0.3, 0.4, 0.1], [0.375, 0.125, 0.5, 0.0], [1.0, 0.0, 0.0, 0.0]]],
]
DECODER = [[1.0, NAN, NAN], [0.75, 0.25, NAN], [0.03, 0.07, 0.9]]


def trace(**changes: Any) -> tuple[dict[str, Any], np.ndarray]:
    """Two heads of cross-attention, 3 × 4, and one of decoder self-attention, 3 × 3."""
    cross = np.array(CROSS).reshape(1, 2, 3, 4)
    decoder = np.array(DECODER)
    header = {
        "id": "first",
        "sequences": {
            "source": sides(SOURCE, "English"),
            "read": sides(READ, "French"),
            "predicted": sides(PREDICTED, "French"),
        },
        "stacks": [
            {
                "id": "cross",
                "label": "Cross-attention",
                "short": "decoder → encoder",
                "queries": "predicted",
                "keys": "source",
                "shape": [1, 2, 3, 4],
                "offset": 0,
            },
            {
                "id": "decoder",
                "label": "Decoder self-attention",
                "short": "decoder self",
                "queries": "read",
                "keys": "read",
                "back": True,
                "shape": [1, 1, 3, 3],
                "offset": 24,
            },
        ],
        "view": {"stack": "cross", "layer": 0, "head": 0, "row": 1},
        "view_rev": "0",
        "panels": ["choose", "ribbons", "matrix", "heads", "row", "next"],
        "next": {
            "rows": [
                [["La", 0.5, True], ["Le", 0.25, False]],
                [["x", 0.75, True], ["y", 0.125, False]],
                [["‹end›", 0.875, True], [".", 0.0625, False]],
            ]
        },
        "labels": {"title": "The red car", "file": "headlight-test"},
        "dim": False,
    }
    return header | changes, np.concatenate([cross.ravel(), decoder.ravel()])


def options(page: Page) -> None:
    show(page, *trace(panels=["choose", "ribbons", "matrix", "show", "heads"]))
    page.get_by_role("button", name="Display options").click()


def scored() -> tuple[dict[str, Any], np.ndarray]:
    """The trace with the scores of four pieces at three steps, two to a float."""
    panels = ["choose", "ribbons", "matrix", "show", "heads", "next"]
    header, body = trace(panels=panels)
    header["next"] = {
        "rows": [
            [["La", 0.5, True, 0], ["Le", 0.25, False, 1], ["Un", 0.125, False, 2]],
            [["x", 0.7, False, 0], ["y", 0.2, False, 1], ["z", 0.04, True, 3]],
            [["‹end›", 0.5, True, 0]],
        ],
        "logits": {"offset": 33, "vocabulary": 4},
    }
    scores = np.log([[0.5, 0.28, 0.14, 0.08], [0.7, 0.2, 0.06, 0.04], [0.125] * 4])
    halves = scores.astype("<f2").ravel().view("<f4")
    return header, np.concatenate([body.astype("<f4"), halves])


def saved(page: Page, menu: str, item: str) -> tuple[str, bytes]:
    page.locator("summary", has_text=menu).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=item, exact=True).click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


OPEN = "const t = unpack(new Uint8Array(values[0])), s = t.stacks.get(values[1])"
SHOWN = "const view = fit(t.stacks, values[2]), shown = shownOf(t.header, s, view)"


def seen(page: Page, stack: str, view: dict[str, Any], expression: str) -> Any:
    """What a pure function says about a view of the trace, as the reader wants it."""
    return call(
        page,
        f"(() => {{ {OPEN}; {SHOWN}; return {expression}; }})()",
        list(pack(*trace())),
        stack,
        {"stack": stack, "row": 1} | view,
    )


def large(layers: int, heads: int, size: int) -> tuple[dict[str, Any], np.ndarray]:
    words = [f"mot{at}" for at in range(size)]
    header, _ = trace(id="large", next={"rows": []})
    header["sequences"] = {
        side: sides(words, "French") for side in ("source", "read", "predicted")
    }
    shape = [layers, heads, size, size]
    header["stacks"] = [header["stacks"][0] | {"shape": shape}]
    weights = np.random.default_rng(7).dirichlet([0.05] * size, shape[:3])
    return header, weights
