#!/usr/bin/env bash
# The usual variables: POSTGRES_PASSWORD, POSTGRES_USER, POSTGRES_DB (each also
# as NAME_FILE), POSTGRES_INITDB_ARGS, POSTGRES_HOST_AUTH_METHOD, PGDATA;
# /docker-entrypoint-initdb.d/*.{sh,sql,sql.gz} run once, on an empty PGDATA.
set -Eeo pipefail

file_env() { # NAME [DEFAULT]
    local var=$1 file=${1}_FILE
    if [ -n "${!var}" ] && [ -n "${!file}" ]; then
        echo "error: both $var and $file are set (but are exclusive)" >&2
        exit 1
    fi
    if [ -n "${!file}" ]; then export "$var=$(<"${!file}")"
    elif [ -z "${!var}" ]; then export "$var=${2:-}"; fi
    unset "$file"
}

case ${1:-} in -*) set -- postgres "$@" ;; esac
[ "${1:-}" = postgres ] || exec "$@"

# From 18 on the volume is one folder higher, and the official image refuses the old place.
if [ "${PG_MAJOR:-0}" -ge 18 ] && grep -q ' /var/lib/postgresql/data ' /proc/self/mounts; then
    echo "Error: PostgreSQL $PG_MAJOR keeps its data below /var/lib/postgresql: mount the volume there, not at /var/lib/postgresql/data" >&2
    exit 1
fi

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA" /var/run/postgresql
    chmod 00700 "$PGDATA" || :
    chmod 03775 /var/run/postgresql || :
    find "$PGDATA" \! -user postgres -exec chown postgres '{}' +
    chown postgres /var/run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --init-groups "${BASH_SOURCE[0]}" "$@"
fi

mkdir -p "$PGDATA"
chmod 00700 "$PGDATA" || :
file_env POSTGRES_PASSWORD
file_env POSTGRES_USER postgres
file_env POSTGRES_DB "$POSTGRES_USER"
file_env POSTGRES_INITDB_ARGS
: "${POSTGRES_HOST_AUTH_METHOD:=}"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    if [ -z "$POSTGRES_PASSWORD" ] && [ "$POSTGRES_HOST_AUTH_METHOD" != trust ]; then
        cat >&2 <<'E'
Error: Database is uninitialized and superuser password is not specified.
       You must specify POSTGRES_PASSWORD to a non-empty value for the
       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".
E
        exit 1
    fi
    eval "initdb --username=\"\$POSTGRES_USER\" --pwfile=<(printf '%s\n' \"\$POSTGRES_PASSWORD\") $POSTGRES_INITDB_ARGS"
    printf '\nhost all all all %s\n' "${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >>"$PGDATA/pg_hba.conf"

    # a server for the initialization, not reachable over the network
    PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -p 5432" -w start
    export PGPASSWORD=${PGPASSWORD:-$POSTGRES_PASSWORD}
    run_sql() { psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc --username "$POSTGRES_USER" "$@"; }
    if [ "$POSTGRES_DB" != postgres ]; then
        run_sql --dbname postgres --set db="$POSTGRES_DB" <<<'CREATE DATABASE :"db" ;'
    fi
    for f in /docker-entrypoint-initdb.d/*; do
        case $f in
            *.sh) echo "$0: running $f"; if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
            *.sql) echo "$0: running $f"; run_sql --dbname "$POSTGRES_DB" -f "$f" ;;
            *.sql.gz) echo "$0: running $f"; gunzip -c "$f" | run_sql --dbname "$POSTGRES_DB" ;;
            */\*) ;;
            *) echo "$0: ignoring $f" ;;
        esac
    done
    PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -m fast -w stop
    unset PGPASSWORD
    echo 'PostgreSQL init process complete; ready for start up.'
else
    echo 'PostgreSQL Database directory appears to contain a database; Skipping initialization'
fi
exec "$@"
