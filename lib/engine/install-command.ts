const DEBIAN = ["apt-get update", "apt-get install -y docker.io"];
const FEDORA = ["dnf install -y moby-engine", "systemctl enable --now docker"];
const RED_HAT = ["dnf install -y podman", "systemctl enable --now podman.socket"];
const AMAZON = ["dnf install -y docker", "systemctl enable --now docker"];
const ARCH = ["pacman -S --noconfirm docker", "systemctl enable --now docker"];
const ALPINE = ["apk add docker", "rc-update add docker default", "service docker start"];
const SUSE = ["zypper --non-interactive install docker", "systemctl enable --now docker"];
const VOID = ["xbps-install -Sy docker", "ln -s /etc/sv/docker /var/service/"];

// By the ID of os-release. Relatives of a system name it in ID_LIKE.
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  debian: DEBIAN,
  ubuntu: DEBIAN,
  fedora: FEDORA,
  amzn: AMAZON,
  rhel: RED_HAT,
  centos: RED_HAT,
  rocky: RED_HAT,
  almalinux: RED_HAT,
  arch: ARCH,
  alpine: ALPINE,
  suse: SUSE,
  opensuse: SUSE,
  "opensuse-leap": SUSE,
  "opensuse-tumbleweed": SUSE,
  void: VOID,
};

/**
 * What to type to get a container engine, so that it completes "Install one with: …". Systems without such a
 * command get the name of the program and where it is described.
 * @param osRelease the text of /etc/os-release; "" when there is none
 * @param root false puts `sudo` in front of each step
 */
export function installCommand(osRelease: string, platform: NodeJS.Platform, root = true): string {
  if (platform === "darwin")
    return "Docker Desktop, from https://docs.docker.com/desktop/setup/install/mac-install/";
  if (platform === "win32")
    return "Docker Desktop, from https://docs.docker.com/desktop/setup/install/windows-install/";
  const { ID = "", ID_LIKE = "" } = readOsRelease(osRelease);
  if (ID === "nixos") return '"virtualisation.docker.enable = true;" in /etc/nixos/configuration.nix';
  const known = [ID, ...ID_LIKE.split(" ")].find((id) => Object.hasOwn(COMMANDS, id));
  const steps = known === undefined ? undefined : COMMANDS[known];
  if (!steps) return "Docker Engine, from https://docs.docker.com/engine/install/";
  return steps.map((step) => (root ? step : `sudo ${step}`)).join(" && ");
}

function readOsRelease(text: string): Record<string, string | undefined> {
  const entries = text.split("\n").flatMap((line) => {
    const [, key, value] = /^([A-Z_]+)=["']?(.*?)["']?\s*$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value.toLowerCase()] as const];
  });
  return Object.fromEntries(entries);
}
