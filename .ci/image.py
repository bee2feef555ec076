"""The image, built and tried as it is meant to run; or what is missing for that.

Read-only, without any capability, as nobody: it has to be ready, and to end when it is
asked to. Any of docker, podman or buildah builds; docker or podman runs.
IMAGE_ARGS is passed to the builder, e.g. --build-arg=PIP_EXTRA_INDEX_URL=….
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
NAME = "headlight"
READY = 120  # seconds until it has to be ready
LOCKED = [
    *("--read-only", "--tmpfs=/tmp:size=64m,mode=1777"),
    *("--cap-drop=ALL", "--security-opt=no-new-privileges"),
    *("--rm", "--detach", "--publish=127.0.0.1::8501"),
]


def main() -> int:
    builder, runner = usable("docker", "podman", "buildah"), usable("docker", "podman")
    if builder is None:
        print(f"not built: {missing('docker', 'podman', 'buildah')}")
        return 0
    began = time.monotonic()
    commit = said(["git", "rev-parse", "HEAD"]) or "unknown"
    options = [f"--build-arg=REVISION={commit}", f"--tag={NAME}"]
    options += shlex.split(os.environ.get("IMAGE_ARGS", ""))
    if subprocess.run(
        [builder, "build", *options, "."], cwd=ROOT, check=False
    ).returncode:
        return 1
    print(f"built by {builder} in {time.monotonic() - began:.0f} s")
    if runner is None or builder == "buildah":
        print(f"not run: what {builder} built needs docker or podman to run it")
        return 0
    for image in json.loads(said([runner, "image", "inspect", NAME]) or "[]"):
        print(f"{image['Size'] / 1e9:.2f} GB", *sorted(labels(image)), sep="\n")
    return tried(runner)


def usable(*names: str) -> str | None:
    """The first of some programs that is there and answers."""
    there = (name for name in names if shutil.which(name))
    return next((name for name in there if said([name, "info"]) is not None), None)


def missing(*names: str) -> str:
    """Why none of some programs can be used."""
    there = [name for name in names if shutil.which(name)]
    absent = [name for name in names if name not in there]
    silent = [f"{name} is there but does not answer" for name in there]
    return "; ".join(silent + ([f"no {', no '.join(absent)}"] if absent else []))


def labels(image: dict) -> list[str]:
    """What an image says of itself."""
    return [f"{name}: {text}" for name, text in image["Config"]["Labels"].items()]


def tried(runner: str) -> int:
    """Run it with nothing that it does not need, until it is ready; 1 if it is not."""
    began = time.monotonic()
    options = shlex.split(os.environ.get("RUN_ARGS", ""))
    container = said([runner, "run", *LOCKED, *options, NAME])
    if container is None:
        print("it does not start")
        return 1
    try:
        port = (said([runner, "port", container, "8501"]) or "").rpartition(":")[2]
        while not ready(port):
            if time.monotonic() - began > READY:
                print("it was never ready:", said([runner, "logs", container]))
                return 1
            time.sleep(0.2)
        print(f"ready after {time.monotonic() - began:.1f} s: read-only, no capability")
        began = time.monotonic()
    finally:
        subprocess.run([runner, "stop", container], capture_output=True, check=False)
    print(f"ended {time.monotonic() - began:.1f} s after it was asked to")
    return 0


def ready(port: str) -> bool:
    """Whether a translation has worked in it."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as page:
            return page.status == 200
    except OSError:
        return False


def said(command: list[str]) -> str | None:
    """What a program prints; None where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


if __name__ == "__main__":
    sys.exit(main())
