#!/bin/sh
# The program for arm64 gives the bytes of this machine's: every scenario without data, one seed of 60 trials, all tables.
#
#   sh tests/arm64.sh [SCENARIO]...     BUILD=folder (build), whose program is compared
#
# Compiles with gcc-aarch64-linux-gnu against Debian's packages for arm64, which apt-get fetches into $BUILD/arm64, and runs under qemu-aarch64:
# none of these is installed. Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
arm64=$BUILD/arm64
system=$arm64/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# skip REASON: where the compiler, the emulator or the packages cannot be had
skip() {
  echo "skip arm64: $1"
  echo "0 passed, 0 failed"
  exit 0
}
sh scripts/setup.sh arm64 || skip "no compiler or no emulator for arm64"

# fetch PACKAGE...: they and what they need, unpacked into $system.
fetch() {
  apt=$work/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$arm64"
  : > "$apt/status"
  printf '%s\n' 'APT::Architecture "arm64";' 'APT::Architectures { "arm64"; };' 'APT::Sandbox::User "root";' "Dir::State \"$apt/state\";" \
    "Dir::State::status \"$apt/status\";" "Dir::Cache \"$apt/cache\";" > "$apt/conf"
  APT_CONFIG=$apt/conf apt-get -qq update || return 1
  APT_CONFIG=$apt/conf apt-get -qq -y --no-install-recommends --download-only install "$@" || return 1
  for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$work/system" || return 1
  done
  rm -rf "$system"
  mv "$work/system" "$system"
}
if [ ! -d "$system" ] && ! fetch libc6-dev libgsl-dev liblua5.4-dev libcjson-dev libxxhash-dev libmd-dev libglpk-dev libsvm-dev zlib1g-dev \
  libseccomp-dev > "$work/apt.txt" 2>&1; then
  skip "Debian's packages for arm64 cannot be fetched: $(tail -n 1 "$work/apt.txt")"
fi

libraries=$system/usr/lib/aarch64-linux-gnu
PKG_CONFIG_SYSROOT_DIR=$system PKG_CONFIG_LIBDIR=$libraries/pkgconfig SETUP_INSTALL=no \
  make BUILD="$arm64" CC="aarch64-linux-gnu-gcc --sysroot=$system" LDFLAGS="-Wl,-rpath-link,$libraries" "$arm64/winnow" > "$work/make.txt" 2>&1 ||
  { tail -n 20 "$work/make.txt"; exit 1; }
winnow() { qemu-aarch64 -L "$system" "$arm64/winnow" "$@"; }

passed=0
failed=0
# check NAME DIFFERENCE: passed if there is none.
check() {
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    echo "not ok $1: $2"
    failed=$((failed + 1))
  fi
}

# Tables of two folders that are not the same.
different() {
  diff -rq --exclude=timing.tsv --exclude=manifest.json --exclude=SHA256SUMS --exclude=.journal "$1" "$2" 2>&1 | head -n 3 | tr '\n' ';'
}

[ $# -gt 0 ] || set -- scenarios/*.lua
for name; do
  name=$(basename "$name" .lua)
  "$BUILD/winnow" run "$name" --seeds 1 --trials 60 --quiet --out "$work/here/$name" > "$work/said.txt" 2>&1
  status=$?
  if [ $status -eq 2 ] && grep -q -e '--data' "$work/said.txt"; then
    continue
  fi
  winnow run "$name" --seeds 1 --trials 60 --quiet --out "$work/there/$name" > "$work/said.txt" 2>&1
  same=$?
  check "$name" "$([ $same -eq $status ] || echo "status $same, here $status: $(tail -n 1 "$work/said.txt")")$(different "$work/here/$name" "$work/there/$name")"
done
check "verify of a folder made here" "$(winnow verify "$work/here/$name" 2>&1 | tail -n 1 | grep -v ': equal$')"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 1 ]
