/** A container port, and the host side that its author would like. */
export type PortSpec = {
  containerPort: number;
  protocol: "tcp" | "udp";
  /** A wish only: the installer picks the host port. */
  hostPort?: number;
  hostIp?: string;
};

const SHAPE =
  /^(?:(?:(?<ip>\d{1,3}(?:\.\d{1,3}){3}|\[[0-9A-Fa-f:.]+\]):)?(?<host>\d{1,5}(?:-\d{1,5})?)?:)?(?<container>\d{1,5}(?:-\d{1,5})?)(?:\/(?<protocol>tcp|udp))?$/;
const LARGEST_RANGE = 100;

/**
 * Reads a compose-style port: "80", "8080:80", "127.0.0.1:8080:80/udp", "3000-3005", "9000-9002:8000-8002".
 * @returns one entry per container port, or undefined when it is not a port string
 */
export function parsePorts(text: string): PortSpec[] | undefined {
  const parts = SHAPE.exec(text)?.groups;
  const container = portRange(parts?.container);
  if (!parts || !container) return undefined;
  const host = parts.host === undefined ? undefined : portRange(parts.host);
  if (parts.host !== undefined && host?.length !== container.length) return undefined;
  return container.map((containerPort, at) => ({
    containerPort,
    protocol: parts.protocol === "udp" ? "udp" : "tcp",
    ...(host && { hostPort: host[at] }),
    ...(parts.ip !== undefined && { hostIp: parts.ip.replace(/^\[|\]$/g, "") }),
  }));
}

function portRange(text: string | undefined): number[] | undefined {
  const [first, last = first] = (text ?? "").split("-").map(Number);
  if (first === undefined || last === undefined) return undefined;
  const inRange = first >= 1 && last <= 65_535 && first <= last && last - first < LARGEST_RANGE;
  return inRange ? Array.from({ length: last - first + 1 }, (_, step) => first + step) : undefined;
}
