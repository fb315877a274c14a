#!/bin/sh
# A word that no shipped scenario knows is refused, whatever parameter of texts it is set to: it never reaches the branch of another one.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
cd "$work" || exit 2
count=0
for scenario in "$ROOT"/scenarios/*.lua; do
  name=$(basename "$scenario" .lua)
  # the parameters of a scenario as its refusal names them
  for parameter in $("$WINNOW" run "$scenario" --set nosuch=1 --data "$work" 2>&1 | sed -n 's/.*(valid: \([^)]*\)).*/\1/p' | tr -d ,); do
    "$WINNOW" run "$scenario" --set "$parameter=nonsense" --seeds 1 --trials 1 --data "$work" --out "$work/out" > said 2>&1
    status=$?
    count=$((count + 1))
    rm -rf "$work/out"
    [ $status -ne 2 ] || continue
    echo "not ok words of $name: --set $parameter=nonsense ends with status $status"
  done
done
if [ $count -gt 100 ]; then echo "ok $count parameters were asked"; else echo "not ok only $count parameters were asked"; fi
