#!/bin/sh
# What scripts/setup.sh installs and what it can do without, by an apt-get, a compiler and a Python that only say what they are asked; how many
# processes `make` takes.
# shellcheck disable=SC2154 # variables of the library
. "$(dirname "$0")/../library.sh"
mkdir here
for program in sh awk grep tr mktemp rm dirname cat make pkg-config gnuplot; do
  if ! command -v $program > path; then
    skip 'set-up' "$program is not installed"
    exit
  fi
  ln -s "$(cat path)" "here/$program"
done
# program NAME TEXT: one of our own.
program() {
  printf '#!/bin/sh\n%s\n' "$2" > "here/$1"
  chmod +x "here/$1"
}
program gcc 'exit 1' # so that no library is found by compiling
program python3 'case $* in *openblas* | *--check*) exit 1 ;; esac'
program apt-get "echo \"\$*\" >> '$work/asked'"
program sudo 'exit 1'
program id 'echo 0'
# setup [VARIABLE=VALUE]... GROUP: what it asks of apt-get in `asked`, what it says in `said`, its exit status.
setup() {
  : > asked
  PATH=$work/here PYTHON=$work/here/python3 env -u WITHOUT -u SETUP_INSTALL "$@" > said 2>&1
  status=$?
}
program env "exec $(command -v env) \"\$@\""
group() { setup "$@" sh "$ROOT/scripts/setup.sh" build; }

group
optional=$(tr ' ' '\n' < asked | grep -x 'libglpk-dev\|libseccomp-dev\|libsvm-dev\|zlib1g-dev' | LC_ALL=C sort -u | tr '\n' ' ')
same 'the optional libraries are installed with the rest' 'libglpk-dev libseccomp-dev libsvm-dev zlib1g-dev ' "$optional"
same 'a library that cannot be had: exit status' 0 $status
has 'a library that cannot be had: said' said 'recommended, but not there: glpk, libsvm, zlib, seccomp'
group WITHOUT='glpk zlib seccomp'
same 'what WITHOUT names is not installed' 'libsvm-dev' "$(tr ' ' '\n' < asked | grep -x 'libglpk-dev\|libseccomp-dev\|libsvm-dev\|zlib1g-dev' | sort -u)"
group WITHOUT='glpk libsvm zlib seccomp'
same 'nothing is missing' '0  ' "$status $(cat asked) $(cat said)"
group SETUP_INSTALL=no
same 'where nothing may be installed: exit status' '0 ' "$status $(cat asked)"
program id 'echo 1000'
group
same 'without root: exit status' '0 ' "$status $(cat asked)"
has 'without root: what to type' said 'install with: sudo apt-get install libglpk-dev libsvm-dev zlib1g-dev libseccomp-dev'
rm here/gnuplot
group
same 'what is needed: exit status' 1 $status
has 'what is needed: said' said 'missing: gnuplot'
program id 'echo 0'
setup sh "$ROOT/scripts/setup.sh" bench
has 'make bench: OpenBLAS beside a NumPy that has another library' asked ' libopenblas0-pthread'

# jobs WORD...: how many processes `make` takes when it is called by these words.
jobs() {
  env -u MAKELEVEL -u MAKEFLAGS "$@" --no-print-directory -C "$ROOT" NO_BUILD_GOALS=show --eval='show: ; @printenv MAKEFLAGS' show 2>&1 | grep -o -e '-j[0-9][0-9]*'
}
same 'make: as many processes as cores' "-j$(nproc)" "$(jobs make)"
same 'make -j7' -j7 "$(jobs make -j7)"
same 'make -j1' -j1 "$(jobs make -j1)"
same 'MAKEFLAGS=-j5 in the environment' -j5 "$(jobs MAKEFLAGS=-j5 make)"
same 'within another make: its processes' '' "$(jobs MAKELEVEL=1 make)"
