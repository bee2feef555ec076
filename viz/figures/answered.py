"""How often each network answers right, task by task: lying bars, and a table."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from viz.content.texts import texts
from viz.say.captions import percent_of

Measured = Mapping[str, Any]
"""What `core.training.stories` measured of a network."""

say = texts("memory")


def bars(found: Mapping[str, Measured], chosen: str) -> str:
    """A group a task, a bar a network; at the end of each group what needs none.

    The bars of the `chosen` network carry the colour of attention.
    """
    groups = "".join(_group(found, task, chosen) for task in _tasks(found))
    return f'<div class="answered">{groups}</div>'


def _group(found: Mapping[str, Measured], task: str, chosen: str) -> str:
    lines = [
        _bar(say(f"bars.{name}"), one["tasks"][task]["right"], lit=name == chosen)
        for name, one in found.items()
    ]
    one = next(iter(found.values()))["tasks"][task]
    lines += [
        _bar(say(f"bars.{name}"), one[name], kind="plain")
        for name in ("commonest", "last_named")
    ]
    title, note = say(f"tasks.{task}"), say(f"lines.{task}")
    return (
        f"<section><h3>{escape(title)} <small>{escape(note)}</small></h3>"
        f"{''.join(lines)}</section>"
    )


def _bar(name: str, share: float, *, lit: bool = False, kind: str = "") -> str:
    classes = " ".join(filter(None, ("bar", "lit" if lit else "", kind)))
    return (
        f'<p class="{classes}"><span>{escape(name)}</span>'
        f'<i style="--share: {share:.4f}"></i><b>{escape(percent_of(share))}</b></p>'
    )


def caption(found: Mapping[str, Measured]) -> str:
    """What the bars say, in a sentence each."""
    first, last = _ends(found)
    told = [
        say(
            "bars.caption",
            task=say(f"tasks.{task}"),
            few=percent_of(found[first]["tasks"][task]["right"]),
            fewest=say(f"bars.{first}"),
            many=percent_of(found[last]["tasks"][task]["right"]),
            most=say(f"bars.{last}"),
        )
        for task in _tasks(found)
    ]
    return " ".join(told)


def rows(found: Mapping[str, Measured]) -> list[list[str]]:
    """A row a task: each network, then what needs none."""
    names = [*(say(f"bars.{name}") for name in found)]
    plain = ("commonest", "last_named")
    return [
        [say("bars.task"), *names, *(say(f"bars.{name}") for name in plain)],
        *(
            [
                say(f"tasks.{task}"),
                *(percent_of(one["tasks"][task]["right"]) for one in found.values()),
                *(
                    percent_of(next(iter(found.values()))["tasks"][task][name])
                    for name in plain
                ),
            ]
            for task in _tasks(found)
        ),
    ]


def _tasks(found: Mapping[str, Measured]) -> Sequence[str]:
    return list(next(iter(found.values()))["tasks"])


def _ends(found: Mapping[str, Measured]) -> tuple[str, str]:
    """The network of fewest hops that is there, and that of most."""
    hops = [name for name in found if name.isdigit()] or [*found]
    return hops[0], hops[-1]
