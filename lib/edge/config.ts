/**
 * What the web server in front of the apps is told, whole and as data: no name or value is ever put into a text that
 * is parsed. Pure. The shapes are those of Caddy's JSON configuration.
 */

/** A hostname and where its requests go. */
export type Site = {
  hostname: string;
  /**
   * Ports of this machine's loopback, or one, or none while nothing was deployed. Of two, the second is used while
   * the project's mark is there, so that going over needs no new configuration.
   */
  ports: readonly number[];
  /** The name of the file whose being there is the mark. */
  mark: string;
};

/** Where things lie, and what the operator wants. */
export type Surroundings = {
  socket: string;
  storage: string;
  marks: string;
  log: string;
  httpPort: number;
  httpsPort: number;
  acmeEmail?: string;
  acmeCa?: string;
  acmeRoots?: string;
};

/** The Host header of requests to the admin socket; a page in a browser could never send it there. */
export const ADMIN_HOST = "roadstead";

const TRY_FOR = "5s";
// Below what app servers keep an idle connection for, so that none is used at the moment they close it.
const KEEP_IDLE = "1s";

/** The configuration for these sites, the same for the same sites in any order. */
export function edgeConfig(sites: readonly Site[], around: Surroundings) {
  const sorted = [...sites].sort((a, b) => (a.hostname < b.hostname ? -1 : 1));
  const hostnames = sorted.map(({ hostname }) => hostname);
  return {
    admin: { listen: `unix/${around.socket}`, origins: [ADMIN_HOST], config: { persist: false } },
    logging: { logs: { default: logging(around) } },
    storage: { module: "file_system", root: around.storage },
    apps: {
      http: {
        http_port: around.httpPort,
        https_port: around.httpsPort,
        grace_period: "30s",
        servers: {
          sites: {
            listen: [`:${around.httpsPort}`],
            protocols: ["h1", "h2"],
            automatic_https: { disable_redirects: true },
            routes: [...sorted.map((site) => siteRoute(site, around)), NOBODY],
            errors: { routes: [NO_ANSWER] },
          },
          plain: {
            listen: [`:${around.httpPort}`],
            protocols: ["h1"],
            automatic_https: { disable: true },
            routes: [...(hostnames.length > 0 ? [toHttps(hostnames, around.httpsPort)] : []), NOBODY],
          },
        },
      },
      tls: { automation: { policies: [{ subjects: hostnames, issuers: [issuer(around)] }] } },
      pki: { certificate_authorities: { local: { install_trust: false } } },
    },
  };
}

function logging({ log }: Surroundings) {
  return {
    level: "INFO",
    writer: { output: "file", filename: log, roll_size_mb: 5, roll_keep: 2 },
    encoder: { format: "json" },
    exclude: ["admin.api"],
  };
}

function issuer({ acmeCa, acmeEmail, acmeRoots }: Surroundings) {
  if (acmeCa === "internal") return { module: "internal" };
  return {
    module: "acme",
    ...(acmeCa && { ca: acmeCa }),
    ...(acmeEmail && { email: acmeEmail }),
    ...(acmeRoots && { trusted_roots_pem_files: [acmeRoots] }),
  };
}

function siteRoute({ hostname, ports: [first, second], mark }: Site, { marks }: Surroundings) {
  const marked = { match: [{ file: { root: marks, try_files: [mark] } }], terminal: true };
  const routes = [
    ...(second === undefined ? [] : [{ ...marked, handle: [proxy(second)] }]),
    { handle: [first === undefined ? NOT_DEPLOYED : proxy(first)] },
  ];
  return { match: [{ host: [hostname] }], handle: [{ handler: "subroute", routes }], terminal: true };
}

/** What clients say of where they come from. Caddy sets the usual three itself, and takes them from nobody. */
const FORGEABLE = [
  "Forwarded",
  "X-Real-Ip",
  "X-Client-Ip",
  "X-Cluster-Client-Ip",
  "X-Forwarded-Port",
  "X-Forwarded-Prefix",
  "X-Forwarded-Scheme",
  "X-Forwarded-Server",
  "X-Forwarded-Ssl",
  "X-Forwarded-User",
  "X-Forwarded-Email",
  "X-Original-Url",
  "X-Rewrite-Url",
  "X-Url-Scheme",
  "Front-End-Https",
  "True-Client-Ip",
  "Cf-Connecting-Ip",
];

function proxy(port: number) {
  return {
    handler: "reverse_proxy",
    upstreams: [{ dial: `127.0.0.1:${port}` }],
    load_balancing: { try_duration: TRY_FOR, try_interval: "100ms" },
    headers: { request: { delete: FORGEABLE } },
    transport: {
      protocol: "http",
      compression: false,
      dial_timeout: "3s",
      keep_alive: { idle_timeout: KEEP_IDLE },
    },
  };
}

const words = (status: number | string, body: string) => ({
  handler: "static_response",
  status_code: status,
  headers: { "Content-Type": ["text/plain; charset=utf-8"], "Cache-Control": ["no-store"] },
  body,
});
const NOT_DEPLOYED = words(503, "Nothing has been deployed here yet.\n");
/** Whoever asks for a name that nobody here has learns nothing of those that are there. */
const NOBODY = { handle: [words(404, "There is nothing at this address.\n")] };
const NO_ANSWER = {
  handle: [words("{http.error.status_code}", "This app does not answer right now. Try again in a moment.\n")],
};

function toHttps(hostnames: readonly string[], httpsPort: number) {
  const port = httpsPort === 443 ? "" : `:${httpsPort}`;
  return {
    match: [{ host: hostnames }],
    handle: [
      {
        handler: "static_response",
        status_code: 308,
        headers: { Location: [`https://{http.request.host}${port}{http.request.uri}`] },
      },
    ],
    terminal: true,
  };
}
