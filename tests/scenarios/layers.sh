#!/bin/sh
# scripts/layers.py accepts a tree that keeps the rules and names each fault of one that does not. (`make lint` asks it about src/.)
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
if ! command -v python3 > /dev/null; then
  skip layers "no python3"
  exit 0
fi

# tree: a small project in ./tree with three folders, one above the other.
tree() {
  rm -rf tree
  mkdir -p tree/docs tree/src/base tree/src/learners/winnow tree/src/commands
  echo 'Order: base, learners, commands' > tree/docs/architecture.md
  printf 'int text_length(const char *text);\n' > tree/src/base/text.h
  printf '#include "base/text.h"\n\nint text_length(const char *text) {\n  return text[0];\n}\n' > tree/src/base/text.c
  printf '#include "base/text.h"\n' > tree/src/learners/winnow/winnow.c
  printf '#include "learners/learner.h"\n' > tree/src/commands/run.c
  printf '#include "base/text.h"\n' > tree/src/learners/learner.h
}

# fault NAME TEXT: it says TEXT of ./tree, and nothing else.
fault() {
  python3 -B "$ROOT/scripts/layers.py" tree > faults 2>&1
  same "$1: exit status" 1 $?
  same "$1" "$2" "$(cat faults)"
}

tree
same "a sound tree" "" "$(python3 -B "$ROOT/scripts/layers.py" tree 2>&1)"

echo '#include "learners/learner.h"' >> tree/src/base/text.c
fault "an include that points upwards" "a circle: base/text, learners/learner
src/base/text.c: includes learners/learner.h, from a folder above its own"

tree
echo '#include "learners/learner.h"' > tree/src/learners/loss.h
echo '#include "learners/loss.h"' >> tree/src/learners/learner.h
fault "a circle within a folder" "a circle: learners/learner, learners/loss"

tree
printf '#include "base/text.h"\n\nstatic int one(void) {\n  return 1;\n}\n\nint text_width(const char *text) {\n  return one();\n}\n' > tree/src/base/width.c
printf 'int text_width(const char *text);\n' >> tree/src/base/text.h
fault "a header that another file implements" "src/base/width.c: implements text_width of base/text.h"

tree
mkdir tree/src/plot
echo '#include "base/text.h"' > tree/src/plot/axes.c
fault "a folder without a place in the order" "src/plot: is in the order of docs/architecture.md or in src, but not in both"

tree
for number in $(seq 41); do : > "tree/src/learners/winnow/winnow_$number.h"; done
fault "a crowded folder" "src/learners/winnow: 42 files, expected at most 40"

tree
# shellcheck disable=SC2016 # C
printf 'static void look(const char *path) {\n  FILE *a = fopen("/proc/cpuinfo", "re");\n  const int b = open(path, O_RDONLY | O_DIRECTORY);\n}\n' >> tree/src/base/text.c
same "what the system offers and folders are opened anywhere" "" "$(python3 -B "$ROOT/scripts/layers.py" tree 2>&1)"
printf 'static void see(const char *path) {\n  FILE *a = fopen(path, "re");\n}\n' >> tree/src/learners/winnow/winnow.c
fault "a file that is opened elsewhere" "src/learners/winnow/winnow.c: opens a file, which is left to base/file.h"

tree
echo '#include "base/texts.h"' >> tree/src/commands/run.c
fault "a header that does not exist" "src/commands/run.c: includes base/texts.h, which does not exist"
