"""What authors of public models were asked to draw, with small models of the same make.

Each case is named by its project; all are drawn by `show` or `from_transformers` as
what the project's own code returns. No number of theirs is repeated here.
"""

import numpy as np
import pytest
import torch
from torch import nn

from core import from_transformers, show
from viz.payload.own_models import own_view

PHOTO = np.random.default_rng(2).integers(0, 255, (24, 24, 3)).astype(np.uint8)
WORDS = ["a", "dog", "on", "grass", "‹end›"]


class Attention(nn.Module):
    """As timm, vit-pytorch and many others write it: one projection to q, k and v."""

    def __init__(self, width: int = 12, heads: int = 3) -> None:
        super().__init__()
        self.heads, self.qkv = heads, nn.Linear(width, 3 * width)

    def forward(self, x):
        batch, count, width = x.shape
        parts = self.qkv(x).reshape(batch, count, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        weights = (q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5).softmax(-1)
        return x + (weights @ v).transpose(1, 2).reshape(x.shape), weights


@torch.no_grad()
def layers(count: int, depth: int = 2) -> list[torch.Tensor]:
    """The maps [1, head, n, n] of a few layers over so many tokens."""
    torch.manual_seed(4)
    x, found = torch.randn(1, count, 12), []
    for _ in range(depth):
        x, weights = Attention()(x)
        found.append(weights)
    return found


@torch.no_grad()
def across(queries: int, keys: int, heads: int = 3) -> torch.Tensor:
    """The weights [1, head, query, key] of torch's own attention between two lines."""
    torch.manual_seed(4)
    attend = nn.MultiheadAttention(24, heads, batch_first=True)
    q, k = torch.randn(1, queries, 24), torch.randn(1, keys, 24)
    return attend(q, k, k, average_attn_weights=False)[1]


class OfJax:
    """An array of another library: it is known by what numpy can read of it."""

    def __init__(self, array):
        self.array, self.shape = np.asarray(array), array.shape

    def __array__(self, dtype=None, copy=None):
        return self.array.astype(dtype or self.array.dtype)


def timm():
    return show(layers(37), image=PHOTO, grid=(6, 6))


def vision_transformer():
    return show([OfJax(one) for one in layers(37)], image=PHOTO, grid=(6, 6))


def vit_pytorch():
    """`Recorder` stacks them: [batch, layer, head, n, n]."""
    return show(torch.stack(layers(37), 1)[0], image=PHOTO, grid=(6, 6))


def attention_viz():
    return show(layers(50), image=PHOTO, grid=(7, 7))


def unetr():
    """Patches of a volume, without a class token."""
    return show(layers(27), image=np.random.rand(12, 12, 12), grid=(3, 3, 3))


def cross_vivit():
    """Frames of a film one behind another, a class token before them."""
    frames = [PHOTO, PHOTO[::-1], PHOTO[:, ::-1]]
    return show(layers(13), image=frames, grid=[(2, 2)] * 3)


def attend_and_excite():
    return show(across(256, 5, 8), WORDS, image=PHOTO, grid=(16, 16))


def virtex():
    return show(cross=across(5, 49), target=WORDS, image=PHOTO, grid=(7, 7))


def visual_gpt():
    """One row a step: [step, head, 1, cell] after the batch is taken."""
    steps = [across(1, 49)[0] for _ in WORDS]
    return show(cross=torch.cat(steps, 1)[None], target=WORDS, image=PHOTO, grid=(7, 7))


def parseq():
    """Letters attend to patches of 4 × 8 pixels on a picture of 32 × 128."""
    photo = np.resize(PHOTO, (32, 128, 3))
    return show(cross=across(5, 128), target=list("cat.]"), image=photo, grid=(8, 16))


def vitstr():
    """An encoder alone: the first places of its output are the letters."""
    return show(layers(197), image=PHOTO, grid=(14, 14))


def pix2seq():
    """A decoder of numbers over the patches of an encoder."""
    return show(
        layers(36),
        cross=across(4, 36),
        decoder=torch.eye(4)[None, None],
        target=["ymin 12", "xmin 3", "ymax 80", "dog"],
        image=PHOTO,
        grid=(6, 6),
    )


def detr():
    models = pytest.importorskip("tests.core.other_models.seeing_models")
    return from_transformers(
        models.seeded(models.detr), models.squares(side=96), image=PHOTO
    )


def marimba_bot():
    models = pytest.importorskip("tests.core.other_models.seeing_models")
    images = models.hf.ViTImageProcessor(size={"height": 16, "width": 24})
    return from_transformers(
        models.seeded(models.donut),
        (images, models.tokenizer()),
        image=PHOTO,
        target="the dog",
    )


DRAWN = {
    attend_and_excite: ("of the patches", [[16, 16]]),
    attention_viz: ("self-attention", [[7, 7]]),
    cross_vivit: ("self-attention", [[2, 2]] * 3),
    detr: ("to the picture", [[3, 3]]),
    marimba_bot: ("to the picture", [[4, 6]]),
    parseq: ("to the picture", [[8, 16]]),
    pix2seq: ("to the picture", [[6, 6]]),
    timm: ("self-attention", [[6, 6]]),
    unetr: ("self-attention", [[3, 3]] * 3),
    virtex: ("to the picture", [[7, 7]]),
    vision_transformer: ("self-attention", [[6, 6]]),
    visual_gpt: ("to the picture", [[7, 7]]),
    vit_pytorch: ("self-attention", [[6, 6]]),
    vitstr: ("self-attention", [[14, 14]]),
}


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("project", "drawn"), DRAWN.items(), ids=lambda x: str(x)[:20])
def test_what_was_asked_for_is_drawn(project, drawn):
    header, body = own_view(project())
    stack = next(
        one for one in header["stacks"] if one["id"] == header["view"]["stack"]
    )
    sides = [header["sequences"][stack[side]] for side in ("queries", "keys")]
    lies = [side["patches"] for side in sides if "patches" in side][-1]
    assert (stack["short"], [one[1:3] for one in lies]) == drawn
    assert max(one[3] for one in lies) < len(header["pictures"])
    assert np.isfinite(body).any()
