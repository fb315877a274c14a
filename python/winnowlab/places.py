"""Where the library and the program of Winnow Lab are.

They are looked for in this order; the first library found is taken, and the program beside it:

1. the folder that the environment variable WINNOWLAB names: a build folder, or the prefix of an installation;
   then what `make wheel` put into the module itself;
2. the build folder beside the sources from which this module is used or was installed;
3. the prefix below which this module is installed, that of Python, and /usr/local and /usr.
"""
from __future__ import annotations

import glob
import os
import shutil
import sys
from typing import Iterator, Optional

from .version import VERSION

MODULE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = "libwinnow.so." + VERSION.split(".")[0]
ORIGIN = os.path.join(MODULE, "origin.txt")  # the build folder, written when the module is installed from sources


def _library_in(folder: str) -> Optional[str]:
    """The library in a build folder (complete name) or below a prefix (lib, lib/x86_64-linux-gnu, lib64)."""
    for pattern in ("libwinnow.so." + VERSION, "lib/" + LIBRARY, "lib/*-linux-*/" + LIBRARY, "lib64/" + LIBRARY):
        found = sorted(glob.glob(os.path.join(glob.escape(folder), pattern)))
        if found:
            return found[0]
    return None


def _folders() -> Iterator[str]:
    yield os.path.join(MODULE, "native")
    yield os.path.join(os.path.dirname(os.path.dirname(MODULE)), "build")  # PROJECT/python/winnowlab
    if os.path.exists(ORIGIN):
        with open(ORIGIN, encoding="utf-8") as file:
            yield file.read().strip()
    parent = os.path.dirname(MODULE)
    for _ in range(4):  # PREFIX/lib/python3/dist-packages, or any folder below a build folder
        parent = os.path.dirname(parent)
        yield parent
    yield from (sys.prefix, sys.base_prefix, "/usr/local", "/usr")


def library() -> str:
    """Path of libwinnow. ImportError says where it was looked for."""
    chosen = os.environ.get("WINNOWLAB")
    folders = [chosen] if chosen else list(dict.fromkeys(_folders()))
    for folder in folders:
        found = _library_in(folder)
        if found:
            return found
    raise ImportError("winnowlab: no libwinnow %s in %s; build it (make), install it, or name the folder in WINNOWLAB"
                      % (VERSION, ", ".join(folders)))


def program() -> str:
    """Path of the program `winnow`: beside the library, or in bin of its prefix, or in PATH."""
    folder = os.path.dirname(library())
    for place in (folder, os.path.join(folder, "..", "bin"), os.path.join(folder, "..", "..", "bin")):
        path = os.path.normpath(os.path.join(place, "winnow"))
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("winnow")
    if found is None:
        raise FileNotFoundError("winnowlab: the program winnow is not beside %s and not in PATH" % library())
    return found


def main() -> None:
    """The command `winnow` of a wheel."""
    os.execv(program(), ["winnow", *sys.argv[1:]])
