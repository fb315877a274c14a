#!/bin/sh
# What `make install` puts down works from any directory: the program, the scenarios, and the library for other programs.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
prefix=$work/prefix

case ${CFLAGS:-} in
*-fsanitize* | *--coverage*)
  skip 'make install' 'an instrumented build'
  exit
  ;;
esac

# The folder as `make` itself names it, so that nothing is linked again under the other scripts.
if ! make -s -C "$ROOT" BUILD="${BUILD#"$ROOT"/}" install PREFIX="$prefix" > install.log 2>&1; then
  not_ok 'make install' "$(tail -n 1 install.log)"
  exit
fi
ok 'make install'

if "$prefix/bin/winnow" run close_to_subspace --set n=16 --seeds 1 --trials 20 --quiet 2> run.log; then
  has 'the installed program finds its scenarios' results/close_to_subspace/n=16,seeds=1,trials=20/summary.tsv holds
else
  not_ok 'the installed program finds its scenarios' "$(tail -n 1 run.log)"
fi

share=$prefix/share/winnow-lab
if "$prefix/bin/winnow" run "$share/examples/01_first_run.lua" --trials 20 --quiet 2> run.log; then
  ok 'installed examples run'
else
  not_ok 'installed examples run' "$(tail -n 1 run.log)"
fi
# In a folder without scenarios of its own, all that are listed are those installed.
same 'the list has the installed scenarios, and no others' "$(cd "$ROOT" && ls scenarios/*.lua | sed 's|.*/||; s/[.]lua//' | LC_ALL=C sort)" \
  "$("$prefix/bin/winnow" list scenarios | awk 'NR > 1 { print $1 }' | LC_ALL=C sort)"
for name in members scenario values; do
  if cmp -s "$share/scenarios/types/$name.lua" "$ROOT/scenarios/types/$name.lua"; then
    ok "the annotations are installed: $name"
  else
    not_ok "the annotations are installed: $name" "not there, or different"
  fi
done

for name in submit task merge; do
  if [ -x "$share/scripts/slurm/$name" ]; then
    ok "scripts/slurm/$name is installed and can be run"
  else
    not_ok "scripts/slurm/$name is installed and can be run" "not there, or no program"
  fi
done

# example KIND FLAGS...: the example builds and finds nothing wrong.
example() {
  kind=$1
  shift
  if ${CC:-cc} -std=c11 -Wall -Wextra -Werror -o "example-$kind" "$ROOT/tests/library/example.c" "$@" -lm > compile.log 2>&1 &&
    LD_LIBRARY_PATH=$prefix/lib "./example-$kind" > example.log 2>&1; then
    ok "an example with the $kind library"
  else
    not_ok "an example with the $kind library" "$(cat compile.log example.log 2> /dev/null | tail -n 3 | tr '\n' ' ')"
  fi
}

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
# shellcheck disable=SC2046 # flags are words
example shared $(pkg-config --cflags --libs winnow)
# shellcheck disable=SC2046
example static $(pkg-config --cflags winnow) "$prefix/lib/libwinnow.a" $(pkg-config --static --libs winnow | sed 's/-lwinnow//')

if (cd "$ROOT" && WINNOW=$WINNOW scripts/readme_tables.sh --check) 2> tables.log; then
  ok 'tables, reference and annotations are those of winnow list'
else
  not_ok 'tables, reference and annotations are those of winnow list' "$(cat tables.log)"
fi
