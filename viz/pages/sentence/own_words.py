"""For any sentence: words that the models cannot know, glosses, and how sure they are.

Every page with a sentence calls these: `unseen` under the field, `word_by_word` under
the French, `how_sure` under a picture.
"""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from core.analysis.unattended import unattended
from core.shelf.languages import USUAL
from core.text import glossary
from core.text.glossary import Rare
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.pages.app import frame, library, shown_model, widgets
from viz.pages.sentence import field
from viz.say import own
from viz.say.html_tables import label
from viz.say.lists import listed

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("own")

STYLE = Path(__file__).parent / "own_words.css"
MOST = 4


def under(trace: "Trace", chosen: Preset | None = None) -> None:
    """All of it for one pass: unseen words, the French word by word, how sure.

    How sure a model was is not said of French that it did not choose, nor of a pass
    that was changed on purpose.
    """
    if trace.languages == USUAL:
        english = english_of(trace)
        unseen(english)
        word_by_word(written(trace), english, chosen)
    sure_of(trace)


def english_of(trace: "Trace") -> str:
    """The English that a pass has read."""
    return trace.vocabulary.decode(trace.source_ids).strip()


def written(trace: "Trace") -> list[str]:
    """The French words of a pass, without ‹end›."""
    sides = zip(trace.predicted.words, trace.predicted.special, strict=True)
    return [word for word, special in sides if not special]


def sure_of(trace: "Trace", *, who: str = "") -> None:
    """`how_sure` of a pass, where the model chose and ended its French by itself."""
    from core.trace import Experiment

    free = not (trace.forced or trace.given or trace.forced_weights)
    if free and trace.translation.finished and trace.experiment == Experiment():
        known = trace.languages == USUAL  # to the dictionary
        french, english = written(trace), english_of(trace) if known else ""
        how_sure(
            trace.model,
            trace.written().tolist(),
            len(french),
            english,
            made_up=glossary.shipped().made_up(french, english) if known else (),
            unattended=_unattended(trace) if known else (),
            who=who,
        )


def _unattended(trace: "Trace") -> tuple[str, ...]:
    """The content words that no written word attends to, in the best-aligning map."""
    if not trace.names():
        return ()
    rows = trace.written_rows(library.model(trace.model).best_alignment)
    read = trace.side("source")
    return unattended(rows.tolist(), read.items, read.special)


def unseen(english: str, write: Callable[[str], None] = field.write) -> None:
    """The sentence with its never or hardly seen words marked, and what they are.

    Nothing is drawn where there are none. A slip of the pen is asked about; `write`
    puts the better sentence into its field.
    """
    if not shown_model.usual() or not (rare := unknown(english)):
        return
    st.html(STYLE)
    with st.container(key="unseen"):
        st.html(f'<p class="echo" lang="en">{marked(english, rare)}</p>')
        st.text(" ".join(told(rare[:MOST])))
        for one in rare[:MOST]:
            if one.meant:
                _asked(english, one, write)


def unknown(english: str) -> Sequence[Rare]:
    """The words of a sentence that no model has read, or hardly any."""
    return glossary.shipped().rare(english)


def marked(english: str, rare: Sequence[Rare]) -> str:
    """A sentence as HTML, its rare words in a mark of their own."""
    parts, at = [], 0
    for one in rare:
        word = escape(english[one.start : one.end])
        parts += [escape(english[at : one.start]), f'<mark class="rare">{word}</mark>']
        at = one.end
    return "".join([*parts, escape(english[at:])])


def told(rare: Sequence[Rare]) -> list[str]:
    """What is said of rare words, those never seen first, a sentence each."""
    never = [say("quoted", word=one.word) for one in rare if not one.times]
    said = [say("never", n=len(never), words=listed(never))] if never else []
    return said + [
        say("hardly", n=one.times, word=say("quoted", word=one.word))
        for one in rare
        if one.times
    ]


def _asked(english: str, one: Rare, write: Callable[[str], None]) -> None:
    better = english[: one.start] + one.meant + english[one.end :]
    st.button(
        label(say("meant", word=one.meant)),
        key=f"meant-{one.start}",
        type="tertiary",
        on_click=write,
        args=(better,),
    )


def word_by_word(
    french: Sequence[str], english: str, chosen: Preset | None = None
) -> None:
    """Every French word above its English, as far as that is known.

    `french` are words, punctuation among them; a reader may do without the line.
    """
    if frame.project() or not french or not shown_model.usual():
        return
    st.html(STYLE)
    of_english = chosen.gloss_english if chosen else ()
    side = "english" if of_english else "french"
    with st.container(key="word-by-word"):
        if widgets.switch("gloss", say(f"{side}.label"), help=say(f"{side}.source")):
            shown = (
                explained(of_english)
                if of_english
                else glossed(french, english, chosen)
            )
            st.html(f'<p class="glossed {side}">{shown}</p>')


def explained(gloss: Sequence[tuple[str, str]]) -> str:
    """English words as HTML, each with what it means to this reader below it."""
    return " ".join(
        f'<span><b lang="en">{escape(word)}</b> '
        f'<small translate="no">{escape(meaning) if word != meaning else "&nbsp;"}'
        "</small></span>"
        for word, meaning in gloss
    )


def glossed(french: Sequence[str], english: str, chosen: Preset | None = None) -> str:
    """French words as HTML, each with its English below it."""
    words = []
    for one in own.glosses(french, english, chosen):
        word = escape(one.french)
        shown = word if one.seen else f'<mark class="rare">{word}</mark>'
        meaning = escape(one.english) or "&nbsp;"
        words.append(
            f'<span><b lang="fr">{shown}</b> <small lang="en">{meaning}</small></span>'
        )
    return " ".join(words)


def how_sure(
    model: str,
    probabilities: Sequence[float],
    words: int,
    english: str = "",
    *,
    made_up: Sequence[str] = (),
    unattended: Sequence[str] = (),
    who: str = "",
) -> None:
    """How sure a model was of what it wrote, on a scale of what is usual for it.

    `probabilities` are those of the pieces that the model chose, ‹end› among them
    (`written()` of a trace), and `words` how many words they make, ‹end› not counted;
    `english` is what was translated. Not for French that was forced. `made_up` are
    words of it that no model has read (`core.text.glossary`), `unattended` those of
    the English that none of it attends to; `who` names the model where there are two.
    """
    unread = bool(english) and glossary.shipped().unread(english)
    found = own.how_sure(
        model, probabilities, words, made_up, unread=unread, unattended=unattended
    )
    if found is None:
        return
    st.html(STYLE)
    named = f"{escape(say('sure.who', model=who))} " if who else ""
    st.html(
        f'<p class="trust {found.kind}"><i style="--place:{found.place}%" '
        f'aria-hidden="true"></i><span>{named}<b>{escape(found.verdict)}</b> '
        f"{escape(found.rest)}</span></p>"
    )
