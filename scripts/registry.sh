#!/bin/sh
# Prints a C file that lists every descriptor defined in the .c files under the given folders.
#
#   scripts/registry.sh src                  what the library and the program know
#   scripts/registry.sh src tests/controls   what the tests' program knows in addition
#
# A descriptor is a definition whose line begins with, for example, `const learner_class learner_matrix_winnow`; adding a
# learner is adding a file. The lists are sorted bytewise by name, so that the order never depends on the file system.
set -eu
LC_ALL=C
export LC_ALL

if [ $# -eq 0 ]; then
  echo "usage: scripts/registry.sh DIR..." >&2
  exit 2
fi
for folder; do
  if [ ! -d "$folder" ]; then
    echo "scripts/registry.sh: $folder is not a folder" >&2
    exit 2
  fi
done

sources=$(find "$@" -name '*.c' | sort)

# names TYPE PREFIX: the names of all definitions of that type, one per line.
names() {
  [ -n "$sources" ] || return 0
  sed -n "s/^const $1 \($2_[A-Za-z0-9_]*\).*/\1/p" $sources | sort -u
}

# list TYPE PREFIX PLURAL SINGULAR: the array registry_PLURAL, closed by NULL, and its length registry_SINGULAR_count.
list() {
  found=$(names "$1" "$2")
  count=0
  echo
  for name in $found; do
    echo "extern const $1 $name;"
    count=$((count + 1))
  done
  echo "extern const $1 *const registry_$3[];"
  echo "extern const size_t registry_$4_count;"
  echo "const $1 *const registry_$3[] = {"
  for name in $found; do
    echo "  &$name,"
  done
  echo "  NULL,"
  echo "};"
  echo "const size_t registry_$4_count = $count;"
}

echo "/* Made by scripts/registry.sh; changes are lost. */"
echo "#include <stddef.h>"
echo
echo '#include "bounds/bound.h"'
echo '#include "learners/learner.h"'
echo '#include "linalg/eigen.h"'
echo '#include "problems/problem.h"'
list learner_class learner learners learner
list problem_class problem problems problem
list bound_class bound bounds bound
list eigen_backend eigen eigen_backends eigen_backend
