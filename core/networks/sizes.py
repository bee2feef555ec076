"""The sizes of a network, which check themselves."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """Whole numbers from 1, and `dropout`, a share below 1; else ValueError.

    Where there are heads, they share the width of the model evenly.
    """

    vocabulary: int

    def __post_init__(self) -> None:
        sizes = vars(self)
        for name, size in sizes.items():
            if name != "dropout" and size < 1:
                raise ValueError(f"{name} must be at least 1, not {size}")
            if name == "dropout" and not 0 <= size < 1:
                raise ValueError(f"dropout must be at least 0, below 1, not {size}")
        width, heads = sizes.get("d_model", 0), sizes.get("n_heads", 1)
        if width % heads:
            raise ValueError(
                f"d_model must be a multiple of n_heads={heads}, not {width}"
            )
