#!/bin/sh
# Surroundings that must change nothing: reads and writes of a few bytes at a time, a clock that jumps by decades, locales with a decimal comma and
# with a dotless i. Every command gives the same files and the same output as in peace.
# shellcheck disable=SC2154,SC2034 # variables of the libraries, and for them
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/hostile_commands.sh"
mkdir tmp locales
TMPDIR=$work/tmp
export TMPDIR
STARVED=$BUILD/tests/winnow-starved

# same_in NAME WHAT VARIABLE=VALUE...: the command ends as in peace.
same_in() {
  name=$1
  what=$2
  shift 2
  rm -rf now tmp/* && cp -a before now && cd now || exit 1
  program="env $* $STARVED" && play "$name"
  status=$?
  cd ..
  same "$name: $what" "0   " "$status $(head -n 1 stderr.txt | grep -v ' instances, ') $(cmp stdout.txt stdout.reference 2>&1) $(contents now | diff contents.after - | head -n 3)"
}

locales=
for locale in $(sweep "de_DE tr_TR" tr_TR); do
  if localedef -i $locale -f UTF-8 "locales/$locale.UTF-8" > /dev/null 2>&1; then
    locales="$locales $locale"
  else
    skip "in the locale $locale" "localedef cannot make it (package locales)"
  fi
done
for locale in $locales; do
  case $locale in de_DE | tr_TR) separator=0,5 ;; esac
  same "control: how $locale writes a half" "$separator" "$(LOCPATH=$work/locales LC_ALL=$locale.UTF-8 SET_LOCALE='?' "$STARVED")"
done
holds "control: the clock does jump" "$(JUMP_CLOCK=1 "$STARVED" run "$ROOT/examples/01_first_run.lua" --trials 5 --seeds 1 --quiet --out jumped &&
  sed -n 's/ *"\(started\|ended\)": "\([0-9]*\)-.*/\2/p' jumped/manifest.json | tr '\n' ' ' | awk '{ print ($1 > $2 ? $1 - $2 : $2 - $1) }') > 0"
has "the times of the manifest are times" jumped/manifest.json '"started": "'

for name in $commands; do
  prepare "$name"
  rm -rf now && cp -a before now && cd now || exit 1
  program=$STARVED && play "$name"
  cd ..
  cp stdout.txt stdout.reference
  contents now > contents.after
  same_in "$name" "a few bytes at a time" SHORT_TRANSFERS=1
  same_in "$name" "a clock that jumps" JUMP_CLOCK=1
  # What the library has must work in any program; pictures and attacks are the program's own, which keeps to C.
  case $name in plot | report | attack) taken= ;; *) taken=SET_LOCALE=1 ;; esac
  for locale in $locales; do same_in "$name" "in the locale $locale" $taken "LOCPATH=$work/locales" "LC_ALL=$locale.UTF-8"; done
done
for locale in $locales; do
  LOCPATH=$work/locales LC_ALL=$locale.UTF-8 SET_LOCALE=1 "$BUILD/tests/example-starved" > example.txt 2>&1
  same "the library in the locale $locale" 0 $?
  has "the library in the locale $locale: the same numbers" example.txt ", 0 wrong"
done

# Progress with a clock that jumps: no time is negative or beyond an hour.
JUMP_CLOCK=1 "$STARVED" run "$ROOT/examples/01_first_run.lua" --seeds 5 --fresh --out jumped > /dev/null 2> progress.txt
same "progress with a clock that jumps" "" "$(grep -e '-[0-9]\|[0-9][0-9][0-9][0-9] s\|[0-9] [hd]' progress.txt)"
