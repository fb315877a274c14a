#!/bin/sh
# The annotations for editors say what the program takes: members as the lists have them, fields as refusals name the valid ones, values as
# a scenario finds them.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
types=$ROOT/scenarios/types

if command -v luac > /dev/null; then
  for name in members scenario values; do
    if luac -p "$types/$name.lua" 2> parse.txt; then ok "types: $name.lua is Lua"; else not_ok "types: $name.lua is Lua" "$(cat parse.txt)"; fi
  done
else
  skip "types: they are Lua" "luac is not installed"
fi

cat "$types/members.lua" "$types/scenario.lua" > classes.lua

# fields CLASS FILE: the fields that the annotations declare for it, sorted, on one line.
fields() {
  awk -v class="$1" '
    $1 == "---@class" { name = $2 == "(exact)" ? $3 : $2; sub(":$", "", name); inside = name == class; next }
    inside && $1 == "---@field" { sub("[?]$", "", $2); print $2; next }
    !/^---/ { inside = 0 }' "$2" | LC_ALL=C sort | tr '\n' ' '
}

# Every member, and every parameter that the list of the member shows: the first word of a line before one with its type, far indented.
missing=
members=0
for kind in learners problems bounds; do
  for name in $("$WINNOW" list "$kind" | sed -n 's/^  \([a-z_]*\)  .*/\1/p'); do
    members=$((members + 1))
    listed=$("$WINNOW" list "$kind" "$name" |
      awk 'substr($0, 1, 19) ~ /^ +$/ { print before } { before = $1 }' |
      LC_ALL=C sort | tr '\n' ' ')
    declared=$(fields "${kind%s}.$name.options" "$types/members.lua")
    [ "$kind" != learners ] || listed=$(printf '%slabel' "$listed" | tr ' ' '\n' | LC_ALL=C sort | tr '\n' ' ')
    grep -q "^function ${kind%s}\\.$name(options) end$" "$types/members.lua" || missing="$missing $name"
    [ "$listed" = "$declared" ] || missing="$missing $name: '$listed' '$declared'"
  done
done
same "types: every member with its parameters" "" "$missing"
holds "types: there are members" "$members > 100"

# valid: the sorted names in the "(valid: ...)" of a refusal, on one line.
valid() {
  "$WINNOW" run "$1" --out never 2>&1 | sed -n 's/.*(valid: \([^)]*\)).*/\1/p' | tr -d ' ' | tr ',' '\n' | LC_ALL=C sort | tr '\n' ' '
}
# refused NAME CLASS TEXT: the scenario is refused for the field zzzzzzzz, and the valid ones are those of the class.
refused() {
  printf '%s\n' "$3" > refused.lua
  same "types: the fields of $1" "$(valid refused.lua)" "$(fields "$2" classes.lua)"
}
refused "a scenario" scenario 'return { zzzzzzzz = 1 }'
players='problem = problem.disjunction { n = 4 }, learners = learner.winnow {}, trials = 2'
refused "a plot" plot "return { $players, plot = { zzzzzzzz = 1 } }"
refused "a mark" plot.mark "return { $players, params = { a = 1, b = 1 },
  plot = { kind = 'heat', x = 'a', y = 'b', mark = { { zzzzzzzz = 1 } } } }"
refused "custom learners" custom.learner "local m = learner.custom { name = 'm', zzzzzzzz = 1 } return { $players, learners = m {} }"
refused "custom problems" custom.problem "local m = problem.custom { name = 'm', zzzzzzzz = 1 } return { $players, problem = m {} }"
refused "custom bounds" custom.bound "local m = bound.custom { name = 'm', zzzzzzzz = 1 } return { $players, bounds = m {} }"
refused "facts" custom.facts "local m = problem.custom { name = 'm', facts = { zzzzzzzz = 1 }, create = print, next = print }
  return { $players, problem = m {} }"
refused "parameters of custom members" custom.parameter "local m = learner.custom { name = 'm', instances = 'vector',
  parameters = { a = { zzzzzzzz = 1 } }, create = print, predict = print, update = print } return { $players, learners = m {} }"

observables=$(sed -n 's/^---| "\([^"]*\)" # .*/\1/p' "$types/members.lua" | LC_ALL=C sort | tr '\n' ' ')
printf 'return { %s, observe = { "zzzzzzzz" } }\n' "$players" > observe.lua
same "types: quantities to observe" "$(valid observe.lua | sed 's/constant:NAME //')" "$observables"

# Methods, fields and functions that values are said to have.
{
  echo 'local values = { vec = vec(2), sparse = sparse(2, { [1] = 1 }), mat = mat(2, 2), parameter = spectral { n = 2 },'
  echo '  learner = learner, problem = problem, bound = bound }'
  grep -v '[.]options) end$\|^function partner' "$types/values.lua" "$types/scenario.lua" | sed -n \
    -e 's/^[^:]*:function \([a-z]*\):\([a-z_0-9]*\)(.*/assert(values.\1.\2, "\1 has no \2")/p' \
    -e 's/^[^:]*:function \([a-z]*\)[.]\([a-z_0-9]*\)(.*/assert(\1.\2, "\1 has no \2")/p'
  sed -n 's/^---@field \([a-z_]*\) [a-z_]* *.*/\1/p' "$types/values.lua" | grep -x 'n\|m\|rank\|representation\|link\|kind\|error\|trace_error' |
    sort -u | sed 's/.*/assert(values.parameter.& ~= nil)/'
  echo 'assert(values.sparse.count == 1 and values.mat.rows == 2 and values.mat.columns == 2)'
  echo "return { $players }"
} > values.lua
holds "types: there are methods" "$(grep -c 'has no' values.lua) >= 90"
"$WINNOW" run values.lua --out values --quiet > values.txt 2>&1
same "types: the methods are there" "0 " "$? $(cat values.txt)"
sed 's/values[.]vec[.]copy/values.vec.copies/' values.lua > absent.lua
"$WINNOW" run absent.lua --out absent --quiet > absent.txt 2>&1
same "types: a method that is not there would be seen" 2 $?
# The other way round: what the sources register for these values is annotated.
missing=
names=$(grep -rl --include='*.c' '^const value_functions \|value_type_open(lua\|spectral_type' "$ROOT/src/script/values" | xargs cat |
  grep -o '{"[a-z][a-z_0-9]*", [a-z_]*}' | sed 's/{"\([^"]*\)".*/\1/' | sort -u)
for name in $names; do
  grep -q "^function [a-z]*[:.]$name(" "$types/values.lua" || missing="$missing $name"
done
same "types: no method without annotation" "" "$missing"
holds "types: the sources register methods" "$(echo "$names" | wc -w) > 30"

# The lists of scenarios do not show them.
same "types: no scenarios" 0 "$(cd "$ROOT" && "$WINNOW" list scenarios | grep -c 'members\|values\|@meta')"
