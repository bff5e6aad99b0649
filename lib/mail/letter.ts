/** What a mail says, before it is written as text and as HTML. */
export type Letter = {
  subject: string;
  /** Each a paragraph of plain text, or lines that a program wrote. */
  before: (string | { quoted: readonly string[] })[];
  link: { label: string; url: string };
  after: string[];
};

/** A letter as plain text, and the same as simple HTML in which nothing that was written is markup. */
export function writeLetter({ subject, before, link, after }: Letter): { text: string; html: string } {
  const plain = before.map((part) => (typeof part === "string" ? part : indented(part.quoted)));
  const text = [...plain, `${link.label}:\n${link.url}`, ...after].join("\n\n");
  const paragraph = (words: string) => `<p style="margin:0 0 16px">${inHtml(words)}</p>`;
  const block = (lines: readonly string[]) =>
    `<pre style="margin:0 0 16px;padding:12px;border-radius:6px;font:12px/1.5 ui-monospace,monospace;background:#eef3f4;white-space:pre-wrap;overflow-wrap:anywhere">${inHtml(lines.join("\n"))}</pre>`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#12242b;background:#ffffff">
<div style="max-width:520px">
${before.map((part) => (typeof part === "string" ? paragraph(part) : block(part.quoted))).join("\n")}
<p style="margin:24px 0"><a href="${inHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;color:#ffffff;background:#0b6a78;text-decoration:none">${inHtml(link.label)}</a></p>
${after.map(paragraph).join("\n")}
<p style="margin:24px 0 0;font-size:13px;color:#566970">If the button does nothing, open this address:<br>${inHtml(link.url)}</p>
</div>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join("\n");

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => NAMED[character] ?? character);
}
