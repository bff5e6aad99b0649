#!/bin/sh
# `redis --requirepass x`, `redis redis-server /my.conf`, `redis redis-cli ...`
set -e
case ${1:-} in -*|*.conf) set -- redis-server "$@" ;; esac
case ${1:-} in
    redis-server|valkey-server)
        # shellcheck disable=SC2086
        set -- "$@" $VALKEY_EXTRA_FLAGS
        # reachable from other containers without a password, as the usual image
        case " $* " in *protected-mode*) ;; *) set -- "$@" --protected-mode no ;; esac
        if [ "$(id -u)" = 0 ]; then
            find . \! -user redis -exec chown redis '{}' +
            exec setpriv --reuid=redis --regid=redis --init-groups "$@"
        fi ;;
esac
exec "$@"
