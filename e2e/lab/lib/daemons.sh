# Our daemons.  A pidfile holds "PID STARTTIME": a later process that happens to
# get the same pid is never taken for ours, and never ended.

start_time() { # PID -> field 22 of /proc/PID/stat (comm may hold spaces: cut it off)
    local s
    s=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    s=${s##*) }
    # shellcheck disable=SC2086
    set -- $s
    [ "$1" != Z ] || return 1
    echo "${20}"
}

pid_of() { # NAME -> pid, if that daemon of ours still runs
    local pid start
    read -r pid start 2>/dev/null <"$RUN/$1.pid" || return 1
    [ "$(start_time "$pid")" = "$start" ] && echo "$pid"
}

running() { pid_of "$1" >/dev/null; }

# spawn NAME CMD...: a daemon in its own session, its output in LOG/NAME.log.
spawn() {
    local name=$1 pid
    shift
    setsid "$@" >>"$LOG/$name.log" 2>&1 </dev/null 9>&- &
    pid=$!
    echo "$pid $(start_time "$pid" || echo 0)" >"$RUN/$name.pid"
}

# stop NAME [SIGNAL] [SECONDS]: signal our daemon, wait, kill at the end.
stop() {
    local name=$1 sig=${2:-TERM} limit=${3:-30} pid i=0
    if pid=$(pid_of "$name"); then
        kill -s "$sig" "$pid" 2>/dev/null || true
        while running "$name"; do
            i=$((i + 1))
            if [ "$i" -gt $((limit * 10)) ]; then
                say "$name (pid $pid) did not end in ${limit}s: killing it"
                kill -s KILL "$pid" 2>/dev/null || true
            fi
            sleep 0.1
        done
    fi
    rm -f "$RUN/$name.pid"
}

# wait_for SECONDS NAME CMD...: until CMD succeeds; shows the end of NAME's log if it never does.
wait_for() {
    local limit=$1 name=$2 i=0
    shift 2
    until "$@" >/dev/null 2>&1; do
        i=$((i + 1))
        if [ "$i" -ge $((limit * 10)) ]; then
            tail -n 5 "$LOG/$name.log" >&2 || true
            die "$name does not answer after ${limit}s, see $LOG/$name.log"
        fi
        sleep 0.1
    done
}
