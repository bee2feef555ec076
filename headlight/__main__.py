"""headlight …: the app, or one job a verb."""

import argparse
import os
import sys
from pathlib import Path

import core
import core.__main__ as jobs
from core.commands.verbs import verb
from core.shelf.models import OWN, models_in
from headlight import export

ROOT = Path(jobs.__file__).parent.parent
"""Where app.py and the look of the app stand."""


def main(arguments: list[str] | None = None) -> int:
    """Run one verb; the exit status."""
    jobs.speak_utf8()
    return jobs.main(arguments, parser())


def parser() -> argparse.ArgumentParser:
    """The verbs of `python -m core`, and those that open the app."""
    top = argparse.ArgumentParser(prog="headlight", description=jobs.ABOUT)
    top.add_argument(
        "--version", action="version", version=f"headlight {core.__version__}"
    )
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")

    new = verb(verbs, "app", run_app, "the app in the browser, for one person")
    listens(new, "localhost")
    new = verb(verbs, "serve", run_serve, "the app for a class: with its guard")
    listens(new, "127.0.0.1")
    jobs.add_verbs(verbs)
    export.add_verb(verbs)
    return top


def listens(verb: argparse.ArgumentParser, host: str) -> None:
    """The options that say where a server answers."""
    told = f"the address it answers at: {host} unless said, 0.0.0.0 for a room"
    verb.add_argument("--host", default=host, help=told)
    own = "models of your own: a model's folder, or one that holds such folders"
    verb.add_argument("--models", type=Path, nargs="+", metavar="FOLDER", help=own)
    port = "8501 unless said"
    verb.add_argument("--port", type=port_number, default=8501, metavar="N", help=port)


def port_number(typed: str) -> int:
    """The number of a port."""
    if not typed.isdecimal() or not 0 < int(typed) < 2**16:
        raise argparse.ArgumentTypeError(f"a number from 1 to 65535, not {typed!r}")
    return int(typed)


def offer(folders: list[Path] | None) -> None:
    """Have the app show the models of these folders too; as `HEADLIGHT_MODELS` does.

    Exits with a sentence where there is no model in one.
    """
    if not folders:
        return
    for folder in folders:
        if not models_in(folder.expanduser().resolve()):
            sys.exit(f"{folder}: no model is there; `train` and `record` make one.")
    os.environ[OWN] = os.pathsep.join(str(f.expanduser().resolve()) for f in folders)


def run_app(chosen: argparse.Namespace) -> int:
    """Open the app as `make app` does."""
    needs_app()
    offer(chosen.models)
    from streamlit.web import cli

    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    headless = sys.platform == "linux" and not screen
    cli.main_run(
        [
            str(ROOT / "app.py"),
            f"--server.address={chosen.host}",
            f"--server.port={chosen.port}",
            f"--server.headless={str(headless).lower()}",
            "--server.showEmailPrompt=false",
        ],
        standalone_mode=False,
    )
    return 0


def run_serve(chosen: argparse.Namespace) -> int:
    """Serve the app to strangers."""
    needs_app()
    offer(chosen.models)
    from server.__main__ import serve

    os.chdir(ROOT)  # where Streamlit looks for its configuration under a server
    serve(chosen.host, chosen.port)
    return 0


def needs_app() -> None:
    """Exit with a sentence where the app's own requirements are not installed."""
    try:
        import streamlit  # noqa: F401
    except ImportError:
        sys.exit("The app needs Streamlit and Plotly: pip install 'headlight[app]'")


if __name__ == "__main__":
    sys.exit(main())
