/**
 * Splits a command line into words as a POSIX shell would, and does nothing else a shell does: variables,
 * wildcards, pipes and semicolons stay plain text.
 * @returns undefined when a quote is never closed or the line ends in a lone backslash
 */
export function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece = pieceAt(line, at);
    if (!piece) return undefined;
    word = (word ?? "") + piece.text;
    at = piece.end;
  }
  return word === undefined ? words : [...words, word];
}

/**
 * The argv that replaces the image's command: `commandArgv` exactly, else the words of `command`.
 * @returns undefined when neither is set
 */
export function commandOf(service: {
  command?: string;
  commandArgv?: readonly string[];
}): string[] | undefined {
  if (service.commandArgv) return [...service.commandArgv];
  const words = service.command === undefined ? undefined : splitWords(service.command);
  return words && words.length > 0 ? words : undefined;
}

/** What one character, escape or quoted part stands for, and the index of its last character. */
function pieceAt(line: string, at: number): { text: string; end: number } | undefined {
  const character = line.charAt(at);
  if (character === "'") {
    const close = line.indexOf("'", at + 1);
    return close < 0 ? undefined : { text: line.slice(at + 1, close), end: close };
  }
  if (character === '"') return doubleQuoted(line, at);
  if (character !== "\\") return { text: character, end: at };
  return at + 1 < line.length ? { text: line.charAt(at + 1), end: at + 1 } : undefined;
}

function doubleQuoted(line: string, open: number): { text: string; end: number } | undefined {
  let text = "";
  for (let at = open + 1; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') return { text, end: at };
    const escapes = character === "\\" && '"\\$`'.includes(line.charAt(at + 1) || " ");
    if (escapes) at++;
    text += line.charAt(at);
  }
  return undefined;
}
