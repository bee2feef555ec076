"""What this machine is, in words: beside whatever was measured on it."""

import os
import platform
from pathlib import Path

PROCESSORS = Path("/proc/cpuinfo")


def processor() -> str:
    """The processor and how many cores of it can be used."""
    known = PROCESSORS.read_text("utf-8") if PROCESSORS.exists() else ""
    names = [line for line in known.splitlines() if line.startswith("model name")]
    name = names[0].partition(":")[2].strip() if names else platform.processor()
    return f"{name or platform.machine()}, {os.cpu_count()} cores"
