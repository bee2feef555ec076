"""The card of a trained model: what a reader should know before they trust it.

The sentences stand in `card.md` and `card.toml` beside this file; every figure comes
from the recipe, the model's config and its history, none is typed.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path, PurePath
from string import Template
from typing import Any

from core.checkpoint import kept_row, updates_with_lexicon
from core.layers import parameters
from core.networks.kinds import Translating, build
from core.training import card_tables
from core.training.card_held_out import before_lexicon, held_out
from core.training.card_tables import SENTENCES, WRITES, say
from core.training.corpus import MOST_TIMES
from core.training.pair_files import Source, parse_source
from core.training.recipe import Schedule, remembered

ATTENTION = Path(__file__).parent / "card-attention.md"
TEMPLATE = Path(__file__).with_name("card.md")


def card(
    name: str,
    info: Mapping[str, Any],
    history: Sequence[Mapping[str, float]],
    trials: Sequence[Mapping[str, str]] = (),
    *,
    shipped: bool = True,
) -> str:
    """The card of a model as Markdown.

    `info` is the content of its config.json, with the command line and the recipe that
    trained it, `history` its rows of history.csv, and `trials` those of its trials.csv;
    folders of one machine are cut from a command. One that is not `shipped` shares
    neither the tokenizer of those that are, nor their licence.
    """
    recipe = remembered(info["recipe"])
    schedule, sizes = recipe.schedule, info["sizes"]
    known = SENTENCES["sizes"] | SENTENCES.get(f"sizes_{recipe.kind}", {})
    network = build(recipe.kind, sizes)
    command, whose = portable(info.get("command", "")), "shipped" if shipped else "own"
    who = f"{whose}_{WRITES}" if recipe.kind == WRITES else whose
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        name=name,
        what=say(f"what.{recipe.kind}"),
        who=say(f"who.{who}", **card_tables.spoken(info)),
        pieces=say(f"pieces.{whose}", **card_tables.spoken(info)),
        licence=say(f"licence.{whose}"),
        sizes=card_tables.table(
            [
                ("parameters", f"{parameters(network):,}"),
                *((said, f"{sizes[n]:,}") for n, said in known.items() if n in sizes),
            ],
            "sizes",
        ),
        corpora="\n".join(f"- {credit}" for credit in _credits(info)),
        max_words=schedule.max_words,
        max_pieces=schedule.max_pieces,
        command="\n".join(
            [*(portable(run["command"]) for run in _earlier(info)), command]
        ),
        lexicon=_lexicon(info, history),
        commit=_commits(info) + _other_data(info),
        batch=f"{schedule.pieces_per_batch:,}",
        peak=f"{schedule.peak:g}",
        warmup=f"{schedule.warmup:,}",
        cooldown=_cooldown(schedule.cooldown),
        cut=_cut(schedule.piece_dropout),
        smoothing=f"{schedule.label_smoothing:g}",
        dropout=f"{sizes['dropout']:g}",
        clip=f"{schedule.clip:g}",
        seed=schedule.seed,
        average=f"{schedule.average:g}",
        trained=_trained(info, history) + _typed(schedule),
        quality=card_tables.quality(info),
        hard=card_tables.hard(info),
        held_out=held_out(info),
        aims=card_tables.aims(name, info) if who == "shipped" else say("aims.unset"),
        trials=card_tables.trials(trials),
        attention=_attention(network, info),
    )


def _attention(network: Translating, info: Mapping[str, Any]) -> str:
    """Where it looks and what that does not show; nothing where there is none."""
    if not network.attention_names():
        return ""
    heads = say("attention.heads") if "n_heads" in info["sizes"] else ""
    text = Template(ATTENTION.read_text(encoding="utf-8"))
    alignment = "\n\n".join([card_tables.alignment(info), *before_lexicon(info)])
    return text.substitute(alignment=alignment, heads=heads) + "\n"


def portable(command: str) -> str:
    """A command line without the folders of the machine that it ran on.

    What stands behind a `#` is a remark, and stays.
    """
    if not command:  # trained by a call from Python
        return ""
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


def _cooldown(updates: int) -> str:
    return say("trained.cooldown", updates=updates) if updates else ""


def _cut(piece_dropout: float) -> str:
    return say("trained.cut", every=1 / piece_dropout) if piece_dropout else ""


def _typed(schedule: Schedule) -> str:
    """How much of a pass was read as people type, and how much two by two."""
    if not schedule.as_typed:
        return ""
    return say("trained.typed", typed=schedule.as_typed, joined=schedule.joined)


def _credit(source: Source, rare_below: int) -> str:
    """Where a file comes from, as far as it is known, and how much of it was read."""
    path = source.path.as_posix()
    corpora = SENTENCES["corpora"].items()
    known = (said for key, said in corpora if key in path.lower())
    credit = next(known, say("read.own", path=path))
    if source.weight == 1:
        return credit
    if source.weight < 1:
        rare = {"most": MOST_TIMES, "below": rare_below} if rare_below else {}
        told = {"credit": credit, "percent": source.weight * 100, **rare}
        return say("read.rare" if rare else "read.part", **told)
    return say("read.times", credit=credit, weight=source.weight)


def _credits(info: Mapping[str, Any]) -> list[str]:
    """What all runs read, the first one's first; what they read alike is said once."""
    found: dict[str, None] = {}
    for run in (*_earlier(info), info):
        rare_below = run.get("recipe", {}).get("schedule", {}).get("rare_below", 0)
        for source in sources(portable(run.get("command", ""))):
            found[_credit(source, rare_below)] = None
    return list(found)


