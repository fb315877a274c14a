"""libwinnow by ctypes: the functions and structures of winnow.h, and its errors as exceptions. winnow.h is the reference."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_uint64, c_void_p

from . import places
from .version import VERSION

KINDS = ("vector", "dyad", "low_rank", "matrix", "rectangular", "entry", "distance")  # winnow_kind, in its order


class Instance(ctypes.Structure):
    """winnow_instance: a view of arrays that stay the caller's."""

    _fields_ = [("kind", c_int), ("n", c_size_t), ("count", c_size_t), ("index", c_void_p), ("value", c_void_p),
                ("rank", c_size_t), ("factors", c_void_p), ("weights", c_void_p), ("shift", c_double),
                ("matrix", c_void_p), ("m", c_size_t), ("row", c_size_t), ("column", c_size_t)]


class Setting(ctypes.Structure):
    """winnow_setting: what is known before the first trial."""

    _fields_ = [("n", c_size_t), ("kind", c_int), ("rank", c_size_t), ("trials", c_size_t), ("seed", c_uint64),
                ("m", c_size_t), ("loss", c_char_p), ("low", c_double), ("high", c_double), ("scale", c_double)]


class Prediction(ctypes.Structure):
    """winnow_prediction."""

    _fields_ = [("score", c_double), ("value", c_double)]


def _open() -> ctypes.CDLL:
    path = places.library()
    lib = ctypes.CDLL(path)
    lib.winnow_version.restype = lib.winnow_message.restype = c_char_p
    found = lib.winnow_version().decode()
    if found != VERSION:
        raise ImportError("winnowlab %s needs libwinnow %s; %s is %s" % (VERSION, VERSION, path, found))
    learner, text = c_void_p, c_char_p
    signatures = {
        "winnow_learner_new": [text, text, POINTER(Setting), POINTER(learner)],
        "winnow_learner_load": [text, c_size_t, POINTER(learner)],
        "winnow_learner_save": [learner, POINTER(c_void_p)],
        "winnow_learner_setting": [learner, POINTER(Setting)],
        "winnow_learner_kinds": [text],
        "winnow_learner_weights": [learner, c_void_p, POINTER(c_double)],
        "winnow_learner_free": [learner],
        "winnow_text_free": [c_void_p],
        "winnow_predict": [learner, c_void_p, POINTER(Prediction)],
        "winnow_update": [learner, c_void_p, c_double, POINTER(c_int)],
        # without declared types a call costs half; all their arguments are ctypes objects or None
        "winnow_learn_block": None,
        "winnow_predict_block": None,
    }
    for name, arguments in signatures.items():
        function = getattr(lib, name)
        function.restype = None if name.endswith("_free") else c_int
        if arguments is not None:
            function.argtypes = arguments
    lib.winnow_learner_kinds.restype = c_uint
    return lib


lib = _open()


class WinnowError(Exception):
    """What the program or the library could not do: memory, arithmetic, a run that failed."""


class WinnowValueError(WinnowError, ValueError):
    """What the library or the program refuses; the text is its own line."""


def check(status: int) -> None:
    """Raises what winnow_message says unless the status is WINNOW_OK."""
    if status != 0:
        message = lib.winnow_message().decode(errors="replace")
        raise WinnowValueError(message) if status == 2 else WinnowError(message)
