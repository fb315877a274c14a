#!/bin/sh
# The value of every bound against its theorem, computed another way to 1e-12, and every premise just inside and just outside: sequences
# and formulas are in tests/checkers/bounds, which knows nothing but the standard library of Python. Bounds in the mean: no run of any number of seeds
# breaks a true one (tests/checkers/means.py).
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
if ! command -v python3 > /dev/null; then
  skip bounds "no python3"
  exit 0
fi
export PYTHONDONTWRITEBYTECODE=1
python3 "$ROOT/tests/checkers/bounds" "$CONTROLS" "$work/runs" "$ROOT/src"
python3 "$ROOT/tests/checkers/means.py" "$WINNOW" "$work" "${TEST_ALL:+10}0000"
