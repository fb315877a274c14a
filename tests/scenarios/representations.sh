#!/bin/sh
# The representations of Matrix Winnow agree with each other and with the definition, trial by trial, on the same recorded
# sequences; and the checks of its degenerate cases. Sequences and the definition come from tests/checkers/representations.py, which
# knows nothing but the standard library of Python (the exponential is a power series, not an eigendecomposition).
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
if ! command -v python3 > /dev/null; then
  skip representations "no python3"
  exit 0
fi
python3 "$ROOT/tests/checkers/representations.py" "$WINNOW"
