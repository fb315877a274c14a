"""The notebooks of examples/notebooks are executed; what they say is what they said when they were committed."""
import glob
import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

NOTEBOOKS = sorted(glob.glob(os.path.join(ROOT, "examples", "notebooks", "*.ipynb")))


def outputs(path):
    """Texts of each cell, and how many pictures it shows."""
    with open(path) as file:
        notebook = json.load(file)
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
    shutil.copy(path, name)
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), "HOME": os.getcwd(), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace",
                           "--ExecutePreprocessor.record_timing=False", name], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert outputs(name) == outputs(path)
    assert sum(output[2] for output in outputs(path)) in (1, 2)  # a result shows its picture by itself
    assert len(outputs(path)) >= 5


def test_there_are_two():
    assert [os.path.basename(path) for path in NOTEBOOKS] == ["mistakes.ipynb", "own_learner.ipynb"]
