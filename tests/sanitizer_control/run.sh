#!/bin/sh
# Runs the whole test suite with the sanitizers' reports in files; a report fails the run, whatever the tests say.
# First the controls: programs with known errors that must leave a report. Called by `make sanitize`, which sets BUILD.
set -u
reports=$BUILD/reports
control=$BUILD/tests/sanitizer-control
rm -rf "$reports"
mkdir -p "$reports"

# options FOLDER: the environment that writes reports there.
options() {
  mkdir -p "$1"
  ASAN_OPTIONS="log_path=$1/address:detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1"
  UBSAN_OPTIONS="log_path=$1/undefined:print_stacktrace=1"
  export ASAN_OPTIONS UBSAN_OPTIONS
}

# control TEST PATTERN: the control program's test must leave a report with the pattern.
controls_failed=0
control() {
  folder=$reports/control-$1
  options "$folder"
  "$control" "sanitizer_control/$1" > "$folder/output.txt" 2>&1
  if cat "$folder"/address.* "$folder"/undefined.* 2> /dev/null | grep -q "$2"; then
    echo "ok sanitizer control: $1 is reported"
    return
  fi
  controls_failed=$((controls_failed + 1))
  echo "not ok sanitizer control: $1 was not reported"
  if cat "$folder"/* | grep -q 'LeakSanitizer has encountered a fatal error\|under ptrace'; then
    echo "  LeakSanitizer cannot work here: ptrace is not permitted, or a debugger is attached"
  fi
}

control leak 'detected memory leaks'
control overflow 'heap-buffer-overflow'
control undefined 'signed integer overflow'
control conversion 'outside the range of representable values'

options "$reports/tests"
tests_failed=0
sh tests/run.sh || tests_failed=1

found=0
for report in "$reports"/tests/*; do
  [ -e "$report" ] || continue
  found=$((found + 1))
  if [ $found -le 5 ]; then
    echo "---- $report"
    head -n 40 "$report"
  fi
done
echo "sanitizer reports: $found"
if [ $found -gt 0 ] || [ $controls_failed -gt 0 ] || [ $tests_failed -gt 0 ]; then
  exit 1
fi
