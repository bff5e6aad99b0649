# The container engine: install, start, stop, status.

ENGINE_EXEC=$LAB_HOME/exec     # its containerd's socket, network namespaces
ENGINE_SOCK=$RUN/docker.sock   # never /var/run/docker.sock: that place is the user's

engine_answers() { [ "$(curl -s -m 5 --unix-socket "$ENGINE_SOCK" http://engine/_ping 2>/dev/null)" = OK ]; }

# Another engine in our network namespace?  (Started by someone else.)
foreign_engine() {
    local p mine
    mine=$(readlink /proc/self/ns/net)
    for p in /proc/[0-9]*; do
        [ "$(cat "$p/comm" 2>/dev/null)" = dockerd ] || continue
        [ "$(readlink "$p/ns/net" 2>/dev/null)" = "$mine" ] || continue
        [ "${p#/proc/}" != "$(pid_of dockerd)" ] || continue
        echo "${p#/proc/}"
        return 0
    done
    return 1
}

# runc needs mounted cgroups.  Without an init system nobody may have done that.
ensure_cgroups() {
    [ ! -e /sys/fs/cgroup/cgroup.controllers ] && [ ! -d /sys/fs/cgroup/memory ] || return 0
    say "mounting cgroups"
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
}

lab_up() {
    local t other
    t=$(now)
    [ "$(id -u)" = 0 ] || die "the lab starts a container engine and must be root for that"
    [ "$(uname -m)" = x86_64 ] || die "the lab builds images for amd64 only, this machine is $(uname -m)"
    command -v node >/dev/null || die "node (18 or newer) is not on the PATH"
    if ! running dockerd && other=$(foreign_engine); then
        die "another engine (pid $other) runs here, and two in one network namespace flush each
     other's iptables rules. Give the lab a namespace of its own:
       export LAB_NETNS=lab; lab up; lab exec CMD..."
    fi
    apt_need docker.io=dockerd iptables=iptables docker-registry=docker-registry caddy=caddy pebble=pebble curl=curl jq=jq \
        iproute2=ip procps=sysctl mount=mount e2fsprogs=mkfs.ext4 openssl=openssl
    ensure_cgroups
    registry_start
    engine_start
    say "up in $(since "$t") s"
    lab_env
}

engine_start() {
    if running dockerd; then
        wait_for 30 dockerd engine_answers
        return
    fi
    # (what an earlier boot left)
    running containerd || { unmount_below "$ENGINE_EXEC"; rm -rf "$ENGINE_EXEC"; }
    disk_mount
    mkdir -p "$ENGINE_EXEC"
    # An own, empty configuration file: /etc/docker/daemon.json is not ours.
    echo '{}' >"$RUN/dockerd.json"
    rm -f "$RUN/dockerd.self.pid"
    containerd_start
    # To the engine, docker.io is our registry also where it bypasses the mirror:
    # a pull that must fail never succeeds from the internet.
    spawn dockerd env HTTPS_PROXY="http://$(hub_addr)" NO_PROXY=127.0.0.1,localhost SSL_CERT_FILE="$RUN/hub.crt" \
        dockerd --config-file "$RUN/dockerd.json" --host "unix://$ENGINE_SOCK" \
        --containerd "$ENGINE_EXEC/containerd.sock" \
        --data-root "$ENGINE_ROOT" --exec-root "$ENGINE_EXEC" --pidfile "$RUN/dockerd.self.pid" \
        --registry-mirror "http://$(registry_public)" --insecure-registry "$(registry_public)" \
        --shutdown-timeout 5
    wait_for 60 dockerd engine_answers
}

