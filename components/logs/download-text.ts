import { saveText } from "@/components/marks/save-text";
import { plainText } from "./ansi";
import type { ViewLine } from "./line";

/** Lines as plain text: exact time, service, text. */
export function asText(lines: readonly ViewLine[]): string {
  return lines
    .map(({ at, service, text }) => `${at} ${service ?? "roadstead"} ${plainText(text)}\n`)
    .join("");
}

/** Hands the lines to the browser as a text file. */
export function downloadText(fileName: string, lines: readonly ViewLine[]): void {
  saveText(fileName, asText(lines));
}
