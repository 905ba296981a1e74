"""Guards by name.

Belongs here: finding a guard's module. Does not belong here: a list of guards. Adding one is adding its file: every module of
this package that offers `create() -> Guard` is a guard, named like its file with hyphens for underscores.
"""

from __future__ import annotations

import importlib
import pkgutil
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
    known = guard_names()
    if name not in known:
        raise SettingsError(f"WIKI_GUARD={name!r} is not a grounding guard.", f"Use one of: {', '.join(known)}.")
    module = importlib.import_module(f"{guards.__name__}.{name.replace('-', '_')}")
    return cast("Guard", module.create())
