"""One run of a page for all who open its link, a session for who does something."""

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from server import shared_first_run
from server.guard import Guard
from server.messages import first_request, opened
from server.places import Places
from server.shared_first_run import SharedFirstRuns
from tests.server.visitor import Visitor, finished, rerun
from viz.content import presets

SCOPE = {
    "type": "websocket",
    "path": "/_stcore/stream",
    "headers": [(b"host", b"class.example.org"), (b"cookie", b"name=Ann")],
    "subprotocols": ["streamlit", "token", "old-session"],
}
LINK = rerun("sentence=Fish+swim.").SerializeToString()
OTHER_LINK = rerun("sentence=I+know+you.").SerializeToString()
CHANGE = rerun("sentence=Fish+swim.", widgets={"row": "2"}).SerializeToString()
CLICK = rerun("sentence=Fish+swim.", widgets={"row": "2"})
CLICK.rerun_script.widget_states.widgets.add(id="try", trigger_value=True)
CLICK = CLICK.SerializeToString()
BACK = rerun("sentence=I+know+you.", widgets={"row": "2"})
BACK.rerun_script.is_history_navigation = True
BACK = BACK.SerializeToString()
"""What a browser asks with its Back button; whoever follows a class does the same."""


def new_session(name="s1"):
    message = ForwardMsg()
    message.new_session.initialize.session_id = name
    return message.SerializeToString()


def delta(text):
    message = ForwardMsg()
    message.delta.new_element.text.body = text
    return message.SerializeToString()


def end(status=ForwardMsg.FINISHED_SUCCESSFULLY):
    over, quiet = ForwardMsg(), ForwardMsg()
    over.script_finished = status
    quiet.session_status_changed.script_is_running = False
    return over.SerializeToString(), quiet.SerializeToString()


class App:
    """Answers every message with one run, and counts who came and what they said."""

    def __init__(self, *run):
        self.run = run or (new_session(), delta("a picture"), *end())
        self.scopes = []
        self.heard = []

    async def __call__(self, scope, receive, send):
        self.scopes.append(scope)
        heard = []
        self.heard.append(heard)
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message["bytes"])
            for frame in (*self.run, delta(f"answer {len(heard)}")):
                await send({"type": "websocket.send", "bytes": frame})


async def visit(guard, *frames):
    """What a reader gets who says these one after the other, and then leaves."""
    said = [{"type": "websocket.connect"}]
    said += [{"type": "websocket.receive", "bytes": frame} for frame in frames]
    said.append({"type": "websocket.disconnect", "code": 1000})
    got = []

    async def receive():
        await asyncio.sleep(0)
        return said.pop(0)

    async def send(message):
        if message["type"] == "websocket.send":
            got.append(ForwardMsg.FromString(message["bytes"]))

    await guard(SCOPE, receive, send)
    return got


def guarded(app):
    return Guard(app, seats=Places(9), silent=Places(9), titles={}, shared=lambda: True)


def texts(got):
    return [each.delta.new_element.text.body for each in got if each.HasField("delta")]


def ids(got):
    return [
        each.new_session.initialize.session_id
        for each in got
        if each.HasField("new_session")
    ]


def test_a_link_runs_once_and_nobody_is_given_the_session_of_another():
    app = App()

    async def class_():
        guard = guarded(app)
        return await asyncio.gather(*(visit(guard, LINK) for _ in range(3)))

    readers = finished(class_())
    assert app.heard == [[first_request(LINK)]]
    assert [texts(got) for got in readers] == [["a picture"]] * 3
    names = {name for got in readers for name in ids(got)}
    assert len(names) == 3 and "s1" not in names


def test_who_goes_to_another_address_is_shown_the_run_of_all_who_open_it():
    app = App()

    async def class_():
        guard = guarded(app)
        follows = await asyncio.gather(*(visit(guard, LINK, BACK) for _ in range(3)))
        return *follows, await visit(guard, LINK, BACK, CLICK)

    *followed, clicked = finished(class_())
    link, other = first_request(LINK), first_request(OTHER_LINK)
    assert app.heard == [[link], [other], [opened(BACK), CLICK]]
    assert [texts(got) for got in followed] == [["a picture"] * 2] * 3
    assert texts(clicked)[:2] == ["a picture"] * 2 and len(texts(clicked)) > 2


def test_who_has_a_session_of_their_own_goes_on_in_it():
    app = App()
    finished(visit(guarded(app), LINK, CHANGE, BACK))
    assert app.heard == [[first_request(LINK), CHANGE, BACK]]


def test_only_an_address_is_opened():
    assert opened(LINK) is None and opened(CLICK) is None
    part = BackMsg.FromString(BACK)
    part.rerun_script.fragment_id = "part"
    assert opened(part.SerializeToString()) is None
    assert first_request(opened(BACK)) == first_request(OTHER_LINK)


