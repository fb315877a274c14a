"""pip without network, and where the module finds the library."""
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from conftest import BUILD, ROOT

SHOW = "import winnowlab.places as p; print(p.library()); print(p.program()); import winnowlab; print(winnowlab.__version__, winnowlab.__file__)"
LIBRARY = [name for name in sorted(os.listdir(BUILD)) if name.startswith("libwinnow.so.")][-1]


def show(place, **environment):
    """Library, program, version and file as a Python finds them that has the module in `place`."""
    clean = {key: value for key, value in os.environ.items() if key not in ("WINNOWLAB", "PYTHONPATH")}
    done = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True, env={**clean, "PYTHONPATH": place, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def install(target):
    pytest.importorskip("pip")
    # a proxy that nobody answers: what asks the network fails
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", target, os.path.join(ROOT, "python")]
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9",
                               "PIP_DISABLE_PIP_VERSION_CHECK": "1", "HOME": os.getcwd()})
    assert done.returncode == 0, done.stderr


def test_pip_installs_without_network():
    install("site")
    files = sorted(os.listdir("site"))
    version = LIBRARY[len("libwinnow.so."):]
    assert files == ["winnowlab", "winnowlab-%s.dist-info" % version]
    sources = {name for name in os.listdir(os.path.join(ROOT, "python", "winnowlab")) if name.endswith((".py", ".typed"))}
    assert sources | {"origin.txt"} == {name for name in os.listdir("site/winnowlab") if name != "__pycache__"}
    if BUILD == os.path.join(ROOT, "build"):  # installed from sources: their build folder is known
        assert show("site") == [os.path.join(BUILD, LIBRARY), os.path.join(BUILD, "winnow"), version, os.path.abspath("site/winnowlab/__init__.py")]
    assert show("site", WINNOWLAB=BUILD)[0] == os.path.join(BUILD, LIBRARY)


@pytest.fixture
def build_backend(monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(ROOT, "python"))
    import build_backend
    return build_backend


@pytest.mark.skipif(shutil.which("dpkg-query") is None or shutil.which("strip") is None, reason="libraries are of no Debian package")
def test_a_wheel_with_all_that_it_needs(build_backend):
    """What `make wheel` packs, here without the paths that it links with."""
    for folder in ("bin", "lib"):
        os.makedirs("built/" + folder)
    for path, place in (("winnow", "bin/winnow"), (LIBRARY, "lib/libwinnow.so.1")):
        subprocess.run(["strip", "-o", "built/" + place, os.path.join(BUILD, path)], check=True)
    name = build_backend.build_native_wheel("built", ".")
    needed = subprocess.run(["ldd", os.path.join(BUILD, "winnow")], capture_output=True, text=True).stdout
    with zipfile.ZipFile(name) as archive:
        inside = archive.namelist()
        libraries = {each.split("/lib/")[1] for each in inside if "/native/lib/" in each}
        assert {"libgsl.so", "libcjson.so", "libxxhash.so"} <= {each.split(".so")[0] + ".so" for each in libraries}
        assert not [each for each in libraries if each.startswith(("libc.so", "libm.so", "libstdc++"))]
        assert all(each in needed or each == "libwinnow.so.1" for each in libraries)
        licences = [each for each in inside if "/licenses/" in each]
        assert len(licences) > len(libraries) / 2 and all(len(archive.read(each)) > 100 for each in licences)
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet", "--target", "site", name], check=True)
    native = os.path.abspath("site/winnowlab/native/")
    assert show("site")[:2] == [native + "/lib/libwinnow.so.1", native + "/bin/winnow"] and os.access(native + "/bin/winnow", os.X_OK)
    assert os.path.exists(native + "/share/winnow-lab/scenarios/close_to_subspace.lua")


def test_the_wheel_is_the_same_every_time(build_backend):
    os.mkdir("a")
    os.mkdir("b")
    name = build_backend.build_wheel("a")
    assert build_backend.build_wheel("b") == name
    with open("a/" + name, "rb") as one, open("b/" + name, "rb") as other:
        assert one.read() == other.read()
    with zipfile.ZipFile("a/" + name) as archive:
        assert archive.testzip() is None and len(archive.read(name.split("-py3")[0] + ".dist-info/RECORD").splitlines()) == len(archive.namelist())


@pytest.mark.parametrize("folder", ["lib", "lib/x86_64-linux-gnu", "lib64"])
def test_below_the_prefix_of_an_installation(folder):
    module = os.path.abspath("prefix/lib/python3/dist-packages")
    shutil.copytree(os.path.join(ROOT, "python", "winnowlab"), module + "/winnowlab", ignore=shutil.ignore_patterns("__pycache__"))
    os.makedirs("prefix/bin")
    os.makedirs("prefix/" + folder, exist_ok=True)
    os.symlink(os.path.join(BUILD, "winnow"), "prefix/bin/winnow")
    os.symlink(os.path.join(BUILD, LIBRARY), "prefix/%s/libwinnow.so.1" % folder)
    library, program = show(module)[:2]
    assert (library, program) == (os.path.abspath("prefix/%s/libwinnow.so.1" % folder), os.path.abspath("prefix/bin/winnow"))


def test_a_folder_without_a_library_is_named():
    done = subprocess.run([sys.executable, "-c", "import winnowlab"], capture_output=True, text=True,
                          env={**os.environ, "WINNOWLAB": os.getcwd(), "PYTHONPATH": os.path.join(ROOT, "python")})
    assert done.returncode == 1
    version = LIBRARY[len("libwinnow.so."):]
    advice = "build it (make), install it, or name the folder in WINNOWLAB"
    assert done.stderr.splitlines()[-1] == "ImportError: winnowlab: no libwinnow %s in %s; %s" % (version, os.getcwd(), advice)
