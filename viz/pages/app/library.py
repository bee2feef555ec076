"""The models and what they have computed: once per process, shared by all readers.

Nothing here lives in Streamlit's caches, which any visitor can empty. A model that
cannot be loaded is remembered with its message and tried again after a while. Results
are kept in a bounded store under the names of what they depend on, and whatever takes
longer than a blink passes one gate, as many at once as there are cores.
"""

import copy
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping, MutableMapping
from typing import TYPE_CHECKING, TypeVar

from core.assets import MODELS
from core.errors import InputError
from core.shelf.models import BAHDANAU, TRANSFORMER, described, shelved
from core.shelf.models import FIXED as FIXED
from core.shelf.models import WRITER as WRITER
from viz.content.texts import language, texts
from viz.pages.app.gate import Busy, Gate
from viz.pages.app.store import Store

if TYPE_CHECKING:
    from core.in_use.language_model import LanguageModel
    from core.in_use.small import Small
    from core.in_use.translator import Translator
    from core.labs.results import Result as Measured
    from core.text.tokenizer import Pieces
    from core.trace import Experiment, Trace

say = texts("app")

RETRY_AFTER = 30.0
MAX_OWN = 3
"""How many models of readers' own stay loaded beside the shipped ones."""
MAX_KEPT = 512
MAX_BYTES = 256 * 2**20
MAX_WAITING = 32
PATIENCE = 20.0
# Importing torch keeps the interpreter busy for seconds: the page that the first reader
# of a process waits for, and the scripts it fetches from this same process, go first.
HEAD_START = 0.4

# A server sets this to 0 where its readers should not train or measure.
RUN_HERE = "HEADLIGHT_RUN_HERE"

Result = TypeVar("Result")
log = logging.getLogger(__name__)


_gate = Gate(os.cpu_count() or 1, MAX_WAITING, PATIENCE)
_store = Store(MAX_KEPT, MAX_BYTES)
_models: dict[str, "Translator | LanguageModel"] = {}
_small: dict[str, "Small"] = {}
_own: dict[str, float] = {}  # when each was last asked for
_failures: dict[str, tuple[float, InputError | None]] = {}
_loading = threading.Lock()
_warming = threading.Event()
_preparing = threading.Lock()
_working: set[str] = set()
_measuring = threading.Lock()


def model(name: str) -> "Translator":
    """The translator of that name, loaded when it is first asked for.

    Raises InputError with a sentence for the reader when its folder is missing or
    damaged, or it is no translator; the other models stay usable.
    """
    found = any_model(name)
    from core.in_use.language_model import LanguageModel

    if isinstance(found, LanguageModel):
        raise InputError(say("models.only_writes", model=name))
    return found


def writer(name: str) -> "LanguageModel":
    """The model of that name, which only writes; InputError as for `model`."""
    found = any_model(name)
    from core.in_use.language_model import LanguageModel

    if not isinstance(found, LanguageModel):
        raise InputError(say("models.only_translates", model=name))
    return found


def any_model(name: str) -> "Translator | LanguageModel":
    """The model of that name, of whatever family; InputError as for `model`."""
    return _once(name, lambda: _load(name), _models)


def small(name: str) -> "Small":
    """The small model of a world of that name; InputError as for `model`."""

    def read() -> "Small":
        _torch()
        from core.in_use.small import load

        return load(name)

    return _once(name, read, _small)


def _once(
    name: str, read: Callable[[], Result], among: MutableMapping[str, Result]
) -> Result:
    """What is read of a folder, once per process; one that cannot be is tried again."""
    if found := _held(name, among):
        return found
    with _loading:
        if found := _held(name, among):
            return found
        failed_at, known = _failures.get(name, (-RETRY_AFTER, None))
        if time.monotonic() - failed_at < RETRY_AFTER:
            if known is None:
                raise InputError(say("models.damaged", model=name))
            raise copy.copy(known)  # each reader has their own traceback
        try:
            among[name] = loaded = read()
        except InputError as problem:
            _failures[name] = (time.monotonic(), problem)
            raise
        except Exception as problem:
            log.error("loading %s: %s", name, type(problem).__name__)
            _failures[name] = (time.monotonic(), None)
            raise InputError(say("models.damaged", model=name)) from problem
        _let_go(name)
        return loaded


def _held(name: str, among: Mapping[str, Result]) -> Result | None:
    """A model that is loaded; one of a reader's own is then the last to be let go."""
    found = among.get(name)
    if found is not None and name in _own:
        _own[name] = time.monotonic()
    return found


def _let_go(name: str) -> None:
    """Of models of readers' own only the last few asked for stay in memory."""
    found = described().get(name)
    if found is None or found.shipped:
        return
    _own[name] = time.monotonic()
    while len(_own) > MAX_OWN:
        longest = min(_own.copy(), key=_own.__getitem__)
        del _own[longest]
        _models.pop(longest, None)


