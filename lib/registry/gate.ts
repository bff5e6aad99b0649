import { setTimeout as pause } from "node:timers/promises";
import { RegistryTrouble } from "./trouble";

/** Requests at a time to one address, whoever asks: scans of several organizations share them. */
export const AT_ONCE = 8;
// In a row; then nobody waits for it for a while.
const FAILURES = 3;
const DOWN_MS = 30_000;
const LONGEST_WAIT_MS = 30_000;

type Gate = {
  active: number;
  waiting: (() => void)[];
  // Of performance.now(), which no clock that is set moves
  pausedUntil: number;
  failures: number;
  downUntil: number;
  lastFailure?: RegistryTrouble;
};

// Next loads this module several times; what a registry allows counts for the process.
const shared = globalThis as typeof globalThis & { roadsteadRegistryGates?: Map<string, Gate> };

function gateOf(origin: string): Gate {
  shared.roadsteadRegistryGates ??= new Map();
  const gates = shared.roadsteadRegistryGates;
  const gate = gates.get(origin) ?? { active: 0, waiting: [], pausedUntil: 0, failures: 0, downUntil: 0 };
  gates.set(origin, gate);
  return gate;
}

/** Forgets what was learnt of every registry. */
export function openGates(): void {
  shared.roadsteadRegistryGates?.clear();
}

/**
 * Does `work` when it is its turn at this address.
 * @throws RegistryTrouble "unreachable" at once when the address has just failed several times in a row, "busy" when
 * it asked for a longer pause than anybody waits
 */
export async function inTurn<T>(origin: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const gate = gateOf(origin);
  if (gate.active >= AT_ONCE) await new Promise<void>((resolve) => gate.waiting.push(resolve));
  else gate.active++;
  try {
    await untilOpen(origin, gate, signal);
    return await work();
  } finally {
    const next = gate.waiting.shift();
    // The turn passes on as it is, so that the count never exceeds its limit.
    if (next) next();
    else gate.active--;
  }
}

async function untilOpen(origin: string, gate: Gate, signal: AbortSignal): Promise<void> {
  if (gate.lastFailure && gate.downUntil > performance.now()) throw gate.lastFailure;
  for (
    let left = gate.pausedUntil - performance.now();
    left > 0;
    left = gate.pausedUntil - performance.now()
  ) {
    if (left > LONGEST_WAIT_MS) throw tooBusy(origin, left);
    await patiently(left, signal);
  }
}

/** Waits. @throws RegistryTrouble "cancelled" after the signal */
export async function patiently(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (cause) {
    throw new RegistryTrouble("cancelled", "This was cancelled.", { cause });
  }
}

/** Nobody asks this address for so long. */
export function pauseGate(origin: string, ms: number): void {
  const gate = gateOf(origin);
  gate.pausedUntil = Math.max(gate.pausedUntil, performance.now() + ms);
}

/** Whoever asks next is told the same at once, after several failures in a row. */
export function noteFailure(origin: string, failure: RegistryTrouble): void {
  const gate = gateOf(origin);
  gate.failures++;
  if (gate.failures < FAILURES) return;
  gate.lastFailure = failure;
  gate.downUntil = performance.now() + DOWN_MS;
}

export function noteAnswer(origin: string): void {
  const gate = gateOf(origin);
  gate.failures = 0;
  gate.downUntil = 0;
}

function tooBusy(origin: string, leftMs: number): RegistryTrouble {
  const when = new Date(Date.now() + leftMs).toISOString().slice(11, 16);
  const { host } = new URL(origin);
  return new RegistryTrouble("busy", `${host} allows no more requests until ${when} UTC.`);
}
