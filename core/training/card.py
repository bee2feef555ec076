"""The card of a trained model: what a reader should know before he trusts it.

The sentences stand in `card.md` and `measured.py` beside this file; every figure comes
from the recipe, the model's config and its history, none is typed.
"""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from string import Template
from typing import Any

from core.checkpoint import kept_row, updates_with_lexicon
from core.networks.kinds import Translating, build
from core.training import measured
from core.training.corpus import Source, parse_source
from core.training.recipe import Recipe

ATTENTION = Path(__file__).parent / "card-attention.md"
TEMPLATE = Path(__file__).with_name("card.md")
WHAT = {
    "rnn": (
        "The recurrent translator before attention (Cho and others 2014), of the same "
        "parts as the one with it: one fixed vector, the last states of both "
        "directions, is all that the writing network ever knows of the sentence."
    ),
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
    trials: Sequence[Mapping[str, str]] = (),
) -> str:
    """The card of a model as Markdown.

    `info` is the content of its config.json, `history` its rows of history.csv,
    `command` the line that trained it, and `trials` the rows of its trials.csv; folders
    of one machine are cut from a command.
    """
    schedule, sizes = recipe.schedule, info["sizes"]
    network = build(recipe.kind, sizes)
    parameters = sum(p.numel() for p in network.parameters())
    command = portable(command)
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        name=name,
        what=WHAT[recipe.kind],
        sizes=measured.table(
            [
                ("parameters", f"{parameters:,}"),
                *((said, f"{sizes[n]:,}") for n, said in SIZES.items() if n in sizes),
            ],
            ("what", "how many"),
        ),
        corpora="\n".join(f"- {_credit(source)}" for source in sources(command)),
        max_words=schedule.max_words,
        max_pieces=schedule.max_pieces,
        command="\n".join(
            [*(portable(run["command"]) for run in _earlier(info)), command]
        ),
        lexicon=_lexicon(info, history),
        commit=_commits(info),
        batch=f"{schedule.pieces_per_batch:,}",
        peak=f"{schedule.peak:g}",
        warmup=f"{schedule.warmup:,}",
        smoothing=f"{schedule.label_smoothing:g}",
        dropout=f"{sizes['dropout']:g}",
        clip=f"{schedule.clip:g}",
        seed=schedule.seed,
        average=f"{schedule.average:g}",
        trained=_trained(info, history),
        quality=measured.quality(info),
        hard=measured.hard(info),
        aims=measured.aims(name, info),
        trials=measured.trials(trials),
        attention=_attention(network, info),
    )


def _attention(network: Translating, info: Mapping[str, Any]) -> str:
    """Where it looks and what that does not show; nothing where there is none."""
    if not network.attention_names():
        return ""
    several = ", and the mean over the heads hides what each of them does"
    heads = several if "n_heads" in info["sizes"] else ""
    text = Template(ATTENTION.read_text(encoding="utf-8"))
    return text.substitute(alignment=measured.alignment(info), heads=heads) + "\n"


def portable(command: str) -> str:
    """A command line without the folders of the machine that it ran on.

    What stands behind a `#` is a remark, and stays.
    """
    line, mark, remark = command.partition("  # ")
    first, *others = shlex.split(line)
    return shlex.join([PurePath(first).name, *map(_nearby, others)]) + mark + remark


def sources(command: str) -> list[Source]:
    """The files of pairs that a command line of `train` names, with their weights."""
    words = iter(shlex.split(command, comments=True))
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


def _earlier(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [run for run in info.get("before", ()) if run.get("command")]


def _lexicon(info: Mapping[str, Any], history: Sequence[Mapping[str, float]]) -> str:
    """What stood beside the attention, and between which updates."""
    spans = updates_with_lexicon(info, history)
    if not spans:
        return ""
    when = " and ".join(f"from update {a:,} to {b:,}" for a, b in spans)
    return (
        f"{when.capitalize()} a lexicon was trained beside it "
        "(`core/training/lexicon.py`; `lexicon` in the recipe is how much its loss "
        "counts): what may a single piece become, whatever stands around it? The "
        "attention weights had to serve as the alignment of that lexicon, too (as in "
        "model 2 of Brown et al. 1993), and so learned to look at the piece that a "
        "word comes from. Nobody drew links for it, and the lexicon is no part of the "
        "model. "
    )


def _commits(info: Mapping[str, Any]) -> str:
    """The commits that the runs were made with, as far as they were written down."""
    found = [run.get("commit", "") for run in (*_earlier(info), info)]
    if not any(found):
        return ""
    said = ", ".join(f"`{commit}`" if commit else "not kept" for commit in found)
    return f"Made with the code of {said} (a + where files were changed since). "


def _trained(info: Mapping[str, Any], history: Sequence[Mapping[str, float]]) -> str:
    if not history:
        return "no history was kept."
    best = kept_row(info, history)
    chosen = best["bleu"] == max(row["bleu"] for row in history)
    machines = dict.fromkeys(
        run["machine"] for run in (*_earlier(info), info) if run.get("machine")
    )
    said = (
        f"as it stood {'where' if chosen else 'at the end, when'} the BLEU on a sample "
        f"of the validation file was {'best: ' if chosen else ''}"
        f"{best['bleu']:.1f} after {best['update']:,.0f} updates, "
        f"{best['pieces']:,.0f} pieces and {best['minutes']:,.0f} minutes"
        + (f" on {', then '.join(machines)}." if machines else ".")
    )
    if history[-1]["update"] > best["update"]:
        said += f" It was trained on to update {history[-1]['update']:,.0f} in vain."
    if before := len(_earlier(info)):
        said += (
            f" The counts go through all {before + 1} commands, each of which went on "
            "from the weights of the one before."
        )
    return said