def broken(name: str) -> bool:
    """Whether a model could not be loaded a moment ago."""
    failed_at, _ = _failures.get(name, (-RETRY_AFTER, None))
    return time.monotonic() - failed_at < RETRY_AFTER


def _torch() -> None:
    """Brought along when the first reader of a process has their page."""
    if "torch" not in sys.modules:
        time.sleep(HEAD_START)
    import torch

    torch.set_num_threads(1)


def _load(name: str) -> "Translator | LanguageModel":
    _torch()
    from core.in_use.loading import load

    folder = shelved().get(name, MODELS / name)  # a name, and never a path
    return load(folder.name, folder.parent)


def trace(
    name: str,
    sentence: str,
    target: "str | Pieces | None" = None,
    experiment: "Experiment | None" = None,
    prefix: str = "",
) -> "Trace":
    """One recorded pass of a model over a sentence, shared by all who ask for it.

    `target` forces a French sentence, as its pieces where a model wrote it, and a
    `prefix` its beginning; an experiment that changes nothing is the same pass as none.
    Raises InputError for what the model refuses and Busy when too many are waiting.
    """
    translator = model(name)
    from core.trace import Experiment

    forced = target or None
    experiment = None if experiment == Experiment() else experiment
    key = ("trace", name, translator.digest, sentence, forced, experiment, prefix)
    return _store.get(
        key,
        lambda: gated(
            lambda: translator.explain(
                sentence, target=forced, experiment=experiment, prefix=prefix
            )
        ),
    )


def kept(key: Hashable, build: Callable[[], Result]) -> Result:
    """The result of `build`, remembered under `key` among the last ones asked for.

    The key names everything the result depends on: models by name and digest, texts,
    options; never an array. The place in the code where `build` stands is part of it,
    so that no two kinds of results are taken for each other, and so is the language.
    """
    return _store.get(_placed(build, key), build)


def computed(key: Hashable, build: Callable[[], Result]) -> Result:
    """The same of what computes longer than 100 ms: it passes the gate."""
    return _store.get(_placed(build, key), lambda: gated(build))


def _placed(build: Callable[[], Result], key: Hashable) -> Hashable:
    return build.__module__, getattr(build, "__code__", build), language(), key


def held() -> int:
    """About how many bytes of results are kept now; never more than `MAX_BYTES`."""
    return _store.bytes


def gated(build: Callable[[], Result]) -> Result:
    """The result of `build`, for anything that computes longer than 100 ms."""
    with _gate.passing():
        return build()


def stored(lab: str) -> "Measured":
    """The stored result of a lab; InputError where there is none that can be read."""
    from core.labs import results

    return _store.get(("stored", lab), lambda: results.read(lab))


def may_run() -> bool:
    """Whether this server lets its readers train and measure."""
    return os.environ.get(RUN_HERE, "1").lower() not in {"0", "off", "no", "false"}


def measured(lab: str, progress: Callable[[str], None]) -> "Measured":
    """The result of a lab as this machine finds it, once per process.

    One at a time: it takes about a minute, and others want to read. Raises InputError
    where another lab is being measured, or the server does not allow it.
    """
    from core.labs import results

    def build() -> "Measured":
        if not may_run():
            raise InputError(say("models.stored_only"))
        if not _measuring.acquire(blocking=False):
            raise InputError(say("models.measuring"))
        try:
            return gated(lambda: results.measure(lab, progress))
        finally:
            _measuring.release()

    return _store.get(("measured", lab), build)


def digests() -> dict[str, str]:
    """The short digest of every model that is loaded now."""
    return {name: translator.digest for name, translator in list(_models.items())}


def warm_up(sentence: str) -> None:
    """Prepare this process behind the reader's back. Called after the first paint."""
    if _warming.is_set():
        return
    threading.Thread(
        target=prepare, args=(sentence,), name="warm-up", daemon=True
    ).start()


def prepare(sentence: str) -> bool:
    """Load the models and translate once, once per process; True if one of them does.

    Afterwards the heap is frozen: a full garbage collection would otherwise walk
    through torch's objects again and again.
    """
    with _preparing:
        if not _warming.is_set():
            _warming.set()
            for name in (BAHDANAU, TRANSFORMER):
                if _translates(name, sentence):
                    _working.add(name)
            _glossary()
            gc.collect()
            gc.freeze()
    return bool(_working)


def _glossary() -> None:
    """Have it read before a reader waits for it."""
    from core.text import glossary

    glossary.shipped()


def _translates(name: str, sentence: str) -> bool:
    try:
        trace(name, sentence)
    except (InputError, Busy) as problem:
        log.warning("warming up %s: %s", name, type(problem).__name__)
    except Exception as problem:
        log.error("warming up %s: %s", name, type(problem).__name__)
    else:
        return True
    return False
