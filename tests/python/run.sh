#!/bin/sh
# Tests of the Python module with the Python that has the distribution's packages: `make test-python`. Ends with "N passed, N failed, N skipped";
# what needs a package that is missing is skipped by name.
#
# Environment: BUILD, the build folder; PYTHON (/usr/bin/python3). Arguments go to pytest.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
PYTHON=${PYTHON:-/usr/bin/python3} # the distribution's: another one on PATH has not its packages
WINNOWLAB=$BUILD
export BUILD WINNOWLAB
passed=0
failed=0
skipped=0

# tool NAME ARGUMENT...: one more that passes, fails or is skipped.
tool() {
  if ! "$PYTHON" -c "import $1" 2> /dev/null; then
    echo "skip $1: python3-$1 is not installed (scripts/setup.sh python)"
    skipped=$((skipped + 1))
  elif (cd python && "$PYTHON" -B -m "$@"); then
    echo "ok $1"
    passed=$((passed + 1))
  else
    echo "not ok $1"
    failed=$((failed + 1))
  fi
}
tool mypy --cache-dir "$BUILD/python/mypy" winnowlab build_backend.py
tool flake8 . ../tests/python

if ! "$PYTHON" -c 'import pytest' 2> /dev/null; then
  echo "skip tests of the Python module: python3-pytest is not installed (scripts/setup.sh python)"
  skipped=$((skipped + 1))
else
  mkdir -p "$BUILD/python"
  log=$BUILD/python/log
  "$PYTHON" -B -m pytest -q -rs -p no:cacheprovider --basetemp "$BUILD/python/work" tests/python "$@" > "$log" 2>&1
  status=$?
  cat "$log"
  # count WORD: as the last line has it, "3 failed, 300 passed, 2 skipped in 80 s"
  count() { tail -n 1 "$log" | grep -o "[0-9]* $1" | cut -d ' ' -f 1 | grep . || echo 0; }
  passed=$((passed + $(count passed)))
  failed=$((failed + $(count failed) + $(count error)))
  skipped=$((skipped + $(count skipped)))
  [ $status -eq 0 ] || [ $failed -gt 0 ] || failed=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