def _earlier(info: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [run for run in info.get("before", ()) if run.get("command")]


def _stints(info: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Where code, machine or data changed, over all runs; see `Run.take_up`."""
    for run in (*_earlier(info), info):
        yield from run.get("stints") or [run]


def _lexicon(info: Mapping[str, Any], history: Sequence[Mapping[str, float]]) -> str:
    """What stood beside the attention, and between which updates."""
    spans = updates_with_lexicon(info, history)
    if not spans:
        return ""
    each = (say("trained.updates", first=first, last=last) for first, last in spans)
    return say("trained.lexicon", when=" and ".join(each).capitalize())


def _commits(info: Mapping[str, Any]) -> str:
    """The commits that the runs were made with, as far as they were written down."""
    found = dict.fromkeys(stint.get("commit", "") for stint in _stints(info))
    if not any(found):
        return ""
    said = ", ".join(f"`{commit}`" if commit else "not kept" for commit in found)
    return say("trained.commits", commits=said)


def _other_data(info: Mapping[str, Any]) -> str:
    """From which updates on a run read other data than it had begun with."""
    found = [
        f"{now['update']:,}"
        for run in (*_earlier(info), info)
        for before, now in pairwise(run.get("stints") or ())
        if before.get("data") != now.get("data")
    ]
    return say("trained.other_data", updates=" and ".join(found)) if found else ""


def _typed_since(info: Mapping[str, Any]) -> bool:
    """Whether the last run is the one that began to read text as people type it."""
    return _reads_typed(info) and not any(map(_reads_typed, _earlier(info)))


def _reads_typed(run: Mapping[str, Any]) -> bool:
    return run.get("recipe", {}).get("schedule", {}).get("as_typed", 0) > 0


def _trained(info: Mapping[str, Any], history: Sequence[Mapping[str, float]]) -> str:
    if not history:
        return say("trained.no_history")
    best = kept_row(info, history)
    earlier = max((run.get("update", 0) for run in _earlier(info)), default=0)
    own = [row["bleu"] for row in history if row["update"] > earlier] or [best["bleu"]]
    chosen = best["bleu"] == max(own)
    machines = dict.fromkeys(
        stint["machine"] for stint in _stints(info) if stint.get("machine")
    )
    after = say("trained.after", **best)
    if machines:
        after += f" on {', then '.join(machines)}"
    said = say("trained.best" if chosen else "trained.end", after=after) + "."
    if history[-1]["update"] > best["update"]:
        said += say("trained.in_vain", update=history[-1]["update"])
    if before := _earlier(info):
        said += say("trained.commands", n=len(before) + 1)
        if _typed_since(info):
            said += say("trained.chapter", n=len(before) + 1, update=earlier)
    return said
