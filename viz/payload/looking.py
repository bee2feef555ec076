"""What the browser receives of a picture that is looked at, spot by spot."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.labs.saliency import Fixation, fixations
from core.worlds.photos import Photo
from core.worlds.street import Street
from viz.content.texts import texts
from viz.payload.street import scene
from viz.say.captions import percent
from viz.say.numbers import written
from viz.say.streets import called

if TYPE_CHECKING:
    from torch import Tensor

    from core.labs.looks import Asked

say = texts("labs/looking")
PHOTOS = "app/static/photos"


def spot_view(photo: Photo, sharp: int) -> dict[str, Any]:
    """A photograph and how far it is seen sharply, in percent of its width."""
    rows, columns, _ = photo.pixels().shape
    return {
        "photo": f"{PHOTOS}/{photo.name}.jpg",
        "name": say(f"photos.{photo.name}"),
        "width": columns,
        "height": rows,
        "sharp": sharp,
        "places": [],
        "own": True,
    }


def path_view(
    photo: Photo, sharp: int, whole: np.ndarray
) -> tuple[dict[str, Any], np.ndarray]:
    """The same with the map of what stands out, and the places that are looked at."""
    header = {
        **spot_view(photo, sharp),
        "own": False,
        "map": list(whole.shape),
        "places": places(fixations(whole)),
    }
    return header, whole.astype(np.float32)


def places(found: Sequence[Fixation]) -> list[dict[str, Any]]:
    """Where one looks, in percent of a picture, and in words."""
    return [
        {
            "x": round(100 * one.x, 1),
            "y": round(100 * one.y, 1),
            "told": say(
                "place",
                n=number,
                x=str(round(100 * one.x)),
                y=str(round(100 * one.y)),
                salience=written(one.salient),
            ),
        }
        for number, one in enumerate(found, 1)
    ]


def asked_view(
    street: Street, free: "Tensor", asked: Sequence["Asked"]
) -> tuple[dict[str, Any], np.ndarray]:
    """A street: what stands out without a question, and what each question looks at."""
    first = {"word": say("asked.free"), "told": say("asked.all"), "said": _free(free)}
    rows = [first, *(_row(one) for one in asked)]
    header = {**scene(street), "rows": rows, "forbidden": []}
    header["words"] = {
        name: say(f"asked.{name}") for name in ("queries", "order", "named", "uniform")
    }
    return header, np.stack([free.numpy(), *(one.weights.numpy() for one in asked)])


def _row(one: "Asked") -> dict[str, Any]:
    """A question: what it looks at, and what would without it."""
    kind = called(one.told.street.things[one.thing].kind)
    slots = {"thing": kind, "answer": " ".join(one.told.written)}
    return {
        "word": say("asked.where", thing=kind),
        "thing": one.thing,
        "share": one.on.weight,
        "uniform": one.free.weight,
        "said": say(
            "asked.said" if one.told.right else "asked.wrong",
            on=percent(one.on.weight),
            free=percent(one.free.weight),
            even=percent(one.on.uniform),
            **slots,
        ),
    }


def _free(free: "Tensor") -> str:
    grid = round(len(free) ** 0.5)
    row, column = divmod(int(free.argmax()), grid)
    return say(
        "asked.first", row=row + 1, column=column + 1, share=percent(float(free.max()))
    )
