"""Pages run in the order in which they were asked for."""

import asyncio

from streamlit.proto.BackMsg_pb2 import BackMsg

from server.run_queue import RunQueue, RunSlot
from tests.server.test_shared_first_run import LINK, delta, end
from tests.server.visitor import finished

HEARTBEAT = BackMsg(app_heartbeat=True).SerializeToString()


class Slow:
    """Runs a page for every message until it is told that it is done."""

    def __init__(self):
        self.running = []
        self.most = 0
        self.begun = []

    async def __call__(self, scope, receive, send):
        name = scope["name"]
        while (message := await receive())["type"] == "websocket.receive":
            if message["bytes"] != LINK:
                continue
            self.begun.append(name)
            self.running.append(name)
            self.most = max(self.most, len(self.running))
            await send({"type": "websocket.send", "bytes": delta("half of it")})
            for _ in range(5):
                await asyncio.sleep(0)
            if scope.get("stuck"):
                continue
            self.running.remove(name)
            for frame in end():
                await send({"type": "websocket.send", "bytes": frame})


async def reader(queue, name, *frames, **more):
    said = [{"type": "websocket.receive", "bytes": frame} for frame in frames]
    said.append({"type": "websocket.disconnect", "code": 1000})
    got = []

    async def receive():
        await asyncio.sleep(0)
        if more.get("stays") and len(said) == 1:
            await more["stays"].wait()
        return said.pop(0)

    async def send(message):
        got.append(message["bytes"])

    await queue({"type": "websocket", "name": name, **more}, receive, send)
    return got


def test_pages_run_one_after_the_other_in_the_order_of_asking():
    app = Slow()

    async def class_():
        queue = RunQueue(app)
        names = range(5)
        return await asyncio.gather(*(reader(queue, n, LINK, LINK) for n in names))

    answers = finished(class_())
    assert app.most == 1
    assert app.begun[:5] == [0, 1, 2, 3, 4]
    assert all(got == [delta("half of it"), *end()] * 2 for got in answers)


def test_a_page_that_takes_long_keeps_nobody_waiting():
    app = Slow()

    async def class_():
        queue, leaves = RunQueue(app, max_seconds=0.01), asyncio.Event()
        stuck = asyncio.create_task(
            reader(queue, "stuck", LINK, stuck=True, stays=leaves)
        )
        await asyncio.sleep(0)
        await asyncio.wait_for(reader(queue, "other", LINK), 10)
        leaves.set()
        await stuck

    finished(class_())
    assert app.begun == ["stuck", "other"] and app.most == 2


def test_who_leaves_frees_their_slot_and_who_asks_again_keeps_it():
    app = Slow()

    async def class_():
        queue = RunQueue(app, max_seconds=1e9)
        await reader(queue, "left", LINK, LINK, HEARTBEAT, stuck=True)
        await reader(queue, "other", LINK)

    finished(asyncio.wait_for(class_(), 10))
    assert app.begun == ["left", "left", "other"]


def test_who_never_reads_has_one_slot_until_something_reaches_them():
    async def visit():
        free = asyncio.Semaphore(1)
        slot = RunSlot(free, max_seconds=0.0)
        held = []
        for reads in (False, False, True):
            if reads:
                slot.delivered()
            await slot.acquire()
            held.append(free.locked())
            while free.locked():
                await asyncio.sleep(0)
        return held

    assert finished(visit()) == [True, False, True]
