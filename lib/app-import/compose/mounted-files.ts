import { wrongContainerPath } from "@/lib/app-definition/volumes";
import { type Branch, branchOf, isBranch, isOn, listOf, textOf } from "../read/tree";
import { quote } from "../report";
import { type Piece, plainText } from "../variables/variables";
import { type Job, piecesOf, type Translate } from "./job";
import { givenAt } from "./paths";

/** Compose `configs` and `secrets` of a service: files in the container. */
const mountedFiles =
  (kind: "configs" | "secrets"): Translate =>
  (job, service, value, path) => {
    const declared = branchOf(job.source.root.get(kind));
    listOf(value).forEach((entry, at) => {
      const here = `${path}.${at}`;
      const source = (isBranch(entry) ? textOf(entry.get("source")) : textOf(entry)) ?? "";
      const target = (isBranch(entry) ? textOf(entry.get("target")) : undefined) ?? source;
      const folder = kind === "secrets" ? "/run/secrets/" : "/";
      const file = target.startsWith("/") ? target : `${folder}${target}`;
      const wrong = wrongContainerPath(file);
      const content = wrong ? undefined : contentOf(job, kind, source, branchOf(declared.get(source)), here);
      if (!content) {
        job.report.dropped(
          here,
          `${quote(source)} cannot be put at ${quote(file)}: ${wrong ?? "its content is not known"}.`,
        );
        return;
      }
      service.files.push({ path: file, content });
      job.report.mapped(here, `${quote(source)} is put at ${quote(file)}.`);
    });
  };

export const configs = mountedFiles("configs");
export const secrets = mountedFiles("secrets");

function contentOf(
  job: Job,
  kind: "configs" | "secrets",
  name: string,
  declared: Branch,
  path: string,
): Piece[] | undefined {
  const content = textOf(declared.get("content"));
  if (content !== undefined) return piecesOf(job, content, path);
  const file = textOf(declared.get("file"));
  const given = file === undefined ? undefined : givenAt(job, file);
  if (given && kind === "configs") return job.variables.resolve(given, { path });
  const variable = textOf(declared.get("environment"));
  if (variable !== undefined && /^[A-Za-z_]\w{0,100}$/.test(variable)) {
    return piecesOf(job, `\${${variable}}`, path);
  }
  if (kind === "configs" || isOn(declared.get("external"))) return undefined;
  if (given) job.report.guessed(path, "The secret that came along is not kept; the machine makes a new one.");
  return secretPieces(job, name, path);
}

/** A secret that a file of the host would hold is made by the machine. */
function secretPieces(job: Job, name: string, path: string): Piece[] | undefined {
  const variable = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_")
    .slice(0, 100);
  if (!variable || plainText([{ text: variable }]) === "_") return undefined;
  job.report.guessed(path, `The secret ${quote(name)} is made by the machine.`);
  return [{ variable, spec: { kind: "secret", length: 32, encoding: "alphanumeric" } }];
}
