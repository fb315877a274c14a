#!/bin/sh
# The learner of CONTRIBUTING.md is what it says: one file that builds without a warning, and plays as its definition does, computed here
# from the recorded sequence.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
case ${CFLAGS:-} in
*-fsanitize* | *--coverage*)
  skip 'a learner in one file' 'an instrumented build'
  exit
  ;;
esac

# code LANGUAGE: the block of that language.
code() { awk -v language="$1" '$0 == "```" language { inside = 1; next } /^```/ { inside = 0 } inside' "$ROOT/CONTRIBUTING.md"; }
mkdir learners
code c > learners/passive_aggressive.c
code lua > passive.lua
sh "$ROOT/scripts/registry.sh" "$ROOT/src" learners > registry.c
flags=$(sed -n 's/^LIBRARY_CFLAGS := //p' "$BUILD/libraries.mk")
libraries=$(sed -n 's/^LIBRARY_LIBS := //p' "$BUILD/libraries.mk")
# shellcheck disable=SC2086 # flags are words
if ${CC:-cc} -std=c11 -O2 -ffp-contract=off -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wstrict-prototypes -Wmissing-prototypes -Werror -I"$ROOT/src" $flags \
  -o winnow "$BUILD/obj/src/main.o" registry.c learners/passive_aggressive.c "$BUILD/obj/all.a" $libraries 2> compile.log; then
  ok 'a learner in one file: it builds'
else
  not_ok 'a learner in one file: it builds' "$(head -n 3 compile.log)"
  exit
fi
if command -v clang-format > path; then
  clang-format --dry-run -Werror "--style=file:$ROOT/.clang-format" learners/passive_aggressive.c 2> format.log
  same 'a learner in one file: its style' '0 ' "$? $(head -n 2 format.log)"
fi
./winnow list learners passive_aggressive > list.txt
has 'a learner in one file: its parameter' list.txt 'the largest step tau'
"$WINNOW" list learners passive_aggressive 2> unknown.txt
same 'a learner in one file: no other program has it' 2 $?
./winnow run passive.lua --record --save-state --quiet --out results > run.log 2>&1
same 'a learner in one file: a run' '0 ' "$? $(head -n 1 run.log)"
sed 's/c = 0.5/c = 0/' passive.lua > refused.lua
./winnow run refused.lua --out refused 2> refused.txt
same 'a learner in one file: a parameter out of range' 2 $?
has 'a learner in one file: its line' refused.txt 'refused.lua:6: passive_aggressive: c = 0'
./winnow verify results > verify.log 2>&1
same 'a learner in one file: verified' 0 $?

cat > definition.py << 'END'
import json, pathlib, sys
cells = [line.split("\t") for line in open("results/cells.tsv") if not line.startswith("#")]
cell, learner, mistakes_at = cells[0].index("cell"), cells[0].index("learner"), cells[0].index("mistakes")
seen = 0
for row in cells[1:]:
    if row[learner] != "passive_aggressive":
        continue
    header, *trials = [json.loads(line) for line in open(f"results/sequences/{row[cell]}.jsonl")]
    w, mistakes = [0.0] * header["n"], 0
    for trial in trials:
        x = dict(enumerate(trial["x"], 1)) if "x" in trial else dict(zip(trial["index"], trial["value"]))
        score = sum(w[i - 1] * v for i, v in x.items())
        assert abs(score - trial["score"]) < 1e-9, (trial["t"], score, trial["score"])
        assert trial["prediction"] == (1 if trial["score"] >= 0 else -1)
        mistakes += trial["prediction"] != trial["y"]
        tau = min(0.5, max(0.0, 1 - trial["y"] * score) / sum(v * v for v in x.values()))
        for i, v in x.items():
            w[i - 1] += tau * trial["y"] * v
    assert mistakes == int(row[mistakes_at]) and 0 < mistakes < len(trials) // 2
    state = json.loads(pathlib.Path(f"results/states/{row[cell]}.json").read_text())
    kept = state["state"]["w"] if "state" in state else state["w"]
    assert max(abs(a - b) for a, b in zip(kept, w)) < 1e-9
    seen += 1
assert seen == 2, seen
END
if command -v python3 > path; then
  same 'a learner in one file: scores, predictions, mistakes and weights of its definition' '' "$(python3 definition.py 2>&1 | tail -n 1)"
else
  skip 'a learner in one file: its definition' 'python3 is not installed'
fi
# The folder of sources says which functions a descriptor has; what CONTRIBUTING.md names is there.
for name in $(grep -o '`\(src\|tests\|scripts\|docs\)/[a-z_/]*[.][a-z]*`' "$ROOT/CONTRIBUTING.md" | tr -d '\140' | sort -u); do
  [ -e "$ROOT/$name" ] || not_ok "CONTRIBUTING.md: $name" 'there is no such file'
done
