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

# From a copy of what was built: other scripts use the original, which nothing may change while they run.
built=$work/built
mkdir "$built"
find "$BUILD" -mindepth 1 -maxdepth 1 \( -type f -o -name obj -o -name man \) -exec cp -a {} "$built" \;
if ! make -s -C "$ROOT" BUILD="$built" install PREFIX="$prefix" > install.log 2>&1; then
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
has 'where it found them' results/close_to_subspace/n=16,seeds=1,trials=20/manifest.json "\"path\": \"$share/scenarios/close_to_subspace.lua\""
"$prefix/bin/winnow" run close_to_subspac 2> run.log
same "a misspelt name: the nearest of the installed ones" "2 winnow: close_to_subspac: no such scenario; nearest: close_to_subspace, close_to_subspace_scaling, noisy_subspace (winnow list scenarios)" "$? $(cat run.log)"
if "$prefix/bin/winnow" run "$share/examples/01_first_run.lua" --trials 20 --quiet 2> run.log; then
  ok 'installed examples run'
else
  not_ok 'installed examples run' "$(tail -n 1 run.log)"
fi
# In a folder without scenarios of its own, all that are listed are those installed.
same 'the list has the installed scenarios, and no others' "$(cd "$ROOT" && ls scenarios/*.lua | sed 's|.*/||; s/[.]lua//' | LC_ALL=C sort)" \
  "$("$prefix/bin/winnow" list scenarios | awk 'NR > 1 && $1 != "invalid:" { print $1 }' | LC_ALL=C sort)"
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

# ---- the library

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

# sequences KIND LIBRARIES [VARIABLE]: the installed example builds with its own Makefile, also over another kind, and needs so many shared
# libraries of ours; errs, but no more than the theorem allows.
sequences() {
  kind=$1
  ours=$2
  shift 2
  mkdir -p sequences
  cp -p "$share/examples/libwinnow"/* sequences
  if ! make -s -C sequences CC="${CC:-cc}" CFLAGS=-Werror "$@" > sequences.make 2>&1; then
    not_ok "examples/libwinnow, $kind: it builds" "$(tail -n 3 sequences.make)"
    return
  fi
  LD_LIBRARY_PATH=$prefix/lib sequences/sequences > "sequences.$kind" 2>&1
  same "examples/libwinnow, $kind: exit status" 0 $?
  same "examples/libwinnow, $kind: shared libraries of ours" "$ours" "$(LD_LIBRARY_PATH=$prefix/lib ldd sequences/sequences | grep -c libwinnow)"
  # r ln(n/r)/b, 1/b = 7.182243 at gap 1/2 and half of that at gap 1 (theorem 2)
  for case in 'disjunction 3.591121 3 100' 'subspace 7.182243 2 60'; do
    # shellcheck disable=SC2086 # words
    set -- $case
    mistakes=$(sed -n "s/^$1: \([0-9]*\) mistakes, bound .*/\1/p" "sequences.$kind")
    bound=$(sed -n "s/^$1: .* bound \([0-9.]*\)$/\1/p" "sequences.$kind")
    holds "examples/libwinnow, $kind: $1: the bound" "($bound - $2 * $3 * log($4 / $3))^2 < 1e-8"
    holds "examples/libwinnow, $kind: $1: mistakes" "$mistakes > 0 && $mistakes <= $bound"
  done
}

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
# shellcheck disable=SC2046 # flags are words
example shared $(pkg-config --cflags --libs winnow)
# shellcheck disable=SC2046
example static $(pkg-config --cflags winnow) "$prefix/lib/libwinnow.a" $(pkg-config --static --libs winnow | sed 's/-lwinnow//')
sequences shared 1
sequences static 0 STATIC=1
same 'examples/libwinnow: both libraries play alike' '' "$(diff sequences.shared sequences.static)"

# What the header declares, what the map lists and what the libraries show.
declared=$(sed -n 's/^[a-z].*[ *]\(winnow_[a-z_]*\)(.*/\1/p' "$prefix/include/winnow.h" | LC_ALL=C sort | tr '\n' ' ')
same 'libwinnow: names of the map' "$declared" "$(sed -n 's/^ *\(winnow_[a-z_]*\);$/\1/p' "$ROOT/src/winnow.map" | LC_ALL=C sort | tr '\n' ' ')"
versions=$(awk '/^WINNOW_.* {$/ { node = $1 } /^    winnow_/ { sub(";", "", $1); print $1 "@@" node }' "$ROOT/src/winnow.map" | LC_ALL=C sort | tr '\n' ' ')
same 'libwinnow: the names of 1.0 keep their version' 6 "$(echo "$versions" | tr ' ' '\n' | grep -c '@@WINNOW_1$')"
same 'libwinnow: names of the shared library, with their version' "$versions" \
  "$(nm -D --defined-only --with-symbol-versions "$prefix/lib/libwinnow.so" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort | tr '\n' ' ')"