def test_the_run_that_is_shared_is_nobodys():
    app = App()
    finished(visit(guarded(app), LINK))
    assert app.scopes[0]["headers"] == [(b"host", b"class.example.org")]
    assert app.scopes[0]["subprotocols"] == ["streamlit"]


def test_the_first_who_acts_has_the_session_that_drew_the_page():
    app = App()
    got = finished(visit(guarded(app), LINK, CHANGE, CLICK))
    assert app.heard == [[first_request(LINK), CHANGE, CLICK]]
    assert texts(got) == ["a picture", "a picture", "answer 2", "a picture", "answer 3"]


def test_who_acts_later_has_a_session_that_knows_what_they_saw():
    app = App()

    async def two():
        guard = guarded(app)
        return await asyncio.gather(
            visit(guard, LINK, CHANGE), visit(guard, LINK, CLICK)
        )

    early, late = finished(two())
    assert app.heard == [[first_request(LINK), CHANGE], [LINK, CLICK]]
    seen = ["a picture", "a picture", "answer 2"]
    assert texts(early) == texts(late) == seen
    assert not set(ids(early)[1:]) & set(ids(late)[:1])


def test_a_session_that_nobody_took_ends_with_the_last_who_looks_at_it():
    app, ended = App(), []

    async def watched(scope, receive, send):
        await app(scope, receive, send)
        ended.append(scope)

    async def lesson():
        guard = guarded(watched)
        await asyncio.gather(visit(guard, LINK), visit(guard, LINK))
        await asyncio.sleep(0)
        assert len(ended) == 1
        await visit(guard, LINK, CHANGE)

    finished(lesson())
    assert app.heard == [[first_request(LINK)], [LINK, CHANGE]]
    assert len(ended) == 2


def test_what_a_browser_has_kept_is_named_and_not_sent_again():
    picture = ForwardMsg.FromString(delta("a picture"))
    picture.hash, picture.metadata.cacheable = "abc", True
    picture.metadata.delta_path.extend([0, 1])
    app = App(new_session(), picture.SerializeToString(), *end())
    again = rerun("sentence=Fish+swim.")
    again.rerun_script.cached_message_hashes.append("abc")

    async def two():
        guard = guarded(app)
        return (
            await visit(guard, LINK),
            await visit(guard, again.SerializeToString()),
        )

    new, back = finished(two())
    assert texts(new) == ["a picture"] and texts(back) == []
    assert len(app.heard) == 1
    named = [each for each in back if each.ref_hash == "abc"]
    assert [list(each.metadata.delta_path) for each in named] == [[0, 1]]


def test_a_sign_of_life_opens_no_session():
    app, alive = App(), BackMsg()
    alive.app_heartbeat = True
    finished(visit(guarded(app), LINK, alive.SerializeToString()))
    assert len(app.heard) == 1


@pytest.mark.parametrize(
    "run",
    [
        (new_session(), delta("x"), *end(ForwardMsg.FINISHED_WITH_COMPILE_ERROR)),
        (new_session(), delta("a file: /media/ab12.csv"), *end()),
    ],
)
def test_what_ends_badly_or_belongs_to_a_session_is_not_kept(run):
    app = App(*run)

    async def two():
        guard = guarded(app)
        return await visit(guard, LINK), await visit(guard, LINK)

    finished(two())
    shared, own = [first_request(LINK)], [LINK]
    assert app.heard == [shared, own, shared, own]


def test_a_page_that_begins_again_by_itself_is_kept_to_its_end():
    early = end(ForwardMsg.FINISHED_EARLY_FOR_RERUN)
    app = App(new_session(), *early, new_session(), delta("at last"), *end())

    async def class_():
        guard = guarded(app)
        return (
            *await asyncio.gather(visit(guard, LINK), visit(guard, LINK, CHANGE)),
            await visit(guard, LINK, CHANGE),
        )

    readers = finished(class_())
    assert app.heard == [[first_request(LINK), CHANGE], [LINK, CHANGE]]
    assert [texts(got)[0] for got in readers] == ["at last"] * 3
    assert [len(set(ids(got)[:2])) for got in readers] == [1] * 3
    assert texts(readers[2]) == ["at last", "at last", "answer 2"]


def test_a_class_that_comes_back_with_the_same_view_is_shown_one_run():
    app = App()

    async def class_():
        guard = guarded(app)
        await asyncio.gather(*(visit(guard, CHANGE) for _ in range(3)))

    finished(class_())
    assert app.heard == [[first_request(CHANGE)]]


def test_who_comes_back_with_a_click_has_a_session_that_knows_what_they_saw():
    app, part = App(), rerun("sentence=Fish+swim.")
    part.rerun_script.fragment_id = "link"
    got = finished(visit(guarded(app), CLICK))
    finished(visit(guarded(app), part.SerializeToString()))
    assert app.heard == [[LINK, CLICK], [LINK, part.SerializeToString()]]
    assert texts(got) == ["a picture", "answer 2"]


