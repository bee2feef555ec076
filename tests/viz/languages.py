"""Languages that tests write, beside those that are shipped."""

from viz.content import lessons, made_from, path, presets, terms, texts, walk_texts


def forget() -> None:
    """What was read of the languages' folders is read again."""
    for cache in (
        *(lessons.load, path.load, walk_texts.load, texts.load),
        *(presets._translated, made_from.recorded, terms._terms, terms._by_word),
    ):
        cache.cache_clear()
