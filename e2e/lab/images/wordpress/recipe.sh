# WordPress of Debian under Apache with PHP.
PACKAGES="wordpress wordpress-theme-twentytwentythree apache2 libapache2-mod-php php-mysql php-gd php-curl php-xml php-mbstring php-zip"
SET=apps
REPOS="wordpress"
build() {
    in_root a2enmod -q rewrite
    # a plain copy, without Debian's links into other packages
    mkdir -p "$ROOT/usr/src"
    in_root cp -rL /usr/share/wordpress /usr/src/wordpress 2>/dev/null || true
    rm -rf "$ROOT"/usr/src/wordpress/wp-config.php "$ROOT"/usr/share/wordpress "$ROOT"/var/lib/wordpress \
        "$ROOT"/var/www/html/* "$ROOT"/lib/systemd/system/*
    mkdir -p "$ROOT/usr/src/wordpress/wp-content/uploads"
    # MariaDB's client programs, and Perl for them
    rm -rf "$ROOT"/usr/bin/{mariadb*,mysql*,perl5*} "$ROOT"/usr/share/{mysql,perl,perl5} "$ROOT"/usr/lib/x86_64-linux-gnu/perl{,5}
    ln -sf /dev/stdout "$ROOT/var/log/apache2/access.log"
    ln -sf /dev/stdout "$ROOT/var/log/apache2/other_vhosts_access.log"
    ln -sf /dev/stderr "$ROOT/var/log/apache2/error.log"
    printf '<Directory /var/www/html>\n  AllowOverride All\n</Directory>\nServerName localhost\n' >"$ROOT/etc/apache2/conf-enabled/lab.conf"
}
