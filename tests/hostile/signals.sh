#!/bin/sh
# signals.sh [COUNT [SEED]]: SIGTERM, SIGINT and SIGHUP at any moment of every command, to the program alone or to all its processes: exit status
# 130, at most one line, nothing temporary, no process left, earlier results whole; then the same command ends as if nothing had
# happened. COUNT signals for each command (3, in `make test` 1); SEED decides when.
# shellcheck disable=SC2154,SC2034 # variables of the libraries, and for them
. "$(dirname "$0")/../library.sh"
. "$ROOT/tests/hostile_commands.sh"
count=${1:-$(sweep 3 1)}
seed=${2:-1}
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR

# send.py SIGNAL SECONDS WHOM COMMAND...: the command, in a group of its own, gets the signal after so many seconds. Its exit status, 128 + n
# if signal n ended it.
cat > send.py << 'END'
import os, signal, subprocess, sys
number = getattr(signal, "SIG" + sys.argv[1])
def prepare():
    os.setpgid(0, 0)
    for name in ("SIGINT", "SIGHUP", "SIGTERM", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
process = subprocess.Popen(sys.argv[4:], preexec_fn=prepare)
try:
    status = process.wait(float(sys.argv[2]))
except subprocess.TimeoutExpired:
    (os.killpg if sys.argv[3] == "all" else os.kill)(process.pid, number)
    status = process.wait()
sys.exit(status if status >= 0 else 128 - status)
END

# processes: how many work in the folder `now`.
processes() {
  find /proc -maxdepth 2 -name cwd -lname "$work/now" 2> /dev/null | wc -l
}

# settled: nothing works there any more, within two seconds.
settled() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    left=$(processes)
    [ "$left" -gt 0 ] || return
    sleep 0.2
  done
  echo "$left processes are left"
}

# interrupt NAME SIGNAL SECONDS WHOM
interrupt() {
  rm -rf now tmp/* && cp -a before now && cd now || exit 1
  program="python3 $work/send.py $2 $3 $4 $WINNOW" && play "$1"
  status=$?
  program=$WINNOW
  cd ..
  echo $status >> outcomes.txt
  {
    settled
    cd now || exit 1
    case $status in
      0) judge 0 ;;
      130) # SIGINT before main looks like this, too
        judge 1 | grep -v 'nothing is said$'
        ;;
      143 | 129) # before main
        [ ! -s ../stdout.txt ] && [ ! -s ../stderr.txt ] && contents . | cmp -s - ../contents.before || echo "ended by the signal"
        ;;
      *) judge $status && echo "exit status $status: $(tail -n 1 ../stderr.txt)" ;;
    esac
    play "$1"
    again=$?
    [ $again -eq 0 ] || echo "then: exit status $again: $(tail -n 1 ../stderr.txt)"
    contents . | diff ../contents.after - | head -n 3
    cd ..
  } > found.txt 2>&1
  [ ! -s found.txt ] || sed "s/^/$1, SIG$2 to $4 after $3 s: /" found.txt >> wrong.txt
}

for name in ${commands%% list*}; do # these are over before a signal comes
  prepare "$name"
  rm -rf now && cp -a before now && cd now || exit 1
  program=$WINNOW
  begun=$(date +%s.%N)
  play "$name"
  length=$(echo "$begun $(date +%s.%N)" | awk '{ print $2 - $1 }')
  cd ..
  contents now > contents.after
  : > outcomes.txt
  : > wrong.txt
  awk -v seed="$seed$length" -v length_of_run="$length" -v count="$count" 'BEGIN {
    srand(seed)
    split("TERM INT HUP", names, " ")
    for (i = 0; i < count; i++) printf "%s %.4f %s\n", names[i % 3 + 1], rand() * 1.1 * length_of_run, rand() < 0.5 ? "all" : "one"
  }' > draws.txt
  while read -r number seconds whom; do interrupt "$name" "$number" "$seconds" "$whom" < /dev/null; done < draws.txt
  told=$(sort outcomes.txt | uniq -c | awk '{ printf " %s of %s", $1, $2 }')
  same "$name: $count signals; exit statuses:$told" "0 wrong" \
    "$(cut -d : -f 1 wrong.txt | sort -u | wc -l) wrong$(head -n 3 wrong.txt | tr '\n' ';')"
  [ -z "${WRONG:-}" ] || cat wrong.txt >> "$WRONG"
done
