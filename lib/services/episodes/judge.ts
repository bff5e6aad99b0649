import { newId } from "@/lib/db/columns";

/** A service in trouble, and what people were told of it. */
export type Episode = {
  id: string;
  since: Date;
  told: "nothing" | "down" | "crash_loop";
  wellSince: Date | null;
  /** It is over, and that was told; trouble until then belongs to it. */
  quietUntil: Date | null;
};
/** What a service does now: `between` is neither, as while it starts. */
export type Condition = "well" | "between" | "trouble" | "loop";
export type Told = "service.down" | "service.crash_loop" | "service.recovered";
/** The episode as it goes on, undefined when there is none any more; and what to tell, if anything. */
export type Verdict = { episode?: Episode; tell?: Told };

const MINUTE_MS = 60_000;
/** Trouble that is over sooner is nobody's concern. */
export const GRACE_MS = MINUTE_MS;
/** For so long it must work before that is told. */
export const CALM_MS = MINUTE_MS;
export const QUIET_MS = 30 * MINUTE_MS;

/** What becomes of a service's episode. Pure, but for the id of a new one. */
export function judge(before: Episode | undefined, condition: Condition, now: Date): Verdict {
  const isBad = condition === "trouble" || condition === "loop";
  if (!before) return isBad ? inTrouble(fresh(now), condition, now) : {};
  if (isBad) return inTrouble(resumed(before, now), condition, now);
  if (condition === "between") return { episode: { ...before, wellSince: null } };
  return recovering({ ...before, wellSince: before.wellSince ?? now }, now);
}

function fresh(since: Date): Episode {
  return { id: newId("epi"), since, told: "nothing", wellSince: null, quietUntil: null };
}

/** Trouble again: of the same episode until its quiet time has passed, and then of a new one. */
function resumed(before: Episode, now: Date): Episode {
  const isAgain = before.quietUntil !== null && before.wellSince !== null;
  const episode = { ...before, wellSince: null, ...(isAgain && { since: now }) };
  if (episode.quietUntil === null || now < episode.quietUntil) return episode;
  return { ...fresh(episode.since) };
}

function inTrouble(episode: Episode, condition: Condition, now: Date): Verdict {
  if (episode.quietUntil !== null) return { episode };
  if (condition === "loop") {
    if (episode.told === "crash_loop") return { episode };
    return { episode: { ...episode, told: "crash_loop" }, tell: "service.crash_loop" };
  }
  const isLasting = now.getTime() - episode.since.getTime() >= GRACE_MS;
  if (episode.told !== "nothing" || !isLasting) return { episode };
  return { episode: { ...episode, told: "down" }, tell: "service.down" };
}

function recovering(episode: Episode, now: Date): Verdict {
  const { wellSince, quietUntil, told } = episode;
  if (quietUntil !== null) return now < quietUntil ? { episode } : {};
  if (wellSince === null || now.getTime() - wellSince.getTime() < CALM_MS) return { episode };
  if (told === "nothing") return {};
  return {
    episode: { ...episode, quietUntil: new Date(now.getTime() + QUIET_MS) },
    tell: "service.recovered",
  };
}
