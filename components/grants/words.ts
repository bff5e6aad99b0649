import { listed } from "@/components/marks/words";
import type { Level, ResourceType } from "@/lib/access/permissions";
import type { GivenGrant, GrantChoice } from "@/lib/grants/schema";

/** What somebody or something may do, in words. Pure. */

/** A stretch of a sentence; the strong ones are what matters in it. */
export type Part = { text: string; strong?: boolean };

/** What a token, an AI client or a member may do: null is all that the person may do themselves. */
export type Reach = { grants: readonly GivenGrant[] | null; readOnly: boolean };

type Told = Reach & {
  choices: readonly Pick<GrantChoice, "type" | "id" | "name">[];
  /** How the sentence begins, such as "This token will be able to". */
  lead: string;
  /** The organization's name. */
  organization: string;
  /** What it may not do is said of programs; of people there is no need. */
  program?: boolean;
};

const ORDER = ["organization", "project", "server", "repository"] as const;
const FROM_MOST = ["admin", "write", "read"] as const;
const DO: Record<Level, string> = {
  read: "read",
  write: "read and change",
  admin: "read, change and delete",
};
const DO_SHORT: Record<Level, string> = { read: "read", write: "change", admin: "delete" };
const NOUNS = { project: "projects", server: "servers", repository: "repositories" } as const;
// More names than these do not help; then their number does.
const MOST_NAMES = 4;

/** The highest permission of a grant. */
export function levelOf({ permissions }: Pick<GivenGrant, "permissions">): Level {
  return FROM_MOST.find((level) => permissions.includes(level)) ?? "read";
}

/** One or two plain sentences about what this will be able to do, and what not. */
export function describeGrants({
  grants,
  readOnly,
  choices,
  lead,
  organization,
  program = true,
}: Told): Part[] {
  if (grants === null) return everything(lead, organization, readOnly);
  const phrases = phrasesOf(capped(grants, readOnly), choices, organization, DO);
  if (phrases.length === 0)
    return [
      { text: `${lead} ` },
      { text: "do nothing", strong: true },
      { text: " until you choose something." },
    ];
  const sentence = [{ text: `${lead} ` }, ...joined(phrases), { text: "." }];
  return program ? [...sentence, { text: ` ${limits(grants, readOnly)}` }] : sentence;
}

function everything(lead: string, organization: string, readOnly: boolean): Part[] {
  const what = readOnly
    ? `read everything that you may read in ${organization}`
    : `do everything that you may do in ${organization}`;
  const rest = readOnly
    ? ". It cannot change anything."
    : ", now and later. When you may do less, so may it.";
  return [{ text: `${lead} ` }, { text: what, strong: true }, { text: rest }];
}

/** A few words for a list of tokens: "Change Flows, read Git". */
export function summarizeGrants({
  grants,
  readOnly,
  choices,
}: Pick<Told, "grants" | "readOnly" | "choices">): string {
  if (grants === null) return readOnly ? "Read everything you may" : "Everything you may";
  const phrases = phrasesOf(capped(grants, readOnly), choices, "the organization", DO_SHORT, 2);
  return sentenceCase(phrases.join(", ")) || "Nothing";
}

/** What holds of a grant under a read-only credential. */
function capped(grants: readonly GivenGrant[], readOnly: boolean): readonly GivenGrant[] {
  return readOnly ? grants.map((grant) => ({ ...grant, permissions: ["read" as const] })) : grants;
}

function phrasesOf(
  grants: readonly GivenGrant[],
  choices: Told["choices"],
  organization: string,
  verbs: Record<Level, string>,
  mostNames = MOST_NAMES,
): string[] {
  const names = new Map(choices.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return ORDER.flatMap((type) =>
    FROM_MOST.flatMap((level) => {
      const here = grants.filter((grant) => grant.resourceType === type && levelOf(grant) === level);
      const ids = here.map(({ resourceId }) => resourceId);
      if (ids.length === 0) return [];
      const what = ids.includes("*")
        ? whole(type, organization, level)
        : objects(
            type,
            ids.map((id) => names.get(`${type} ${id}`)),
            mostNames,
          );
      return [`${verbs[level]} ${what}`];
    }),
  );
}

function whole(type: ResourceType, organization: string, level: Level): string {
  if (type !== "organization") return `all ${NOUNS[type]}`;
  return `everything in ${organization}${level === "admin" ? ", its members included" : ""}`;
}

function objects(type: ResourceType, names: (string | undefined)[], mostNames: number): string {
  if (type === "organization") return "the organization";
  const gone = names.filter((name) => name === undefined).length;
  const known = names.filter((name) => name !== undefined);
  const noun = NOUNS[type];
  if (known.length > mostNames) return `${names.length} ${noun}`;
  const before =
    type === "project"
      ? ""
      : `the ${known.length === 1 ? noun.replace(/ies$/, "y").replace(/s$/, "") : noun} `;
  const lost = gone > 0 ? [gone === 1 ? "something that is gone" : `${gone} things that are gone`] : [];
  return listed([...(known.length > 0 ? [before + listed(known)] : []), ...lost]);
}

function limits(grants: readonly GivenGrant[], readOnly: boolean): string {
  const wide = (type: ResourceType) =>
    grants.some(({ resourceType, resourceId }) => resourceType === type && resourceId === "*");
  const unseen = wide("organization") ? [] : [...(wide("project") ? [] : ["other projects"]), "members"];
  const most = grants.some((grant) => levelOf(grant) !== "read") && !readOnly;
  const seeing = `It cannot see ${listed([...unseen, "tokens"]).replace(/ and (\w+)$/, " or $1")}`;
  return most ? `${seeing}.` : `${seeing}, nor change anything.`;
}

/** Strong phrases with what a list needs between them. */
function joined(phrases: readonly string[]): Part[] {
  return phrases.flatMap((text, at) => {
    const between = at === 0 ? "" : at === phrases.length - 1 ? " and " : ", ";
    return [...(between ? [{ text: between }] : []), { text, strong: true }];
  });
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
