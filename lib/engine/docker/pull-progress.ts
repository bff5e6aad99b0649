import type { PullOptions } from "../engine";

/** One line of the engine's answer to a pull. */
export type PullMessage = {
  id?: string;
  status?: string;
  progressDetail?: { current?: number; total?: number };
  error?: string;
  errorDetail?: { message?: string };
};

type Layer = { doneBytes: number; totalBytes?: number; done: boolean };

const REPORT_EVERY_MS = 250;
const BEGINS =
  /^(Pulling fs layer|Waiting|Downloading|Verifying Checksum|Download complete|Extracting|Pull complete|Already exists|Retrying)/;

/** Sums the layers' lines up. `take` reports a few times a second, `finish` reports the end. */
export function createProgress(report: PullOptions["onProgress"]) {
  const layers = new Map<string, Layer>();
  let lastReport = Number.NEGATIVE_INFINITY;

  function send() {
    const all = [...layers.values()];
    const known = all.length > 0 && all.every((layer) => layer.totalBytes !== undefined || layer.done);
    report({
      doneBytes: all.reduce((sum, layer) => sum + layer.doneBytes, 0),
      totalBytes: known ? all.reduce((sum, layer) => sum + (layer.totalBytes ?? 0), 0) : undefined,
      layersDone: all.filter((layer) => layer.done).length,
      layers: all.length,
    });
    lastReport = performance.now();
  }

  return {
    take(message: PullMessage) {
      const { id, status = "" } = message;
      // "Pulling from library/redis" carries the tag as its id: not a layer.
      if (!id || !BEGINS.test(status)) return;
      const layer = layers.get(id) ?? { doneBytes: 0, done: false };
      layers.set(id, layer);
      advance(layer, status, message.progressDetail ?? {});
      if (performance.now() - lastReport >= REPORT_EVERY_MS) send();
    },
    finish() {
      for (const layer of layers.values()) advance(layer, "Pull complete", {});
      send();
    },
  };
}

/** Bytes count as done once downloaded; the layer once it is unpacked. */
function advance(layer: Layer, status: string, detail: { current?: number; total?: number }) {
  if (status === "Downloading") {
    layer.doneBytes = detail.current ?? layer.doneBytes;
    if (detail.total && detail.total > 0) layer.totalBytes = detail.total;
  } else if (/^(Download complete|Extracting|Pull complete|Already exists)/.test(status)) {
    layer.doneBytes = layer.totalBytes ?? layer.doneBytes;
  }
  if (/^(Pull complete|Already exists)/.test(status)) layer.done = true;
}
