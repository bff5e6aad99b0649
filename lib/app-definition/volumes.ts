import { quote } from "./quote";

/** A named volume of the project and where it stands in the container. */
export type VolumeSpec = { name: string; target: string; readOnly: boolean };

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];

/**
 * Reads `name:/absolute/path[:ro|rw]`. A host path can not be said: only named volumes exist.
 * @returns the volume, or one sentence that says what is wrong
 */
export function parseVolume(text: string): { ok: true; volume: VolumeSpec } | { ok: false; message: string } {
  const [name = "", target, mode = "rw", ...more] = text.split(":");
  if (/^[./~\\]/.test(name) || /^[A-Za-z]$/.test(name)) {
    return refuse(text, "folders of the host cannot be mounted; give the volume a name instead");
  }
  if (target === undefined || more.length > 0) return refuse(text, "write it as name:/path or name:/path:ro");
  if (!NAME.test(name))
    return refuse(text, "the volume name may hold letters, digits, dots, dashes and underscores");
  if (mode !== "ro" && mode !== "rw") return refuse(text, "the only options are ro and rw");
  const wrong = wrongContainerPath(target);
  if (wrong) return refuse(text, wrong);
  return { ok: true, volume: { name, target, readOnly: mode === "ro" } };
}

/** Why a path may not be written or mounted inside a container; undefined when it may. */
export function wrongContainerPath(path: string): string | undefined {
  if (!path.startsWith("/") || path === "/") return "the path must be absolute, and more than /";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return "the path holds a character that paths cannot have";
  if (path.split("/").some((part) => part === ".." || part === ".")) return "the path must not hold . or ..";
  if (path.endsWith(".sock")) return "sockets cannot be mounted";
  const kernel = KERNEL_FOLDERS.find((folder) => path === folder || path.startsWith(`${folder}/`));
  return kernel && `${kernel} belongs to the system`;
}

/** Why a file cannot have this path, on top of what no path may have. */
export function wrongFilePath(path: string): string | undefined {
  if (path.length > 255) return "a path is at most 255 characters long";
  return path.includes("//") || path.endsWith("/")
    ? "it must end in a file's name, and hold no //"
    : undefined;
}

function refuse(text: string, why: string): { ok: false; message: string } {
  return { ok: false, message: `The volume ${quote(text)} is not allowed: ${why}.` };
}
