# `lab check [core|apps|faults|NAME...]`: runs the images and looks whether each
# does what README.md says of it.  One line a check; exit status 1 if any failed.

C=lab-check
CHECKS_CORE="whoami web update nginx redis postgres postgres18 absent"
CHECKS_APPS="mariadb wordpress adminer node_red"
CHECKS_FAULTS="crash sick slow stubborn noisy oom"

lab_check() {
    local c t bad=0 todo=()
    [ $# -gt 0 ] || set -- core
    for c in "$@"; do
        case $c in
            core) read -ra todo <<<"${todo[*]} $CHECKS_CORE" ;;
            apps) read -ra todo <<<"${todo[*]} $CHECKS_APPS" ;;
            faults) read -ra todo <<<"${todo[*]} $CHECKS_FAULTS" ;;
            *) todo+=("$c") ;;
        esac
    done
    export DOCKER_HOST=unix://$ENGINE_SOCK
    clean_check
    docker network create $C >/dev/null
    for c in "${todo[@]}"; do
        t=$(now)
        # In the background, since bash ignores `set -e` in anything that an `if`
        # asks about: so the first line that fails is the verdict.
        (set -ex; "check_$c") >"$LOG/check-$c.log" 2>&1 &
        if wait $!; then
            printf 'ok    %-11s %5s s\n' "$c" "$(since "$t")"
        else
            printf 'FAIL  %-11s %5s s   see %s\n' "$c" "$(since "$t")" "$LOG/check-$c.log"
            bad=1
        fi
        remove_containers
    done
    clean_check
    return $bad
}

remove_containers() { docker ps -aq --filter "name=^$C" | xargs -r docker rm -fv >/dev/null; }
clean_check() { remove_containers; docker network rm $C >/dev/null 2>&1 || true; }

# The registry's image, not one that an earlier run left in the engine.
start()  { # NAME OPTIONS IMAGE ARGS
    local n=$1
    shift
    docker run -d --pull always --name "$C-$n" --network $C --network-alias "$n" "$@"
}
once()   { docker run --rm --pull always --network $C --name $C-once "$@"; }
look()   { docker inspect -f "$2" "$C-$1"; }
ip_of()  { look "$1" "{{(index .NetworkSettings.Networks \"$C\").IPAddress}}"; }
health() { look "$1" '{{.State.Health.Status}}'; }
try()    { # SECONDS CMD...: until it succeeds
    local limit=$1 i=0
    shift
    until "$@"; do i=$((i + 1)); [ $i -lt $((limit * 5)) ] || return 1; sleep 0.2; done
}
has()    { # NAME:PORT PATH TEXT: the answer holds TEXT
    curl -s -L -m 5 "http://$(ip_of "${1%%:*}"):${1##*:}$2" | tr -d '\0' | grep -- "$3" >/dev/null
}
fails()  { if "$@"; then return 1; fi; }
is()     { [ "$("${@:2}")" = "$1" ]; }

check_whoami() {
    start who -p 127.0.0.1::80 traefik/whoami:v1.10.1
    try 5 has who:80 /x 'GET /x'
    curl -sf "http://$(docker port $C-who 80/tcp | head -n 1)/api" -H 'X-A: "b"' | jq -e '.headers["X-A"][0] == "\"b\""'
}
check_web() { start web lab/web:1.1.0; try 10 is healthy health web; has web:8080 /version 1.1.0; }
check_update() {
    local v before
    v=9.0.$(date +%s)
    lab_release "lab/web:$v" --from lab/web:1.0.0
    start web "lab/web:$v"
    try 5 has web:8080 /version "$v"
    before=$(manifest_digest lab/web 1.0.1)
    lab_release lab/web:1.0.1 --from lab/web:1.0.1
    fails is "$before" manifest_digest lab/web 1.0.1
    lab_untag "lab/web:$v"
    is '' manifest_digest lab/web "$v"
    "$LAB_DIR/lab" images whoami --reset
    is "$before" manifest_digest lab/web 1.0.1
}
check_nginx() { start ngx nginx:1.27-alpine; try 5 has ngx:80 / 'Welcome to nginx'; }
check_redis() {
    start rds redis:7-alpine redis-server --requirepass pw --appendonly yes
    try 5 docker exec $C-rds redis-cli -a pw ping
    is 1 once redis:7-alpine sh -c 'redis-cli -h rds -a pw incr a'
    start rds2 redis:7-alpine valkey-server
    try 5 docker exec $C-rds2 valkey-cli ping
}
check_postgres() { postgres_works postgres:16.4 /var/lib/postgresql/data; }
check_postgres18() {
    postgres_works postgres:18.0 /var/lib/postgresql
    fails once -e POSTGRES_PASSWORD=pw -v /var/lib/postgresql/data postgres:18.0
}
postgres_works() { # IMAGE VOLUME-PATH
    local p="s3'cret"
    fails once "$1"
    start pg -e POSTGRES_USER=app -e POSTGRES_PASSWORD="$p" -e POSTGRES_DB=appdb "$1"
    try 30 docker exec $C-pg pg_isready -h 127.0.0.1 -U app
    is "$2" look pg '{{range .Mounts}}{{.Destination}}{{end}}'
    # over the network, with the password
    is 42 once -e PGPASSWORD="$p" "$1" psql -h pg -U app appdb -Atc 'select 42'
    fails once -e PGPASSWORD=wrong "$1" psql -h pg -U app appdb -Atc 'select 1'
    docker restart $C-pg
    try 10 docker exec $C-pg pg_isready -h 127.0.0.1 -U app
}
# The engine says of a tag that is not there what it says of one missing at docker.io.
check_absent() { is 1 sh -c "docker pull lab/web:0.0.0 2>&1 | grep -c 'manifest unknown'"; }

