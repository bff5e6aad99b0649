# MariaDB 10.11 of Debian: server and client programs, without the system service.
PACKAGES="mariadb-server-core mariadb-client-core tzdata"
SET=apps
REPOS="mariadb"
build() {
    in_root groupadd -r -g 999 mysql
    in_root useradd -r -u 999 -g mysql -d /var/lib/mysql -s /usr/sbin/nologin mysql
    mkdir -p "$ROOT/var/lib/mysql" "$ROOT/run/mysqld" "$ROOT/docker-entrypoint-initdb.d"
    in_root chown mysql:mysql /var/lib/mysql /run/mysqld
    # (/run is emptied: the entrypoint makes /run/mysqld again)
    rm -rf "$ROOT"/usr/share/mysql/{bulgarian,chinese,czech,danish,dutch,estonian,french,georgian,german,greek,hindi,hungarian,italian,japanese,korean,norwegian,norwegian-ny,polish,portuguese,romanian,russian,serbian,slovak,spanish,swahili,swedish,ukrainian}
    take_from mariadb-client /usr/bin/mariadb-admin /usr/bin/mariadb-dump
    # the names of old
    ln -sf mariadb-admin "$ROOT/usr/bin/mysqladmin"
    ln -sf mariadb-dump "$ROOT/usr/bin/mysqldump"
    ln -sf mariadb "$ROOT/usr/bin/mysql"
    ln -sf mariadbd "$ROOT/usr/sbin/mysqld"
}
