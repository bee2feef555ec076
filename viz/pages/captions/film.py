"""A film of a street: what is written of eight frames, in their order or in another."""

from typing import TYPE_CHECKING, Any

from core.errors import InputError
from core.worlds.films import FRAMES, Film, any_film, shuffled
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.sentence import hands, view
from viz.payload.film import film_view
from viz.payload.street import plain
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.in_use.films import Watched

say = texts("street")
MODELS = {"soft": "film", "none": "film-mean"}
VIEW = {"row": view.place("cap_word")}
SEEDS = 1_000


def order() -> None:
    """In which order the frames are shown."""
    widgets.segments("cap_order", say("film.order"), say.all("film.orders"))


def page() -> None:
    """The frames with the weights of a word, the words, and how good the model is."""
    film = any_film(frame.choices().cap_seed)
    try:
        watched = _watched(film)
    except InputError as problem:
        frame.refuse(error(problem))
        return
    header, body = library.kept(
        (film.text(), watched.order), lambda: film_view(watched)
    )
    row = frame.choices().cap_word
    last = len(watched.words)
    seen = {"row": row - 1 if 1 <= row <= last else last - 1}
    shown = {"veiled": True, "results": _results(), **_verdict(watched)}
    of = f"{film.text()} {watched.order}"
    hands.draw("film", header, body, seen, VIEW, HANDS, of=of, **shown)


def _another(_: object) -> None:
    seed = (frame.choices().cap_seed + 1) % SEEDS
    frame.keep(cap_seed=seed, cap_word=0)


HANDS = hands.Hands(deeds={"another": _another})


def _watched(film: Film) -> "Watched":
    from core.in_use.films import watch

    model, chosen = library.small(MODELS["soft"]), frame.choices().cap_order
    usual = tuple(range(FRAMES))
    orders = {"shuffled": shuffled(frame.choices().cap_seed), "backwards": usual[::-1]}
    shown = orders.get(chosen, usual)
    key = (model.digest, film.text(), shown)
    return library.kept(key, lambda: watch(model, film, shown))


def _verdict(watched: "Watched") -> dict[str, Any]:
    """Whether it is true of the frames as they were shown, if that can be said."""
    words, truth = plain(watched.words), watched.truth
    if truth is None:
        return {"verdict": say("film.mixed", words=words), "right": "wrong"}
    right = watched.words == truth
    name = "film.right" if right else "film.wrong"
    verdict = say(name, words=words, truth=plain(truth))
    return {"verdict": verdict, "right": "right" if right else "wrong"}


def _results() -> dict[str, Any] | None:
    """How often the sentence, and the way, is right: in order and in two others."""
    rows: list[list[str]] = []
    for way, name in MODELS.items():
        try:
            found = library.small(name).info["measured"]
        except (InputError, KeyError):
            continue
        measured = (found, found["shuffled"], found["backwards"])
        label = say(f"film.models.{way}")
        rows.append([label, *(percent(one["exact"]) for one in measured)])
        rows.append([say("film.way"), *(percent(one["way"]) for one in measured)])
    head = [say("film.results", n=1_000), *say.all("film.orders").values()]
    return {"head": head, "rows": rows, "shown": 0} if rows else None


def slots() -> dict[str, str]:
    """The figures of the lesson."""
    none = say("results.none")
    names = ("way", "mean_way", "exact", "mean_exact")
    names += ("back", "mixed", "first", "last")
    said: dict[str, str] = dict.fromkeys(names, none)
    for prefix, name in (("", "film"), ("mean_", "film-mean")):
        try:
            found = library.small(name).info["measured"]
        except (InputError, KeyError):
            continue
        said[f"{prefix}way"] = percent(found["way"])
        said[f"{prefix}exact"] = percent(found["exact"])
        if not prefix:
            said["back"] = percent(found["backwards"]["way"])
            said["mixed"] = percent(found["shuffled"]["way"])
            said["first"] = percent(found["on"]["kind"][0])
            said["last"] = percent(found["on"]["way"][-1])
    return said
