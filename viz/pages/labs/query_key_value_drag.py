"""The key and the value that a reader drags: what follows wherever they are put."""

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs import worked_example
from viz.components.pull import pull as component
from viz.pages.app import frame, library
from viz.pages.app.session import reported
from viz.say import theme

LEAST, MOST, PLACES = -4, 4, 81
STEPS = torch.linspace(LEAST, MOST, PLACES, dtype=torch.float64)
KEY = "qkv-pull"


def pull(key: float, value: float) -> None:
    """Draw keys and values by their first two numbers, with k₁ and v₁ to drag.

    The third number of q₁ is 0, so its scores lie in the plane that is drawn.
    """
    own = theme.palette(frame.night())
    names = ("page", "text", "muted", "hair", "query", "key", "value", "beam")
    component(
        {
            "id": frame.night(),
            "least": LEAST,
            "most": MOST,
            "places": PLACES,
            "key": key,
            "value": value,
            "query": worked_example.QUERY[0][:2],
            "keys": [numbers[:2] for numbers in worked_example.KEY],
            "values": [numbers[:2] for numbers in worked_example.VALUE],
            "colours": {name: getattr(own, name) for name in names},
        },
        library.kept((), lambda: everywhere().float().numpy()),
        key=KEY,
        on_moved=_moved,
    )


def everywhere() -> Float[Tensor, " number"]:
    """What follows at every place of k₁ and of v₁, row by row in one line.

    The weights at each place of the key; the first number of the output at each place
    of the key (a row) and of the value; its second number at each place of the key.
    """
    query, key, value = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in (worked_example.QUERY[:1], worked_example.KEY, worked_example.VALUE)
    )
    queries, keys, values = (rows.repeat(PLACES, 1, 1) for rows in (query, key, value))
    keys[:, 0, 0] = values[:, 0, 0] = STEPS
    weights = masked_softmax(dot_product_scores(queries, keys, scale=1.0))
    outputs = [mix(row.expand(PLACES, 1, -1), values)[:, 0, 0] for row in weights]
    first = torch.stack(outputs)
    second = mix(weights, value.expand(PLACES, -1, -1))[:, 0, 1]
    return torch.cat([part.reshape(-1) for part in (weights, first, second)])


def _moved() -> None:
    """The places come from a browser: what is none changes nothing."""
    at = reported(KEY, "at")
    if not isinstance(at, dict):
        return
    places = {
        f"qkv_{name}": round(float(place), 1)
        for name, place in at.items()
        if type(place) in (int, float) and LEAST <= place <= MOST
    }
    if places.keys() == {"qkv_key", "qkv_value"}:
        frame.keep(**places)
