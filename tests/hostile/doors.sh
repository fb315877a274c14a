#!/bin/sh
# What comes from a stranger: scenarios that name programs, result folders with pipes, links and changed files, data that would fill the memory.
# Nothing is started, waited for, followed or signed that a run did not write itself.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"

# said NAME STATUS TEXT COMMAND...: winnow ends by itself with this status, and a line of stderr holds the text.
said() {
  name=$1
  expected=$2
  text=$3
  shift 3
  timeout -k 5 60 "$WINNOW" "$@" < /dev/null > stdout.txt 2> stderr.txt
  same "$name: exit status" "$expected" $?
  has "$name: said" stderr.txt "$text"
}

# ---- programs

mkdir stranger here
cat > stranger/touch.lua << END
return { params = { program = "sh" }, seeds = 1, trials = 2, problem = problem.disjunction { n = 2, r = 1 },
  learners = function(p) return { learner.external { command = { p.program, "-c", "touch $work/touched" } } } end }
END
command='{"sh", "-c", "touch '$work'/touched"} is not started, because it comes from elsewhere; --allow-external starts it'
touched() { [ -e "$work/touched" ] && echo yes && rm "$work/touched"; }
cd here || exit 1
said "a scenario from elsewhere" 2 "../stranger/touch.lua:2: external: command: $command" run ../stranger/touch.lua --out none --quiet
same "a scenario from elsewhere: nothing is started or written" " " "$(touched) $(ls -d none 2> /dev/null)"
said "a link to one" 2 "$command" run ../stranger/touch.lua --out none --quiet
ln -s ../stranger/touch.lua link.lua
said "a link to a scenario from elsewhere" 2 "$command" run link.lua --out none --quiet
rm link.lua
said "attack" 2 "$command" attack ../stranger/touch.lua --out none --quiet
"$WINNOW" run ../stranger/touch.lua --out allowed --quiet --allow-external > stdout.txt 2>&1
same "--allow-external: it is started, and fails as a learner" "1 yes" "$? $(touched)"
"$WINNOW" list scenarios ../stranger/touch.lua > stdout.txt 2>&1
same "a listing starts nothing, and lists it" "0 " "$? $(touched)"

cp ../stranger/touch.lua own.lua
"$WINNOW" run own.lua --out own --quiet > stdout.txt 2>&1
same "a scenario below the working folder: it is started" "1 yes" "$? $(touched)"
mv own.lua other.lua
said "verify: the scenario is not here" 2 "$command" verify own
cp other.lua own.lua
"$WINNOW" verify own > stdout.txt 2>&1
same "verify: the same text is here: it is started" "0 yes" "$? $(touched)"
echo "-- another text" >> own.lua
"$WINNOW" verify own > stdout.txt 2>&1
same "verify: another text is here: nothing is started" "1 " "$? $(touched)"
has "verify: another text is here: said" stdout.txt "$command"
mv own.lua more.lua
"$WINNOW" verify own --allow-external > stdout.txt 2>&1
same "verify --allow-external" "0 yes" "$? $(touched)"
cp other.lua own.lua
"$WINNOW" run own.lua --out overridden --quiet --set program=/bin/sh > stdout.txt 2>&1
same "an override of the user's own" "1 yes" "$? $(touched)"
said "verify: an override in the manifest is a program" 2 '{"/bin/sh", "-c", ' verify overridden
same "verify: an override in the manifest: nothing is started" "" "$(touched)"

mkdir -p prefix/bin prefix/share/winnow-lab/scenarios ../there
cp "$WINNOW" prefix/bin/winnow
cp other.lua prefix/share/winnow-lab/scenarios/touch.lua
(cd ../there && ../here/prefix/bin/winnow run touch --out installed --quiet > stdout.txt 2>&1)
same "an installed scenario: it is started" "1 yes" "$? $(touched)"

cat > said.sh << END
touch "$work/touched"
while read -r line; do
  case \$line in
  '{"hello"'*) echo '{"hello":{"protocol":"winnow-lab pipe 1","saves":true}}' ;;
  '{"predict"'*) echo '{"predict":{"score":1}}' ;;
  '{"update"'*) echo '{"update":{}}' ;;
  '{"save"'*) echo '{"save":{"state":{"a":1}}}' ;;
  '{"load"'*) echo '{"load":{}}' ;;
  esac
