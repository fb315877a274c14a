#!/bin/sh
# Checks that the packages a task needs are installed, and installs missing ones where that is allowed.
#
#   scripts/setup.sh GROUP...    groups: build test lint fuzz coverage valgrind bench browser package site play cluster python wheel arm64 proofs
#   scripts/setup.sh --flags     prints the make variables LIBRARY_CFLAGS and LIBRARY_LIBS
#
# Four libraries are optional: --flags uses those that it finds. WITHOUT="glpk libsvm zlib seccomp" neither installs nor uses them.
#
# It installs missing packages with apt-get if it runs as root, or through sudo if that asks for no password. Otherwise it prints
# the one command to type and ends with status 1. SETUP_INSTALL=no never installs.
set -u

# group | how to find it | apt | dnf | pacman ("-": not packaged there)
#   command A,B   one of these programs      library A,B   one of these pkg-config modules
#   file A,B      one of these files
#   module X      a module of the Python of the benches and of test-python
#   compile X     a check below named probe_X
# A `?` marks what is recommended: it is installed like the others, and the task does without where that cannot be.
table() {
  cat << 'END'
build    command cc,gcc,clang                        gcc                   gcc                 gcc
build    compile libc                                libc6-dev             glibc-devel         glibc
build    command make                                make                  make                make
build    command pkg-config                          pkg-config            pkgconf-pkg-config  pkgconf
build    library gsl                                 libgsl-dev            gsl-devel           gsl
build    library lua5.4,lua-5.4,lua                  liblua5.4-dev         lua-devel           lua
build    library libcjson                            libcjson-dev          cjson-devel         cjson
build    library libxxhash                           libxxhash-dev         xxhash-devel        xxhash
build    library libmd                               libmd-dev             libmd-devel         libmd
build    command gnuplot                             gnuplot-nox           gnuplot             gnuplot
build    file?   /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf,/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf,/usr/share/fonts/TTF/DejaVuSans.ttf fonts-dejavu-core dejavu-sans-fonts ttf-dejavu
build    compile? glpk                               libglpk-dev           glpk-devel          glpk
build    compile? libsvm                             libsvm-dev            libsvm-devel        libsvm
build    compile? zlib                               zlib1g-dev            zlib-devel          zlib
build    compile? seccomp                            libseccomp-dev        libseccomp-devel    libseccomp
test     library criterion                           libcriterion-dev      criterion-devel     -
test     command cram,cram3                          python3-cram          python3-cram        -
test     command python3                             python3               python3             python
test     file?   /usr/bin/strace                     strace                strace              strace
test     file?   /usr/share/i18n/locales/de_DE       locales               glibc-locale-source glibc
lint     command clang-format                        clang-format          clang-tools-extra   clang
lint     command clang-tidy                          clang-tidy            clang-tools-extra   clang
lint     command cppcheck                            cppcheck              cppcheck            cppcheck
lint     command luacheck                            lua-check             lua-check           luacheck
lint     command shellcheck                          shellcheck            ShellCheck          shellcheck
lint     command python3                               python3               python3             python
fuzz     command clang                               clang                 clang               clang
fuzz     compile fuzzer                              libclang-rt-dev       compiler-rt         compiler-rt
coverage command gcovr                               gcovr                 gcovr               gcovr
coverage command gcov                                gcc                   gcc                 gcc
valgrind command valgrind                            valgrind              valgrind            valgrind
browser  command chromium,chromium-browser,google-chrome chromium           chromium            chromium
browser  command node                                nodejs                nodejs              nodejs
browser  command npm                                 npm                   nodejs-npm          npm
package  command dpkg-buildpackage                   dpkg-dev              -                   -
package  command dh                                  debhelper             -                   -
package  command lintian                             lintian               -                   -
package  command dh_python3                          dh-python             -                   -
package  command fakeroot                            fakeroot              -                   -
package  command man                                 man-db                man-db              man-db
package  command mandoc                              mandoc                mandoc              mandoc
package  command zsh                                 zsh                   zsh                 zsh
package  command c++,g++,clang++                     g++                   gcc-c++             gcc
site     command pandoc                              pandoc              pandoc              pandoc-cli
site     command mandoc                              mandoc              mandoc              mandoc
site     command python3                             python3             python3             python
wheel    command python3                             python3             python3             python
play     command emcc                                emscripten            emscripten          emscripten
play     command dpkg-source                         dpkg-dev              -                   -
play     command python3                             python3               python3             python
cluster  command sbatch                              slurm-wlm           slurm-slurmctld     -
cluster  command munge                               munge               munge               munge
cluster  command parallel                            parallel            parallel            parallel
arm64    command aarch64-linux-gnu-gcc               gcc-aarch64-linux-gnu gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc
arm64    command qemu-aarch64                        qemu-user             qemu-user           qemu-user
arm64    command dpkg-deb                            dpkg                  -                   -
bench    module numpy                                python3-numpy         python3-numpy       python-numpy
bench    module? sklearn                             python3-sklearn       python3-scikit-learn python-scikit-learn
bench    compile? openblas                           libopenblas0-pthread  openblas-threads    openblas
python   command python3                             python3               python3             python
python   module? numpy                               python3-numpy         python3-numpy       python-numpy
python   module? scipy                               python3-scipy         python3-scipy       python-scipy
python   module? sklearn                             python3-sklearn       python3-scikit-learn python-scikit-learn
python   module? pandas                              python3-pandas        python3-pandas      python-pandas
python   module? pytest                              python3-pytest        python3-pytest      python-pytest
python   module? mypy                                python3-mypy          python3-mypy        mypy
python   module? flake8                              python3-flake8        python3-flake8      flake8
python   module? pip                                 python3-pip           python3-pip         python-pip
python   module? nbconvert                           python3-nbconvert     python3-nbconvert   jupyter-nbconvert
python   module? ipykernel                           python3-ipykernel     python3-ipykernel   python-ipykernel
proofs   command? coqc                               coq                   coq                 coq
proofs   file?   /usr/lib/ocaml/coq/user-contrib/Interval libcoq-interval  -                   -
proofs   command python3                             python3               python3             python
END
}

