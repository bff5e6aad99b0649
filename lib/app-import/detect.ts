import { composeFile, fileNamed, type GivenFile } from "./formats/files";
import type { ImportFormat } from "./schema";

const MAGIC = /\bSERVICE_(?:FQDN|URL|USER|PASSWORD|BASE64|REALBASE64|HEX)_[A-Z0-9]/;

/** Which format the files are of, by their names and a few words in them. */
export function detectFormat(files: readonly GivenFile[]): ImportFormat {
  const compose = composeFile(files);
  const config = fileNamed(files, /^config\.json$/i);
  if (config && /"(?:form_fields|tipi_version|short_desc)"/.test(config.content)) return "runtipi";
  if (fileNamed(files, /\.toml$/i)) return "dokploy";
  if (compose && /^captainVersion\s*:/m.test(compose.content)) return "caprover";
  const json = files.find(({ name, content }) => /\.json$/i.test(name) || /^\s*[{[]/.test(content));
  if (json && /"type"\s*:\s*[123]\b/.test(json.content)) return "portainer";
  if (compose && MAGIC.test(compose.content)) return "coolify";
  return "compose";
}
