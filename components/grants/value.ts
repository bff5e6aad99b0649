import type { Level, ResourceType } from "@/lib/access/permissions";
import type { GivenGrant } from "@/lib/grants/schema";
import { levelOf } from "./words";

/** The value of a grant picker and how a choice changes it. Pure. */

/** From nothing to most; every one includes those before it. */
export const STEPS = ["none", "read", "write", "admin"] as const;
export type Step = (typeof STEPS)[number];

type Place = { type: ResourceType; id: string };

/** What is granted on exactly this, and not by way of all of its type. */
export function ownStep(value: readonly GivenGrant[], { type, id }: Place): Step {
  const own = value.find(({ resourceType, resourceId }) => resourceType === type && resourceId === id);
  return own ? levelOf(own) : "none";
}

/** What all of its type, or the whole organization, gives on this already. */
export function givenByAll(value: readonly GivenGrant[], { type, id }: Place): Step {
  const everything = ownStep(value, { type: "organization", id: "*" });
  if (type === "organization") return "none";
  return id === "*" ? everything : higher(everything, ownStep(value, { type, id: "*" }));
}

/** The value with this step on that; what the choice covers already is not said a second time. */
export function withStep(value: readonly GivenGrant[], place: Place, step: Step): GivenGrant[] {
  const others = value.filter((grant) => !isAt(grant, place));
  if (step === "none") return others;
  const permissions = STEPS.slice(1, STEPS.indexOf(step) + 1) as Level[];
  const next = [...others, { resourceType: place.type, resourceId: place.id, permissions }];
  return next.filter((grant) => {
    const covered = givenByAll(next, { type: grant.resourceType, id: grant.resourceId });
    return isAt(grant, place) || STEPS.indexOf(levelOf(grant)) > STEPS.indexOf(covered);
  });
}

/** The value with nothing stronger than reading. */
export function readingOnly(value: readonly GivenGrant[]): GivenGrant[] {
  return value.map((grant) => ({ ...grant, permissions: ["read"] }));
}

export function higher(one: Step, other: Step): Step {
  return STEPS.indexOf(one) > STEPS.indexOf(other) ? one : other;
}

function isAt({ resourceType, resourceId }: GivenGrant, { type, id }: Place): boolean {
  return resourceType === type && resourceId === id;
}
