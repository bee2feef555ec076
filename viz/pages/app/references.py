"""An element that the browser knows already stays with its fragment.

Streamlit sends it as a reference. Where a fragment is drawn anew before all of it was
sent, the rest is taken back; but references stay, as if they belonged to no fragment.
Without their containers they have no place, and the page breaks.
"""

from functools import cache, wraps

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext


@cache
def belong() -> None:
    """Let references be taken back with their fragment, from now on."""
    say, clear = ScriptRunContext.enqueue, ForwardMsgQueue.clear

    @wraps(say)
    def say_whose(self: ScriptRunContext, msg: ForwardMsg) -> None:
        if fragment := msg.delta.fragment_id:
            msg.metadata.run.fragment_ids[:] = [fragment]  # a reference copies these
        say(self, msg)

    @wraps(clear)
    def clear_references(
        self: ForwardMsgQueue,
        retain_lifecycle_msgs: bool = False,
        fragment_ids_this_run: list[str] | None = None,
    ) -> None:
        anew = {*(fragment_ids_this_run or ())}
        self._queue = [
            msg
            for msg in self._queue
            if not msg.HasField("ref_hash")
            or anew.isdisjoint(msg.metadata.run.fragment_ids)
        ]
        clear(self, retain_lifecycle_msgs, fragment_ids_this_run)

    ScriptRunContext.enqueue = say_whose
    ForwardMsgQueue.clear = clear_references