same 'libwinnow: names of the static library' "$declared" \
  "$(nm --defined-only --extern-only "$prefix/lib/libwinnow.a" 2> /dev/null | awk 'NF == 3 { print $3 }' | LC_ALL=C sort | tr '\n' ' ')"
holds "libwinnow: the build's own archive shows all names" "$(nm --defined-only --extern-only "$BUILD/obj/all.a" 2> /dev/null | grep -c ' T ') > 500"
same 'libwinnow: name of the shared library' libwinnow.so.1 "$(objdump -p "$prefix/lib/libwinnow.so" | awk '$1 == "SONAME" { print $2 }')"
same 'libwinnow: Lua is not asked for' '' "$(objdump -p "$prefix/lib/libwinnow.so" | grep -i 'NEEDED.*lua'; pkg-config --static --libs winnow | grep -i lua)"
echo '#include <winnow.h>' > header.c
cp header.c header.cc
if ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only header.c 2> header.log; then
  ok 'winnow.h in C99'
else
  not_ok 'winnow.h in C99' "$(head -n 2 header.log)"
fi
if command -v c++ > cxx.path; then
  c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only header.cc 2> header.log
  same 'winnow.h in C++11' '0 ' "$? $(head -n 2 header.log)"
else
  skip 'winnow.h in C++11' 'no C++ compiler'
fi

version=$(sed -n 's/^#define WINNOW_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$prefix/include/winnow.h" | paste -s -d.)
same 'the version: program' "$version" "$("$prefix/bin/winnow" --version | head -n 1 | cut -d ' ' -f 2)"
same 'the version: library' "version $version, 0 wrong" "$(cat example.log)"
same 'the version: pkg-config' "$version" "$(pkg-config --modversion winnow)"
same 'the version: CHANGELOG.md' "$version" "$(sed -n 's/^## \([0-9.]*\) - .*/\1/p' "$ROOT/CHANGELOG.md" | head -n 1)"
same 'the version: Python module' "$version" "$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$ROOT/python/winnowlab/version.py")"
same 'the version: CITATION.cff' "$version" "$(sed -n 's/^version: //p' "$ROOT/CITATION.cff")"
same 'the version: debian/changelog' "winnow-lab ($version)" "$(sed -n '1s/).*/)/p' "$ROOT/debian/changelog")"
released=$(sed -n "s/^## $version - //p" "$ROOT/CHANGELOG.md")
same 'the date: CITATION.cff' "$released" "$(sed -n 's/^date-released: //p' "$ROOT/CITATION.cff")"
same 'the date: debian/changelog' "$released" "$(date -u -d "$(sed -n 's/^ -- .*  //p' "$ROOT/debian/changelog" | head -n 1)" +%Y-%m-%d)"

# ---- other places

# listing FOLDER: files with their contents, and links
listing() { (cd "$1" && find . -type f -exec cksum {} + -o -type l -exec readlink {} + -o -print | LC_ALL=C sort); }

# Moved, and where nothing can be written, by somebody who owns nothing of it.
mv "$prefix" "$work/moved away"
mkdir empty
chmod 755 "$work"
chmod 777 empty
chmod -R a-w "$work/moved away"
listing "$work/moved away" > before
as_nobody=
if [ "$(id -u)" -eq 0 ] && command -v setpriv > setpriv.path; then
  as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
(cd empty && HOME=/nonexistent $as_nobody "$work/moved away/bin/winnow" new mine && HOME=/nonexistent $as_nobody "$work/moved away/bin/winnow" run \
  close_to_subspace --set n=16 --seeds 1 --trials 20 --quiet) > moved.log 2>&1
same 'moved and read-only: the program runs' '0 mine.lua' "$? $(cat moved.log)"
same 'moved and read-only: results are written where it is called' 'mine.lua results ' "$(find empty -mindepth 1 -maxdepth 1 | sed 's|.*/||' | LC_ALL=C sort | tr '\n' ' ')"
listing "$work/moved away" > after
same 'moved and read-only: nothing is changed there' '' "$(diff before after)"
chmod -R u+w "$work/moved away"
# As docs/library.md says; what pkg-config prints has its blanks escaped.
PKG_CONFIG_PATH="$work/moved away/lib/pkgconfig"
if eval "${CC:-cc} -std=c11 -o moved-example '$ROOT/tests/library/example.c' $(pkg-config --cflags --libs winnow) -Wl,-rpath,$(pkg-config --variable=libdir winnow) -lm" 2> compile.log; then
  same 'moved: a program finds the library by its rpath' "version $version, 0 wrong" "$(./moved-example 2>&1)"
else
  not_ok 'moved: winnow.pc' "$(head -n 2 compile.log)"
fi

