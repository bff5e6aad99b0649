import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "../engine";
import type { Boxes } from "./boxes";
import { carries } from "./stores";

/** Logs, measurements and changes of the containers of a memory engine. `answer` throws while it is away. */
export function createStreams(
  boxes: Boxes,
  answer: () => void,
): Pick<Engine, "logs" | "stats" | "usage" | "events" | "execStream"> {
  return {
    async *execStream(...asked) {
      answer();
      yield* boxes.execStream(...asked);
    },
    async *logs(id, { follow, tail, since, signal }) {
      answer();
      const box = boxes.need(id);
      const coming = box.lines.follow(signal);
      const past = box.log.filter((line) => !since || line.at >= since);
      for (const line of tail === undefined ? past : past.slice(past.length - Math.min(tail, past.length))) {
        if (signal.aborted) break;
        yield line;
      }
      if (follow && box.occupied) yield* coming;
      else await coming.return();
    },
    async *stats(id, signal) {
      answer();
      const box = boxes.need(id);
      while (box.occupied && !signal.aborted) {
        await pause(SAMPLE_EVERY_MS, undefined, { signal }).catch(() => {});
        answer();
        if (box.occupied && !signal.aborted) yield sample();
      }
    },
    async usage(id) {
      answer();
      const box = boxes.find(id);
      const upSince = box?.occupied ? box.view().startedAt : undefined;
      if (!upSince) return undefined;
      const { cpu, ...held } = sample();
      return { ...held, cpuSeconds: (cpu * (Date.now() - upSince.getTime())) / 1_000 };
    },
    events(labels, signal) {
      const coming = boxes.changes.follow(signal);
      return (async function* matching() {
        answer();
        for await (const event of coming) if (carries(event.labels, labels)) yield event;
      })();
    },
  };
}

const SAMPLE_EVERY_MS = 1_000;

function sample() {
  const MB = 1024 * 1024;
  const network = { networkReceivedBytes: 1024, networkSentBytes: 512 };
  const disk = { diskReadBytes: 4096, diskWrittenBytes: 8192 };
  return { at: new Date(), cpu: 0.25, memoryBytes: 64 * MB, memoryLimitBytes: 256 * MB, ...network, ...disk };
}
