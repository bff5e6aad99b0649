import type { ConformanceImages } from "../conformance/bench";

/** The engine that the suites run on. @throws when none was named: a suite without an engine has proved nothing */
export function testEngineAddress(): string {
  const address = process.env.DOCKER_HOST;
  if (!address) throw new Error("These tests need a container engine: set DOCKER_HOST to its address.");
  return address;
}

export const busybox = (script: string) => ({ image: "busybox:1.36.1", command: ["sh", "-c", script] });

const UNTIL_ASKED = "trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done";

/** The images of the test lab, as the suites need them. */
export const labImages: ConformanceImages = {
  idle: busybox(UNTIL_ASKED),
  // This busybox has no printenv.
  show: (variable) => ["sh", "-c", `printf '%s\\n' "$${variable}"`],
  lines: busybox(
    `echo one; sleep 0.2; echo two >&2; sleep 0.2; echo three; sleep 1; echo four; ${UNTIL_ASKED}`,
  ),
  longLine: busybox(`head -c 40000 /dev/zero | tr '\\0' x; echo; ${UNTIL_ASKED}`),
  noisy: { image: "lab/noisy:1" },
  healthy: { image: "lab/web:1.0.0" },
  unhealthy: { image: "lab/unhealthy:1" },
  crash: { image: "lab/crash:1" },
  stubborn: { image: "lab/stubborn:1" },
  base: "busybox:1.36.1",
  broken: { image: "busybox:1.36.1", command: ["/no/such/program"] },
  missing: "127.0.0.1:5000/library/busybox:no-such-tag",
  elsewhere: "127.0.0.1:1/library/busybox:1",
};
