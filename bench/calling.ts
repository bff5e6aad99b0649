import { setTimeout as sleep } from "node:timers/promises";

/** A call of the API by a session: the answer's fields, as texts. @throws when it is refused */
export type Call = (method: string, path: string, body?: object) => Promise<Record<string, string>>;

export function apiCaller(url: string, cookie: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
}

/** Waits until a deployment works. @throws when it ends otherwise */
export async function deploymentReady(call: Call, deploymentId: string | undefined): Promise<void> {
  for (;;) {
    const { state, finishedAt, reason } = await call("GET", `/deployments/${deploymentId}`);
    if (state === "ready") return;
    if (finishedAt) throw new Error(`the deployment ended ${state}: ${reason}`);
    await sleep(100);
  }
}
