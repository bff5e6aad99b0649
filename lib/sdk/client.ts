import type { ImportInput, ImportResult } from "@/lib/app-import/schema";
import type { CatalogEntry, InstallInput, InstallPlan, Validation } from "@/lib/apps/schema";
import type { Backup } from "@/lib/backups/schema";
import type { DeploymentRow } from "@/lib/deployments/schema";
import type { Domain } from "@/lib/domains/schema";
import type { SourceChoices } from "@/lib/projects/connections/schema";
import type { Proposal as Change, ChangePlan } from "@/lib/projects/plan/schema";
import type { Project, ProjectRow, ServiceUsage } from "@/lib/projects/schema";
import type { Proposal, ProposalRow, ProposalState } from "@/lib/proposals/schema";
import type { SystemInfo } from "@/lib/system/schema";
import type { UpdatePlan } from "@/lib/updates/plan-schema";
import type { ScanResult, UpdateList, UpdateRound } from "@/lib/updates/schema";

/** What the API answered instead of a result; `code` is one of the documented refusals. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  constructor(status: number, body: { code?: string; message?: string; requestId?: string }) {
    super(body.message ?? `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code ?? "UNKNOWN";
    this.requestId = body.requestId;
  }
}

type List<T> = { data: T[]; nextCursor?: string };
type Options = {
  /** Origin of the instance; the page's own when left out. */
  baseUrl?: string;
  /** Sent as a bearer token; a browser leaves it out and is known by its cookie. */
  token?: string;
};

/**
 * A typed client of the REST API.
 * @throws ApiError from every call that the server refuses; TypeError when it cannot be reached
 */
export function createClient({ baseUrl = "", token }: Options = {}) {
  async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = new Headers({ accept: "application/json" });
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (init.body) headers.set("content-type", "application/json");
    const response = await fetch(`${baseUrl}/api${path}`, { ...init, headers });
    const body = await response.json().catch(() => ({}));
    if (!response.ok) throw new ApiError(response.status, body);
    return body as T;
  }
  function get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
    const given = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, `${value}`]],
    );
    return call<T>(`${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`);
  }
  return {
    apps: {
      list: () => get<List<CatalogEntry>>("/apps/catalog"),
      sources: (appId: string, projectId?: string) =>
        get<List<SourceChoices>>(`/apps/catalog/${encodeURIComponent(appId)}/sources`, { projectId }),
      plan: (input: InstallInput, signal?: AbortSignal) =>
        call<InstallPlan>("/apps/plan", { method: "POST", body: JSON.stringify(input), signal }),
      /** `custom` also checks it as an app of one's own organization. */
      validate: (input: { text: string; custom?: { replaces?: string } }, signal?: AbortSignal) =>
        call<Validation>("/apps/validate", { method: "POST", body: JSON.stringify(input), signal }),
      import: (input: ImportInput, signal?: AbortSignal) =>
        call<ImportResult>("/apps/import", { method: "POST", body: JSON.stringify(input), signal }),
    },
    projects: {
      list: (page: { limit?: number; cursor?: string } = {}) => get<List<ProjectRow>>("/projects", page),
      plan: (projectId: string, change: Change, signal?: AbortSignal) =>
        call<ChangePlan>(`/projects/${encodeURIComponent(projectId)}/plan`, {
          method: "POST",
          body: JSON.stringify(change),
          signal,
        }),
      show: (projectId: string) => get<Project>(`/projects/${encodeURIComponent(projectId)}`),
      usage: (projectId: string) =>
        get<List<ServiceUsage>>(`/projects/${encodeURIComponent(projectId)}/usage`),
    },
    domains: {
      list: (projectId: string) => get<List<Domain>>(`/projects/${encodeURIComponent(projectId)}/domains`),
    },
    deployments: {
      list: (query: { projectId?: string; limit?: number } = {}) =>
        get<List<DeploymentRow>>("/deployments", query),
    },
    backups: {
      list: (query: { projectId?: string; limit?: number } = {}) => get<List<Backup>>("/backups", query),
    },
    proposals: {
      list: (query: { state?: ProposalState } = {}) => get<List<ProposalRow>>("/proposals", query),
      show: (proposalId: string) => get<Proposal>(`/proposals/${encodeURIComponent(proposalId)}`),
    },
    updates: {
      list: ({ behindOnly }: { behindOnly?: boolean } = {}) =>
        get<UpdateList>("/updates", { behind: behindOnly ? "1" : undefined }),
      scan: () => call<ScanResult>("/updates/scan", { method: "POST", body: "{}" }),
      round: () => get<{ round: UpdateRound | null }>("/updates/round"),
      plan: (projectId: string) => get<UpdatePlan>(`/updates/${encodeURIComponent(projectId)}/plan`),
    },
    system: {
      info: () => get<SystemInfo>("/system/info"),
    },
  };
}
