import { describe } from "vitest";
import { type ConformanceImages, createBench } from "./conformance/bench";
import { describeBuilds } from "./conformance/builds";
import { describeContainers } from "./conformance/containers";
import { describeExec } from "./conformance/exec";
import { describeHostileInput } from "./conformance/hostile-input";
import { describeImages } from "./conformance/images";
import { describeNetworksAndVolumes } from "./conformance/networks-and-volumes";
import { describeObservation } from "./conformance/observation";
import { describeRefusals } from "./conformance/refusals";
import { describeUnreachable } from "./conformance/unreachable";
import { describeVolumeArchives } from "./conformance/volume-archives";
import { describeVolumeCopies } from "./conformance/volume-copies";
import type { Engine } from "./engine";

export type { ConformanceImages } from "./conformance/bench";

/**
 * The promises of the port, as tests that every engine passes.
 * @param makeEngine called once; what the run makes on the engine is labelled `rs-conf` and gone afterwards
 * @param makeUnreachable an engine that does not answer
 */
export function describeEngine(
  name: string,
  makeEngine: () => Engine,
  images: ConformanceImages,
  makeUnreachable: () => Engine,
): void {
  describe(`${name} as an engine`, () => {
    const bench = createBench(makeEngine, images);
    describeImages(bench);
    describeBuilds(bench);
    describeNetworksAndVolumes(bench);
    describeVolumeCopies(bench);
    describeVolumeArchives(bench);
    describeContainers(bench);
    describeRefusals(bench);
    describeExec(bench);
    describeObservation(bench);
    describeHostileInput(bench);
    describeUnreachable(makeUnreachable);
  });
}
