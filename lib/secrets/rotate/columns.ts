import { destinationBinding } from "@/lib/backups/storage/binding";
import type { Change } from "@/lib/deployments/change/change";
import { signingBinding, targetBinding } from "@/lib/notifications/channels/sealed";
import { loginBinding } from "@/lib/registry/logins";
import { dataKeyBinding } from "../data-key";
import type { Ring } from "../ring";
import { reseal, resealOfLibrary } from "./reseal";
import { sealedTexts } from "./snapshot";

/** What `key` and `with` name; a column reads only those it asks for. */
type Row = Record<
  "id" | "organization_id" | "host" | "name" | "project_id" | "service" | "key" | "user_id" | "provider_id",
  string
>;

/** A column that holds envelopes: where it is, what it is for people, and how one value comes under the current secret. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key. */
  key: string;
  /** Further columns that the place of an envelope is made of. */
  with: string[];
  what: string;
  /** Which of the values are envelopes, when not all are. */
  where?: string;
  reseal: (value: never, row: Row, ring: Ring) => Promise<unknown> | unknown;
};

const library = (table: string, column: string, what: string, where?: string): SealedColumn => ({
  ...{ table, column, what, where, key: "id", with: [] },
  reseal: (value: string, _row, ring) => resealOfLibrary(value, ring),
});

/** Every column of the database that holds something encrypted. A test finds what is not listed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...{ table: "data_keys", column: "sealed", key: "name", with: [], what: "keys of this instance" },
    reseal: (value: string, { name }, ring) => reseal(value, dataKeyBinding(name), ring),
  },
  {
    ...{ table: "project_env", column: "secret", key: "id", what: "variables of projects" },
    with: ["project_id", "service", "key"],
    reseal: (value: string, { project_id: projectId, service, key }, ring) =>
      reseal(value, { projectId, service, key }, ring),
  },
  {
    ...{ table: "deployments", column: "snapshot", key: "id", what: "deployments that can be gone back to" },
    with: ["project_id"],
    reseal: (snapshot: Parameters<typeof sealedTexts>[0], { project_id: projectId }, ring) => {
      const copy = structuredClone(snapshot);
      for (const { text, service, key } of sealedTexts(copy))
        text.secret = reseal(text.secret ?? "", { projectId, service, key }, ring);
      return copy;
    },
  },
  {
    ...{ table: "deployments", column: "change", key: "id", what: "updates that wait or were made" },
    with: ["project_id"],
    reseal: (change: Change, { project_id: projectId }, ring) => {
      const copy = structuredClone(change);
      for (const written of copy.writes) {
        const { service, key, secret } = written;
        if (secret !== null) written.secret = reseal(secret, { projectId, service, key }, ring);
      }
      return copy;
    },
  },
  {
    ...{ table: "proposals", column: "input", key: "id", with: [], what: "proposals of AI clients" },
    reseal: (value: string, { id: projectId }, ring) =>
      reseal(value, { projectId, service: "proposal", key: "input" }, ring),
  },
  {
    ...{ table: "accounts", column: "access_token", key: "id", what: "links to the cloud" },
    with: ["user_id", "provider_id"],
    where: "provider_id = 'cloud'",
    reseal: (value: string, { user_id: projectId, provider_id: service }, ring) =>
      reseal(value, { projectId, service, key: "access token" }, ring),
  },
  {
    ...{
      table: "backup_destinations",
      column: "secret",
      key: "id",
      with: [],
      what: "keys of backup storages",
    },
    reseal: (value: string, { id }, ring) => reseal(value, destinationBinding(id), ring),
  },
  {
    ...{ table: "registry_credentials", column: "secret", key: "id", what: "sign-ins to registries" },
    with: ["organization_id", "host"],
    reseal: (value: string, { organization_id, host }, ring) =>
      reseal(value, loginBinding(organization_id, host), ring),
  },
  {
    ...{ table: "notification_channels", column: "target", key: "id", with: [] },
    what: "addresses that notifications go to",
    reseal: (value: string, { id }, ring) => reseal(value, targetBinding(id), ring),
  },
  {
    ...{ table: "notification_channels", column: "signing_secret", key: "id", with: [] },
    what: "signing secrets of webhooks",
    reseal: (value: string, { id }, ring) => reseal(value, signingBinding(id), ring),
  },
  library("two_factors", "secret", "authenticators"),
  library("two_factors", "backup_codes", "recovery codes"),
  library("oauth_clients", "client_secret", "secrets of AI clients", "client_secret LIKE '$ba$%'"),
];
