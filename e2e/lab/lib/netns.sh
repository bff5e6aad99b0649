# LAB_NETNS=name puts the whole lab into a network namespace of that name, for a
# machine where another engine runs: two engines in one namespace flush each
# other's iptables chains and share the bridge docker0.

netns_enter() {
    [ -n "${LAB_NETNS:-}" ] || return 0
    [ "${LAB_INSIDE:-}" != "$LAB_NETNS" ] || return 0
    [ -e "/run/netns/$LAB_NETNS" ] || { [ "${1:-}" = up ] && netns_uplink_add "$LAB_NETNS"; } ||
        die "no network namespace $LAB_NETNS: run 'lab up' first"
    local rc=0
    LAB_INSIDE=$LAB_NETNS nsenter "--net=/run/netns/$LAB_NETNS" -- "$LAB_DIR/lab" "$@" || rc=$?
    if [ "${1:-}" = down ] && [ $rc = 0 ]; then netns_uplink_del "$LAB_NETNS"; fi
    exit $rc
}

# A way out: a veth pair and one masquerading rule.
netns_uplink_add() {
    apt_need iproute2=ip iptables=iptables procps=sysctl
    ip netns add "$1"
    ip link add "lab-$1" type veth peer name up0 netns "$1"
    ip addr add 10.203.0.1/30 dev "lab-$1"
    ip link set "lab-$1" up
    ip -n "$1" link set lo up
    ip -n "$1" addr add 10.203.0.2/30 dev up0
    ip -n "$1" link set up0 up
    ip -n "$1" route add default via 10.203.0.1
    sysctl -qw net.ipv4.ip_forward=1
    netns_rules -I "$1"
}

netns_uplink_del() {
    netns_rules -D "$1" || true
    ip link del "lab-$1" 2>/dev/null || true
    ip netns del "$1" 2>/dev/null || true
}

netns_rules() { # -I|-D NAME
    iptables -w -t nat "$1" POSTROUTING -s 10.203.0.2/32 ! -o "lab-$2" -j MASQUERADE
    iptables -w "$1" FORWARD -i "lab-$2" -j ACCEPT
    iptables -w "$1" FORWARD -o "lab-$2" -j ACCEPT
}
