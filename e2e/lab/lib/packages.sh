# Debian packages that the lab needs on the machine.

# apt_need PACKAGE=COMMAND...: install the packages whose command is missing.
apt_need() {
    local pair missing=()
    for pair in "$@"; do
        command -v "${pair#*=}" >/dev/null || missing+=("${pair%%=*}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || die "only root can install: ${missing[*]}"
    command -v apt-get >/dev/null || die "this is not Debian or Ubuntu: install ${missing[*]} yourself"
    say "installing ${missing[*]}"
    local t policy=/usr/sbin/policy-rc.d mine='' rc=0
    t=$(now)
    # The packages must not start their services: deny that for the while,
    # unless the machine already has a policy of its own.
    if [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' >$policy
        chmod +x $policy
        mine=1
    fi
    apt_quiet install "${missing[@]}" || { apt_quiet update && apt_quiet install "${missing[@]}"; } || rc=$?
    [ -z "$mine" ] || rm -f $policy
    [ $rc = 0 ] || { tail -n 20 "$LOG/apt.log" >&2; die "apt-get failed, see $LOG/apt.log"; }
    say "installed in $(since "$t") s"
}

apt_quiet() { # install PACKAGE... | update
    local verb=$1
    shift
    DEBIAN_FRONTEND=noninteractive apt-get "$verb" -y --no-install-recommends -o Dpkg::Use-Pty=0 \
        -o DPkg::Lock::Timeout=120 "$@" >>"$LOG/apt.log" 2>&1 9>&- </dev/null
}
