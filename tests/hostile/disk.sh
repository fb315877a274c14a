#!/bin/sh
# disk.sh: a disk that is full, for every command that writes (folders.sh has more of `run`): the message names a file, nothing is lost, and
# when there is room the command ends as if nothing had happened.
# shellcheck disable=SC2154,SC2034 # variables of the libraries, and for them
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/hostile_commands.sh"
mkdir disk
if ! mount -t tmpfs -o size=32m none disk 2> /dev/null; then
  skip "a full disk" "no file system may be mounted here"
  exit 0
fi
trap 'cd /; umount "$work/disk"; rm -rf "$work"' EXIT
mkdir disk/tmp
TMPDIR=$work/disk/tmp
export TMPDIR

# What is said goes elsewhere, or it would find no room itself.
for file in stdout.txt stderr.txt contents.before; do ln -s "$work/$file" disk/$file; done
program=$WINNOW

for name in run families attack verify plot report serve new; do
  prepare "$name"
  rm -rf disk/now && cp -a before disk/now && cd disk/now || exit 1
  play "$name"
  same "$name: undisturbed" 0 $?
  cd ../..
  contents disk/now > contents.after
  outcomes=
  for kilobytes in 0 4 16 64 256 1024; do
    rm -rf disk/now disk/tmp/* && cp -a before disk/now && cd disk/now || exit 1
    head -c 64m /dev/zero > ../filler 2> /dev/null
    truncate -s "-${kilobytes}K" ../filler
    play "$name"
    status=$?
    outcomes="$outcomes $status"
    wrong=$(judge $status)
    [ $status -eq 0 ] || grep -q 'No space left on device\|is the disk full' ../stderr.txt || wrong="$wrong; it says: $(tail -n 1 ../stderr.txt)"
    rm ../filler
    [ $status -eq 0 ] || play "$name"
    again=$?
    cd ../..
    same "$name: $kilobytes KiB free" " 0 " "$wrong $again $(contents disk/now | diff contents.after - | head -n 3)"
  done
  echo "# $name: exit statuses$outcomes"
done
