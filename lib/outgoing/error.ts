export type OutgoingErrorKind =
  | "refused" // an address that this instance does not ask
  | "unreachable"
  | "timeout"
  | "too-large"
  | "redirects"
  | "cancelled";

/** A request that was not made, or brought no answer. The message is a sentence for a person, and holds no secret. */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind;
  constructor(kind: OutgoingErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = "OutgoingError";
  }

  // Told by its name: pages, routes and boot each have a copy of this class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "OutgoingError";
  }
}
