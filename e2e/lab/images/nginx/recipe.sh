# The web server nginx of Debian, laid out as its official image.
PACKAGES="nginx-light"
REPOS="nginx"
build() {
    rm -rf "$ROOT"/etc/nginx/{sites-available,sites-enabled,snippets} "$ROOT"/var/www/html
    mkdir -p "$ROOT/usr/share/nginx/html" "$ROOT/docker-entrypoint.d" "$ROOT/var/cache/nginx" "$ROOT/var/log/nginx"
    add_user nginx 101
    cp "$ROOT/usr/share/nginx/html/index.html" "$ROOT/usr/share/nginx/html/50x.html" 2>/dev/null || true
    ln -sf /dev/stdout "$ROOT/var/log/nginx/access.log"
    ln -sf /dev/stderr "$ROOT/var/log/nginx/error.log"
}
