import { describeEngine } from "../conformance";
import { connectDocker } from "./docker-engine";
import { labImages, testEngineAddress } from "./testing";

describeEngine(
  "The Docker Engine",
  () => connectDocker(testEngineAddress()),
  labImages,
  () => connectDocker("unix:///run/rs-conf-no-such-engine.sock"),
);
