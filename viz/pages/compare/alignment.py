"""The maps of the page Compare over given French: what a model is made to align."""

from typing import TYPE_CHECKING

from viz.pages.app import frame, library, shown_model

if TYPE_CHECKING:
    from core.text.tokenizer import Pieces
    from core.trace import AttentionMap, Trace

titles = shown_model.pair


def has_layers(name: str) -> bool:
    """Whether it is the Transformer of the two, of which a layer can be chosen."""
    return name == [*titles()][-1]


def aligned(
    name: str, source: "tuple[str, ...] | Pieces", target: "tuple[str, ...] | Pieces"
) -> "AttentionMap":
    """The chosen map of a model over given words or pieces, ‹end› left out."""
    choices, digest = frame.choices(), library.model(name).digest
    place = choices.compare_layer, choices.compare_head
    key = (name, digest, source, target, *place)
    return library.computed(key, lambda: align(name, source, target))


def align(
    name: str, source: "tuple[str, ...] | Pieces", target: "tuple[str, ...] | Pieces"
) -> "AttentionMap":
    """The same, computed now."""
    choices, model = frame.choices(), library.model(name)
    if not has_layers(name) or not choices.compare_layer:
        return model.align(source, target)
    head = choices.compare_head - 1 if choices.compare_head else None
    layer = choices.compare_layer - 1
    return model.align(source, target, layer, head, reading="predicted")


def pieces_of(trace: "Trace") -> "tuple[Pieces, Pieces]":
    """The English and the French of a pass in its own pieces, without special ones."""
    return trace.vocabulary.pieces(trace.source_ids), trace.translation.pieces
