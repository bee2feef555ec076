"""What the models of reviews publish: measured, or from a pass of theirs."""

from collections.abc import Callable, Mapping

from core.analysis.review_words import left_out
from core.exercises.checks import Table
from core.exercises.world_tables import measured, model
from core.in_use.reviews import accepted, read_words
from core.worlds.shown_reviews import WORDS


def right() -> Table:
    """The share of right verdicts on texts held out, with attention and without."""
    found = {
        way: measured(name)["held_out"]
        for way, name in (("attention", "reviews"), ("mean", "reviews-mean"))
    }
    sources = tuple(found["attention"])
    return Table(
        tuple(found),
        sources,
        tuple(
            tuple(one[source]["right"] for source in sources) for one in found.values()
        ),
    )


def words(text: str = WORDS["not"]) -> Table:
    """The weight of each word of a review, and by how much it moves the log-odds."""
    read = read_words(model("reviews"), accepted(text))
    changes = left_out(model("reviews"), read).changes
    columns = tuple(f"{at} {word}" for at, word in enumerate(read.text.words, start=1))
    moved = tuple(abs(changes[at]) for at in range(len(columns)))
    return Table(("weights", "moves"), columns, (tuple(read.weights.tolist()), moved))


def spanish() -> Table:
    """The share of the weight on words and sentences that judge; equal weights."""
    found = measured("reviews-spanish")
    return Table(
        ("attention", "equal weights"),
        ("words", "sentences"),
        (
            (found["on"], found["on_sentences"]),
            (found["on_uniform"], found["on_sentences_uniform"]),
        ),
    )


PUBLISHED: Mapping[str, Callable[..., Table]] = {
    "reviews.right": right,
    "reviews.words": words,
    "reviews.spanish": spanish,
}
