#!/bin/sh
# Scenarios that would never end are ended: by the ten seconds of the evaluation, or the memory it has. All at the same time.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

cat > loop.lua << 'END'
local n = 0
while true do n = n + 1 end
END
cat > swallow.lua << 'END'
while true do
  pcall(function() while true do end end)
end
END
cat > deep_swallow.lua << 'END'
local function again() return xpcall(function() while true do end end, again) end
while true do again() end
END
cat > pattern.lua << 'END'
local text = ("a"):rep(40)
return { title = text:find(("a?"):rep(40) .. ("a"):rep(40) .. "b") }
END
cat > metamethod.lua << 'END'
local t = setmetatable({}, { __index = function(t, k) return t[k + 1] and 1 or 2 end })
local function forever(p) while true do end end
return { params = { n = 1 }, trials = forever, problem = problem.disjunction { n = 4 }, learners = learner.winnow {} }
END
cat > move.lua << 'END'
table.move({}, 1, 1e15, 2)
END
cat > memory.lua << 'END'
local text = ("x"):rep(1000000)
while true do text = text .. text end
END
cat > swallowed_memory.lua << 'END'
local t = {}
while true do pcall(function() t[#t + 1] = ("x"):rep(100000000) .. #t end) end
END
cat > once.lua << 'END'
local t = ("x"):rep(600000000)
END

# start NAME: a run that the shell itself ends after 30 s
start() {
  before=$(date +%s.%N)
  timeout 30 "$WINNOW" run "$1.lua" --out "$1" > "$1.stdout" 2> "$1.stderr"
  echo "$? $(echo "$before $(date +%s.%N)" | awk '{ print $2 - $1 }')" > "$1.end"
}
names="loop swallow deep_swallow pattern metamethod move memory swallowed_memory once"
for name in $names; do start "$name" & done
wait

for name in $names; do
  read -r status seconds < "$name.end"
  same "$name: exit status 2" 2 "$status"
  holds "$name: ends in time ($seconds s)" "$seconds < 25"
  same "$name: one line" 1 "$(wc -l < "$name.stderr")"
  same "$name: nothing is written" 0 "$(find . -maxdepth 1 -type d -name "$name" | wc -l)"
  case $name in
    loop) has "$name: says why" "$name.stderr" "loop.lua:2: evaluation took longer than 10 s" ;;
    metamethod) has "$name: says why" "$name.stderr" "metamethod.lua:2: evaluation took longer than 10 s" ;;
    memory) # whichever limit comes first on a busy machine
      if grep -q 'needs more than 512 MiB of memory\|took longer than 10 s' memory.stderr; then
        ok "memory: says why"
      else
        not_ok "memory: says why" "$(cat memory.stderr)"
      fi
      ;;
    once) has "$name: says why" "$name.stderr" "needs more than 512 MiB of memory" ;;
    *) has "$name: says why" "$name.stderr" "evaluation took longer than 10 s" ;;
  esac
done
