"""A model of Hugging Face writes, and every step of it is shown, with its words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from torch import Tensor

from core.errors import InputError
from core.other_models.attentions import Attentions, Line
from core.other_models.cut import cut_again, read_side
from core.other_models.generations import generation_of
from core.other_models.outputs import taken_apart
from core.other_models.passes import MOST_WRITTEN, name_of
from core.other_models.theirs import UNFIT, reason_of
from core.other_models.written import assembled, read_and_next


def generated(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    text: str,
    source: Line | None,
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
    known = sorted(map(str, {*asked} & {*read}))
    if known or not all(isinstance(name, str) for name in asked):
        raise InputError(
            "generate holds names of arguments, and none that come from the text "
            f"({', '.join(known or read)})."
        )
    try:
        output = model.generate(**read, **(asked | wanted))
    except (*UNFIT, ArithmeticError) as error:
        raise InputError(
            f"The model can't generate with these arguments ({reason_of(error)}). "
            "Change generate, or leave it out."
        ) from error
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
        read, predicted = read_and_next(cut_again(tokenizer, ids))
    else:
        predicted = cut_again(tokenizer, ids[1:], target=True)
        read = read_side(tokenizer, ids[0], predicted)
    shown = assembled(found, name_of(model), Line(read), predicted, source)
    title = tokenizer.decode(ids, skip_special_tokens=True)
    if source is not None:
        title = f"{text} → {title}"
    return replace(shown, title=title)
