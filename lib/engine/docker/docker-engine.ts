import type { Engine } from "../engine";
import { buildImage } from "./build/build";
import { openConnection } from "./connect";
import {
  createContainer,
  removeContainer,
  renameContainer,
  startContainer,
  stopContainer,
} from "./containers/change";
import { inspectContainer, listContainers, listHostPorts } from "./containers/read";
import { events } from "./events";
import { exec } from "./exec";
import { execStream } from "./exec-stream";
import { findImage, listImages, removeImage } from "./images";
import { readInfo } from "./info";
import { logs } from "./logs";
import {
  connectNetwork,
  disconnectNetwork,
  ensureNetwork,
  ensureVolume,
  listNetworks,
  listVolumes,
  removeNetwork,
  removeVolume,
} from "./networks-and-volumes";
import { pullImage } from "./pull";
import { readRegistries } from "./registries";
import { stats, usage } from "./stats";
import { copyVolume, measureVolumes, readVolume, writeVolume } from "./volumes";

/**
 * The port on the Docker Engine API, from 1.41 (Docker 20.10) on, and on Podman's compatible socket. Touches
 * no network until it is asked something; a call finds out within seconds that the engine is gone.
 * @param address as DOCKER_HOST has it: `unix:///var/run/docker.sock`, `tcp://127.0.0.1:2375`, or a socket's path
 * @throws EngineError "other" for an address that is not understood
 */
export function connectDocker(address: string): Engine {
  const connection = openConnection(address);
  return {
    info: (signal) => readInfo(connection, signal),
    registries: (signal) => readRegistries(connection, signal),
    findImage: (reference) => findImage(connection, reference),
    pullImage: (reference, options) => pullImage(connection, reference, options),
    buildImage: (spec, options) => buildImage(connection, spec, options),
    listImages: (labels) => listImages(connection, labels),
    removeImage: (reference) => removeImage(connection, reference),
    ensureNetwork: (name, labels, options) => ensureNetwork(connection, name, labels, options),
    ensureVolume: (name, labels) => ensureVolume(connection, name, labels),
    listVolumes: (labels) => listVolumes(connection, labels),
    listNetworks: (labels) => listNetworks(connection, labels),
    connectNetwork: (id, network, aliases) => connectNetwork(connection, id, network, aliases),
    disconnectNetwork: (id, network) => disconnectNetwork(connection, id, network),
    removeNetwork: (name) => removeNetwork(connection, name),
    removeVolume: (name) => removeVolume(connection, name),
    copyVolume: (from, to, options) => copyVolume(connection, from, to, options),
    readVolume: (name, options) => readVolume(connection, name, options),
    writeVolume: (name, archive, options) => writeVolume(connection, name, archive, options),
    measureVolumes: (names, signal) => measureVolumes(connection, names, signal),
    createContainer: (spec) => createContainer(connection, spec),
    startContainer: (id) => startContainer(connection, id),
    stopContainer: (id, graceMs) => stopContainer(connection, id, graceMs),
    renameContainer: (id, name) => renameContainer(connection, id, name),
    removeContainer: (id) => removeContainer(connection, id),
    inspectContainer: (id) => inspectContainer(connection, id),
    listContainers: (labels) => listContainers(connection, labels),
    listHostPorts: () => listHostPorts(connection),
    exec: (id, argv, options) => exec(connection, id, argv, options),
    execStream: (id, argv, options) => execStream(connection, id, argv, options),
    logs: (id, options) => logs(connection, id, options),
    stats: (id, signal) => stats(connection, id, signal),
    usage: (id) => usage(connection, id),
    events: (labels, signal) => events(connection, labels, signal),
  };
}
