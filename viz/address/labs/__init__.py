"""What can be chosen in the labs: a file a lab, found by its name.

A file holds the class `Choices` of its lab, whose names begin alike; `step`, `turned`
and `named` mean the same in all.
"""

import importlib
import pkgutil
from collections.abc import Mapping

from viz.address.declared import Stepped

LABS: Mapping[str, type[Stepped]] = {
    found.name.replace("_", "-"): importlib.import_module(
        f"{__name__}.{found.name}"
    ).Choices
    for found in pkgutil.iter_modules(__path__)
}
"""The choices of every lab, by its address."""
