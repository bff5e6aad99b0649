import Anser from "anser";

/** A stretch of a line in one colour; plain text, never markup. */
export type Segment = { text: string; color?: string; bold?: boolean; dim?: boolean };

// Readable on the log's dark ground, in the tones of its own palette.
const COLORS: Record<string, string> = {
  "ansi-black": "var(--log-dim)",
  "ansi-red": "var(--log-error)",
  "ansi-green": "var(--log-ok)",
  "ansi-yellow": "var(--log-warn)",
  "ansi-blue": "var(--log-svc-4)",
  "ansi-magenta": "#d9a7d9",
  "ansi-cyan": "var(--log-info)",
  "ansi-white": "var(--log-text)",
  "ansi-bright-black": "var(--log-dim)",
  "ansi-bright-red": "#ffb4ac",
  "ansi-bright-green": "#9be3b9",
  "ansi-bright-yellow": "#ffd68a",
  "ansi-bright-blue": "#c9d4f5",
  "ansi-bright-magenta": "#ecc4ec",
  "ansi-bright-cyan": "#a9e3ec",
  "ansi-bright-white": "#ffffff",
};

// Titles and links (OSC), cursor moves and the like (CSI other than colours), and lone control characters.
const UNWANTED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b\[[0-9;?<=>!]*[@-ln-~]|\u001b[@-Z\\^_=>]|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g;

/** A line without anything but text and colours. */
function tamed(line: string): string {
  return line.replace(UNWANTED, "");
}

/** The text of a line without its colours: what is searched, copied and downloaded. */
export function plainText(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is taken out
  return tamed(line).replace(/\u001b(?:\[[0-9;]*m?)?/g, "");
}

/** The stretches of a line, in order. Joined, they are exactly its plain text. */
export function segmentsOf(line: string): Segment[] {
  if (!line.includes("\u001b")) return [{ text: tamed(line) }];
  const parts = Anser.ansiToJson(tamed(line), { use_classes: true, remove_empty: true });
  return parts.map(({ content, fg, fg_truecolor: truecolor, decorations }) => ({
    text: content.replaceAll("\u001b", ""),
    color: truecolor ? lightened(truecolor) : paletteColor(fg),
    bold: decorations.includes("bold"),
    dim: decorations.includes("dim"),
  }));
}

function paletteColor(name: string | null): string | undefined {
  return name ? COLORS[name] : undefined;
}

/** An exact colour, mixed with white so that it can be read on the dark ground. */
function lightened(rgb: string): string | undefined {
  return /^\d{1,3}, ?\d{1,3}, ?\d{1,3}$/.test(rgb) ? `color-mix(in srgb, rgb(${rgb}) 65%, white)` : undefined;
}
