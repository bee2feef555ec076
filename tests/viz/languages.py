"""Languages that tests write, beside those that are shipped."""

from viz.content import (
    examples,
    exercise_sets,
    lessons,
    made_from,
    path,
    plans,
    presets,
    references,
    terms,
    texts,
    walk_texts,
)


def forget() -> None:
    """What was read of the languages' folders is read again."""
    for cache in (
        *(lessons.load, path.load, walk_texts.load, texts.load),
        *(presets._translated, made_from.recorded, terms._terms, terms._by_word),
        *(references._read, plans._shipped, examples._shipped, exercise_sets.shipped),
    ):
        cache.cache_clear()
