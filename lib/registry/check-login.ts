import { type Answer, OutgoingError } from "@/lib/outgoing";
import type { Login, RegistryAccess } from "./access";
import { askToken, basic, denied, tokenUrl } from "./authorization";
import { parseChallenge } from "./challenge";
import { inTurn } from "./gate";
import { type Place, placesOf } from "./places";
import { RegistryTrouble } from "./trouble";

type Access = Omit<RegistryAccess, "loginFor">;

/**
 * Signs in to a registry as a client would (OCI Distribution 1.1, determining support; the token scheme is that of the
 * Distribution project), at its own address and at no mirror of it.
 * @param registry as references write it: `docker.io`, `ghcr.io`, `10.0.0.5:5000`
 * @returns "not-asked" when the registry wanted no sign-in, so that nobody knows whether this one is right
 * @throws RegistryTrouble "denied" when it is wrong, "unreachable", "busy" or "nonsense" when that could not be told
 */
export async function checkLogin(
  access: Access,
  registry: string,
  login: Pick<Login, "username" | "password">,
): Promise<"accepted" | "not-asked"> {
  const mirrors = access.registries.mirrors.filter((origin) => new URL(origin).host === registry);
  let trouble: RegistryTrouble | undefined;
  for (const place of placesOf(registry, { ...access.registries, mirrors })) {
    try {
      return await checkAt(access, place, registry, { ...login, id: "" });
    } catch (error) {
      if (!(error instanceof RegistryTrouble) || error.kind !== "unreachable") throw error;
      trouble ??= error;
    }
  }
  throw trouble ?? new RegistryTrouble("unreachable", `${registry} has no address.`);
}

async function checkAt(access: Access, place: Place, registry: string, login: Login) {
  const first = await askBase(access, place, undefined);
  if (first.status === 200) {
    if (!/^text\/html\b/i.test(first.headers["content-type"] ?? "")) return "not-asked";
    throw new RegistryTrouble("nonsense", `${registry} answers with a web page, not as a registry does.`);
  }
  const challenge = first.status === 401 ? parseChallenge(first.headers["www-authenticate"]) : undefined;
  if (!challenge) throw strange(registry, first.status);
  if (challenge.scheme === "basic" && !place.trusted && !place.origin.startsWith("https:"))
    throw new RegistryTrouble(
      "nonsense",
      `${registry} wants a password over a connection that is not encrypted.`,
    );
  const authorization =
    challenge.scheme === "basic"
      ? basic(login)
      : (await askToken(access, place, tokenUrl(challenge, place, registry), login)).header;
  const second = await askBase(access, place, authorization);
  if (second.status === 200) return "accepted";
  if (second.status === 401 || second.status === 403) throw denied(registry, login);
  throw strange(registry, second.status);
}

async function askBase(
  { ask, signal }: Access,
  { origin, trusted }: Place,
  authorization: string | undefined,
): Promise<Answer> {
  return await inTurn(origin, signal, async () => {
    try {
      return await ask(`${origin}/v2/`, {
        headers: { accept: "application/json", ...(authorization && { authorization }) },
        ...{ signal, trusted: trusted ? [origin] : [], limits: { bytes: 64 * 1024 }, cut: true },
      });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      const kind = error.kind === "cancelled" ? "cancelled" : "unreachable";
      throw new RegistryTrouble(kind, error.message, { cause: error });
    }
  });
}

function strange(registry: string, status: number): RegistryTrouble {
  if (status === 429 || status >= 500)
    return new RegistryTrouble("busy", `${registry} cannot say now: it answered ${status}. Try again later.`);
  return new RegistryTrouble("nonsense", `${registry} answered ${status}, which no registry does here.`);
}
