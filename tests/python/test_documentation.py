"""The code of docs/python.md runs as it is printed, from above to below, and so does the example of the module."""
import doctest
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT

import winnowlab


def test_the_page():
    for package in ("numpy", "pandas", "sklearn"):
        pytest.importorskip(package)
    with open(os.path.join(ROOT, "docs", "python.md")) as file:
        blocks = re.findall("```python\n(.*?)```", file.read(), re.S)
    own = [block for block in blocks if block.startswith("# mine.py")]
    assert len(own) == 1 and len(blocks) == 8
    with open("mine.py", "w") as file:
        file.write(own[0])
    with open("page.py", "w") as file:
        file.write("if __name__ == '__main__':\n")
        for block in blocks:
            if block not in own:
                file.writelines("    " + line + "\n" if line else "\n" for line in block.splitlines())
        file.write("    from mine import Mine\n"
                   "    mine = winnowlab.run('irrelevant_features', learners=[Mine(eta=0.5)], seeds=1, trials=100, set={'n': 50})\n"
                   "    assert (mine.cells.learner == 'Mine').sum() == 2 and (mine.cells.status == 'done').all()\n"
                   "    assert set(result.verdicts.verdict) == {'holds'}\n")
    done = subprocess.run([sys.executable, "page.py"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")})
    assert done.returncode == 0, done.stderr
    assert "mistakes: " in done.stdout and "matrix_winnow" in done.stdout and "holds" in done.stdout


def test_the_example_of_the_module():
    assert doctest.testmod(winnowlab).attempted == 4 and doctest.testmod(winnowlab).failed == 0
