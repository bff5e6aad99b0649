import { expect, test } from "vitest";
import type { Link } from "../connections/wiring";
import { linkChanges } from "./diff";
import type { Version } from "./version";

const source = { projectId: "prj_0", slug: "store", name: "Store" };
const link = (network: string, users: string[]): Link => ({ network, source, services: ["db"], users });

function versionWith(links: Link[] | undefined): Pick<Version, "snapshot"> {
  const definition = {} as Version["snapshot"]["definition"];
  return { snapshot: { definition, slug: "desk", exposures: [], env: {}, files: [], links } };
}

test("a connection is told as new, changed, kept or ended, with who reaches what", () => {
  const before = versionWith([link("a", ["web"]), link("b", ["web"]), link("c", ["web"])]);
  const after = versionWith([link("a", ["web"]), link("b", ["web", "worker"]), link("d", ["web"])]);
  expect(linkChanges(before, after)).toEqual([
    { network: "a", users: ["web"], reaches: ["db"], change: "same" },
    { network: "b", users: ["web", "worker"], reaches: ["db"], change: "changed" },
    { network: "d", users: ["web"], reaches: ["db"], change: "added" },
    { network: "c", users: ["web"], reaches: ["db"], change: "removed" },
  ]);
  expect(linkChanges(undefined, versionWith(undefined))).toEqual([]);
});