have_command() {
  command -v "$1" > /dev/null 2>&1
}

have_library() {
  have_command pkg-config || return 1
  if [ "$1" = lua ]; then # the bare name may be any version
    pkg-config --exists 'lua >= 5.4' 'lua < 5.5' 2> /dev/null
  else
    pkg-config --exists "$1" 2> /dev/null
  fi
}

# compiles COMPILER PROGRAM [FLAG]...
compiles() {
  compiler=$1
  program=$2
  shift 2
  have_command "$compiler" || return 1
  scratch=$(mktemp -d) || return 1
  printf '%s\n' "$program" > "$scratch/probe.c"
  "$compiler" -o "$scratch/probe" "$scratch/probe.c" "$@" > /dev/null 2>&1
  result=$?
  rm -rf "$scratch"
  return "$result"
}

probe_libc() {
  [ -e /usr/include/stdio.h ] || compiles cc '#include <stdio.h>
int main(void) { return 0; }'
}

probe_fuzzer() {
  compiles clang '#include <stdint.h>
#include <stddef.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { (void)data; (void)size; return 0; }' \
    -fsanitize=fuzzer,address
}

# In the Python of the benches (scripts/bench/run.sh) and of test-python.
have_module() {
  "${PYTHON:-/usr/bin/python3}" -c "import $1" > /dev/null 2>&1
}

probe_openblas() {
  "${PYTHON:-/usr/bin/python3}" "$(dirname "$0")/bench/peer.py" --check > /dev/null 2>&1
}

probe_zlib() {
  compiles "$(any_compiler)" '#include <zlib.h>
int main(void) { return zlibVersion()[0] == 0; }' -lz
}

probe_seccomp() {
  compiles "$(any_compiler)" '#include <seccomp.h>
int main(void) { return seccomp_api_get() == SCMP_FLTATR_CTL_SSB; }' -lseccomp
}

# GLPK and LIBSVM have no pkg-config module.
any_compiler() {
  for name in cc gcc clang; do
    if have_command "$name"; then
      echo "$name"
      return
    fi
  done
  echo cc
}

probe_glpk() {
  compiles "$(any_compiler)" '#include <glpk.h>
int main(void) { return glp_version()[0] == 0; }' -lglpk
}

probe_libsvm() {
  compiles "$(any_compiler)" '#if __has_include(<libsvm/svm.h>)
#include <libsvm/svm.h>
#else
#include <svm.h>
#endif
int main(void) { return libsvm_version == 0; }' -lsvm
}

# present KIND NAMES
present() {
  for name in $(echo "$2" | tr ',' ' '); do
    case ${1%\?} in
      compile) "probe_$name" && return 0 ;;
      command) have_command "$name" && return 0 ;;
      library) have_library "$name" && return 0 ;;
      module) have_module "$name" && return 0 ;;
      file) [ -e "$name" ] && return 0 ;;
    esac
  done
  return 1
}

# wanted NAME: not left out by WITHOUT.
wanted() {
  case " ${WITHOUT:-} " in
    *" $1 "*) return 1 ;;
  esac
}

