# Debian's busybox, the C library and nothing else.
FROM=scratch
REPOS="busybox"
build() { busybox_root; }
