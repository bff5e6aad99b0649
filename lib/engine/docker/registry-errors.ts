import { EngineError, type EngineErrorKind } from "../engine";
import { quoted } from "./words";

type Rule = readonly [RegExp, EngineErrorKind, (image: string, words: string) => string];

// Engines pass a registry's failure on as text. The first that fits wins: a refusal is also a "failed to do request".
const RULES: readonly Rule[] = [
  [
    /no space left on device/i,
    "disk-full",
    (image) =>
      `The engine's disk is full: ${image} could not be pulled. Free some space on it, then try again.`,
  ],
  [
    /too ?many ?requests|\b429\b|rate limit/i,
    "registry-busy",
    (image) => `The registry of ${image} allows no more pulls right now. Wait a while, then try again.`,
  ],
  [
    /\b50[0-9]\b|internal server error|bad gateway|service unavailable|gateway time-?out/i,
    "registry-busy",
    (image, words) =>
      `The registry of ${image} has trouble of its own. Try again in a few minutes. The engine said: ${quoted(words)}`,
  ],
  [
    /no matching manifest|does not match the specified platform|no image found in (manifest list|image index)/i,
    "image-not-found",
    (image) =>
      `There is no ${image} for this machine's kind of processor. Choose another version of the app, or another machine.`,
  ],
  [
    /manifest unknown|manifest for .* not found|name unknown|repository name not known|not found: does not exist|repository does not exist|\bnot found$/i,
    "image-not-found",
    (image) =>
      `The registry has no image ${image}, or shows it only to those who sign in. Check its name and tag.`,
  ],
  [
    /unauthorized|authentication required|no basic auth|\bdenied\b|forbidden|\b40[13]\b/i,
    "registry-denied",
    (image) =>
      `The registry of ${image} asks for a sign-in, or refused this one. Check that the image is public, or that the engine may read it.`,
  ],
  [
    /x509|certificate|http response to https/i,
    "registry-unreachable",
    (image, words) =>
      `The registry of ${image} could not be reached over a connection the engine trusts. The engine said: ${quoted(words)}`,
  ],
  [
    /no such host|dial tcp|server misbehaving|connection (refused|reset)|i\/o timeout|timeout|deadline exceeded|network is unreachable|no route to host|\bEOF\b|proxyconnect|failed to do request|pinging (container )?registry/i,
    "registry-unreachable",
    (image, words) =>
      `The registry of ${image} could not be reached. Check the engine's network and the image's name, then try again. The engine said: ${quoted(words)}`,
  ],
  [
    /verification failed|digest.*mismatch|unexpected (commit )?digest|unexpected size/i,
    "other",
    (image) => `What the registry sent for ${image} arrived damaged and was thrown away. Try again.`,
  ],
];

/** What went wrong while pulling, from the engine's words. */
export function registryError(image: string, words: string, cause?: unknown): EngineError {
  for (const [pattern, kind, sentence] of RULES) {
    if (pattern.test(words)) return new EngineError(kind, sentence(image, words), { cause });
  }
  return new EngineError(
    "other",
    `The image ${image} could not be pulled. The engine said: ${quoted(words)}`,
    { cause },
  );
}
