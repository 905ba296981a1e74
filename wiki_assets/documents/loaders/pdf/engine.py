"""MuPDF, imported light.

Belongs here: the one place that imports `pymupdf`. Does not belong here: using it.

`import pymupdf` (2.0) also tries to import its optional neural layout analysis, which brings onnxruntime and numpy: 0.65 s and
140 MB in each worker, for something we never call. Both imports stand in `try … except ImportError`, so that a blocked
module is the same to it as one that is not installed: 0.1 s.
"""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

_NOT_NEEDED = ("pymupdf.layout", "pymupdf4llm")


@cache
def mupdf() -> ModuleType:
    """The module `pymupdf`, silenced: what it would print to the terminal becomes our messages instead."""
    blocked = [name for name in _NOT_NEEDED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(blocked))  # type: ignore[arg-type]  # None is how the import system spells "not there"
    try:
        import pymupdf
    finally:
        for name in blocked:
            sys.modules.pop(name, None)
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    return pymupdf  # type: ignore[no-any-return]
