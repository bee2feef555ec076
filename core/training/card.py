"""The card of a trained model: what a reader should know before he trusts it.

The sentences stand in `card.md` beside this file; every figure comes from the recipe,
the model's config and its history, none is typed.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from string import Template
from typing import Any

from core.networks import build
from core.training.corpus import Source, parse_source
from core.training.recipe import Recipe

TEMPLATE = Path(__file__).with_name("card.md")
NOT_MEASURED = "Not measured yet."
WHAT = {
    "bahdanau": (
        "The recurrent translator of Bahdanau, Cho and Bengio (2015): a gated network "
        "reads the sentence in both directions, another writes, and additive attention "
        "stands between them. Its gates are those of `torch.nn.GRU`, and one matrix "
        "serves as both embeddings and as output."
    ),
    "transformer": (
        "The Transformer of Vaswani and others (2017): stacked self-attention in the "
        "encoder, masked self-attention and cross-attention in the decoder, sinusoidal "
        "positions, layer norm after each residual sum. One matrix serves as both "
        "embeddings and as output."
    ),
}
SIZES = {
    "vocabulary": "pieces in the vocabulary",
    "d_embedding": "width of an embedding",
    "d_state": "width of a state, each direction",
    "d_align": "width of the alignment network",
    "d_model": "width (d_model)",
    "d_hidden": "width of the feed-forward network",
    "n_heads": "heads in each layer",
    "n_layers": "layers in the encoder, and as many in the decoder",
}
CORPORA = {
    "tatoeba": (
        "**Tatoeba**, everyday sentences, in the Anki edition of April 2019. "
        "CC BY 2.0 FR; credit: tatoeba.org and manythings.org/anki."
    ),
    "hansards": (
        "**Hansards** of the 36th Parliament of Canada, in the aligned release of ISI, "
        "free of charge; French elisions and contractions restored by rule."
    ),
}


def card(
    name: str,
    info: Mapping[str, Any],
    history: Sequence[Mapping[str, float]],
    command: str,
    recipe: Recipe,
) -> str:
    """The card of a model as Markdown.

    `info` is the content of its config.json, `history` its rows of history.csv, and
    `command` the line that trained it; folders of one machine are cut from that line.
    """
    schedule, sizes = recipe.schedule, info["sizes"]
    parameters = sum(p.numel() for p in build(recipe.kind, sizes).parameters())
    command = portable(command)
    several = ", and the mean over the heads hides what each of them does"
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        name=name,
        what=WHAT[recipe.kind],
        sizes=_table(
            [
                ("parameters", f"{parameters:,}"),
                *((said, f"{sizes[n]:,}") for n, said in SIZES.items() if n in sizes),
            ],
            ("what", "how many"),
        ),
        corpora="\n".join(f"- {_credit(source)}" for source in sources(command)),
        max_words=schedule.max_words,
        max_pieces=schedule.max_pieces,
        command=command,
        batch=f"{schedule.pieces_per_batch:,}",
        peak=f"{schedule.peak:g}",
        warmup=f"{schedule.warmup:,}",
        smoothing=f"{schedule.label_smoothing:g}",
        dropout=f"{sizes['dropout']:g}",
        clip=f"{schedule.clip:g}",
        seed=schedule.seed,
        average=f"{schedule.average:g}",
        trained=_trained(history, info.get("machine", "")),
        quality=_quality(info),
        alignment=_alignment(info),
        heads=several if "n_heads" in sizes else "",
    )


def portable(command: str) -> str:
    """A command line without the folders of the machine that it ran on."""
    first, *others = shlex.split(command)
    return shlex.join([PurePath(first).name, *map(_nearby, others)])


def sources(command: str) -> list[Source]:
    """The files of pairs that a command line of `train` names, with their weights."""
    words = iter(shlex.split(command))
    found: list[Source] = []
    for word in words:
        if word == "--pairs":
            break
    for word in words:
        if word.startswith("--"):
            break
        found.append(parse_source(word))
    return found


def _nearby(word: str) -> str:
    path = PurePath(word)
    if path.is_absolute() or ".." in path.parts:
        return "/".join(path.parts[-2:])
    return word


def _credit(source: Source) -> str:
    """Where a file comes from, as far as it is known, and how much of it was read."""
    path = source.path.as_posix()
    known = (said for key, said in CORPORA.items() if key in path.lower())
    credit = next(known, f"`{path}`, sentence pairs of the reader's own.")
    if source.weight == 1:
        return credit
    if source.weight < 1:
        return f"{credit} Every pass takes another {source.weight * 100:g} % of it."
    return f"{credit} Every pass goes over it {source.weight:g} times."


def _trained(history: Sequence[Mapping[str, float]], machine: str) -> str:
    if not history:
        return "no history was kept."
    best = max(history, key=lambda row: row["bleu"])
    return (
        f"{best['bleu']:.1f} after {best['update']:,.0f} updates, "
        f"{best['pieces']:,.0f} pieces and {best['minutes']:,.0f} minutes"
        + (f" on {machine}." if machine else ".")
    )


def _quality(info: Mapping[str, Any]) -> str:
    quality = info.get("quality")
    if not quality:
        return NOT_MEASURED
    rows = [
        ("test sentences", "number", "BLEU", "chrF"),
        *(
            (file, f"{q['sentences']:,}", f"{q['bleu']:.1f}", f"{q['chrf']:.1f}")
            for file, q in quality.items()
        ),
    ]
    lengths = [
        ("test sentences", "words in the English", "number", "BLEU"),
        *(
            (
                file,
                f"{part['from']}–{part['to']}",
                f"{part['sentences']:,}",
                f"{part['bleu']:.1f}",
            )
            for file, q in quality.items()
            for part in q["by_length"]
        ),
    ]
    signatures = dict.fromkeys(q["signature"] for q in quality.values())
    return "\n\n".join(
        [
            "Decoding is greedy; every French version that shares the English sentence "
            "is a reference. Sentences of the validation file also chose the weights, "
            "which flatters their figures a little; so do test sentences that differ "
            "from one in the training data by a word or two.",
            _table(rows[1:], rows[0]),
            _table(lengths[1:], lengths[0]),
            "Measured with sacrebleu:",
            "```\n" + "\n".join(signatures) + "\n```",
        ]
    )


def _alignment(info: Mapping[str, Any]) -> str:
    measured = info.get("alignment")
    if not measured:
        return NOT_MEASURED
    header = ("sentences with hand-drawn links", "number", "best map", "error rate")
    rows = [
        (
            file,
            f"{found['sentences']:,}",
            _map(found["maps"][0]),
            _percent(found["maps"][0]["error_rate"]),
        )
        for file, found in measured.items()
    ]
    diagonals = "; ".join(
        f"{file} {_percent(found['diagonal']['error_rate'])}"
        for file, found in measured.items()
    )
    return "\n\n".join(
        [
            "Each target word is linked to the source word that it looks at most, and "
            "the links are held against those that people drew (alignment error rate "
            "of Och and Ney 2003; 0 % is perfect). The map was chosen on these same "
            "sentences.",
            _table(rows, header),
            "The diagonal, which links words by their place alone and knows no "
            f"language, has an error rate of: {diagonals}.",
        ]
    )


def _map(found: Mapping[str, Any]) -> str:
    """ "decoder.2.cross_attention, mean of the heads, word predicted", from 0."""
    head = found["head"]
    which = "mean of the heads" if head == "mean" else f"head {head}"
    alone = found["map"] == "decoder.alignment"
    parts = [f"`{found['map']}`", *([] if alone else [which])]
    return ", ".join([*parts, f"word {found['reading']}"])


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _table(rows: Iterable[Sequence[str]], header: Sequence[str]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
