"""Makes the wheel of winnowlab: pure Python, so a zip archive of its files and three of metadata (PEP 427, PEP 517).

As a program, build_backend.py BUILT FOLDER, it makes a wheel of everything, with BUILT/bin/winnow and BUILT/lib/libwinnow.so.*: `make wheel`.
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile
from typing import Any, Dict, List, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
METADATA = """Metadata-Version: 2.1
Name: %s
Version: %s
Summary: Online matrix learning: learners, experiments and bounds of Winnow Lab
License: GPL-3.0-or-later
Requires-Python: >=3.9
"""
WHEEL = """Wheel-Version: 1.0
Generator: build_backend
Root-Is-Purelib: %s
Tag: %s
"""
# Of glibc and of the C++ compiler; and what is no file.
OF_EVERY_MACHINE = ("libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux", "libstdc++.so", "libgcc_s.so", "linux-vdso")


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


def _write(folder: str, name: str, tag: str, pure: bool, files: Dict[str, bytes], programs: Tuple[str, ...] = ()) -> str:
    """Writes a wheel of the files and the metadata; programs: those that may be executed."""
    info = "%s-%s.dist-info" % (name, _version())
    files[info + "/METADATA"] = (METADATA % (name.replace("_", "-"), _version())).encode()
    files[info + "/WHEEL"] = (WHEEL % ("true" if pure else "false", tag)).encode()
    rows: List[str] = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append("%s,sha256=%s,%d" % (path, digest, len(content)))
    files[info + "/RECORD"] = ("\n".join(rows + [info + "/RECORD,,"]) + "\n").encode()
    wheel = "%s-%s-%s.whl" % (name, _version(), tag)
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if path in programs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Writes the wheel into the folder and returns its name."""
    return _write(wheel_directory, "winnowlab", "py3-none-any", True, _files())


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _shared_libraries(program: str) -> Dict[str, str]:
    """The path of each shared library that the program needs, by name."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout.splitlines()
    found = dict(re.findall(r"^\s*(\S+) => (/\S+) ", "\n".join(lines), re.M))
    return {name: path for name, path in found.items() if not name.startswith(OF_EVERY_MACHINE)}


def _licence(path: str) -> Tuple[str, bytes]:
    """Name and licence of the Debian package that a library is from."""
    said = ""
    for each in (path, os.path.realpath(path), os.path.realpath(path).replace("/usr/lib/", "/lib/")):
        said = said or subprocess.run(["dpkg-query", "-S", each], capture_output=True, text=True).stdout
    package = said.split(":")[0]
    text = os.path.join("/usr/share/doc", package, "copyright")
    if not package or not os.path.exists(text):
        raise SystemExit("make wheel: the licence of %s is not known: it is from no package of Debian" % path)
    return package, _read(text)


def build_native_wheel(built: str, folder: str) -> str:
    """Writes the wheel with the program and the library in `built` (bin, lib), what they need, scenarios and licences."""
    native = "winnowlab/native/"
    version = _version().split(".")[0]
    info = "winnow_lab-%s.dist-info/" % _version()
    files = _files()
    del files["winnowlab/origin.txt"]
    files[native + "bin/winnow"] = _read(os.path.join(built, "bin", "winnow"))
    files[native + "lib/libwinnow.so." + version] = _read(os.path.join(built, "lib", "libwinnow.so." + version))
    files[info + "licenses/LICENSE"] = _read(os.path.join(os.path.dirname(HERE), "LICENSE"))
    for name, path in sorted(_shared_libraries(os.path.join(built, "bin", "winnow")).items()):
        files[native + "lib/" + name] = _read(path)
        package, text = _licence(path)
        files[info + "licenses/" + package] = text
    scenarios = os.path.join(os.path.dirname(HERE), "scenarios")
    for parent, folders, names in os.walk(scenarios):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(parent, name)
            files[native + "share/winnow-lab/scenarios/" + os.path.relpath(path, scenarios)] = _read(path)
    files[info + "entry_points.txt"] = b"[console_scripts]\nwinnow = winnowlab.places:main\n"
    glibc = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()[-1].replace(".", "_")
    tag = "py3-none-manylinux_%s_%s" % (glibc, platform.machine())
    return _write(folder, "winnow_lab", tag, False, files, (native + "bin/winnow",))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """There is none: the sources are those of the project."""
    raise NotImplementedError("winnowlab is installed from the sources of Winnow Lab, or as its Debian package")


if __name__ == "__main__":
    print(os.path.join(sys.argv[2], build_native_wheel(sys.argv[1], sys.argv[2])))
