import { expect, test } from "vitest";
import { installCommand } from "./install-command";

test.each([
  [
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n',
    "apt-get update && apt-get install -y docker.io",
  ],
  ["ID=ubuntu\nID_LIKE=debian\n", "apt-get update && apt-get install -y docker.io"],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', "apt-get update && apt-get install -y docker.io"],
  ["ID=fedora\nVERSION_ID=43\n", "dnf install -y moby-engine && systemctl enable --now docker"],
  [
    'ID="rocky"\nID_LIKE="rhel centos fedora"\n',
    "dnf install -y podman && systemctl enable --now podman.socket",
  ],
  ['ID="ol"\nID_LIKE="rhel fedora"\n', "dnf install -y podman && systemctl enable --now podman.socket"],
  ["ID=arch\n", "pacman -S --noconfirm docker && systemctl enable --now docker"],
  ["ID=manjaro\r\nID_LIKE=arch\r\n", "pacman -S --noconfirm docker && systemctl enable --now docker"],
  ["ID=alpine\n", "apk add docker && rc-update add docker default && service docker start"],
  [
    'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n',
    "zypper --non-interactive install docker && systemctl enable --now docker",
  ],
])("%j is told its own command", (osRelease, command) => {
  expect(installCommand(osRelease, "linux")).toBe(command);
});

test("who is not root is told to become it, step by step", () => {
  expect(installCommand("ID=fedora", "linux", false)).toBe(
    "sudo dnf install -y moby-engine && sudo systemctl enable --now docker",
  );
});

test.each([
  ["", "linux"],
  ["ID=plan9\n", "linux"],
  ["ID=constructor\n", "linux"],
  ["not an os-release", "linux"],
  ["", "darwin"],
  ["", "win32"],
] as const)("where no command is known (%j on %s) a page says how", (osRelease, platform) => {
  expect(installCommand(osRelease, platform)).toMatch(/^Docker (Engine|Desktop), from https:/);
});
