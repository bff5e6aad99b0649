# Faults on purpose.

break_usage() {
    cat <<'USAGE'
usage:
  lab break registry stop             connections are refused
  lab break registry status CODE      401, 404, 429 (with Retry-After), 500, 503 ...
  lab break registry delay MS         each request takes that much longer
  lab break registry throttle KB      that many kilobytes a second
  lab break registry cut KB           connections end after that much of a body
  lab break registry corrupt          layers arrive with a wrong byte
  lab break registry hang             requests are never answered
      each but stop with [--match REGEX]: only requests whose "METHOD PATH" matches,
      e.g. --match 'GET .*/blobs/'
  lab mend registry

  lab break engine kill               SIGKILL to the engine; containers run on
  lab break engine crash              the engine and all its containers are killed,
                                      as when the machine loses power
  lab break engine stop               it ends in order, with its containers
  lab break engine pause              it hangs (SIGSTOP)
  lab mend engine                     start or continue it

  lab break disk [KB]                 the engine's disk is full, but for KB (0)
  lab mend disk

  lab mend                            all of these
USAGE
}

break_registry() {
    local mode=${1:-} arg='' match=''
    shift || true
    while [ $# -gt 0 ]; do
        case $1 in
            --match) match=${2:?--match needs a regular expression}; shift 2 ;;
            *) arg=$1; shift ;;
        esac
    done
    case $mode in
        stop) stop front TERM 5; say "registry: stopped"; return ;;
        status|delay|throttle|cut) [[ $arg =~ ^[0-9]+$ ]] || die "$mode needs a number" ;;
        corrupt|hang) ;;
        *) break_usage >&2; return 2 ;;
    esac
    running registry || die "the registry does not run: lab up"
    # (renamed into place: the front reads it at each request)
    jq -n --arg mode "$mode" --arg arg "${arg:-0}" --arg match "$match" \
        '{ mode: $mode, arg: ($arg | tonumber) } + (if $match == "" then {} else { match: $match } end)' >"$RUN/fault.new"
    mv "$RUN/fault.new" "$RUN/fault.json"
    front_start
    say "registry: $(jq -c . "$RUN/fault.json")"
}

mend_registry() {
    rm -f "$RUN/fault.json"
    registry_start
}

break_engine() {
    local pid
    pid=$(pid_of dockerd) || die "the engine does not run"
    case ${1:-} in
        kill|crash)
            kill -s KILL "$pid"
            while running dockerd; do sleep 0.05; done
            [ "$1" = kill ] || clean_after_engine ;;
        pause) kill -s STOP "$pid" ;;
        stop)  stop dockerd TERM 40 ;;
        *)     break_usage >&2; return 2 ;;
    esac
    say "engine (pid $pid): $1"
}

mend_engine() {
    local pid
    if pid=$(pid_of dockerd); then kill -s CONT "$pid"; fi
    engine_start
}

lab_break() {
    local what=${1:-}
    shift || true
    case $what in
        registry) break_registry "$@" ;;
        engine) break_engine "$@" ;;
        disk) break_disk "$@" ;;
        '') break_usage ;;
        *) break_usage >&2; return 2 ;;
    esac
}

lab_mend() {
    case ${1:-} in
        registry) mend_registry ;;
        engine) mend_engine ;;
        disk) mend_disk ;;
        '') mend_disk; mend_registry; mend_engine ;;
        *) break_usage >&2; return 2 ;;
    esac
}