# The folder that the build names, for installations whose parts lie elsewhere; the object alone is made again.
mkdir -p elsewhere/winnow-lab/scenarios apart
cp "$ROOT/scenarios/disjunction.lua" elsewhere/winnow-lab/scenarios/only_here.lua
libraries=$(sed -n 's/^LIBRARY_LIBS := //p' "$BUILD/libraries.mk")
# shellcheck disable=SC2086 # flags are words
if ${CC:-cc} -std=c11 -I"$ROOT/src" -DBUILD_DATA="\"$work/elsewhere/winnow-lab\"" -c -o build_info.o "$ROOT/src/base/build_info.c" 2> link.log &&
  ${CC:-cc} -o apart/winnow "$BUILD/obj/src/main.o" build_info.o "$BUILD/obj/all.a" $libraries 2>> link.log; then
  same 'data in another folder: its scenarios' only_here "$(apart/winnow list scenarios | awk 'NR > 1 { print $1 }')"
else
  not_ok 'data in another folder: its scenarios' "$(head -n 3 link.log)"
fi

# Staged, in folders of a distribution, where others have files as well; then taken away.
usr=$work/stage/usr
mkdir -p "$usr/share/man/man1" "$usr/lib" "$usr/share/winnow-lab/scenarios"
touch "$usr/share/man/man1/other.1" "$usr/lib/libwinnowing.so" "$usr/share/winnow-lab/scenarios/users_own.lua"
(cd "$work/stage" && find . | LC_ALL=C sort) > before
staged() { make -s -C "$ROOT" BUILD="$built" "$1" DESTDIR="$work/stage" PREFIX=/usr libdir=/usr/lib/a-b pkgconfigdir=/usr/share/pkgconfig; }
if staged install > stage.log 2>&1; then
  ok 'a staged installation'
else
  not_ok 'a staged installation' "$(tail -n 2 stage.log)"
fi
same 'staged: nothing says where the stage is' '' "$(grep -rlF "$work" "$work/stage")"
same 'staged: libraries' 'libwinnow.a libwinnow.so libwinnow.so.1 ' "$(find "$usr/lib/a-b" ! -name '*.*.*.*' ! -type d | sed 's|.*/||' | LC_ALL=C sort | tr '\n' ' ')"
same 'staged: pkg-config' '-L/usr/lib/a-b -lwinnow' \
  "$(PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 PKG_CONFIG_PATH=$usr/share/pkgconfig pkg-config --libs winnow | sed 's/ *$//')"
same 'staged: modes' '' "$(find "$work/stage" -type f -newer before ! -perm 644 ! -perm 755)"
for command in $("$WINNOW" --help | sed -n 's/^  winnow \([a-z][a-z]*\) .*/\1/p'); do
  [ -e "$usr/share/man/man1/winnow-$command.1" ] || not_ok "staged: a manual page of $command" 'not there'
done
touch "$usr/lib/a-b/libwinnow.so.1.0.0" # of a version before
staged uninstall > stage.log 2>&1
(cd "$work/stage" && find . | LC_ALL=C sort) > after
same 'uninstall takes away what install put, and nothing else' '' "$(cat stage.log; diff before after)"

# ---- what make takes and writes

make -s -C "$ROOT" BUILD='two words' > build.log 2>&1
same 'BUILD with a blank is refused' '2 BUILD=two words: expected a folder without blanks in its name.  Stop.' "$? $(sed -n 's/.*[*] BUILD/BUILD/p' build.log)"
cat > read_only.sh << END
mount --bind '$ROOT' '$ROOT' && mount -o remount,ro,bind '$ROOT' && mount --bind '$work/built' '$work/built' && mount -o remount,ro,bind '$work/built' || exit 77
cd '$ROOT' && make -s BUILD='$built' experiment SCEN=disjunction SEEDS=1 TRIALS=20 OUT='$work/only'
END
unshare -m sh read_only.sh > read_only.log 2>&1
case $? in
0) same 'make experiment OUT= in a tree that cannot be written: results and pictures' 'mistakes.svg summary.tsv' "$(cd only && echo plots/*.svg summary.tsv | sed 's|plots/||')" ;;
1 | 77 | 127) skip 'make experiment OUT= in a tree that cannot be written' "$(head -n 1 read_only.log)" ;;
*) not_ok 'make experiment OUT= in a tree that cannot be written' "$(tail -n 2 read_only.log | tr '\n' '|')" ;;
esac

if ! built_with GLPK; then
  skip 'tables, reference and annotations are those of winnow list' "built without GLPK, which an example needs"
elif (cd "$ROOT" && WINNOW=$WINNOW python3 -B scripts/member_tables.py --check) 2> tables.log; then
  ok 'tables, reference and annotations are those of winnow list'
else
  not_ok 'tables, reference and annotations are those of winnow list' "$(cat tables.log)"
fi
