#!/bin/sh
# The learner, the problem and the bound of CONTRIBUTING.md are what it says: one file each, which builds without a warning. The learner plays as
# its definition does, and the bound has the value of its theorem; both are computed here from the recorded sequences.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
case ${CFLAGS:-} in
*-fsanitize* | *--coverage*)
  skip 'a learner in one file' 'an instrumented build'
  exit
  ;;
esac

# code LANGUAGE NUMBER: that block of the language, from 1.
code() {
  awk -v language="$1" -v wanted="$2" '$0 == "```" language { inside = ++count == wanted; next } /^```/ { inside = 0 } inside' "$ROOT/CONTRIBUTING.md"
}
mkdir members
code c 1 > members/learner.c
code c 2 > members/problem.c
code c 3 > members/bound.c
code lua 1 > passive.lua
code lua 2 > three.lua
sh "$ROOT/scripts/registry.sh" "$ROOT/src" members > registry.c
flags=$(sed -n 's/^LIBRARY_CFLAGS := //p' "$BUILD/libraries.mk")
libraries=$(sed -n 's/^LIBRARY_LIBS := //p' "$BUILD/libraries.mk")

# build PROGRAM LEARNER: a program with the learner of that file, the problem and the bound.
build() {
  # shellcheck disable=SC2086 # flags are words
  ${CC:-cc} -std=c11 -O2 -ffp-contract=off -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wstrict-prototypes -Wmissing-prototypes -Wno-unused-parameter -Wshadow -Wcast-qual -Werror -I"$ROOT/src" $flags \
    -o "$1" "$BUILD/obj/src/main.o" registry.c "$2" members/problem.c members/bound.c "$BUILD/obj/all.a" $libraries 2> compile.log
}
if build winnow members/learner.c; then
  ok 'a member in one file: learner, problem and bound build'
else
  not_ok 'a member in one file: learner, problem and bound build' "$(head -n 3 compile.log)"
  exit
fi
if command -v clang-format > path; then
  clang-format --dry-run -Werror "--style=file:$ROOT/.clang-format" members/*.c 2> format.log
  same 'a member in one file: its style' '0 ' "$? $(head -n 2 format.log)"
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
    state = json.loads(next(pathlib.Path("results/states").glob(f"*-{row[cell]}.json")).read_text())
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

# ---- the three together

./winnow run three.lua --record --quiet --out three > run.log 2>&1
same 'learner, problem and bound: a run' '0 ' "$? $(head -n 1 run.log)"
./winnow verify three > verify.log 2>&1
same 'learner, problem and bound: verified' 0 $?
for change in 's/n = 11/n = 10/' 's/noise = 0.01/noise = 0.6/'; do
  sed "$change" three.lua > refused.lua
  ./winnow run refused.lua --out refused 2> refused.txt
  same "the problem: $change is refused" 2 $?
  has "the problem: $change, its line" refused.txt 'refused.lua:5: majority: n'
done
# A learner that steps the wrong way breaks its theorem.
sed 's/) \* label, x)/) * -label, x)/' members/learner.c > wrong.c
build wrong wrong.c
./wrong run three.lua --quiet --out wrong_way > run.log 2>&1
same 'the bound: a learner that breaks it' 3 $?

cat > theorem.py << 'END'
import json
def table(path):
    head, *rows = [line.rstrip("\n").split("\t") for line in open(path) if not line.startswith("#")]
    return [dict(zip(head, row)) for row in rows]
rows = table("three/verdicts.tsv")
for row in rows:
    header, *trials = [json.loads(line) for line in open(f"three/sequences/{row['cell']}.jsonl")]
    u, c, flipped, mistakes, hinge, square = header["comparator"]["vector"], 0.1, 0, 0, 0.0, 0.0
    assert set(u) == {-1, 1} and len(u) == 11
    for trial in trials:
        assert set(trial["x"]) <= {-1, 1}
        value = sum(a * b for a, b in zip(u, trial["x"]))
        flipped += value * trial["y"] < 0
        mistakes += trial["prediction"] != trial["y"]
        hinge += max(0, 1 - trial["y"] * value)
        square = max(square, sum(a * a for a in trial["x"]))
    bound = max(square, 1 / c) * (sum(a * a for a in u) + 2 * c * hinge)
    assert (row["bound"], row["verdict"]) == ("passive_aggressive_mistakes", "holds"), row
    assert float(row["measured"]) == mistakes < bound and abs(float(row["value"]) - bound) < 1e-9 * bound, (row, mistakes, bound)
    # of 1000 labels with probability 0.01: more than 35 are less likely than 1e-9
    assert 0 < flipped <= 35, flipped
assert len(rows) == 2, rows
END
if command -v python3 > path; then
  same 'learner, problem and bound: labels, mistakes and the value of the theorem' '' "$(python3 theorem.py 2>&1 | tail -n 1)"
else
  skip 'learner, problem and bound: the theorem' 'python3 is not installed'
fi

# The folder of sources says which functions a descriptor has; what CONTRIBUTING.md names is there.
for name in $(grep -o '`\(src\|tests\|scripts\|docs\)/[a-z_/]*[.][a-z]*`' "$ROOT/CONTRIBUTING.md" | tr -d '\140' | sort -u); do
  [ -e "$ROOT/$name" ] || not_ok "CONTRIBUTING.md: $name" 'there is no such file'
done
