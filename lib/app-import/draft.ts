import type { AppDefinitionInput } from "@/lib/app-definition/schema";
import type { Piece } from "./variables/variables";

type ServiceInput = NonNullable<AppDefinitionInput["services"]>[number];

/** A service while it is being put together: its texts still hold variables. */
export type DraftService = {
  name: string;
  /** Where it stands in the file, such as `services.web`. */
  path: string;
  env: Map<string, Piece[]>;
  /** By variable, the env key that holds it and nothing else. */
  homes: Map<string, string>;
  /** Keys that hold a fixed secret. */
  secretEnv: Set<string>;
  files: { path: string; content: Piece[] }[];
  ports: DraftPort[];
  rest: Partial<Omit<ServiceInput, "name" | "environment" | "secretEnv" | "ports">>;
};

export type DraftPort = {
  containerPort: number;
  protocol: "tcp" | "udp";
  hostPort?: number;
  /** Open to other machines, not only to the host or to other services. */
  open: boolean;
};
