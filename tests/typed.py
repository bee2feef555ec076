"""How arguments and results are checked while tests run, at half of jaxtyping's price.

jaxtyping's hook decorates every function of core and viz, and asks for two functions
made anew for each: one that checks its arguments, and one that checks them once more
with its result. Most functions have no shape in their signature. beartype alone proves
as much of them, and of the others when it is called inside jaxtyping's own scope.

An int is a float too (PEP 484): of a list only one member is looked at, drawn anew each
time, and a list that mixes the two would fail now and then.
"""

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, ForwardRef, Literal, get_args, get_origin

import jaxtyping
from beartype import BeartypeConf, beartype

scoped = jaxtyping.jaxtyped(typechecker=None)
"""Axes with the same name have the same length within one call."""
typed = beartype(conf=BeartypeConf(is_pep484_tower=True, violation_type=TypeError))
both = jaxtyping.jaxtyped(typechecker=typed)
"""For a generator, whose arguments beartype alone looks at after the call."""


def checked(one: Any) -> Any:
    """A function, or what makes an instance of a dataclass, that checks its types.

    It is applied first, below all other decorators, so it never sees a property. An
    annotation of a name that is not known yet, or to the type checker alone, is left
    out.
    """
    if inspect.isclass(one):
        if dataclasses.is_dataclass(one) and "__init__" in vars(one):
            one.__init__ = checked(one.__init__)
        return one
    annotations = one.__annotations__
    shaped = any(map(has_shape, annotations.values()))
    if shaped and inspect.isgeneratorfunction(one):
        return both(one)
    one.__annotations__ = {
        name: hint for name, hint in annotations.items() if not names_later(hint)
    }
    made = typed(one)
    one.__annotations__ = made.__annotations__ = annotations
    return scoped(made) if shaped else made


def names_later(hint: object) -> bool:
    """Whether a type stands in it by its name, in quotes."""
    if get_origin(hint) is Literal:
        return False
    return isinstance(hint, str | ForwardRef) or any(map(names_later, get_args(hint)))


def has_shape(hint: object) -> bool:
    shaped = inspect.isclass(hint) and issubclass(hint, jaxtyping.AbstractArray)
    return shaped or any(map(has_shape, get_args(hint)))


def instead(**_: object) -> Callable[[Any], Any]:
    """What jaxtyping's hook calls in every module that it loads."""
    return checked


jaxtyping.jaxtyped = instead