check_crash() {
    start c1 -e EXIT_CODE=7 lab/crash:1
    try 5 is 'exited 7' look c1 '{{.State.Status}} {{.State.ExitCode}}'
    start c2 lab/web:3.0.0
    try 5 is 'exited 3' look c2 '{{.State.Status}} {{.State.ExitCode}}'
}
check_sick() {
    start s1 lab/unhealthy:1
    start s2 lab/web:2.1.0
    try 15 is unhealthy health s1
    try 15 is unhealthy health s2
}
check_slow() {
    start sl -e START_DELAY=6 lab/slow:1
    sleep 3
    is starting health sl
    try 10 is healthy health sl
}
check_stubborn() {
    start st lab/stubborn:1
    sleep 1
    docker stop -t 2 $C-st
    is 137 look st '{{.State.ExitCode}}'
    docker logs $C-st | grep ignored
}
check_noisy() {
    start no lab/noisy:1
    sleep 4
    docker stop -t 5 $C-no
    [ "$(docker logs $C-no | wc -l)" -gt 10000 ]
}
check_oom() {
    start oo -m 64m --memory-swap 64m lab/oom:1
    try 20 is '137 true' look oo '{{.State.ExitCode}} {{.State.OOMKilled}}'
}

check_mariadb() {
    fails once mariadb:11.4
    start my -e MARIADB_ROOT_PASSWORD="r'pw" -e MARIADB_DATABASE=blog_1 -e MARIADB_USER=bob -e MARIADB_PASSWORD=bobpw \
        --health-cmd 'healthcheck.sh --connect --innodb_initialized' --health-interval 1s mariadb:11.4
    try 40 is healthy health my
    is 5 once mariadb:11.4.3 mariadb -N -h my -ubob -pbobpw blog_1 -e 'create table t(x int); insert into t values (5); select * from t'
    once mariadb:11.4.3 mariadb -h my -uroot -p"r'pw" -e 'show databases' | grep blog_1
}
check_wordpress() {
    start db -e MYSQL_DATABASE=wp -e MYSQL_USER=wp -e MYSQL_PASSWORD=wppw -e MYSQL_RANDOM_ROOT_PASSWORD=1 mariadb:11.4
    start wp -e WORDPRESS_DB_HOST=db -e WORDPRESS_DB_USER=wp -e WORDPRESS_DB_PASSWORD=wppw -e WORDPRESS_DB_NAME=wp wordpress:6.6.2
    try 40 has wp:80 /wp-admin/install.php 'language\|Site Title'
    curl -s -m 60 "http://$(ip_of wp)/wp-admin/install.php?step=2" --data-urlencode 'weblog_title=Lab blog' \
        -d 'user_name=admin&admin_password=Pw12345678&admin_password2=Pw12345678&pw_weak=1&admin_email=a@example.org&blog_public=0' | grep -i success
    has wp:80 / 'Lab blog'
}
check_adminer() { start adm adminer:4.8.1; try 10 has adm:8080 / Adminer; }
check_node_red() { start nr nodered/node-red:4.1; try 40 docker exec $C-nr node /healthcheck.js; has nr:1880 / Node-RED; }
