# Redis 7.0 of Debian, also under the names of Valkey, its descendant.
PACKAGES="redis-server redis-tools"
REPOS="redis valkey/valkey"
build() {
    local program
    for program in server cli benchmark sentinel; do
        [ ! -e "$ROOT/usr/bin/redis-$program" ] || ln -s "redis-$program" "$ROOT/usr/bin/valkey-$program"
    done
    mkdir -p "$ROOT/data"
    in_root chown redis:redis /data
}
