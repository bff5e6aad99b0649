import { expect, test } from "vitest";
import type { UpdateEntry, UpdateService } from "@/lib/updates/schema";
import { fromTo, opening, standingOf, summary } from "./words";

const service = (name: string, more: Partial<UpdateService> = {}): UpdateService => ({
  ...{ name, image: `example/${name}:1.0.0`, currentTag: "1.0.0", currentDigest: "sha256:a" },
  ...{ latestTag: null, latestDigest: null, leapTag: null, ...more },
});
const entry = (more: Partial<UpdateEntry> = {}): UpdateEntry => ({
  ...{ projectId: "p", name: "Notes", appId: "notes", appName: "Notes", logo: "notes", kind: "image" },
  ...{ supported: true, behind: false, current: "1.0.0", latest: "1.0.0", services: [service("web")] },
  ...{ releaseNotes: null, checkedAt: null, pinned: false, automatic: null, ...more },
});

test("a project stands in exactly one way to its upstream, and unknown is never behind", () => {
  expect(standingOf(entry())).toBe("current");
  expect(standingOf(entry({ reason: "No answer." }))).toBe("unknown");
  expect(standingOf(entry({ supported: false, reason: "Nothing upstream." }))).toBe("unsupported");
  expect(standingOf(entry({ behind: true, reason: "One of two is unknown." }))).toBe("behind");
});

test("the sentence counts each project once", () => {
  const behind = entry({ behind: true });
  expect(summary([behind, behind, entry(), entry({ reason: "x." })])).toBe(
    "2 projects are behind, 1 is current and 1 is unknown.",
  );
  expect(summary([entry()])).toBe("1 project is current.");
  expect(summary([])).toBe("");
});

test("where the app's version stays, what changes is named", () => {
  expect(fromTo(entry({ latest: "1.1.0" }))).toEqual({ from: "1.0.0", to: "1.1.0" });
  const moved = service("web", { latestTag: "1.0.0", latestDigest: "sha256:b" });
  expect(fromTo(entry({ services: [moved] }))).toEqual({ from: "1.0.0", to: "published anew" });
  const db = service("db", { latestTag: "1.0.1", latestDigest: "sha256:b" });
  expect(fromTo(entry({ services: [service("web"), db] }))).toEqual({ from: "db 1.0.0", to: "1.0.1" });
  expect(fromTo(entry({ kind: "catalog" }))).toEqual({ from: "1.0.0", to: "changed definition" });
});

test("an opening is told in the reader's time zone, and one that is past is now", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(opening("2026-11-21T12:00:00Z", now, "UTC")).toBe("now");
  expect(opening("2026-11-24T01:00:00Z", now, "Europe/Berlin")).toMatch(
    /^from Tuesday.* 24 November.* 02:00$/,
  );
});
