"""A language of fifteen words, made by chance: its least loss is known.

Two voices tell a story each, word by word in turns, and after every word of a voice
come two others, equally often. So nobody who has read only what came before can do
better than ln 2 nats a word, and even that needs a look at the word before the last.
"""

import math

import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn import functional

FOLLOWING = {
    "‹start›": ("the", "every"),
    "the": ("woman", "young"),
    "every": ("man", "young"),
    "young": ("woman", "man"),
    "woman": ("ate", "saw"),
    "man": ("ate", "saw"),
    "ate": ("a", "one"),
    "saw": ("a", "one"),
    "a": ("fish", "raccoon"),
    "one": ("fish", "raccoon"),
    "fish": ("here", "there"),
    "raccoon": ("here", "there"),
    "here": ("and", "while"),
    "there": ("and", "while"),
    "and": ("the", "every"),
    "while": ("the", "every"),
}
"""The two words that a voice may say after each, one as often as the other."""
WORDS = (*FOLLOWING, "‹end›")
VOICES = 2
START, END = 0, len(WORDS) - 1
AFTER = torch.tensor(
    [[WORDS.index(word) for word in following] for following in FOLLOWING.values()]
)


def texts(n: int, words: int, chance: torch.Generator) -> Int[Tensor, "batch target"]:
    """That many random texts, each of that many words."""
    found = torch.full((n, VOICES + words), START)
    which = torch.randint(2, (n, words), generator=chance)
    for place in range(words):
        found[:, VOICES + place] = AFTER[found[:, place], which[:, place]]
    return found[:, VOICES:]


def strips(
    text: Int[Tensor, "batch word"],
) -> tuple[Int[Tensor, "batch target"], Int[Tensor, "batch target"]]:
    """Input and target: ‹start› before the text, ‹end› after it.

    Vaswani et al. (2017), section 3.1: "the output embeddings are offset by one
    position".
    """
    start, end = (torch.full_like(text[:, :1], word) for word in (START, END))
    return torch.cat([start, text], dim=1), torch.cat([text, end], dim=1)


def entropy(words: int) -> float:
    """The least loss of a text, nats a target piece: n ln 2 / (n + 1).

    Each of its words is one of two; ‹end› comes after a fixed number and costs nothing.
    """
    return words * math.log(2) / (words + 1)


def fitting(written: Int[Tensor, "batch word"]) -> float:
    """The share of words that may come after the word before of their voice, 0 to 1."""
    before = functional.pad(written, (VOICES, 0), value=START)[:, :-VOICES]
    may = AFTER[before.clamp(max=END - 1)] == written[..., None]
    may &= before[..., None] != END
    return may.any(-1).float().mean().item()
