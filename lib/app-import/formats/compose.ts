import type { ComposeSource } from "../compose/job";
import { readDotenv } from "../read/dotenv";
import { looksSecret } from "../variables/names";
import type { Spec } from "../variables/variables";
import { composeFile, fileNamed, givenFiles, type ReadFormat, readCompose, readMap } from "./files";

/** A compose file, with its `.env` and the files that it mounts where they came along. */
export const readComposeFormat: ReadFormat<ComposeSource> = (files, report) => {
  const file = composeFile(files);
  if (!file) {
    report.issue("", "There is no compose file among the files.");
    return undefined;
  }
  const root = readMap(file, report);
  if (!root) return undefined;
  const dotenv = fileNamed(files, /^\.env$/);
  return {
    root,
    meta: {},
    read: readCompose,
    known: dotenv ? dotenvSpecs(dotenv.content) : new Map(),
    given: givenFiles(files, [file]),
    web: [],
  };
};

/** Values of a `.env` are defaults, except for secrets, which are nobody's business to share. */
function dotenvSpecs(content: string): Map<string, Spec> {
  const specs = new Map<string, Spec>();
  for (const [name, value] of readDotenv(content)) {
    if (looksSecret(name) && value !== "") continue;
    specs.set(name, value === "" ? { kind: "setting", optional: true } : { kind: "setting", default: value });
  }
  return specs;
}
