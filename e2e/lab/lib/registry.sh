# The registry, and the few calls of its HTTP interface that the lab makes.
#
# Three ports in a row, all on 127.0.0.1 (the first is LAB_REGISTRY):
#   0  front.mjs, plain HTTP: the engine's mirror of docker.io
#   1  front.mjs, a proxy for HTTPS: to the engine it *is* docker.io and a few others
#   2  the registry itself, which never has a fault

REG_DATA=$LAB_HOME/registry
# The registries that the second port stands in for.
HUB_HOSTS="registry-1.docker.io docker.io ghcr.io quay.io gcr.io lscr.io codeberg.org docker.gitea.com docker.n8n.io mcr.microsoft.com public.ecr.aws registry.gitlab.com"

# Where the registry is: where it runs, else as asked for, else as last started, else the usual port.
registry_public() {
    local last
    last=$(cat "$RUN/registry.addr" 2>/dev/null) || true
    if [ -n "$last" ] && running registry; then echo "$last"; else echo "${LAB_REGISTRY:-${last:-127.0.0.1:5000}}"; fi
}
port_after() { local a; a=$(registry_public); echo $((${a##*:} + $1)); }
registry_addr() { echo "127.0.0.1:$(port_after 2)"; }
hub_addr() { echo "127.0.0.1:$(port_after 1)"; }

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_from() { ! listens "$1" && ! listens $(($1 + 1)) && ! listens $(($1 + 2)); }
registry_answers() { curl -sf -m 5 -o /dev/null "http://$(registry_addr)/v2/"; }

# The first free place from the usual one on, unless LAB_REGISTRY names one.
registry_choose() {
    local addr port
    addr=$(registry_public)
    case $addr in 127.0.0.1:*) ;; *) die "LAB_REGISTRY must be 127.0.0.1:PORT" ;; esac
    if ! free_from "${addr##*:}"; then
        [ -z "${LAB_REGISTRY:-}" ] ||
            die "something listens on $addr or the two ports after it: choose another LAB_REGISTRY"
        addr=''
        for port in 5010 5020 5030 5040 5050 5060; do
            if free_from $port; then addr=127.0.0.1:$port; break; fi
        done
        [ -n "$addr" ] || die "no free port for the registry: set LAB_REGISTRY=127.0.0.1:PORT"
    fi
    echo "$addr" >"$RUN/registry.addr"
}

registry_start() {
    if ! running registry && ! running front; then registry_choose; fi
    if ! running registry; then
        mkdir -p "$REG_DATA"
        cat >"$RUN/registry.yml" <<YML
version: 0.1
log: { level: warn, accesslog: { disabled: true } }
storage:
  filesystem: { rootdirectory: $REG_DATA }
  delete: { enabled: true }
http: { addr: "$(registry_addr)" }
YML
        spawn registry env OTEL_TRACES_EXPORTER=none docker-registry serve "$RUN/registry.yml"
        wait_for 20 registry registry_answers
    fi
    front_start
}

front_start() {
    ! running front || return 0
    hub_certificate
    spawn front node "$LAB_DIR/lib/front.mjs" "$(port_after 0)" "$RUN/fault.json" "$RUN/hub" "$HUB_HOSTS"
    wait_for 10 front listens "$(port_after 0)"
    wait_for 10 front listens "$(port_after 1)"
}

# One certificate, trusted by nobody but our engine.
hub_certificate() {
    [ ! -s "$RUN/hub.crt" ] || return 0
    openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=roadstead-lab \
        -addext "subjectAltName=DNS:${HUB_HOSTS// /,DNS:}" \
        -keyout "$RUN/hub.key" -out "$RUN/hub.crt" 2>"$LOG/hub.log"
}

reg() { # PATH [CURL-OPTION...]: one call to the registry, its body on stdout
    local path=$1
    shift
    curl -sS -f -m 120 "$@" "http://$(registry_addr)$path"
}

# The repository behind a reference as people write it:
# redis -> library/redis, traefik/whoami -> traefik/whoami
repo_of() {
    local name=${1%%@*}
    name=${name#docker.io/}
    name=${name#"$(registry_public)"/}
    case ${name##*/} in *:*) name=${name%:*} ;; esac
    case $name in */*) echo "$name" ;; *) echo "library/$name" ;; esac
}

tag_of() {
    local name=${1%%@*}
    case ${name##*/} in *:*) echo "${name##*:}" ;; *) echo latest ;; esac
}

manifest_digest() { # REPO TAG
    local t=application/vnd
    reg "/v2/$1/manifests/$2" -I 2>/dev/null \
        -H "Accept: $t.docker.distribution.manifest.list.v2+json, $t.oci.image.index.v1+json, $t.docker.distribution.manifest.v2+json, $t.oci.image.manifest.v1+json" |
        tr -d '\r' | awk 'tolower($1) == "docker-content-digest:" { print $2 }'
}

lab_tags() {
    [ $# = 1 ] || die "usage: lab tags NAME"
    running registry || die "the registry does not run: lab up"
    local repo tag
    repo=$(repo_of "$1")
    reg "/v2/$repo/tags/list" | jq -r '(.tags // [])[]' | sort -V |
        while read -r tag; do
            printf '%-24s %s\n' "$tag" "$(manifest_digest "$repo" "$tag")"
        done
}

lab_untag() {
    [ $# = 1 ] || die "usage: lab untag NAME:TAG"
    # The tag link itself: the registry of Debian 12 deletes by digest only,
    # which would take the digest's other tags along.
    local dir
    dir=$REG_DATA/docker/registry/v2/repositories/$(repo_of "$1")/_manifests/tags/$(tag_of "$1")
    case $dir in */../*) die "no such tag: $1" ;; esac
    [ -d "$dir" ] || die "no such tag: $1"
    rm -rf "$dir"
}
