"""Write what Start shows first, after a model was trained anew.

python -m viz.payload
"""

import sys

from core.shelf.models import BAHDANAU, TRANSFORMER
from viz.address import DEFAULTS
from viz.payload import first_look


def main() -> int:
    """Let both models look at the sentence that the app opens with, and store it."""
    models = (BAHDANAU, TRANSFORMER)
    looks = [first_look.computed(model, DEFAULTS.sentence) for model in models]
    first_look.write(looks)
    for look in looks:
        print(f"{look.model} {look.digest}: {look.french}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
