import { ServiceName } from "@/lib/app-definition/format/grammar";
import { quote, type Report } from "../report";

/** What each service is called here: its own name, or one made of it that can be a host name. */
export function serviceNames(written: readonly string[], report: Report): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(written.filter((name) => ServiceName.safeParse(name).success));
  for (const name of written) {
    if (ServiceName.safeParse(name).success) {
      names.set(name, name);
      continue;
    }
    const base = slugOf(name).slice(0, 55).replace(/-$/, "") || "service";
    let made = base in {} ? `${base}-service` : base;
    for (let number = 2; taken.has(made); number++) made = `${base}-${number}`;
    taken.add(made);
    names.set(name, made);
    report.guessed(
      `services.${name}`,
      `${quote(name)} cannot be a host name; it is called ${quote(made)} here.`,
    );
  }
  return names;
}

/** The name by which a placeholder can name a service of the file. */
export function hostOf(name: string): string {
  return ServiceName.safeParse(name).success ? name : slugOf(name);
}

/** Lower-case letters, digits and single dashes; "" when nothing is left. */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 64)
    .replace(/-$/, "");
}