# containerd as a daemon of its own, as on a server: containers outlive an
# engine that is killed, and the next engine finds them.
containerd_start() {
    ! running containerd || return 0
    cat >"$RUN/containerd.toml" <<TOML
version = 2
root = "$ENGINE_ROOT/containerd"
state = "$ENGINE_EXEC/containerd"
disabled_plugins = ["io.containerd.grpc.v1.cri", "io.containerd.internal.v1.opt"]
[grpc]
  address = "$ENGINE_EXEC/containerd.sock"
[debug]
  level = "warn"
TOML
    spawn containerd containerd --config "$RUN/containerd.toml"
    wait_for 20 containerd ctr --address "$ENGINE_EXEC/containerd.sock" --connect-timeout 1s version
}

# End what an engine that was killed leaves: containerd, the shims and their
# containers.  They are ours if they name our containerd's socket.
clean_after_engine() {
    local p c pids=()
    stop containerd TERM 10
    for p in /proc/[0-9]*; do
        case $(tr "\0" " " 2>/dev/null <"$p/cmdline") in
            *containerd-shim*" -address $ENGINE_EXEC/containerd.sock "*) pids+=("${p#/proc/}") ;;
        esac
    done
    [ ${#pids[@]} -gt 0 ] || return 0
    say "ending ${#pids[@]} containers that an engine left running"
    for p in "${pids[@]}"; do
        # (the containers are the shim's children)
        for c in $(cat "/proc/$p/task/$p/children" 2>/dev/null); do kill -s KILL "$c" 2>/dev/null || true; done
        kill -s KILL "$p" 2>/dev/null || true
    done
    sleep 0.3
}

lab_down() {
    local pid
    # a paused engine cannot end
    if pid=$(pid_of dockerd); then kill -s CONT "$pid"; fi
    stop dockerd TERM 40
    clean_after_engine
    unmount_below "$ENGINE_EXEC"
    rm -f "$BALLAST"
    unmount_below "$ENGINE_ROOT"
    stop front TERM 5
    stop registry TERM 10
    rm -f "$RUN"/{registry.addr,fault.json}
    if [ "${1:-}" = --purge ]; then
        # only what the lab made, should LAB_HOME be a folder with other things too
        rm -rf --one-file-system "${LAB_HOME:?}"/{cache,disk.img,docker,exec,layers,lock,log,registry,run}
        rmdir "$LAB_HOME" 2>/dev/null || true
        say "down, and removed"
    else
        say "down; data and caches stay in $LAB_HOME (lab down --purge removes them)"
    fi
}

lab_env() {
    cat <<ENV
export DOCKER_HOST=unix://$ENGINE_SOCK
export LAB_HOME=$LAB_HOME
export LAB_REGISTRY=$(registry_public)
ENV
    [ -z "${LAB_NETNS:-}" ] || echo "export LAB_NETNS=$LAB_NETNS"
}

lab_exec() {
    [ $# -gt 0 ] || die "usage: lab exec CMD..."
    DOCKER_HOST=unix://$ENGINE_SOCK LAB_REGISTRY=$(registry_public) exec "$@"
}

lab_status() {
    local name pid state
    for name in dockerd registry front; do
        pid=$(pid_of $name) || { printf '%-9s -\n' $name; continue; }
        state="pid $pid"
        case $name in
            dockerd)
                if [ "$(awk '{ print $3 }' "/proc/$pid/stat")" = T ]; then state+=', PAUSED'
                elif engine_answers; then state+=", answers at $ENGINE_SOCK"
                else state+=", DOES NOT ANSWER at $ENGINE_SOCK"; fi ;;
            registry) state+=", http://$(registry_addr)" ;;
            front) state+=", http://$(registry_public)"
                [ ! -e "$RUN/fault.json" ] || state+=", BROKEN: $(jq -c . "$RUN/fault.json")" ;;
        esac
        printf '%-9s runs, %s\n' $name "$state"
    done
    ! disk_mounted || echo "disk      $(disk_free_kb) KB free$([ ! -e "$BALLAST" ] || echo ', FILLED on purpose')"
    [ -z "${LAB_NETNS:-}" ] || echo "network namespace: $LAB_NETNS"
    echo "kept in $LAB_HOME: $(du -shx "$LAB_HOME" 2>/dev/null | cut -f1)"
}
