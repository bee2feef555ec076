"""A street in words, for who does not see its picture."""

from core.worlds.captions import order, third
from core.worlds.street import Street
from viz.content.texts import texts
from viz.say.lists import listed

say = texts("street")


def called(name: str) -> str:
    """What a kind or a colour is called."""
    return say(f"called.{name.replace(' ', '_')}")


def told(street: Street) -> str:
    """Every thing, and where it is."""
    things = (street.things[place] for place in order(street))
    said = (
        say(
            "told.thing",
            color=called(one.color),
            kind=called(one.kind),
            ground=say(f"told.{one.ground}"),
            third=say(f"told.{third(one)}"),
        )
        for one in things
    )
    return say("told.street", things=listed(said))
