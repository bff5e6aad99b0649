#!/usr/bin/env bash
# Build one layer.  Runs in a mount namespace of its own (see image.sh).
#   build-layer.sh RECIPE OUT-DIR FROM PARENT-DIR
# A recipe is images/RECIPE/:
#   recipe.sh    may set FROM (another recipe, or scratch; default base), PACKAGES
#                (Debian packages), SET (core, apps; default core) and REPOS (the
#                repositories of the catalog that it stands in for), and may define
#                build()        runs on this machine; $ROOT is the image's tree
#                cache_extra()  prints what else the cached layer depends on
#   files/       copied into the tree before build()
#   *.json       the image's configurations (not part of the layer)
set -euo pipefail

recipe=$1 out=$2 from=$3 parent=$4
here=$LAB_DIR/images/$recipe
# fixed timestamps: the same files give the same digest
export SOURCE_DATE_EPOCH=1704067200
work=$LAB_HOME/cache/build-$recipe
rm -rf "$work"
mkdir -p "$work"

FROM=base PACKAGES=''
build() { :; }
. "$here/recipe.sh"

# --- helpers for recipes ---------------------------------------------------

in_root() { # CMD...: run in the image's tree
    chroot "$ROOT" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# The machine's Debian sources, one line each: those of its own release only.
debian_sources() {
    local codename
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true; } |
        awk -v c="$codename" '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ "^" c) { print; next } }'
    local f
    for f in /etc/apt/sources.list.d/*.sources; do
        [ -e "$f" ] || continue
        awk -v c="$codename" '
            function flush(  i, n, s) {
                if (v["types"] ~ /(^| )deb( |$)/ && tolower(v["enabled"]) != "no") {
                    n = split(v["suites"], s, " ")
                    for (i = 1; i <= n; i++) if (s[i] ~ "^" c)
                        print "deb" (v["signed-by"] ~ /^\// ? " [signed-by=" v["signed-by"] "]" : ""), v["uris"], s[i], v["components"]
                }
                delete v
            }
            /^#/ { next }
            /^[[:space:]]*$/ { flush(); next }
            /^[A-Za-z-]+:/ { k = tolower(substr($0, 1, index($0, ":") - 1)); x = substr($0, index($0, ":") + 1); sub(/^ +/, "", x); v[k] = x }
            END { flush() }' "$f"
    done
}

# Packages are resolved and downloaded with this machine's apt and its settings
# (sources, proxy, certificates), against the package list of the tree...
apt_download() { # PACKAGE... -> .deb file names on stdout
    local opts=(-o "Dir::State::status=$ROOT/var/lib/dpkg/status"
                -o "Dir::State::extended_states=$work/extended"
                -o "Dir::Cache::archives=$LAB_HOME/cache/apt"
                -o Dir::Etc::preferences=/dev/null
                -o Debug::NoLocking=1 -o APT::Sandbox::User=root
                -o APT::Install-Recommends=false)
    mkdir -p "$LAB_HOME/cache/apt/partial"
    # (one download at a time: builds may run side by side; once more after an
    # update, if the machine's package lists are missing or old)
    exec 8>"$LAB_HOME/cache/apt.lock"
    flock 8
    apt-get "${opts[@]}" -y --download-only install "$@" >&2 ||
        { apt-get update >&2 && apt-get "${opts[@]}" -y --download-only install "$@" >&2; }
    exec 8>&-
    apt-get "${opts[@]}" -s install "$@" | awk -v d="/.debs/" '
        $1 == "Inst" { v = $3; if (v ~ /^\[/) v = $4; sub(/^\(/, "", v); gsub(/:/, "%3a", v)
                       n = split($0, a, /[][]/); arch = a[n - 1]; sub(/\).*/, "", arch)
                       print d $2 "_" v "_" arch ".deb" }'
}

# ...and installed inside the tree.
apt_install() { # PACKAGE...
    local debs
    debs=$(apt_download "$@")
    mkdir -p "$ROOT/.debs"
    mount --bind "$LAB_HOME/cache/apt" "$ROOT/.debs"
    printf '#!/bin/sh\nexit 101\n' >"$ROOT/usr/sbin/policy-rc.d"
    chmod +x "$ROOT/usr/sbin/policy-rc.d"
    # shellcheck disable=SC2086
    in_root apt-get -y --no-install-recommends --allow-downgrades -o Dpkg::Use-Pty=0 \
        -o APT::Sandbox::User=root install $debs
    rm -f "$ROOT/usr/sbin/policy-rc.d"
    umount "$ROOT/.debs"
    rmdir "$ROOT/.debs"
}

