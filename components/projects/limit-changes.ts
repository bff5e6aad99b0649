import type { GivenResources, ProjectResources } from "@/lib/projects/resources/schema";
import type { Change } from "./redeploy-bar";

export type Figure = "memoryMb" | "cpuCores" | "diskMb";
type Stored = ProjectResources["data"][number];

/** The limits of one service while they are edited: figures stay text until they are sent. */
export type LimitDraft = {
  service: string;
  texts: Record<Figure, string>;
  stored: Stored;
  profile: Stored["profile"];
};

const FIGURES: Record<Figure, { word: string; unit: string }> = {
  memoryMb: { word: "memory", unit: "MB" },
  cpuCores: { word: "CPU", unit: "vCPU" },
  diskMb: { word: "disk", unit: "MB" },
};
const figures = Object.keys(FIGURES) as Figure[];

export function limitDrafts({ data }: ProjectResources): LimitDraft[] {
  return data.map((stored) => {
    const text = (figure: Figure) => (stored[figure] === null ? "" : String(stored[figure]));
    const texts = { memoryMb: text("memoryMb"), cpuCores: text("cpuCores"), diskMb: text("diskMb") };
    return { service: stored.service, texts, stored, profile: stored.profile };
  });
}

/** What is wrong with a figure as it is typed; whether the machine can give it, the server knows. */
export function wrongFigure({ texts }: LimitDraft, figure: Figure): string | undefined {
  const amount = amountOf(texts[figure]);
  if (amount === null) return undefined;
  if (!Number.isFinite(amount))
    return figure === "cpuCores" ? "Write a number such as 0.5." : "Write a number such as 512.";
  if (figure === "cpuCores") return amount < 0.01 ? "The engine takes no less than 0.01 vCPU." : undefined;
  if (!Number.isInteger(amount)) return "Write whole MB.";
  const least = figure === "memoryMb" ? 6 : 1;
  return amount < least ? `Write ${least} MB or more.` : undefined;
}

/** What the bar says about the edits. */
export function limitChanges(drafts: readonly LimitDraft[]): Change[] {
  return changed(drafts).map(({ service, figure, from, text }) => ({
    key: `${service} ${FIGURES[figure].word}`,
    before: from === null ? "" : `${from} ${FIGURES[figure].unit}`,
    after: text.trim() === "" ? "no limit" : `${text.trim()} ${FIGURES[figure].unit}`,
  }));
}

/** What is sent: only what changed; null removes a limit. */
export function toGiven(drafts: readonly LimitDraft[]): GivenResources {
  const services = Map.groupBy(changed(drafts), ({ service }) => service);
  return Object.fromEntries(
    [...services].map(([service, edits]) => [
      service,
      Object.fromEntries(edits.map(({ figure, text }) => [figure, amountOf(text)])),
    ]),
  );
}

function changed(drafts: readonly LimitDraft[]) {
  return drafts.flatMap(({ service, texts, stored }) =>
    figures.flatMap((figure) => {
      const [from, text] = [stored[figure], texts[figure]];
      return amountOf(text) === from ? [] : [{ service, figure, from, text }];
    }),
  );
}

/** null: no limit. A comma is as good as a point. */
function amountOf(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return plain === "" ? null : Number(plain);
}
