#!/bin/sh
# Code that has broken out of Lua (tests/controls/control_escape.c) gains nothing in the processes that run Lua, while what these need is left to them.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

"$CONTROLS" --version > version.txt
landlock=$(grep -c '^without Landlock' version.txt)
seccomp=$(grep -c '^without seccomp' version.txt)
same "--version: what is lacking, each in a line" "$((1 + landlock + seccomp))" "$(wc -l < version.txt | tr -d ' ')"
# What each of the four comes to; where both mechanisms refuse a program, the filter of calls is the first that is asked.
free="read: done; made: done; socket: done; program: done"
read="done" program="done" socket="done"
[ "$landlock" = 1 ] || read="Permission denied" program="Permission denied"
[ "$seccomp" = 1 ] || socket="Operation not permitted" program="Operation not permitted"
held="read: $read; made: $read; socket: $socket; program: $program"
[ "$held" != "$free" ] || { skip escapes "$(tail -n +2 version.txt | tr '\n' ' ')" && exit 0; }

# escaping FOLDER AT LEARNER [OPTION]...: what came of it.
escaping() {
  folder=$1
  at=$2
  learner=$3
  shift 3
  run "$folder" "$@" << END
return { seeds = 1, trials = 1, problem = problem.control_escape { at = "$at", file = "$work/escaped" }, learners = { $learner } }
END
  said=$(sed -n 's/.*\(read: .*\)/\1/p' "$folder.stderr" | head -n 1)
}
mine='learner.custom { name = "mine", title = "mine", instances = "vector", create = function(setting) return {} end,
  predict = function(s, x) return 1 end, update = function(s, x, prediction, y) return false end } {}'
served="learner.external { command = { \"$WINNOW\", \"serve\", \"winnow\" }, options = { r = 1 }, timeout = 600 }"

escaping reading reading 'learner.perceptron {}'
same "while the scenario is read" "2 $held" "$status $said"
escaping cell cell "$mine"
same "in a cell with a learner in Lua" "1 $held" "$status $said"
same "nothing was made" "" "$([ "$landlock" = 1 ] || ls escaped 2> /dev/null)"
# The same code elsewhere: it can.
escaping plain cell 'learner.perceptron {}'
same "in a cell without Lua" "1 $free" "$status $said"
rm escaped
escaping served cell "$served"
same "in a cell with a learner in another program" "1 $free" "$status $said"
rm escaped
# One worker, which plays the last of them first: what a cell gave up is no other cell's loss.
escaping mixed cell "$served, learner.winnow { r = 1 }, $mine, learner.perceptron {}"
same "cells of a worker in turn: it has lost what it has lost, and a program gets another worker" "$free|$held|$held|$free|" "$(sed -n 's/.*\(read: .*\)/\1/p' mixed.stderr | tr '\n' '|')"

# ---- what is left

mkdir -p far here
printf '%s\n' '1 1:1' '-1 2:1' '1 1:1 2:1' > far/rows
cat > here/both.lua << END
return { seeds = 2, params = { file = "" }, sweep = { file = { "$work/far/rows", "../far/rows" } },
  problem = function(p) return problem.libsvm { file = p.file } end,
  learners = { learner.custom { name = "mine", title = "mine", instances = "vector", create = function(setting) return { n = 0 } end,
    predict = function(s, x) return 1 end, update = function(s, x, prediction, y) s.n = s.n + 1 return true end,
    save = function(s) return { n = s.n } end, load = function(setting, p, saved) return { n = saved.n } end } {} } }
END
"$WINNOW" run here/both.lua --out kept --record --save-state --quiet > stdout.txt 2> stderr.txt
same "data outside of the scenario's folder, recordings and states" "0 4 4 " \
  "$? $(ls kept/sequences | wc -l | tr -d ' ') $(ls kept/states | wc -l | tr -d ' ') $(cat stderr.txt)"
"$WINNOW" verify kept > stdout.txt 2> stderr.txt
same "verify, which reads the data in its workers" "0 " "$? $(cat stderr.txt)"
same "the memory of a cell is still known" "" "$(values kept/timing.tsv peak_KiB | grep -v '^[1-9]' | head -n 1)"

# ---- a kernel that lacks Landlock, or does not grant it

# refusing CALL ERROR ARGUMENT...: winnow, where the kernel refuses the call.
refusing() {
  call=$1
  error=$2
  shift 2
  strace -f -qq -o trace.txt -e trace="$call" -e inject="$call:error=$error" "$WINNOW" "$@" > stdout.txt 2> stderr.txt
  status=$?
}
refusing landlock_create_ruleset ENOSYS --version
if [ "$landlock" = 1 ] || [ $status -ne 0 ]; then
  skip "a kernel without Landlock" "strace is not there or does not know its calls, or the program does without"
  exit 0
fi
has "a kernel without Landlock: it is said" stdout.txt "without Landlock (the kernel, or the container, does not offer it): "
refusing landlock_create_ruleset ENOSYS run here/both.lua --out lacking --record --save-state --quiet
same "a kernel without Landlock: the scenario runs" "0 " "$status $(cat stderr.txt)"
same "a kernel without Landlock: the same bytes" "" "$(cmp kept/cells.tsv lacking/cells.tsv 2>&1)"
refusing landlock_restrict_self EPERM run here/both.lua --out refused --quiet
same "a kernel that does not grant it: nothing runs, and one line says why" \
  "1 winnow: a process that runs a scenario cannot be confined: Landlock: Operation not permitted" "$status $(cat stderr.txt)"
