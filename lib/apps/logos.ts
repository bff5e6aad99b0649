import { readdirSync } from "node:fs";
import path from "node:path";

const shared = globalThis as typeof globalThis & { roadsteadLogos?: Readonly<Record<string, string>> };

/** Addresses of the logos that this instance holds, by slug. They are public files, the same for everybody. */
export function knownLogos(): Readonly<Record<string, string>> {
  shared.roadsteadLogos ??= Object.fromEntries(
    readdirSync(path.join(process.cwd(), "public", "logos"))
      .filter((file) => file.endsWith(".svg"))
      .map((file) => [path.basename(file, ".svg"), `/logos/${file}`]),
  );
  return shared.roadsteadLogos;
}
