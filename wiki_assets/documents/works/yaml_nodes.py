"""YAML as nodes: what is written, where, and what YAML takes it for, without building any value.

Belongs here: composing, and naming what a node is. Does not belong here: what any file means.

Nodes keep the text of a number or a date as it is written, tell keys that are there twice, and do not unfold aliases, so that a small file
stays small. An error carries no text of the file, for the file may hold secrets.
"""

from __future__ import annotations

import warnings
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from wiki_assets.errors import BibliographyError

_TAG = "tag:yaml.org,2002:"
_KINDS = {"bool": "true or false", "int": "a number", "float": "a number", "timestamp": "a date", "null": "nothing"}


def compose(name: str, content: bytes, remedy: str) -> Any:
    """The root node of a YAML file; None where it is empty.

    Raises:
        BibliographyError: It is no YAML; the text names file, line and column.
    """
    where, what = "", ""
    root = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they quote the file
            root = YAML(typ="rt").compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        where, what = f":{content.count(bytes([10]), 0, error.start) + 1}", "it is not UTF-8"
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark is not None else ""
        what = f"it is not valid YAML at column {mark.column + 1}" if mark is not None else "it is not valid YAML"
    except RecursionError:
        what = "it is nested too deeply"
    if what:  # raised here, so that what was caught, which quotes the file, is no part of it
        raise BibliographyError(f"{name}{where}: {what}.", remedy)
    return root


def line_of(node: Any) -> int:
    """1-based line in which a node begins."""
    return int(node.start_mark.line) + 1


def is_null(node: Any) -> bool:
    """Whether nothing, `~` or `null` is written."""
    return isinstance(node, ScalarNode) and str(node.tag) == f"{_TAG}null"


def is_true(node: Any) -> bool:
    """Whether it is `true`."""
    return isinstance(node, ScalarNode) and str(node.tag) == f"{_TAG}bool" and str(node.value).lower() == "true"


def kind_of(node: Any) -> str:
    """What YAML takes a node for, in words."""
    if isinstance(node, MappingNode):
        return "a mapping"
    if isinstance(node, SequenceNode):
        return "a list"
    return _KINDS.get(str(node.tag).removeprefix(_TAG), "a text")
