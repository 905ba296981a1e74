"""Errors of the operating system in words: which file, and what is wrong with it.

Belongs here: that. Python keeps the file apart from the text, and a text without it leaves a person searching.
"""

from __future__ import annotations


def reason(error: OSError) -> str:
    """`<file>: <what is wrong>`, or only what is wrong where the system named no file."""
    what = error.strerror or str(error) or type(error).__name__
    if error.filename is None:
        return what
    name = error.filename.decode("utf-8", "backslashreplace") if isinstance(error.filename, bytes) else str(error.filename)
    return f"{printable(name)}: {what}"


def printable(name: str) -> str:
    """A file's name as text, whatever its bytes are."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")
