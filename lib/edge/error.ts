import { settings } from "@/lib/settings";

/** Why the edge does not do what it should; the message is a sentence for people that says what to do. */
export class EdgeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EdgeError";
  }

  // Told by its name: pages, routes and boot each have a copy of this class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EdgeError";
  }

  /** It does not answer at all. */
  static silent(cause: unknown): EdgeError {
    return new EdgeError("The edge does not answer. It is started again by itself.", { cause });
  }

  /** What it said, in words that lead somewhere. */
  static said(text: string): EdgeError {
    const { httpPort, httpsPort } = settings().edge;
    const port = /:(\d+): bind: /.exec(text)?.[1] ?? "";
    const setting = port === String(httpPort) ? "ROADSTEAD_EDGE_HTTP_PORT" : "ROADSTEAD_EDGE_HTTPS_PORT";
    if (/address already in use/.test(text)) {
      const which = port || `${httpPort} or ${httpsPort}`;
      return new EdgeError(
        `Port ${which} of this machine is used by another program. End that program, or choose another port with ${setting}.`,
      );
    }
    if (/bind: permission denied/.test(text)) {
      return new EdgeError(
        `Roadstead's user may not open port ${port}. Run: sudo setcap cap_net_bind_service=+ep "$(command -v caddy)", or choose a port above 1023 with ${setting}.`,
      );
    }
    return new EdgeError(`The edge refused its configuration: ${text.slice(-300)}`);
  }
}
