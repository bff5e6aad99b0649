# A tiny web server that tells about itself and the request (busybox nc and sh).
# The *.json beside config.json are the lab/... images, for updates and faults.
FROM=busybox
REPOS="traefik/whoami"
