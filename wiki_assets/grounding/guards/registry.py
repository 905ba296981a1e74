"""Guards by name.

Belongs here: finding a guard's module. Does not belong here: a list of guards. Adding one is adding its file: every module of
this package that offers `create() -> Guard` is a guard, named like its file with hyphens for underscores.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import cast

from wiki_assets.errors import SettingsError
from wiki_assets.grounding import guards
from wiki_assets.grounding.guards.interface import Guard

_NOT_GUARDS = frozenset({"interface", "registry"})


def guard_names() -> tuple[str, ...]:
    """Names of all guards, sorted."""
    modules = (module.name for module in pkgutil.iter_modules(guards.__path__))
    return tuple(sorted(name.replace("_", "-") for name in modules if name not in _NOT_GUARDS and not name.startswith("_")))


def load_guard(name: str) -> Guard:
    """The guard of a name, ready for use.

    Raises:
        SettingsError: There is no such guard; the text names those there are.
    """
    return cast("Guard", _module(name).create())


def describe_guard(name: str) -> str:
    """What a guard asks of a claim, in one line: the first of its module's docstring, or of its package's.

    Raises:
        SettingsError: There is no such guard.
    """
    return (_module(name).__doc__ or "").strip().partition("\n")[0]


def _module(name: str) -> ModuleType:
    known = guard_names()
    if name not in known:
        raise SettingsError(
            f"There is no grounding guard {name!r}.", f"Set WIKI_GUARD (or --guard) to one of: {', '.join(known)}."
        )
    return importlib.import_module(f"{guards.__name__}.{name.replace('-', '_')}")