# take_from PACKAGE PATH...: some files of a package, without what it depends on
take_from() {
    local package=$1 d=$work/take-$1 p
    shift
    mkdir -p "$d"
    (cd "$d" && { apt-get -o APT::Sandbox::User=root download "$package" ||
        { apt-get update && apt-get -o APT::Sandbox::User=root download "$package"; }; } && dpkg-deb -x ./*.deb tree)
    for p in "$@"; do
        mkdir -p "$ROOT$(dirname "$p")"
        cp -a "$d/tree$p" "$ROOT$p"
    done
}

# put_wget PATH: busybox's wget.  That of Debian 12 crashes when it is given a
# timeout, which health checks like to do: leave the time to `timeout`.
put_wget() {
    cat >"$ROOT$1" <<'WGET'
#!/bin/sh
t= n=$#
while [ $n -gt 0 ]; do
    a=$1; shift; n=$((n - 1))
    case $a in
        -T|--timeout) t=$1; shift; n=$((n - 1)) ;;
        -T*) t=${a#-T} ;;
        --timeout=*) t=${a#*=} ;;
        *) set -- "$@" "$a" ;;
    esac
done
exec ${t:+/bin/busybox timeout "$t"} /bin/busybox wget "$@"
WGET
    chmod 755 "$ROOT$1"
}

# busybox_root: busybox with a link for each of its commands, and the C library.
# (Not the static one: resolving names needs the library all the same.)
busybox_root() {
    local a
    mkdir -p "$ROOT"/{bin,dev,etc,lib,lib64,proc,root,sys,tmp,usr/bin,usr/sbin,sbin,var}
    chmod 1777 "$ROOT/tmp"
    take_from busybox /bin/busybox
    take_from libc6 /lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 /lib64/ld-linux-x86-64.so.2 \
        /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libresolv.so.2 /lib/x86_64-linux-gnu/libm.so.6
    for a in $(chroot "$ROOT" /bin/busybox --list); do [ "$a" = busybox ] || ln -s busybox "$ROOT/bin/$a"; done
    rm "$ROOT/bin/wget"
    put_wget /bin/wget
    ln -s ../../bin/env "$ROOT/usr/bin/env"
    printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n' >"$ROOT/etc/passwd"
    printf 'root:x:0:\nnogroup:x:65534:\n' >"$ROOT/etc/group"
}

add_user() { # NAME UID [HOME]
    in_root groupadd -g "$2" "$1" 2>/dev/null || true
    in_root useradd -u "$2" -g "$1" -d "${3:-/nonexistent}" -s /usr/sbin/nologin "$1" 2>/dev/null ||
        in_root usermod -d "${3:-/nonexistent}" "$1"
}

# --- the tree --------------------------------------------------------------

if [ "$from" = scratch ]; then
    UPPER=$work/upper ROOT=$work/upper
    mkdir -p "$UPPER"
else
    # the parents' trees, highest first
    lower='' p=$parent
    while [ -n "$p" ]; do
        (
            flock 8
            [ ! -d "$p/tree" ] || exit 0
            rm -rf "$p/tree.part"
            mkdir "$p/tree.part"
            tar -C "$p/tree.part" --numeric-owner -xpzf "$p/layer.tar.gz"
            # deletions, the other way round than below
            find "$p/tree.part" -name '.wh.*' | while read -r f; do
                rm "$f"
                mknod "$(dirname "$f")/$(basename "$f" | cut -c5-)" c 0 0
            done
            mv "$p/tree.part" "$p/tree"
        ) 8>"$p/lock"
        lower=$lower${lower:+:}$p/tree
        p=$(cat "$p/parent" 2>/dev/null || true)
    done
    ROOT=$work/root
    mkdir -p "$ROOT"
    try_mount() {
        mkdir -p "$1/upper" "$1/work"
        UPPER=$1/upper
        mount -t overlay overlay -o "lowerdir=$lower,upperdir=$1/upper,workdir=$1/work" "$ROOT"
    }
    # (an overlay on an overlay is refused: use memory for the new layer then)
    try_mount "$work" || { mkdir -p "$work/mem"; mount -t tmpfs tmpfs "$work/mem"; try_mount "$work/mem"; }
    mount -t proc proc "$ROOT/proc"
    mount --bind /dev "$ROOT/dev"
fi

# shellcheck disable=SC2086
[ -z "$PACKAGES" ] || apt_install $PACKAGES
[ ! -d "$here/files" ] || cp -r --preserve=mode,links "$here/files/." "$ROOT/"
build

if [ "$from" != scratch ]; then
    umount "$ROOT/dev" "$ROOT/proc"
    rm -rf "$ROOT"/var/lib/apt/lists/* "$ROOT"/var/cache/apt/*.bin "$ROOT"/var/cache/apt/archives/*.deb \
        "$ROOT"/var/cache/debconf/*-old "$ROOT"/var/lib/dpkg/*-old "$ROOT"/var/log/{apt,dpkg.log,alternatives.log} \
        "$ROOT"/var/cache/ldconfig "$ROOT"/root/.npm "$ROOT"/etc/{passwd,group,shadow,gshadow}- 
    find "$ROOT/tmp" "$ROOT/run" -mindepth 1 -delete 2>/dev/null || true
    umount "$ROOT"
    # Deletions: an overlay marks them with 0/0 devices, an image layer with .wh. files.
    find "$UPPER" -type c | while read -r f; do
        [ "$(stat -c %t:%T "$f")" = 0:0 ] || continue
        rm "$f"
        : >"$(dirname "$f")/.wh.$(basename "$f")"
    done
    echo "$parent" >"$out/parent"
fi

# --- the layer -------------------------------------------------------------
unpacked=$(du -sb "$UPPER" | cut -f1)
mkfifo "$work/fifo"
sha256sum <"$work/fifo" >"$work/diffid" &
tar -C "$UPPER" --sort=name --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -c . |
    tee "$work/fifo" | gzip -1n >"$out/layer.tar.gz"
wait
diffid=$(cut -d' ' -f1 "$work/diffid")
digest=$(sha256sum <"$out/layer.tar.gz" | cut -d' ' -f1)
printf '{"digest":"sha256:%s","diffId":"sha256:%s","size":%s,"unpacked":%s}\n' \
    "$digest" "$diffid" "$(stat -c %s "$out/layer.tar.gz")" "$unpacked" >"$out/layer.json"
# (a tree that others build on: see above)
[ "$recipe" != base ] || mv "$UPPER" "$out/tree"
rm -rf --one-file-system "$work"