# missing GROUP...: a row for each thing that is missing: "KIND NAMES APT DNF PACMAN".
missing() {
  for group; do
    table | while read -r row_group kind names apt dnf pacman; do
      [ "$row_group" = "$group" ] && wanted "$names" || continue
      present "$kind" "$names" || echo "$kind $names $apt $dnf $pacman"
    done
  done
}

# column NUMBER: the package names in that column of the rows on stdin, on one line.
column() {
  awk -v column="$1" '$column != "-" && !seen[$column]++ { printf "%s%s", separator, $column; separator = " " }'
}

# with NAME: is the optional library wanted and installed?
with() {
  wanted "$1" && "probe_$1"
}

print_flags() {
  lua=lua
  for name in lua5.4 lua-5.4; do
    if have_library "$name"; then
      lua=$name
      break
    fi
  done
  modules="gsl $lua libcjson libxxhash libmd"
  cflags=$(pkg-config --cflags $modules) && libs=$(pkg-config --libs $modules) || exit 1
  if with glpk; then
    cflags="$cflags -DHAVE_GLPK"
    libs="$libs -lglpk"
  fi
  if with libsvm; then
    cflags="$cflags -DHAVE_LIBSVM"
    libs="$libs -lsvm"
  fi
  if with zlib; then
    cflags="$cflags -DHAVE_ZLIB"
    libs="$libs -lz"
  fi
  if with seccomp; then
    cflags="$cflags -DHAVE_SECCOMP"
    libs="$libs -lseccomp"
  fi
  echo "LIBRARY_CFLAGS := $cflags"
  echo "LIBRARY_LIBS := $libs -lm"
}

if [ "${1:-}" = --flags ]; then
  print_flags
  exit 0
fi
for group; do
  if ! table | grep -q "^$group "; then
    echo "scripts/setup.sh: unknown group '$group'; groups are $(table | awk '!seen[$1]++ { printf "%s%s", separator, $1; separator = ", " }')" >&2
    exit 2
  fi
done

rows=$(missing "$@")
[ -n "$rows" ] || exit 0

# needed: those of the rows without which the task cannot be done.
needed() {
  printf '%s\n' "$rows" | grep -v '^[a-z]*? ' | grep .
}

as_root=
may_install=no
if [ "${SETUP_INSTALL:-yes}" != no ] && have_command apt-get; then
  if [ "$(id -u)" -eq 0 ]; then
    may_install=yes
  elif have_command sudo && sudo -n true 2> /dev/null; then
    may_install=yes
    as_root="sudo -n env DEBIAN_FRONTEND=noninteractive" # sudo drops the environment
  fi
fi

# install PACKAGE... Another installation is waited for; nothing is asked.
install() {
  [ $# -gt 0 ] || return
  output=$($as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 "$@" 2>&1 < /dev/null)
}

if [ $may_install = yes ]; then
  # One installation at a time, also under `make -j`; look again for what another one has just installed.
  if have_command flock; then
    exec 9< "$0"
    flock 9
    rows=$(missing "$@")
    [ -n "$rows" ] || exit 0
  fi
  packages=$(printf '%s\n' "$rows" | column 3)
  echo "installing: $packages" >&2
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  if ! output=$($as_root apt-get update -qq 2>&1); then
    printf '%s\n' "$output" "scripts/setup.sh: apt-get update failed; trying with the old package lists" >&2
  fi
  # A recommended package that this system does not have must not keep it from the others.
  # shellcheck disable=SC2086,SC2046 # lists of names
  install $packages || install $(needed | column 3) || printf '%s\n' "$output" >&2
  hash -r
  rows=$(missing "$@")
  [ -n "$rows" ] || exit 0
fi

status=0
[ -z "$(needed)" ] || status=1
if [ $status -eq 1 ]; then word=missing; else word='recommended, but not there'; fi
echo "$word: $({ needed || printf '%s\n' "$rows"; } | awk '{ split($2, name, ","); printf "%s%s", separator, name[1]; separator = ", " }')" >&2
if have_command apt-get; then
  echo "install with: sudo apt-get install $(printf '%s\n' "$rows" | column 3)" >&2
elif have_command dnf; then
  echo "install with: sudo dnf install $(printf '%s\n' "$rows" | column 4)" >&2
elif have_command pacman; then
  echo "install with: sudo pacman -S --needed $(printf '%s\n' "$rows" | column 5)" >&2
else
  echo "install the packages that Debian calls: $(printf '%s\n' "$rows" | column 3)" >&2
fi
exit $status
