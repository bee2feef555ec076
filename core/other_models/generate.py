"""A model of Hugging Face writes, and every step of it is shown, with its words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from torch import Tensor

from core.errors import InputError
from core.other_models.attentions import Attentions
from core.other_models.cut import options, pieces_of, read_side, side_of
from core.other_models.generations import generation_of
from core.other_models.outputs import taken_apart
from core.other_models.written import assembled, read_and_next
from core.text.sides import Side

MOST_WRITTEN = 64  # tokens, where nobody says how many


def generated(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    text: str,
    source: Side | None,
    name: str,
    asked: Any,
) -> Attentions:
    """What the model writes after these inputs; of an encoder–decoder, from its source.

    Its steps are those that were really gone: nothing is run again. Of several texts
    that it was asked for the first is shown.
    """
    if not hasattr(model, "generate"):
        raise InputError("This model does not write by itself: leave generate out.")
    if not isinstance(asked, Mapping):
        raise InputError(
            "generate must be a dictionary of arguments, such as "
            "generate={'max_new_tokens': 20}."
        )
    asked = dict(asked)
    if not {"max_new_tokens", "max_length", "generation_config"} & set(asked):
        asked["max_new_tokens"] = MOST_WRITTEN
    wanted = {"output_attentions": True, "return_dict_in_generate": True}
    read = {at: inputs[at] for at in ("input_ids", "attention_mask") if at in inputs}
    output = model.generate(**read, **(asked | wanted))
    found = generation_of(taken_apart(output) or {}, output, 0)
    if found is None:
        raise InputError(
            "generate() returned no attentions step after step. Use a model whose "
            "generate takes output_attentions=True, or from_transformers without "
            "generate."
        )
    ids = output.sequences[0].tolist()[: found.rows + 1]
    if len(ids) <= found.prompt:
        raise InputError("The model wrote nothing: nothing was generated to show.")
    if source is None:
        whole = _cut_again(tokenizer, ids)
        shown = assembled(found, name, *read_and_next(whole))
    else:
        predicted = _cut_again(tokenizer, ids[1:], target=True)
        read = read_side(tokenizer, ids[0], predicted)
        shown = assembled(found, name, read, predicted, source)
    title = tokenizer.decode(ids, skip_special_tokens=True)
    if source is not None:
        title = f"{text} → {title}"
    return replace(shown, title=title)


def _cut_again(tokenizer: Any, ids: list[int], *, target: bool = False) -> Side:
    """The words that were written, where the tokenizer cuts them again as they are."""
    for bare in (True, False):
        text = tokenizer.decode(ids, skip_special_tokens=bare)
        cut = tokenizer(**{"text_target" if target else "text": text},
                        **options(tokenizer), add_special_tokens=bare)  # fmt: skip
        if cut["input_ids"] == ids:
            return side_of(tokenizer, cut, text)
    return pieces_of(tokenizer, ids)
