#!/bin/sh
# one_node.sh COMMAND...: starts a Slurm of one node on loopback, as root, runs the command with SLURM_CONF set, and stops it. Several may run at
# once: folders are temporary, ports are free ones. Status 77, with the reason on stderr, where it cannot be started; otherwise the command's.
set -u
refuse() {
  echo "$1" >&2
  exit 77
}
[ "$(id -u)" -eq 0 ] || refuse "only root can start it here"
PATH=$PATH:/usr/sbin:/sbin
for program in slurmctld slurmd munged sbatch runuser python3; do
  command -v "$program" > /dev/null 2>&1 || refuse "$program is not installed"
done
id munge > /dev/null 2>&1 || refuse "there is no user munge"

base=$(mktemp -d) || exit 1
controller='' node=''
# Each is waited for: nothing writes into the folder when it is removed.
stop() {
  trap - EXIT
  # shellcheck disable=SC2086 # numbers
  kill $node $controller 2> /dev/null
  # shellcheck disable=SC2086
  wait $node $controller 2> /dev/null
  munge=$(cat "$base/munge/pid" 2> /dev/null) # no child: it is asked whether it is still there
  tries=0
  [ -z "$munge" ] || kill "$munge" 2> /dev/null
  while [ -n "$munge" ] && kill -0 "$munge" 2> /dev/null && [ $tries -lt 50 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  rm -rf "$base"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

chmod 755 "$base"
mkdir "$base/state" "$base/spool" "$base/munge"
# Both are held until both are known, so that they differ.
ports=$(python3 -c '
import socket
held = [socket.socket() for _ in range(2)]
for one in held:
    one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in held))') || exit 1
processors=$(nproc)
cat > "$base/slurm.conf" << CONF
ClusterName=loopback
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/munge/socket
CredType=cred/munge
CryptoType=crypto/munge
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool
SlurmctldPidFile=$base/slurmctld.pid
SlurmdPidFile=$base/slurmd.pid
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
KillWait=5
NodeName=localhost NodeAddr=127.0.0.1 CPUs=$processors State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
sed -i '/^CredType/d' "$base/slurm.conf"
head -c 1024 /dev/urandom > "$base/munge/key"
chmod 400 "$base/munge/key"
chown -R munge "$base/munge"
runuser -u munge -- munged --force --key-file="$base/munge/key" --socket="$base/munge/socket" --pid-file="$base/munge/pid" \
  --log-file="$base/munge/log" --seed-file="$base/munge/seed" 2> "$base/munged.log" || refuse "munged: $(tail -n 1 "$base/munged.log")"
SLURM_CONF=$base/slurm.conf
export SLURM_CONF
slurmctld -D -f "$SLURM_CONF" > "$base/slurmctld.log" 2>&1 &
controller=$!
slurmd -D -N localhost -f "$SLURM_CONF" > "$base/slurmd.log" 2>&1 &
node=$!
tries=0
until sinfo --noheader --format=%t 2> /dev/null | grep -q idle; do
  tries=$((tries + 1))
  [ $tries -lt 100 ] || refuse "no idle node after 20 s: $(grep -h 'error\|fatal' "$base"/slurm*.log | tail -n 1)"
  sleep 0.2
done
"$@"
