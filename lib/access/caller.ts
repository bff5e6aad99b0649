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
  grants: [],
};
