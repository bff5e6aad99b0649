import { setTimeout as pause } from "node:timers/promises";
import { checkName, checkReference, checkSpec } from "../../check";
import { type ContainerSpec, EngineError } from "../../engine";
import type { Connection } from "../connect";
import type { Doing } from "../errors";
import { request } from "../request";
import { createBody } from "./body";
import { putFiles } from "./files";
import { inspectContainer } from "./read";

export async function createContainer(connection: Connection, spec: ContainerSpec): Promise<string> {
  checkSpec(spec);
  const image = checkReference(spec.image);
  const { Id: id } = await request<{ Id: string }>(connection, {
    method: "POST",
    path: "/containers/create",
    query: { name: spec.name },
    body: createBody({ ...spec, image }),
    doing: { what: "create", container: spec.name, image },
  });
  try {
    await putFiles(connection, id, spec.files);
  } catch (error) {
    await removeContainer(connection, id).catch(() => {});
    throw error;
  }
  return id;
}

export async function startContainer(connection: Connection, id: string): Promise<void> {
  const doing = { what: "start", container: checkName("container", id) };
  try {
    await post(connection, id, "start", doing);
  } catch (error) {
    // The sentence is better with the name than with the id.
    const name = await inspectContainer(connection, id)
      .then((found) => found?.name)
      .catch(() => undefined);
    if (!(error instanceof EngineError) || !name) throw error;
    throw new EngineError(error.kind, error.message.replaceAll(id.slice(0, 12), name), {
      cause: error.cause,
    });
  }
}

/** The engine counts in whole seconds: the grace is rounded up. */
export async function stopContainer(connection: Connection, id: string, graceMs: number): Promise<void> {
  const seconds = Math.max(0, Math.ceil(graceMs / 1000));
  await post(connection, id, "stop", { what: "stop", container: id }, { t: seconds });
}

export async function renameContainer(connection: Connection, id: string, name: string): Promise<void> {
  checkName("container", name);
  await post(connection, id, "rename", { what: "rename", container: id }, { name });
}

const REMOVAL_LIMIT_MS = 30_000;

export async function removeContainer(connection: Connection, id: string): Promise<void> {
  const doing = { what: "remove", container: checkName("container", id) };
  try {
    // v: the volumes without a name go with it.
    const query = { force: "true", v: "true" };
    await request(connection, { method: "DELETE", path: `/containers/${id}`, query, doing });
  } catch (error) {
    if (error instanceof EngineError && error.kind === "not-found") return;
    // Somebody else is removing it at this moment: done when it is gone.
    if (!/removal of container .* is already in progress/i.test(causeOf(error))) throw error;
    const deadline = performance.now() + REMOVAL_LIMIT_MS;
    while (await inspectContainer(connection, id)) {
      if (performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
}

async function post(
  connection: Connection,
  id: string,
  verb: string,
  doing: Doing,
  query?: Record<string, unknown>,
) {
  const path = `/containers/${checkName("container", id)}/${verb}`;
  await request(connection, { method: "POST", path, query, doing });
}
