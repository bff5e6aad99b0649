import type { Tone } from "@/components/marks/status-mark";
import type { Domain, DomainFindings } from "@/lib/domains/schema";

type Mark = { tone: Tone; word: string };

const STATES: Record<Domain["state"], Mark> = {
  working: { tone: "ok", word: "Working" },
  checking: { tone: "run", word: "Being looked at" },
  waiting: { tone: "run", word: "Waiting" },
  action_required: { tone: "warn", word: "Action required" },
};

export const stateWords = (state: Domain["state"]): Mark => STATES[state];

const VERDICTS: Record<DomainFindings["dns"]["verdict"], Mark> = {
  ok: { tone: "ok", word: "Right" },
  waiting: { tone: "run", word: "Waiting" },
  attention: { tone: "warn", word: "Needs attention" },
  unknown: { tone: "off", word: "Not known" },
};

type Part = Mark & { name: string; text: string };

/** What a look found, part by part, each with its sentence; that which stands above already is not said again. */
export function partsOf({ dns, certificate, route }: DomainFindings, said = ""): Part[] {
  const until = certificate.expiresAt ? ` Until ${day(certificate.expiresAt)}.` : "";
  const parts = [
    { name: "DNS", text: dns.reason, ...VERDICTS[dns.verdict] },
    { name: "Certificate", text: `${certificate.reason}${until}`, ...VERDICTS[certificate.verdict] },
    { name: "App", text: route.reason, ...VERDICTS[route.verdict] },
  ];
  return parts.map((part) => (part.text === said ? { ...part, text: `${part.word}.` } : part));
}

// The day in UTC, so that the server and every browser write the same.
const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const day = (at: string) => DAY.format(new Date(at));
