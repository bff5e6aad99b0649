import { Agent, type IncomingHttpHeaders } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { settings } from "@/lib/settings";
import type { Allowed } from "./address-rules";
import { OutgoingError } from "./error";
import { exchange, type Limits, type Method } from "./exchange";
import { guardedLookup, type Resolve, refusedHost, refusedLiteral } from "./guarded-lookup";

type Question = {
  method?: Method;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  /**
   * Origins, such as `http://10.0.0.5:5000`, that somebody with a right to do so has set up: where they lead is not
   * judged. A redirect to another origin is.
   */
  trusted?: readonly string[];
  /** A redirect is the answer, and led nowhere: for what is sent to one address only. */
  redirects?: "answer";
  /** What is longer than the limit is cut off there, and no error: for whom the status says enough. */
  cut?: true;
};
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Where the answer came from, redirects followed. */
  url: string;
};
export type Ask = (url: string, question?: Question) => Promise<Answer>;
export type Asker = Ask & {
  /** Why an address is never asked, in a sentence, as far as can be told now; nothing is sent. */
  whyNot(url: string): Promise<string | undefined>;
};

const LIMITS: Limits = { timeMs: 10_000, bytes: 1024 * 1024 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;
const LONGEST_URL = 8_192;
// Meant for one origin, and told to no other (RFC 9110 section 15.4).
const FOR_ONE_ORIGIN = /^(authorization|cookie|proxy-authorization)$/i;

/**
 * Asks addresses that a person could have chosen: http and https only, never an address inside, whatever name or
 * redirect leads there.
 * @param options allowed what the operator lets pass besides; resolve in place of the system's resolver
 */
export function createAsk(options: { allowed: Allowed; resolve?: Resolve }): Asker {
  const lookup = guardedLookup(options.allowed, options.resolve);
  // Connections are kept apart: one that was opened without being judged is never used where it must be.
  const [guarded, unguarded] = [agents(), agents()];

  async function once(url: URL, question: Question, limits: Limits, signal: AbortSignal) {
    const isTrusted = question.trusted?.includes(url.origin) ?? false;
    const refusal = isTrusted ? undefined : refusedLiteral(url, options.allowed);
    if (refusal) throw refusal;
    const agent = (isTrusted ? unguarded : guarded)[url.protocol === "https:" ? "https" : "http"];
    const { method = "GET", headers = {}, body } = question;
    const { bytes } = limits;
    return await exchange(url, {
      ...{ method, headers, body, agent, bytes, signal, cut: question.cut ?? false },
      lookup: isTrusted ? undefined : lookup,
    });
  }

  const ask: Ask = async (address, question = {}) => {
    const limits = { ...LIMITS, ...question.limits };
    const late = AbortSignal.timeout(limits.timeMs);
    const signal = question.signal ? AbortSignal.any([late, question.signal]) : late;
    let [url, next] = [checkedUrl(address), question];
    try {
      for (let redirects = 0; ; redirects++) {
        const answer = await once(url, next, limits, signal);
        const { location } = answer.headers;
        const leads = REDIRECTS.has(answer.status) && location !== undefined;
        if (!leads || question.redirects === "answer") return { ...answer, url: url.href };
        if (redirects === MOST_REDIRECTS)
          throw new OutgoingError("redirects", `${url.host} redirects in circles.`);
        const target = checkedUrl(location, url);
        next = redirected(answer.status, next, url, target);
        url = target;
      }
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      if (question.signal?.aborted)
        throw new OutgoingError("cancelled", "This was cancelled.", { cause: error });
      const seconds = Math.round(limits.timeMs / 1000);
      throw new OutgoingError("timeout", `${url.host} did not answer within ${seconds} s.`, { cause: error });
    }
  };
  async function whyNot(address: string): Promise<string | undefined> {
    try {
      await refusedHost(checkedUrl(address), options.allowed, options.resolve);
      return undefined;
    } catch (error) {
      if (error instanceof OutgoingError && error.kind === "refused") return error.message;
      // A name that is not known today may be tomorrow.
      return undefined;
    }
  }
  return Object.assign(ask, { whyNot });
}

/** Connections that are kept for a while; those that were judged and those that were not belong into two. */
export function agents() {
  const kept = { keepAlive: true, maxFreeSockets: 8, timeout: 30_000 };
  return { http: new Agent(kept), https: new SecureAgent(kept) };
}

/** @throws OutgoingError "refused" for anything but a plain http or https address */
export function checkedUrl(text: string, base?: URL): URL {
  const url = text.length <= LONGEST_URL ? URL.parse(text, base) : null;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new OutgoingError("refused", "Only addresses that begin with http:// or https:// are asked.");
  if (url.username || url.password)
    throw new OutgoingError("refused", `An address with a password in it, at ${url.host}, is not asked.`);
  if (base?.protocol === "https:" && url.protocol === "http:")
    throw new OutgoingError("refused", `${base.host} redirects to an address that is not encrypted.`);
  return url;
}

/** The request that a redirect asks for (RFC 9110 section 15.4), without what was meant for the first origin only. */
function redirected(status: number, question: Question, from: URL, to: URL): Question {
  const asGet = status === 303 || (status <= 302 && question.method === "POST");
  const method = asGet && question.method !== "HEAD" ? "GET" : question.method;
  const headers = Object.entries(question.headers ?? {}).filter(
    ([name]) => from.origin === to.origin || !FOR_ONE_ORIGIN.test(name),
  );
  return {
    ...question,
    method,
    body: asGet ? undefined : question.body,
    headers: Object.fromEntries(headers),
  };
}

const shared = globalThis as typeof globalThis & { roadsteadAsk?: Asker };

function asker(): Asker {
  shared.roadsteadAsk ??= createAsk({ allowed: settings().allowedPrivateHosts });
  return shared.roadsteadAsk;
}

/** Asks with the operator's settings. @throws OutgoingError whose message says what is wrong */
export const ask: Ask = (url, question) => asker()(url, question);

/** Why this instance would not ask an address, told before it is kept; undefined when it would. */
export const whyNotAsked: Asker["whyNot"] = (url) => asker().whyNot(url);

/** Tests bring their own; undefined goes back to the operator's settings. */
export function replaceAsk(given: Asker | undefined): void {
  shared.roadsteadAsk = given;
}
