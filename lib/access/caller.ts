import type { Grant } from "./permissions";

/** Who asks, established once per request from exactly one proof of identity. */
export type Caller = {
  kind: "session" | "token" | "mcp" | "loopback" | "anonymous";
  userId: string;
  name: string;
  email: string;
  /** The organization that collections are read from and new things are made in. */
  organizationId: string;
  /** May change settings shared by every organization of this instance. */
  instanceAdmin: boolean;
  readOnly: boolean;
  /** The token or client that speaks for the person; null when the person does. */
  credential: { id: string; name: string } | null;
  /** Holds a list of grants of its own instead of all that its person may do. */
  narrowed: boolean;
  /** An AI client whose changes are put before its person, and done when they approve them. */
  propose: boolean;
  /** The network address that the request came from; empty where none did. */
  address: string;
  /** All grants this caller holds, in every organization, read for this request. */
  grants: readonly Grant[];
};

/** The caller of public operations: nobody, holding nothing. */
export const ANONYMOUS: Caller = {
  kind: "anonymous",
  userId: "",
  name: "",
  email: "",
  organizationId: "",
  instanceAdmin: false,
  readOnly: true,
  credential: null,
  narrowed: false,
  propose: false,
  address: "",
  grants: [],
};
