"""The sizes of a network, which check themselves."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    """Whole numbers from 1, and `dropout`, a share below 1; else ValueError."""

    vocabulary: int

    def __post_init__(self) -> None:
        for name, size in vars(self).items():
            if name != "dropout" and size < 1:
                raise ValueError(f"{name} must be at least 1, not {size}")
            if name == "dropout" and not 0 <= size < 1:
                raise ValueError(f"dropout must be at least 0, below 1, not {size}")
