# Settings, messages, and one lab command at a time.

# Everything the lab keeps: caches, data, pidfiles, sockets, logs.
export LAB_HOME=${LAB_HOME:-/var/tmp/roadstead-lab}
# Where the engine's disk ends, in MB; 0: no disk of its own (disk.sh).
LAB_DISK_MB=${LAB_DISK_MB:-8192}

say() { printf 'lab: %s\n' "$*" >&2; }
die() { printf 'lab: %s\n' "$*" >&2; exit 1; }

case $LAB_HOME in /*) ;; *) die "LAB_HOME must be an absolute path, not $LAB_HOME" ;; esac
# A socket's path has room for 107 characters.
[ ${#LAB_HOME} -le 70 ] || die "LAB_HOME is too long for the sockets below it (70 characters at most)"

RUN=$LAB_HOME/run
LOG=$LAB_HOME/log
mkdir -p "$RUN" "$LOG" "$LAB_HOME/cache"

# Seconds (with fraction) since $1, for the timings that are printed.
now()   { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

# Daemons are started with fd 9 closed, so that they do not keep the lock.
with_lock() {
    exec 9>"$LAB_HOME/lock"
    flock -w 900 9 || die "another lab command has held $LAB_HOME/lock for 15 minutes"
    "$@"
}
