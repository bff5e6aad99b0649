const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;

/** Reads `KEY=value` lines; comments, quotes around a value and `export` are understood, a line of any other form is skipped. */
export function readDotenv(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, key, written = ""] = LINE.exec(line) ?? [];
    if (key !== undefined && !(key in {})) values.set(key, unquoted(written.trim()));
  }
  return values;
}

function unquoted(written: string): string {
  const quoteMark = written[0];
  if ((quoteMark === '"' || quoteMark === "'") && written.length > 1 && written.endsWith(quoteMark)) {
    return written.slice(1, -1);
  }
  const comment = written.search(/\s#/);
  return comment < 0 ? written : written.slice(0, comment).trimEnd();
}
