# Adminer 4.8 of Debian on PHP's own web server.
PACKAGES="php-cli php-pgsql php-mysql php-sqlite3"
SET=apps
REPOS="adminer"
build() {
    take_from adminer /usr/share/adminer
    rm -rf "$ROOT"/usr/share/adminer/designs "$ROOT"/lib/systemd/system/*
}
