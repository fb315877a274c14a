#!/bin/sh
# `winnow run --watch`: a saved scenario runs again, only what changed; mistakes in it are shown, and the last pictures stay.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# write TITLE SEEDS
write() {
  cat > new.lua << END
return { title = "$1", seeds = $2, trials = 20, problem = function() return problem.disjunction { n = 8, r = 1 } end,
  learners = function() return { learner.winnow { r = 1 } } end, plot = { x = "trials", y = "mistakes" } }
END
  mv new.lua idea.lua
}

# await PATTERN: a line of the page's state within a minute.
await() {
  tries=0
  until grep -qF "$1" plots/idea/state.js 2> /dev/null; do
    tries=$((tries + 1))
    [ $tries -gt 600 ] && break
    sleep 0.1
  done
  has "the page: $1" plots/idea/state.js "$1"
}

write first 3
"$WINNOW" run idea.lua --watch > out.txt 2> errors.txt &
watching=$!
await '"title":"first","pictures":["mistakes"]}'
same "a page" yes "$(test -s plots/idea/index.html && echo yes)"
same "a picture" yes "$(test -s plots/idea/mistakes.svg && echo yes)"
records=$(cat results/idea/.journal/cells | wc -l)
write second 3
await '"title":"second","pictures":["mistakes"]}'
same "another title runs no cell again" "$records" "$(cat results/idea/.journal/cells | wc -l)"
echo 'return {' > new.lua
mv new.lua idea.lua
await '"error":"idea.lua:2: unexpected symbol'
same "the picture stays" yes "$(test -s plots/idea/mistakes.svg && echo yes)"
has "said on the terminal, too" errors.txt "winnow: idea.lua:2: unexpected symbol near <eof>"
write third 5
await '"title":"third","pictures":["mistakes"]}'
same "two more cells" 5 "$(grep -vc '^#\|^cell' results/idea/cells.tsv)"
kill -INT $watching
wait $watching
same "Ctrl-C ends it" 130 $?
"$WINNOW" run idea.lua --watch --quiet > out.txt 2> errors.txt
same "with another option: exit status" 2 $?
has "with another option: said" errors.txt "winnow: --watch: expected without --run-time, --shard, --dry-run and --quiet"

mkdir -p killed/.journal
"$WINNOW" plot killed > out.txt 2> errors.txt
has "a run that was killed: said" errors.txt "winnow: killed: the run has not ended and has no manifest.json yet; winnow run goes on with it"

# plotted NAME SAID
plotted() {
  "$WINNOW" plot killed > out.txt 2> errors.txt
  same "$1: exit status, lines" "2 1" "$? $(wc -l < errors.txt)"
  has "$1: said" errors.txt "winnow: killed$2"
}
cp results/idea/manifest.json killed/.journal
: > killed/.journal/cells
plotted "killed before its first cell" ": the run has not ended, and no cell has finished; winnow run goes on with it"
ln -sf ../../results/idea/.journal/cells killed/.journal
plotted "a link in a killed run" "/.journal/cells: is a link"
echo '{}' > killed/.journal/manifest.json
rm killed/.journal/cells
plotted "a killed run of nothing" "/.journal/manifest.json: its format is missing"
