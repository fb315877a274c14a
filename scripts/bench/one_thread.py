"""NumPy on one thread of OpenBLAS, for the peers of the benchmark; whoever imports this gets that or exit status 2, and finds the definitions of
tests/checkers."""

import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import ctypes


def refuse(message):
    print("%s: %s" % (os.path.basename(sys.argv[0]), message), file=sys.stderr)
    sys.exit(2)


try:
    import numpy
except ImportError:
    refuse("%s has no NumPy: install the package python3-numpy" % sys.executable)
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "checkers"))


def agrees(name, what, difference, most):
    """The exit status: 1 if the programs differ by more."""
    if difference <= most:
        return 0
    print("%s: %s differ by %.3g, expected at most %g" % (name, what, difference, most), file=sys.stderr)
    return 1


def libraries(word):
    """Files mapped into this process whose name has the word."""
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        paths = {line.split()[-1] for line in maps if ".so" in line}
    return sorted(path for path in paths if word in path)


def check_blas():
    """The loaded OpenBLAS, which must run on one thread."""
    numpy.linalg.eigh(numpy.eye(2))  # loads what it needs
    found = []
    for path in libraries("openblas"):  # more than one copy may be loaded, for NumPy and for LAPACK
        library = ctypes.CDLL(path)
        try:
            threads = library.openblas_get_num_threads
            core = library.openblas_get_corename
            config = library.openblas_get_config
        except AttributeError:
            continue  # a thin library in front of one
        core.restype = config.restype = ctypes.c_char_p
        if threads() != 1:
            refuse("%s runs on %d threads, expected 1" % (path, threads()))
        found.append("%s for %s" % (" ".join(config().decode().split()[:2]), core().decode()))
    if found:
        return "%s, one thread" % found[0]
    loaded = ", ".join(libraries("blas")) or "no BLAS library"
    refuse("NumPy computes with %s: install the package libopenblas0-pthread" % loaded)
