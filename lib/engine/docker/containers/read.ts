import { checkName } from "../../check";
import { type EngineContainer, EngineError, type HostPort, type Labels } from "../../engine";
import type { Connection } from "../connect";
import { carries, labelFilter } from "../networks-and-volumes";
import { request } from "../request";
import { type ContainerWire, containerFromWire, hostPortsOf } from "./view";

export async function inspectContainer(
  connection: Connection,
  id: string,
): Promise<EngineContainer | undefined> {
  const wire = await findWire(connection, id);
  return wire && containerFromWire(wire);
}

export async function listContainers(connection: Connection, labels: Labels): Promise<EngineContainer[]> {
  const wires = await listWires(connection, { filters: labelFilter(labels) });
  return wires.map(containerFromWire).filter((container) => carries(container.labels, labels));
}

export async function listHostPorts(connection: Connection): Promise<HostPort[]> {
  const wires = await listWires(connection, {});
  return wires.flatMap(hostPortsOf);
}

/** The list itself knows neither exit codes nor the ports of stopped containers, so each one is asked. */
async function listWires(connection: Connection, query: Record<string, unknown>): Promise<ContainerWire[]> {
  const list = await request<{ Id: string }[]>(connection, {
    method: "GET",
    path: "/containers/json",
    query: { all: "true", ...query },
    doing: { what: "list containers" },
  });
  const wires = await Promise.all(list.map(({ Id }) => findWire(connection, Id)));
  return wires.filter((wire) => wire !== undefined);
}

async function findWire(connection: Connection, id: string): Promise<ContainerWire | undefined> {
  const doing = { what: "look at", container: checkName("container", id) };
  try {
    return await request<ContainerWire>(connection, { method: "GET", path: `/containers/${id}/json`, doing });
  } catch (error) {
    if (error instanceof EngineError && error.kind === "not-found") return undefined;
    throw error;
  }
}
