import type { DraftService } from "../draft";
import type { Branch, Tree } from "../read/tree";
import { quote, type Report } from "../report";
import type { Part, ReadParts } from "../variables/parts";
import type { Piece, Spec, Variables } from "../variables/variables";

/** What a format knows about the app besides its services. Texts are as written by strangers. */
export type Meta = {
  id?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  category?: string | undefined;
  tags?: readonly string[] | undefined;
  repository?: string | undefined;
  /** How to sign in first, or what to know after the installation. */
  note?: string | undefined;
};

/** A compose document with what its own format says around it. */
export type ComposeSource = {
  root: Branch;
  meta: Meta;
  read: ReadParts;
  known: ReadonlyMap<string, Spec>;
  magic?: (name: string, use: { key?: string; service?: string }) => Spec | undefined;
  /** Contents that came along, by the relative path that the compose file uses. */
  given: ReadonlyMap<string, readonly Part[]>;
  /** Ports that the format says are web pages, by the service's name in the file. */
  web: readonly { service: string; port: number }[];
  /** A folder above the compose file that is the app's own nevertheless, such as `../files/`. */
  ownFolder?: string;
  /** Names under which services reach each other, besides their own. */
  aliases?: ReadonlyMap<string, string>;
};

/** One compose file being translated. */
export type Job = {
  source: ComposeSource;
  report: Report;
  variables: Variables;
  /** Service names of the file, and what they are called here. */
  names: ReadonlyMap<string, string>;
  /** Other names of services (container names, aliases), and what they are called here. */
  hosts: Map<string, string>;
  /** Names of volumes that must not be used as they are, with the reason. */
  unsafeVolumes: ReadonlyMap<string, string>;
};

/** Translates one key of a service. */
export type Translate = (job: Job, service: DraftService, value: Tree, path: string) => void;

/** A text that may hold variables. */
export function piecesOf(job: Job, text: string, path: string, key?: string, service?: string): Piece[] {
  return job.variables.resolve(job.source.read(text), {
    path,
    ...(key !== undefined && { key }),
    ...(service !== undefined && { service }),
  });
}

/**
 * A text in a place where our format has no placeholders: variables are written in as their defaults.
 * @returns undefined, and a line in the report, when a variable has no default
 */
export function literal(job: Job, text: string, path: string): string | undefined {
  const pieces = job.variables.resolve(job.source.read(text), { path, quiet: true });
  let whole = "";
  for (const piece of pieces) {
    const value = "text" in piece ? piece.text : fixedValue(piece.spec);
    if (value === undefined) {
      const name = "text" in piece ? "" : piece.variable;
      job.report.dropped(
        path,
        `${name} has no fixed value, and only environment variables can hold a variable.`,
      );
      return undefined;
    }
    whole += value;
  }
  if (pieces.some((piece) => "variable" in piece))
    job.report.guessed(path, `Written in as ${quote(whole)}: a variable cannot stand here.`);
  return whole;
}

function fixedValue(spec: Extract<Piece, { variable: string }>["spec"]): string | undefined {
  if (spec.kind === "secret") return undefined;
  return spec.default ?? (spec.optional ? "" : undefined);
}
