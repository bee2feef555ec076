"""Which messages a browser may send to the app, frame by frame.

Streamlit obeys more messages than its pages ever send: any visitor can empty the caches
of all visitors, or ask for the repository's branch and its uncommitted files. Only what
a page needs is passed on.
"""

import re

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

ALLOWED = frozenset({"rerun_script", "app_heartbeat", "stop_script"})
MAX_FRAME = 256_000  # bytes; the longest that a page sends by itself is below 10,000
MAX_STATUS = 300  # bytes; no message about the course of a run is longer
MAX_TYPED = 2_000  # characters of one field; the app refuses a sentence far earlier

# Half of a surrogate pair, as JavaScript writes it into protobuf. U+FFFD, which stands
# for what cannot be read, is exactly as long, so that no length has to be corrected.
LONE_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
REPLACEMENT = "�".encode()

EVENTS = {  # values of widgets that say what was done, not how the widget stands
    *("trigger_value", "string_trigger_value", "json_trigger_value"),
    *("chat_input_value", "file_uploader_state_value"),
}
IGNORED = "timezone", "timezone_offset", "locale", "url"  # no page looks at these


class Refused(Exception):
    """A frame after which the socket is closed; `code` is that of RFC 6455, 7.4.1."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


NOT_BYTES, NOT_A_MESSAGE, TOO_LONG = 1003, 1007, 1009


def checked(frame: bytes) -> bytes | None:
    """The frame as the app may read it, or None for a message that no page needs.

    Half an emoji is repaired: the browser would send it again with every later
    message, and Streamlit close the socket each time. A field with a whole book in it
    is cut, so that the app can say that it is too long. Raises Refused for a frame that
    is no message or remains too long.
    """
    message, frame = _read(frame)
    kind = message.WhichOneof("type")
    if kind not in ALLOWED:
        return None
    if kind == "rerun_script" and _shorten(message):
        frame = message.SerializeToString()
    if len(frame) > MAX_FRAME:
        raise Refused(TOO_LONG)
    return frame


def _read(frame: bytes) -> tuple[BackMsg, bytes]:
    for text in (frame, LONE_SURROGATE.sub(REPLACEMENT, frame)):
        message = BackMsg()
        try:
            message.ParseFromString(text)
        except (DecodeError, UnicodeDecodeError):
            continue
        return message, text
    raise Refused(NOT_A_MESSAGE)


def _shorten(message: BackMsg) -> bool:
    """Cut what is far too long in any field; True if anything was."""
    long = [
        widget
        for widget in message.rerun_script.widget_states.widgets
        if len(widget.string_value) > MAX_TYPED
    ]
    for widget in long:
        widget.string_value = widget.string_value[:MAX_TYPED]
    return bool(long)


def asks_for_a_run(frame: bytes) -> bool:
    """True for what needs a run of the page, False for a sign of life."""
    return BackMsg.FromString(frame).WhichOneof("type") == "rerun_script"


def is_by_hand(frame: bytes) -> bool:
    """True for what a reader does, False for what a page asks by itself."""
    message = BackMsg.FromString(frame)
    asks = message.WhichOneof("type") == "rerun_script"
    return asks and not message.rerun_script.is_auto_rerun


def first_request(frame: bytes) -> bytes | None:
    """The message with which a session begins, without what no page looks at.

    It comes from a browser that is new, or that comes back and says how its widgets
    stand: what it is shown follows from that. None for a message in which the reader
    does something.
    """
    message = BackMsg.FromString(frame)
    asked = message.rerun_script
    if message.WhichOneof("type") != "rerun_script" or asked.fragment_id:
        return None
    widgets = sorted(asked.widget_states.widgets, key=lambda widget: widget.id)
    if any(widget.WhichOneof("value") in EVENTS for widget in widgets):
        return None
    asked.ClearField("widget_states")
    asked.widget_states.SetInParent()
    asked.widget_states.widgets.extend(widgets)
    asked.ClearField("cached_message_hashes")
    for name in IGNORED:
        asked.context_info.ClearField(name)
    return message.SerializeToString(deterministic=True)


def opened(frame: bytes) -> bytes | None:
    """The request of a browser that opens another address, as its Back button does.

    How the widgets of the page before stood says nothing of the page that is opened.
    None for any other message.
    """
    message = BackMsg.FromString(frame)
    asked = message.rerun_script
    if not asked.is_history_navigation or asked.fragment_id:
        return None
    for name in ("widget_states", "is_history_navigation"):
        asked.ClearField(name)
    asked.widget_states.SetInParent()
    return message.SerializeToString()


def request_before(frame: bytes) -> bytes:
    """The request whose answer readers saw when they did this: the address alone."""
    message = BackMsg.FromString(frame)
    asked = message.rerun_script
    for name in ("widget_states", "fragment_id", "cached_message_hashes"):
        asked.ClearField(name)
    asked.widget_states.SetInParent()
    return message.SerializeToString()


def titled(title: str) -> bytes:
    """The message that gives a page a title, and changes nothing else of it."""
    message = ForwardMsg()
    page = message.page_config_changed
    page.title = title
    page.layout = page.LAYOUT_UNSET
    page.initial_sidebar_state = page.SIDEBAR_UNSET
    return message.SerializeToString()


def cached_hashes(frame: bytes) -> frozenset[str]:
    """The hashes of the messages that the browser has kept, as it says itself."""
    return frozenset(BackMsg.FromString(frame).rerun_script.cached_message_hashes)


class RunEnd:
    """Reads what the app sends to one reader, and knows when a run is over.

    A page that begins again by itself says so, and then that nothing runs; its end is
    that of the run which follows.
    """

    def __init__(self) -> None:
        self._again = False

    def is_last(self, message: ForwardMsg) -> bool:
        """True for the message after which Streamlit waits for the reader."""
        kind = message.WhichOneof("type")
        if kind == "script_finished":
            early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
            self._again = message.script_finished == early
        ended = kind == "session_status_changed"
        return (
            ended
            and not message.session_status_changed.script_is_running
            and not self._again
        )

    def reached(self, frame: bytes) -> bool:
        """`is_last` of a message as it is sent."""
        try:
            return len(frame) <= MAX_STATUS and self.is_last(
                ForwardMsg.FromString(frame)
            )
        except DecodeError:
            return False
