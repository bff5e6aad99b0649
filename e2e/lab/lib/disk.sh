# The engine's data lies on a disk of its own: a sparse file, mounted through a
# loop device.  So a full disk is a real one, and fills nobody else's.

DISK=$LAB_HOME/disk.img
ENGINE_ROOT=$LAB_HOME/docker
BALLAST=$ENGINE_ROOT/.ballast

disk_mounted() { mountpoint -q "$ENGINE_ROOT"; }

disk_mount() {
    mkdir -p "$ENGINE_ROOT"
    [ "$LAB_DISK_MB" != 0 ] && ! disk_mounted || return 0
    if [ ! -e "$DISK" ]; then
        # (no journal and no reserve: it need not outlive the machine)
        truncate -s "${LAB_DISK_MB}M" "$DISK"
        mkfs.ext4 -q -F -m 0 -O ^has_journal "$DISK"
    fi
    mount -o loop,discard,noatime "$DISK" "$ENGINE_ROOT" 2>>"$LOG/disk.log" ||
        say "no loop device here: the engine's data is in a plain folder, \`break disk\` will not work"
}

disk_free_kb() { df --output=avail -k "$ENGINE_ROOT" | tail -n 1 | tr -d ' '; }

# break_disk [KB]: leave that much, by a file that takes the rest.
break_disk() {
    local leave=${1:-0} free
    [[ $leave =~ ^[0-9]+$ ]] || die "how many KB to leave free: $leave is no number"
    disk_mounted || die "the engine has no disk of its own here (LAB_DISK_MB, loop devices)"
    rm -f "$BALLAST"
    # most of it without writing, the last 4 MB byte by byte
    free=$(disk_free_kb)
    if [ $((free - leave)) -gt 4096 ]; then fallocate -l $((free - leave - 4096))K "$BALLAST"; fi
    free=$(disk_free_kb)
    if [ "$leave" = 0 ]; then cat /dev/zero >>"$BALLAST" 2>/dev/null || true
    elif [ "$free" -gt "$leave" ]; then head -c $(((free - leave) * 1024)) /dev/zero >>"$BALLAST"; fi
    say "the engine's disk: $(disk_free_kb) KB free"
}

mend_disk() {
    rm -f "$BALLAST"
    ! disk_mounted || say "the engine's disk: $(disk_free_kb) KB free"
}

# Unmount a folder and what an engine that was killed left mounted below it, deepest first.
unmount_below() { # DIR
    awk -v h="$1" '$2 == h || index($2, h "/") == 1 { print $2 }' /proc/self/mounts | sort -r |
        while read -r m; do umount -l "$m" || true; done
}
