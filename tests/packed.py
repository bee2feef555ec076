"""What a component was sent, read as the browser reads it."""

import json
import struct
from typing import Any

import numpy as np


def unpack(data: bytes) -> tuple[dict[str, Any], np.ndarray]:
    """The header and the flat float32 body of a packed trace."""
    (length,) = struct.unpack_from("<I", data)
    header = json.loads(data[4 : 4 + length])
    return header, np.frombuffer(data, dtype="<f4", offset=4 + length)
