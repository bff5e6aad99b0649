export type TroubleKind =
  | "missing" // no such repository or tag
  | "denied"
  | "busy"
  | "unreachable"
  | "nonsense" // an answer that no registry gives
  | "cancelled";

/** Why a registry could not be understood. The message is a sentence for a person, and holds no secret. */
export class RegistryTrouble extends Error {
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.name = "RegistryTrouble";
  }

  // Told by its name: pages, routes and boot each have a copy of this class.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "RegistryTrouble";
  }
}
