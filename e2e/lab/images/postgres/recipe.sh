# PostgreSQL 15 of Debian, without its just-in-time compiler and without Perl's
# library (only Debian's cluster tools need them).
PACKAGES="postgresql-15 tzdata"
REPOS="postgres"
build() {
    local lib=$ROOT/usr/lib/postgresql/15
    in_root pg_dropcluster 15 main --stop 2>/dev/null || true
    rm -rf "$lib"/lib/bitcode "$lib"/lib/llvmjit* "$ROOT"/usr/lib/x86_64-linux-gnu/{libLLVM*,libz3*} \
        "$ROOT"/usr/lib/llvm* "$ROOT"/usr/share/perl "$ROOT"/usr/share/perl5 "$ROOT"/usr/lib/x86_64-linux-gnu/{perl,perl5} \
        "$ROOT"/etc/postgresql "$ROOT"/etc/ssl/private/* "$ROOT"/etc/ssl/certs/ssl-cert-snakeoil.pem \
        "$ROOT"/var/lib/postgresql/*
    # programs directly on the path, not through Debian's wrappers
    local f
    for f in "$lib"/bin/*; do ln -sf "/usr/lib/postgresql/15/bin/$(basename "$f")" "$ROOT/usr/local/bin/"; done
    mkdir -p "$ROOT/docker-entrypoint-initdb.d" "$ROOT/var/lib/postgresql/data" "$ROOT/var/run/postgresql"
    in_root usermod -d /var/lib/postgresql -s /bin/bash postgres
    in_root chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
    in_root chmod 1777 /var/lib/postgresql/data
    in_root chmod 3777 /var/run/postgresql
    sed -ri "s/^#?listen_addresses.*/listen_addresses = '*'/; s/^#?jit = .*/jit = off/" \
        "$ROOT/usr/share/postgresql/15/postgresql.conf.sample"
}
