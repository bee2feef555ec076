"""The third step of the lab of pictures: a picture read as a row of patches."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.worlds import digits
from core.worlds.digits import Digit
from core.worlds.street import Street
from core.worlds.streets import LECTURES
from viz.address.labs.pictures import Choices
from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice
from viz.pages.labs import pictures_drawn as drawn
from viz.pages.labs.lab import show
from viz.pages.sentence import hands
from viz.payload.seen import patches_view
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.in_use.pictures import PatchesRead

say = texts("labs/pictures")
USUAL, USUAL_DIGIT = LECTURES["sign"], 13
USUAL_MAP = 2 * 5 + 1
"""The mean of layer 3, behind the rollout and five maps for each layer before it: on
streets that were held out its class token attends most to things, 43% of its weight
on 20% of the patches."""
MODELS = {"streets": "patches-streets", "digits": "patches-digits"}
PATCHES = {"streets": 36, "digits": 16}


def patches() -> None:
    """A street or a digit with its patches, or the places that were learned."""
    seen = choice("pic_see", say("patches.label"), say.all("patches.seen"))
    if seen == "places":
        _places()
    else:
        _read(seen)


def _read(world: str) -> None:
    picture = _picture(world)
    covered = drawn.covered(PATCHES[world])
    read, whole = (_seen(world, picture, out) for out in (covered, ()))
    header, body = library.kept(
        ("patches", picture.text(), covered),
        lambda: patches_view(picture, read, covered),
    )
    chosen = frame.choices(Choices).pic_cell
    row = chosen - 1 if 1 <= chosen <= PATCHES[world] + 1 else 0
    drawn.draw(
        f"pictures-{world}",
        header,
        body,
        _todo(world),
        row=row,
        usual_map=USUAL_MAP,
        of=picture.text(),
        results=_results(world),
    )
    if covered:
        frame.note(_changed(picture, read, whole, len(covered)))


def _picture(world: str) -> Street | Digit:
    if world == "digits":
        return drawn.digit(digits.examples()[USUAL_DIGIT])
    return drawn.street(USUAL)


def _seen(world: str, picture: Street | Digit, out: Sequence[int]) -> "PatchesRead":
    from core.in_use.pictures import read_patches

    model = library.small(MODELS[world])
    key = (model.name, model.digest, picture.text(), tuple(out))
    return library.kept(key, lambda: read_patches(model, picture, out))


def _todo(world: str) -> hands.Hands:
    """What may be done to the picture: changed, drawn, replaced, a patch covered."""

    def cover(said: Mapping[str, Any]) -> None:
        n = PATCHES[world]
        out = hands.turned(drawn.covered(n), said.get("cell"), n)
        if out is not None:
            frame.keep(pic_covered=out)

    def ink(said: Mapping[str, Any]) -> None:
        written = digits.parse(str(said.get("pixels", ""))[:65])
        frame.keep(pic_digit=written.text(), pic_covered="")

    def another(_: Mapping[str, Any]) -> None:
        known = digits.examples()
        seed = (frame.choices(Choices).pic_seed + 1) % drawn.SEEDS
        shown = known[(USUAL_DIGIT + 7 * seed) % len(known)]
        frame.keep(pic_digit=shown.text(), pic_seed=seed, pic_covered="")

    covering = {"forbid": cover, "allow": lambda _: frame.keep(pic_covered="")}
    todo = drawn.changing(lambda: drawn.street(USUAL))
    more = {"ink": ink, "another": another} if world == "digits" else {}
    return hands.Hands(todo.street, todo.show, {**todo.deeds, **covering, **more})


def _changed(
    picture: Street | Digit, read: "PatchesRead", whole: "PatchesRead", n: int
) -> str:
    """What covering has done to the verdict."""
    if isinstance(picture, Digit):
        now, before = (int(one.likely.argmax()) for one in (read, whole))
        name = "patches.same_digit" if now == before else "patches.other_digit"
        return say(
            name,
            covered=say("patches.covered", n=n),
            now=str(now),
            before=str(before),
            share=percent(float(read.likely[now])),
            was=percent(float(whole.likely[now])),
        )
    turned = (read.likely > 0.5) != (whole.likely > 0.5)
    names = [kind for kind, one in zip(drawn.kinds(), turned, strict=True) if one]
    if not names:
        return say("patches.same", covered=say("patches.covered", n=n))
    return say(
        "patches.other", covered=say("patches.covered", n=n), kinds=", ".join(names)
    )


def _places() -> None:
    from core.in_use.pictures import alike
    from viz.figures.places import places

    model, dark = library.small(MODELS["streets"]), frame.night()
    show(
        library.kept(
            (model.digest, "places", dark),
            lambda: places(alike(model).numpy(), dark=dark),
        ),
        key="pictures-places",
        note=say("places.note"),
    )


def _results(world: str) -> dict[str, Any]:
    head = [
        say(f"patches.results.{world}"),
        say("patches.exact"),
        say("twins.columns.parameters"),
    ]
    name = MODELS[world]
    rows = [
        [say(f"patches.{way}"), drawn.accuracy(one, "exact"), drawn.parameters(one)]
        for way, one in (("with", name), ("alone", f"{name}-alone"))
    ]
    return {"head": head, "rows": rows, "shown": 0}


def patches_slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    return {
        f"{world}_{way}": drawn.accuracy(one, "exact")
        for world, name in MODELS.items()
        for way, one in (("with", name), ("alone", f"{name}-alone"))
    }
