"""A blank in a worked case: is the number that was typed the one that belongs there?"""

import re

from core.errors import InputError

NUMBER = re.compile(r"[+\-−]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)")
SLACK = 0.001


def judge(typed: str, answer: float, digits: int = 3) -> bool:
    """Whether a number is right as far as `digits` digits after the point.

    Right is whatever rounds to the answer, or misses it by 0.001. A comma counts as a
    point. Raises InputError for what is no number.
    """
    text = typed.strip()
    if len(text) > 20 or not NUMBER.fullmatch(text):
        raise InputError("A number is needed here, such as 0.5 or -2.")
    number = float(text.replace("−", "-").replace(",", "."))
    return abs(number - answer) <= max(SLACK, 0.5 * 10.0**-digits) + 1e-9
