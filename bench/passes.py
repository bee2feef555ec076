"""One sentence through the models, on one thread: recorded, plain, decoded; a file."""

from pathlib import Path

import torch
from torch import Tensor, nn

from bench.report import Report, in_turn, middle, timed
from core.analysis.ablation import each_head_silenced
from core.attention import causal_mask
from core.checkpoint import models
from core.decoding.batches import beam_many, greedy_many
from core.in_use.loading import load as load_any
from core.in_use.translator import Translator, load
from core.networks.kinds import build
from viz.components.attention import pack
from viz.payload import transformer_walk
from viz.payload.maps import transformer_view

SENTENCE = "The doors of the old house were open yesterday when we arrived."  # 12 words
FILE = Path(__file__).parents[1] / "recipes/pairs/daily.tsv"
LINES = 200
ROUNDS = 30
LOADS = 3
SIZES = {
    "vocabulary": 9000,
    "d_model": 256,
    "d_hidden": 1024,
    "n_heads": 8,
    "n_layers": 3,
}


class Plain(nn.Module):
    """The same Transformer built from `torch.nn`, which records nothing."""

    def __init__(self, sizes: dict[str, int], dropout: float = 0.0) -> None:
        super().__init__()
        d_model, layers = sizes["d_model"], sizes["n_layers"]
        self.embedding = nn.Embedding(sizes["vocabulary"], d_model)
        shape = (d_model, sizes["n_heads"], sizes["d_hidden"], dropout)
        self.encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(*shape, batch_first=True), layers
        )
        self.decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(*shape, batch_first=True), layers
        )

    def forward(self, source: Tensor, target: Tensor, padding: Tensor | None = None):
        """Scores of every next word; `padding` is True where the source is padding."""
        memory = self.encoder(self.embedding(source), src_key_padding_mask=padding)
        output = self.decoder(
            self.embedding(target),
            memory,
            tgt_mask=~causal_mask(target.shape[-1]),
            tgt_is_causal=True,
            memory_key_padding_mask=padding,
        )
        return output @ self.embedding.weight.T


def measure(report: Report) -> None:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        traced_against_plain(report)
        sent(report)
        silencing(report)
        for name in translators():
            decoding(report, name)
            decoding_a_file(report, name)
    finally:
        torch.set_num_threads(threads)


def translators() -> list[str]:
    """The shipped models that translate."""
    return [name for name in models() if isinstance(load_any(name), Translator)]


@torch.inference_mode()
def traced_against_plain(report: Report) -> None:
    """One recorded pass of 16 pieces against the same pass of `torch.nn`."""
    network = build("transformer", SIZES).eval().requires_grad_(False)
    plain = Plain(SIZES).eval().requires_grad_(False)
    source, target = torch.randint(3, 9000, (16,)), torch.randint(3, 9000, (17,))
    allowed = torch.ones(1, 16, dtype=torch.bool)
    traced, untraced = in_turn(
        [
            lambda: network(source, target, allowed),
            lambda: plain(source[None], target[None]),
        ],
        ROUNDS,
    )
    ours, theirs = middle(traced), middle(untraced)
    report.ratio("traced pass / plain torch.nn pass", ours / theirs)
    report.figure("traced pass, 16 pieces", ours, note="one thread")
    report.figure("plain torch.nn pass, 16 pieces", theirs, note="one thread")


def sent(report: Report) -> None:
    """Bytes sent to the browser: a picture, then a short walk through one attention."""
    model = load("transformer-en-fr")
    place = transformer_walk.place_of("decoder", 2, "attention")
    longest = " ".join(["the old man"] * 21 + ["the"])
    for name, text, target, words, bar in (
        ("12 words", SENTENCE, None, True, 2.0),
        ("64 pieces", longest, None, False, 5.0),
        ("64 pieces, 64 given", longest, " ".join(["le"] * 64), False, 5.0),
    ):
        trace = model.explain(text, target)
        picture = len(pack(*transformer_view(trace, words=words))) / 1e6
        places = transformer_walk.needed(place, "short", place)
        walk = pack(*transformer_walk.walk_view(trace, model.network, places))
        both = picture + len(walk) / 1e6
        rows = f"{len(trace.source.pieces)} × {len(trace.predicted.pieces)} pieces"
        report.figure(f"sent for {name}", picture, "MB", rows, bar)
        report.figure(f"sent for {name}, with a walk", both, "MB", rows, bar)


def silencing(report: Report) -> None:
    """Every head silenced alone, in one batched run."""
    model = load("transformer-en-fr")
    trace = model.explain(SENTENCE)
    times = [timed(lambda: each_head_silenced(model, trace)) for _ in range(LOADS)]
    note, bar = "one thread", 1000.0
    report.figure("each head silenced, 12 words", middle(times), "ms", note, bar)


def decoding(report: Report, name: str) -> None:
    """Loading a model; 12 words greedy, with a beam of 4, and decoded then traced."""
    model = load(name)
    loading = [timed(lambda: load(name)) for _ in range(LOADS)]
    times = in_turn(
        [
            lambda: model.translate(SENTENCE),
            lambda: model.translate(SENTENCE, beam=4),
            lambda: model.explain(SENTENCE),
        ],
        ROUNDS // 3,
    )
    greedy, beam, explained = map(middle, times)
    report.ratio(f"{name}: decode + trace / decode", explained / greedy)
    report.figure(f"{name}: loading, torch imported", middle(loading), bar=500.0)
    report.figure(f"{name}: 12 words, greedy", greedy, "ms", "one thread", 60.0)
    report.figure(f"{name}: 12 words, beam of 4", beam, note="one thread")
    report.figure(f"{name}: 12 words, decode + trace", explained)


def decoding_a_file(report: Report, name: str) -> None:
    """Many sentences in batches, with a beam of 4 and greedily."""
    model = load(name)
    lines = FILE.read_text(encoding="utf-8").splitlines()[:LINES]
    rows = model.tokenizer.encode_batch([line.split("\t")[0] for line in lines])
    beam, greedy = in_turn(
        [
            lambda: beam_many(model.network, rows, width=4),
            lambda: greedy_many(model.network, rows),
        ],
        LOADS,
    )
    ratio = middle(beam) / middle(greedy)
    report.ratio(f"{name}: {LINES} sentences, beam of 4 / greedy", ratio, bar=5.0)