done
END
echo 'return { seeds = 1, trials = 2, problem = problem.disjunction { n = 2, r = 1 }, learners = { learner.external { command = { "sh", "said.sh" } } } }' > saved.lua
"$WINNOW" run saved.lua --out saved --save-state --quiet
same "a learner that saves its state" "0 yes" "$? $(touched)"
printf '{"format":"winnow-lab sequence 1","instances":"vector","n":2,"labels":"sign"}\n{"t":1,"x":[1,0],"y":1}\n' > one.jsonl
said "a state names a program" 2 '{"sh", "said.sh"} is not started' predict saved/states/*.json one.jsonl
said "a state names a program: serve" 2 '{"sh", "said.sh"} is not started' serve external --load saved/states/*.json
same "a state names a program: nothing is started" "" "$(touched)"
"$WINNOW" predict saved/states/*.json one.jsonl --allow-external > stdout.txt 2>&1
same "predict --allow-external" "0 yes" "$? $(touched)"
cd .. || exit 1

# ---- pipes in result folders

cat > cells.lua << 'END'
return { title = "Cells", seeds = 2, trials = 20, problem = problem.disjunction { n = 8, r = 1 }, learners = { learner.winnow { r = 1 } },
  plot = { x = "trials", y = "mistakes" } }
END
run_cells() { "$WINNOW" run cells.lua --quiet --record --save-state "$@" > stdout.txt 2> stderr.txt; }
run_cells --out whole
same "the run: exit status 0" 0 $?
state=$(cd whole && find states -name '*.json' | LC_ALL=C sort | head -n 1)
sequence=$(cd whole && find sequences -name '*.jsonl' | LC_ALL=C sort | head -n 1)
cat > rows.jsonl << 'END'
{"format":"winnow-lab sequence 1","instances":"vector","n":8,"labels":"sign"}
{"t":1,"x":[1,0,0,0,0,0,0,0],"y":1}
END

# pipe FILE COMMAND...: in a copy of the folder, called piped, the file is a pipe without a writer; the command says so.
pipe() {
  file=$1
  shift
  rm -rf piped merged
  cp -r whole piped
  rm "piped/$file"
  mkfifo "piped/$file"
  said "a pipe as $file: winnow $1" 2 "piped/$file: is not a regular file" "$@"
}
for file in manifest.json cells.tsv .journal/cells SHA256SUMS "$state" "$sequence"; do
  pipe "$file" run cells.lua --out piped --quiet --record --save-state
  pipe "$file" merge --out merged piped --quiet
  pipe "$file" merge --out piped whole --quiet
done
for file in manifest.json SHA256SUMS; do pipe "$file" verify piped; done
for file in manifest.json summary.tsv; do pipe "$file" report piped --format html --out page.html; done
for file in manifest.json curves.tsv; do pipe "$file" plot piped --format svg --out plots; done
for file in cells.tsv verdicts.tsv; do pipe "$file" compare piped whole; done
pipe "$state" predict "piped/$state" rows.jsonl
pipe .journal/cells run cells.lua --out piped --quiet --dry-run
mkfifo data.libsvm
echo 'return { seeds = 1, problem = problem.libsvm { file = "data.libsvm" }, learners = { learner.winnow {} } }' > data.lua
said "a pipe as data" 2 "data.libsvm: is not a regular file" run data.lua --out none --quiet

# ---- links in result folders

mkdir outside
echo "a secret" > outside/secret
cp outside/secret outside.kept
for link in "$state" "$sequence" cells.tsv .journal/cells; do
  rm -rf linked merged
  cp -r whole linked
  rm "linked/$link"
  ln -s "$work/outside/secret" "linked/$link"
  said "a link as $link: merge" 2 "linked/$link: is a link, which is not followed" merge --out merged linked --quiet
  same "a link as $link: nothing is copied" "no" "$([ -e merged ] && echo yes || echo no)"
done
for part in sequences states stderr .journal; do
  rm -rf linked
  cp -r whole linked
  rm -rf "linked/$part" outside/inner
  mkdir outside/inner
  ln -s "$work/outside/inner" "linked/$part"
  said "a link as $part: run" 2 "linked/$part: is a link, which is not followed" run cells.lua --out linked --quiet --record --save-state
  said "a link as $part: merge into it" 2 "linked/$part: is a link, which is not followed" merge --out linked whole --quiet
  same "a link as $part: nothing is written through it" "" "$(ls -A outside/inner)"
done
same "what the links lead to is as it was" "" "$(diff outside/secret outside.kept)"
ln -s whole named
run_cells --out named
same "the result folder itself may be a link" "0 " "$? $(cat stderr.txt)"

# ---- files that were changed after they were signed

for file in "$state" "$sequence"; do
  rm -rf changed merged
  cp -r whole changed
  echo '{}' >> "changed/$file"
  said "$(dirname "$file") changed: merge" 2 "changed/$file: was changed since SHA256SUMS was written" merge --out merged changed --quiet
  said "$(dirname "$file") changed: merge into it" 2 "changed/$file: was changed since SHA256SUMS was written" merge --out changed whole --quiet
  same "$(dirname "$file") changed: a refusal writes nothing" "no" "$([ -e merged ] && echo yes || echo no)"
  said "$(dirname "$file") changed: run" 0 "changed/$file: was changed since SHA256SUMS was written: its cell runs again" \
    run cells.lua --out changed --quiet --record --save-state
  same "$(dirname "$file") changed: it is made again" "" "$(differences whole changed)"
done
cp -r whole larger
run_cells --out larger --seeds 4
other=$(cd larger && find states -name '*.json' | LC_ALL=C sort | while read -r name; do [ -e "../whole/$name" ] || echo "$name"; done | head -n 1)
run_cells --out larger
cp larger/SHA256SUMS sums.txt
echo '{}' >> "larger/$other"
said "a changed file of another plan's cell" 2 "larger/$other: was changed since SHA256SUMS was written: remove it, or put it back" \
  run cells.lua --out larger --quiet --record --save-state
same "a changed file of another plan's cell: it gets no new sum" "" "$(diff sums.txt larger/SHA256SUMS)"
rm "larger/$other"
run_cells --out larger
same "removed: the run goes on" "0 0" "$? $(grep -c "$other" larger/SHA256SUMS)"
cp "whole/$state" whole/states/0123456789abcdef.json
run_cells --out whole
same "a file of no cell gets no sum" "0 0" "$? $(grep -c 0123456789abcdef whole/SHA256SUMS)"

# ---- data that would fill the memory

echo 'return { seeds = 1, problem = problem.libsvm { file = "bomb.gz" }, learners = { learner.winnow {} } }' > bomb.lua
head -c 16000000 /dev/zero | tr '\0' ' ' | gzip -9 > part.gz
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do cat part.gz; done > bomb.gz
timeout -k 5 60 "$WINNOW" run bomb.lua --out none --quiet > stdout.txt 2> stderr.txt
status=$?
if grep -q 'without zlib' stderr.txt; then
  skip "640 MB in a gzip of 0.6 MB" "built without zlib"
elif grep -q __asan_init "$WINNOW"; then
  skip "640 MB in a gzip of 0.6 MB" "a sanitizer takes more than 10 s for them"
else
  same "640 MB in a gzip of 0.6 MB: exit status" 2 $status
  same "640 MB in a gzip of 0.6 MB: said" 1 "$(grep -c 'needs more than 512 MiB of memory' stderr.txt)"
fi
if grep -q __asan_init "$WINNOW"; then
  skip "a line of 3 million numbers" "a sanitizer takes more memory than there is"
else
  awk 'BEGIN {
    print "{\"format\":\"winnow-lab sequence 1\",\"instances\":\"vector\",\"n\":9000000,\"labels\":\"sign\"}"
    printf "{\"t\":1,\"y\":1,\"x\":[1"
    for (i = 1; i < 9000000; i++) printf ",1"
    print "]}"
  }' > wide.jsonl
  echo 'return { seeds = 1, problem = problem.recorded { file = "wide.jsonl" }, learners = { learner.winnow {} } }' > wide.lua
  said "a line of 9 million numbers" 2 "wide.lua:1: recorded: reading its data needs more than 512 MiB of memory" run wide.lua --out none --quiet
fi
