#!/bin/sh
# system_calls.sh [STRIDE [NAME]...]: the system refuses. In small runs of every command a system call of each kind fails, the K-th of each
# process, or it and all after it; every STRIDE-th K, 1 for all. strace does it, in the processes that the command starts, too. Each time:
# an exit status that says so, one line, no signal, nothing temporary, earlier results whole; then the command without the fault ends
# as if nothing had happened.
# shellcheck disable=SC2154,SC2034 # variables of the libraries, and for them
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/hostile_commands.sh"
stride=${1:-400}
[ $# -eq 0 ] || shift
names=${*:-$(sweep "run plot serve" run)}
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
# The sanitizers' own calls are not to fail.
if ! strace -f -qq --seccomp-bpf -e trace=write -o trace.txt true 2> /dev/null || nm "$WINNOW" 2> /dev/null | grep -q __asan_init; then
  skip "system calls that fail" "strace is not there, may not trace, or the build is instrumented"
  exit 0
fi

# What fails, and how.
faults="write:ENOSPC write:EINTR read:EIO read:EINTR openat:EMFILE openat:EACCES close:EIO fsync:EIO fdatasync:EIO rename:ENOSPC ftruncate:EIO
 pread64:EIO lseek:EIO mkdir:ENOSPC newfstatat:EACCES getdents64:EIO unlinkat:EACCES clone:EAGAIN wait4:EINTR poll:EINTR recvfrom:EINTR sendto:EINTR
 pipe2:EMFILE socketpair:EMFILE mmap:ENOMEM flock:ENOLCK"

# Calls of the kind $1 in the process that makes most of them, and, in $start, those before main: the loader's are not looked at.
count_calls() {
  rm -rf now tmp/* && cp -a before now && cd now || exit 1
  program="strace -f -qq --seccomp-bpf -e trace=$1 -o $work/trace.txt $WINNOW" && play "$2"
  cd ..
  most=$(awk '/^[0-9]+ +[a-z0-9]+\(/ { n[$1]++ } END { for (p in n) if (n[p] > most) most = n[p]; print most + 0 }' trace.txt)
  strace -f -qq --seccomp-bpf -e trace="$1" -o trace.txt "$WINNOW" --version > /dev/null
  start=$(grep -c "^[0-9]* *$1(" trace.txt)
}

# refuse NAME CALL ERROR WHEN
refuse() {
  rm -rf now tmp/* && cp -a before now && cd now || exit 1
  program="strace -f -qq --seccomp-bpf -e trace=$2 -e inject=$2:error=$3:when=$4 -o $work/trace.txt $WINNOW" && play "$1"
  status=$?
  echo $status >> ../outcomes.txt
  program=$WINNOW
  {
    judge $status > ../judged.txt
    # Where nothing can be written, nothing can be said; what cannot be opened or removed stays.
    case $2:$4 in
      write:*+) grep -v 'nothing is said$' ../judged.txt ;;
      unlinkat:* | getdents64:* | openat:*+) grep -v '^left over' ../judged.txt ;;
      *) cat ../judged.txt ;;
    esac
    if [ $status -eq 0 ]; then
      contents . | grep -v '/\.attack\|/\.drawing' > ../contents.now
      # gnuplot tells no failed read from the end of the data, and takes other fonts where it finds none.
      case $1:$2 in plot:read | report:read | plot:newfstatat | report:newfstatat) cp ../contents.after ../contents.now ;; esac
      diff ../contents.after ../contents.now | head -n 3 | sed 's/^/exit status 0, but other files: /'
      cmp -s ../stdout.txt ../stdout.reference || echo "exit status 0, but another output"
    else
      case $2 in unlinkat | openat | getdents64) rm -rf plots/.drawing.* results/.attack ../tmp/* ;; esac
      recovered "$1"
    fi
  } > ../found.txt 2>&1
  cd ..
  [ ! -s found.txt ] || sed "s/^/$1, $2 $3 $4: /" found.txt >> wrong.txt
}

for name in $names; do
  program=$WINNOW
  undisturbed "$name"
  kinds=0
  for fault in $faults; do
    call=${fault%:*}
    count_calls "$call" "$name"
    at=$((start + 1))
    [ $at -gt "$most" ] || kinds=$((kinds + 1))
    while [ $at -le "$most" ]; do
      refuse "$name" "$call" "${fault#*:}" $at
      # Whoever is interrupted tries again, for ever if need be; what strace lets nobody close keeps its reader waiting.
      [ "${fault#*:}" = EINTR ] || [ "$call" = close ] || refuse "$name" "$call" "${fault#*:}" $at+
      at=$((at + stride))
    done
  done
  found_wrong "$name: $(wc -l < outcomes.txt) faults of $kinds kinds"
done
