"""The notebooks of examples/notebooks are executed, but for cells with the tag "by hand"; what they say is what was committed."""
import glob
import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

NOTEBOOKS = sorted(glob.glob(os.path.join(ROOT, "examples", "notebooks", "*.ipynb")))


def read(path):
    with open(path) as file:
        return json.load(file)


def executed(notebook):
    """The notebook without what takes minutes or data files."""
    return {**notebook, "cells": [cell for cell in notebook["cells"] if "by hand" not in cell["metadata"].get("tags", [])]}


def outputs(notebook):
    """Texts of each cell, and how many pictures it shows."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            text = "".join(output.get("text", data.get("text/plain", output.get("traceback", ""))))
            found.append((output.get("name"), text, "".join(data.get("text/html", "")).count("<img ")))
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[os.path.basename(path) for path in NOTEBOOKS])
def test_notebook(path):
    for package in ("nbconvert", "ipykernel", "pandas", "sklearn"):
        pytest.importorskip(package)
    if shutil.which("gnuplot") is None:
        pytest.skip("gnuplot is not installed")
    name = os.path.basename(path)
    said = read(path)
    with open(name, "w") as file:
        json.dump(executed(said), file)
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), "HOME": os.getcwd(), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace",
                           "--ExecutePreprocessor.record_timing=False", name], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert outputs(read(name)) == outputs(executed(said))
    assert sum(output[2] for output in outputs(executed(said))) in (1, 2)  # a result shows its picture by itself
    assert len(outputs(said)) >= 5


def test_there_are_three():
    assert [os.path.basename(path) for path in NOTEBOOKS] == ["mistakes.ipynb", "own_learner.ipynb", "rivals.ipynb"]
