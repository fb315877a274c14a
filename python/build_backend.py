"""Makes the wheel of winnowlab: pure Python, so a zip archive of its files and three of metadata (PEP 427, PEP 517)."""
import base64
import hashlib
import os
import zipfile
from typing import Any, Dict, List

HERE = os.path.dirname(os.path.abspath(__file__))
METADATA = """Metadata-Version: 2.1
Name: winnowlab
Version: %s
Summary: Online matrix learning: learners, experiments and bounds of Winnow Lab
License: GPL-3.0-or-later
Requires-Python: >=3.9
"""
WHEEL = """Wheel-Version: 1.0
Generator: build_backend
Root-Is-Purelib: true
Tag: py3-none-any
"""


def _version() -> str:
    space: Dict[str, Any] = {}
    with open(os.path.join(HERE, "winnowlab", "version.py"), encoding="utf-8") as file:
        exec(file.read(), space)
    return str(space["VERSION"])


def _files() -> Dict[str, bytes]:
    folder = os.path.join(HERE, "winnowlab")
    files = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") or name == "py.typed":
            with open(os.path.join(folder, name), "rb") as file:
                files["winnowlab/" + name] = file.read()
    # where the library of these sources is built
    files["winnowlab/origin.txt"] = os.path.join(os.path.dirname(HERE), "build").encode() + b"\n"
    return files


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Writes the wheel into the folder and returns its name."""
    version = _version()
    info = "winnowlab-%s.dist-info" % version
    files = _files()
    files[info + "/METADATA"] = (METADATA % version).encode()
    files[info + "/WHEEL"] = WHEEL.encode()
    rows: List[str] = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append("%s,sha256=%s,%d" % (name, digest, len(content)))
    files[info + "/RECORD"] = ("\n".join(rows + [info + "/RECORD,,"]) + "\n").encode()
    wheel = "winnowlab-%s-py3-none-any.whl" % version
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """There is none: the sources are those of the project."""
    raise NotImplementedError("winnowlab is installed from the sources of Winnow Lab, or as its Debian package")
