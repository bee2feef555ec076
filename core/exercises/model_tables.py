"""What the shipped models publish, as tables with words, each from a pass of theirs.

`load` gives a model by its name. A sentence and its reference translation are settings;
a word that stands twice is called "know" and "know (2)".
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import torch

from core.analysis.ablation import each_head_silenced
from core.analysis.alignment_links import counted, drawn, strongest_links
from core.analysis.content_words import Story, sentence, stories
from core.analysis.head_statistics import recorded
from core.analysis.one_pass_or_steps import clocks
from core.analysis.rerun_with_forced_weights import with_forced_weights
from core.errors import InputError
from core.exercises.checks import Number, Table
from core.experiments.experiment import Experiment
from core.experiments.forced_weights import ForcedWeights
from core.in_use.translator import Translator
from core.labs import order as orders
from core.networks.names import AttentionName
from core.networks.transformer import Transformer, TransformerRecord
from core.shelf.models import BAHDANAU, FIXED, TRANSFORMER
from core.trace import Trace

Load = Callable[[str], Translator]


def labelled(words: Iterable[str]) -> tuple[str, ...]:
    """Words as names: the second "know" is "know (2)"."""
    seen: Counter[str] = Counter()
    names = []
    for word in words:
        seen[word] += 1
        names.append(word if seen[word] == 1 else f"{word} ({seen[word]})")
    return tuple(names)


def _place(name: str, words: Iterable[str]) -> int:
    names = labelled(words)
    if name not in names:
        raise InputError("word_not_there", "There is no word {word}.", word=name)
    return names.index(name)


def _no_encoder_layers() -> InputError:
    return InputError(
        "no_encoder_layers", "{model} has no encoder layers.", model=TRANSFORMER
    )


def _forced(model: Translator, english: str, french: str) -> Trace:
    return model.explain(english, target=french or None)


# --- where it looks -------------------------------------------------------------------


def alignment(
    load: Load, model: str = BAHDANAU, english: str = "", french: str = ""
) -> Table:
    """The map that aligns best: a row for each French word that is being predicted."""
    translator = load(model)
    trace = _forced(translator, english, french)
    best = translator.best_alignment
    found = trace.attention(best.name, best.head)
    rows, weights = found.query_words, found.weights
    if best.reading == "read":  # one step later: row i + 1 has read word i
        rows, weights = rows[1:], weights[1:]
    else:
        rows = trace.predicted.words
    cells = tuple(tuple(row) for row in weights.tolist())
    return Table(labelled(rows), labelled(found.key_words), cells)


def human_links(
    load: Load, model: str = BAHDANAU, english: str = "", french: str = ""
) -> Table:
    """How many links that people drew are found, by how rows are named."""
    translator = load(model)
    trace = _forced(translator, english, french)
    source, target = trace.source.words[:-1], trace.predicted.words[:-1]
    pair = drawn(source, target)
    if pair is None:
        raise InputError("no_drawn_links", "This pair has no links drawn by people.")
    values = []
    for reading in ("read", "predicted"):
        found = translator.align(source, target, reading=reading)
        hits = counted(strongest_links(found.weights), pair)
        values.append((float(hits.found_sure),))
    return Table(("read", "predicted"), ("hits",), tuple(values))


def looked_at_and_needed(load: Load, model: str = TRANSFORMER) -> Table:
    """How often the word most looked at is missed more than the one least looked at.

    Beside that share stands of how many French words it is.
    """
    counts = recorded(model).get("removed", {})
    if not counts:
        raise InputError(
            "not_counted", "This was not measured for {model}.", model=model
        )
    last = list(counts.values())[-1]
    counted = (last["mean"] / last["words"], float(last["words"]))
    return Table(("share",), ("share", "words"), (counted,))


def written_text(load: Load, model: str = TRANSFORMER, english: str = "") -> Table:
    """What a model writes by itself: the one column is the text."""
    return Table(("text",), (load(model).translate(english).text,), ((1.0,),))


# --- what changes when something is changed -------------------------------------------


def first_changed(
    load: Load, word: str, key: str, english: str = "", french: str = ""
) -> Table:
    """1 at the first word whose probabilities change when a row's weights are forced.

    All weight of the row of `word` is put on the English word `key`.
    """
    model = load(BAHDANAU)
    trace = _forced(model, english, french)
    step = trace.predicted.word_of.index(_place(word, trace.predicted.words))
    wanted = [0.0] * len(trace.source.words)
    wanted[_place(key, trace.source.words)] = 1.0
    forced = ForcedWeights.at(step, wanted, trace.source.word_of)
    changed = with_forced_weights(model, trace, forced, keep=True)
    moved = (changed.probabilities - trace.probabilities).abs().amax(-1)
    words = labelled(trace.predicted.words)
    by_word = [0.0] * len(words)
    for at, owner in enumerate(trace.predicted.word_of):
        by_word[owner] = max(by_word[owner], moved[at].item())
    first = next((at for at, change in enumerate(by_word) if change > 1e-6), None)
    marks = tuple(float(at == first) for at in range(len(words)))
    return Table(("first changed", "change"), words, (marks, tuple(by_word)))


def padded(load: Load, english: str = "", french: str = "", pads: Number = 5) -> Table:
    """The largest change of a logit by padding at the end, with a mask and without."""
    model = load(TRANSFORMER)
    plain = _forced(model, english, french).record.logits
    values = []
    for mask in (True, False):
        experiment = Experiment(pads=int(pads), padding_mask=mask)
        trace = model.explain(english, french or None, experiment)
        values.append(((trace.record.logits - plain).abs().max().item(),))
    return Table(("mask on", "mask off"), ("change",), tuple(values))


def two_clocks(load: Load, english: str = "", french: str = "") -> Table:
    """The largest difference between the one pass and the steps of decoding."""
    model = load(TRANSFORMER)
    found = clocks(model, _forced(model, english, french))
    return Table(("difference",), ("difference",), ((found.difference,),))


def silenced(load: Load, english: str = "", french: str = "") -> Table:
    """What the translation loses without one head that aligns, and one that is mixed.

    In nats of log-probability; of each kind the first of the last layer that has one.
    """
    model = load(TRANSFORMER)
    lost = each_head_silenced(model, _forced(model, english, french))
    found = {}
    named = recorded(TRANSFORMER).get("roles", {})
    for kind in ("aligns", "mixed"):
        for name in sorted(lost, reverse=True):
            roles = [one["role"] for one in named.get(name, [])]
            if name.endswith("cross_attention") and kind in roles:
                found[kind] = -lost[name][roles.index(kind)]
                break
    if len(found) < 2:
        raise InputError("no_such_heads", "This model has no such pair of heads.")
    values = ((found["aligns"],), (found["mixed"],))
    return Table(("aligning head", "mixed head"), ("loss",), values)


def same_word(
    load: Load, word: str = "know", english: str = "", french: str = ""
) -> Table:
    """How far the two places of one word lie apart on their way up the encoder."""
    model = load(TRANSFORMER)
    network, trace = model.network, _forced(model, english, french)
    record = trace.record
    if not isinstance(network, Transformer) or not isinstance(
        record, TransformerRecord
    ):
        raise _no_encoder_layers()
    words = trace.source.words
    here, there = (
        trace.source.word_of.index(_place(name, words))
        for name in (word, f"{word} (2)")
    )
    ids = torch.tensor(trace.source_ids)
    with torch.inference_mode():
        stages = (network.scaled_embedding(ids), network.embed(ids))
        top = record.encoder[-1].output
    gaps = [(x[here] - x[there]).abs().max().item() for x in (*stages, top)]
    columns = ("embedding", "with its position", "top of the encoder")
    return Table(("distance",), columns, (tuple(gaps),))


def moved_words(
    load: Load,
    order: str = "1,5,3,4,2",
    positions: bool = False,
    causal: bool = False,
    layers: Number = 1,
    text: str = "fish",
) -> Table:
    """A sentence and its words in another order through encoder layers.

    `deviation` is max |f(Px) − P f(x)|, `last` the largest change of the last row.
    """
    model = load(TRANSFORMER)
    if not isinstance(model.network, Transformer):
        raise _no_encoder_layers()
    pieces = model.tokenizer.encode(orders.SENTENCES[text])
    found = orders.moved(
        model.network,
        pieces,
        [int(place) - 1 for place in str(order).split(",")],
        positions=positions,
        causal=causal,
        layers=int(layers),
    )
    columns = ("deviation", "last")
    return Table(("change",), columns, ((found.deviation, found.last),))


# --- what a fixed vector keeps --------------------------------------------------------


def content_words(load: Load, story: Number = 1, clauses: Number = 5) -> Table:
    """The content words of a story, 1 for each whose French is written."""
    told: Story = stories()[int(story) - 1][: int(clauses)]
    english = sentence(told, int(clauses))
    columns = [word for clause in told for word, _ in clause.words]
    values = []
    for name in (FIXED, BAHDANAU):
        french = load(name).translate(english).text
        kept = [hit for clause in told for hit in clause.kept(french)]
        values.append(tuple(map(float, kept)))
    return Table(("fixed vector", "attention"), labelled(columns), tuple(values))


def kept_share(load: Load, story: Number = 1, clauses: Number = 5) -> Table:
    """The share of these content words that each model keeps."""
    found = content_words(load, story, clauses)
    shares = tuple((sum(row) / len(row),) for row in found.values)
    return Table(found.rows, ("share",), shares)


def weights_of(
    load: Load, map: str, row: str, english: str = "", french: str = ""
) -> Table:
    """One attention of the Transformer by its name, the mean of its heads: a row."""
    trace = _forced(load(TRANSFORMER), english, french)
    found = trace.attention(AttentionName.parse(map))
    at = _place(row, found.query_words)
    cells = (tuple(found.weights[at].tolist()),)
    return Table((row,), labelled(found.key_words), cells)


PUBLISHED: Mapping[str, Callable[..., Table]] = {
    "alignment": alignment,
    "alignment.hits": human_links,
    "alignment.needed": looked_at_and_needed,
    "attention.row": weights_of,
    "translation": written_text,
    "forced.first": first_changed,
    "padding.change": padded,
    "clocks": two_clocks,
    "heads.silenced": silenced,
    "encoder.same-word": same_word,
    "order.moved": moved_words,
    "bottleneck.kept": content_words,
    "bottleneck.share": kept_share,
}