def asking(**changes):
    message = BackMsg.FromString(LINK)
    for name, value in changes.items():
        setattr(message.rerun_script.context_info, name, value)
    return first_request(message.SerializeToString())


def test_a_run_is_shared_by_all_to_whom_the_page_looks_the_same():
    assert asking(timezone="Europe/Paris", locale="fr-FR", url="http://a/?x") == asking(
        timezone="UTC", timezone_offset=-60
    )
    assert asking(color_scheme="dark") != asking(color_scheme="light")
    assert first_request(OTHER_LINK) != first_request(LINK)
    assert first_request(CHANGE) not in {None, first_request(LINK)}
    turned = BackMsg.FromString(
        rerun("", widgets={"b": "1", "a": "2"}).SerializeToString()
    )
    same = rerun("", widgets={"a": "2", "b": "1"}).SerializeToString()
    assert first_request(turned.SerializeToString()) == first_request(same)
    assert first_request(CLICK) is None


def test_a_run_is_shared_by_those_whose_browsers_ask_for_one_language():
    app = App()

    async def several():
        runs = SharedFirstRuns(app, wished=lambda accepted: accepted[:2] or "en")
        for said in (b"", b"fr-CH", b"fr, en;q=0.5", b"en"):
            headers = [*SCOPE["headers"], (b"accept-language", said)]
            run = runs.joined(LINK, {**SCOPE, "headers": headers})
            await run.ended.wait()
            await asyncio.gather(*runs._running)

    finished(several())
    asked = [dict(scope["headers"])[b"accept-language"] for scope in app.scopes]
    assert asked == [b"en", b"fr"]


def test_what_is_kept_is_bounded_in_number_in_bytes_and_in_time(monkeypatch):
    app, now = App(), [0.0]

    async def one(runs, frame):
        await runs.joined(frame, SCOPE).ended.wait()
        await asyncio.gather(*runs._running)

    async def many():
        runs = SharedFirstRuns(app, clock=lambda: now[0])
        monkeypatch.setattr(shared_first_run.time, "monotonic", lambda: now[0])
        for number in range(shared_first_run.MAX_RUNS + 5):
            await one(runs, rerun(f"n={number}").SerializeToString())
        assert len(runs._kept) == shared_first_run.MAX_RUNS
        monkeypatch.setattr(shared_first_run, "MAX_BYTES", 3 * sum(map(len, app.run)))
        await one(runs, LINK)
        assert len(runs._kept) == 3
        before = len(app.heard)
        await one(runs, LINK)
        assert len(app.heard) == before
        now[0] += shared_first_run.KEPT_SECONDS
        await one(runs, LINK)
        assert len(app.heard) == before + 1 and len(runs._kept) == 1

    finished(many())


def test_what_is_not_kept_any_more_is_let_go_when_all_have_it(monkeypatch):
    app = App()

    async def lesson():
        runs = SharedFirstRuns(app)
        run = runs.joined(LINK, SCOPE)
        with run.watched():
            slow = run.frames()
            first_frame = await anext(slow)
            await run.ended.wait()
            monkeypatch.setattr(shared_first_run, "KEPT_SECONDS", 0.0)
            await runs.joined(OTHER_LINK, SCOPE).ended.wait()
            await asyncio.sleep(0)
            assert list(runs._kept) == []
            rest = [frame async for frame in slow]
            assert len([first_frame, *rest]) == len(app.run) and not run._messages

    finished(lesson())


def test_a_second_visitor_sees_what_the_first_saw_and_the_first_click_counts(
    replica: str,
):
    """Against the real app: a preset's button works as the first thing touched."""
    preset = [each for each in presets.shipped() if not each.variant_of][1]

    async def click():
        async with Visitor(replica) as one, Visitor(replica) as other:
            seen, again = await one.run("lang=en"), await other.run("lang=en")
            assert again.pictures == seen.pictures != {}
            tries = (name for name in seen.buttons if f"-try-{preset.id}" in name)
            message = rerun("lang=en", "", {})
            pressed = message.rerun_script.widget_states.widgets.add()
            pressed.id, pressed.trigger_value = next(tries), True
            return seen, await other.ask(message)

    before, after = finished(click())
    assert preset.english in after.fields.values()
    assert set(after.pictures) == set(before.pictures)
    assert after.pictures != before.pictures


def test_the_first_click_after_a_fault_counts(replica: str):
    """A browser that comes back and asks for nothing speaks when its reader clicks."""
    preset = [each for each in presets.shipped() if not each.variant_of][1]

    async def click():
        async with Visitor(replica) as one:
            seen = await one.run("lang=en")
        tries = (name for name in seen.buttons if f"-try-{preset.id}" in name)
        message = rerun("lang=en", "", seen.states)
        message.rerun_script.widget_states.widgets.add(
            id=next(tries), trigger_value=True
        )
        async with Visitor(replica) as back:
            return await back.ask(message)

    assert preset.english in finished(click()).fields.values()
