"""The module of the sources with the library of the build folder; each test has a working folder of its own."""
import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.setdefault("WINNOWLAB", os.environ.get("BUILD", os.path.join(ROOT, "build")))
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "tests", "checkers")]


@pytest.fixture(autouse=True)
def working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path
