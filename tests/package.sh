#!/bin/sh
# The Debian packages: built from a clone of what is committed, looked at by lintian, unpacked and tried as the packages' own tests do.
# `make test-package`; prints lines as the scripts of tests/scenarios.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/library.sh"
for program in dpkg-buildpackage dh lintian git; do
  if ! command -v "$program" > path; then
    skip 'Debian packages' "$program is not installed (scripts/setup.sh package)"
    exit
  fi
done
# What DEB_ and flags the caller has set are not for this build.
unset CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS BUILD
git clone -q "$ROOT" clone/winnow-lab 2> clone.log || not_ok 'Debian packages: a clone' "$(head -n 1 clone.log)"
cd clone/winnow-lab || exit 1
if DEB_BUILD_OPTIONS='nocheck parallel=2' dpkg-buildpackage -us -uc > ../build.log 2>&1; then
  ok 'Debian packages: they build'
else
  not_ok 'Debian packages: they build' "$(grep -v '^gcc' ../build.log | tail -n 3 | tr '\n' '|')"
  exit
fi
same 'Debian packages: the clone is clean after the build' '' "$(git status --short)"
cd .. || exit 1
same 'Debian packages: source without history and build' '' "$(tar -tf winnow-lab_*.tar.xz | grep -E '/([.]git|build)/' | head -n 3)"
lintian --fail-on error,warning ./*.changes > lintian.log 2>&1
same 'Debian packages: lintian' '0 ' "$? $(grep '^[EW]:' lintian.log | head -n 3 | tr '\n' '|')"

root=$PWD/root
for package in winnow-lab_*.deb libwinnow1_*.deb libwinnow-dev_*.deb python3-winnow-lab_*.deb; do dpkg-deb -x "$package" root; done
same 'Debian packages: nothing says where they were built' '' "$(grep -rlF "$work" root)"
same 'Debian packages: the build folder does' winnow-lab/build/compile.txt "$(grep -lF "$work" winnow-lab/build/compile.txt)"
same 'Debian packages: the revision is that of the package' "winnow $(dpkg-deb -f winnow-lab_*.deb Version) (debian-$(dpkg-deb -f winnow-lab_*.deb Version))" \
  "$(root/usr/bin/winnow --version | head -n 1)"

# The packages' own tests, on the unpacked files.
libraries=$(dirname "$(find "$root/usr/lib" -name libwinnow.a)")
for test in program library python completion; do
  if TMPDIR=$work PATH=$root/usr/bin:$PATH MANPATH=$root/usr/share/man LD_LIBRARY_PATH=$libraries PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root \
    PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 WINNOW_EXAMPLE=$root/usr/share/doc/libwinnow-dev/examples \
    WINNOW_PYTHON=$root/usr/lib/python3/dist-packages WINNOW_COMPLETION=$root/usr/share/bash-completion/completions/winnow winnow-lab/debian/tests/$test > "$test.log" 2>&1; then
    ok "Debian packages: test $test"
  else
    not_ok "Debian packages: test $test" "$(tail -n 2 "$test.log" | tr '\n' '|')"
  fi
done

# The distribution's flags change no result.
cd "$ROOT" || exit 1
for name in close_to_subspace max_cut general_matrix kernel_learning_synthetic; do
  WINNOW=$root/usr/bin/winnow DATA='' sh scripts/reproduce.sh "$name" > "$work/reproduce.log" 2>&1
  same "Debian packages: $name is reproduced" "$name: equal" "$(head -n 1 "$work/reproduce.log")"
done
