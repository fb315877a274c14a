#!/bin/sh
# Bounds in the mean: no run of any number of seeds breaks a true one (tests/checkers/means.py).
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
if ! command -v python3 > /dev/null; then
  skip "bounds in the mean" "no python3"
  exit 0
fi
PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/tests/checkers/means.py" "$WINNOW" "$work" "${TEST_ALL:+10}0000"
