import type { Metadata, Route } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { pendingChallenge } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { Frame } from "../frame";
import { internalPath } from "../sign-in/internal-path";
import { secondFactorAction } from "./actions";
import { Challenge } from "./challenge";

export const metadata: Metadata = { title: "Second step" };

export default async function TwoFactorPage({ searchParams }: PageProps<"/two-factor">) {
  const query = await searchParams;
  const next = internalPath(query.next);
  if (await isSignedIn()) redirect(next);
  const kind = query.with === "recovery-code" ? "recovery" : "code";
  const start = `/sign-in?next=${encodeURIComponent(next)}` as Route;
  const here = `/two-factor?next=${encodeURIComponent(next)}`;
  return (
    <Frame
      title={kind === "code" ? "Code from your authenticator" : "Recovery code"}
      below={
        kind === "code"
          ? "The second step of signing in."
          : "One of the codes you saved when you set up two factors. Each works once."
      }
      footer={
        <Link href={start} className="underline underline-offset-3">
          Back to sign in
        </Link>
      }
    >
      <Challenge
        key={kind}
        kind={kind}
        expiresAt={await pendingChallenge(await headers())}
        verify={secondFactorAction.bind(null, next, kind)}
        start={start}
        other={(kind === "code" ? `${here}&with=recovery-code` : here) as Route}
      />
    </Frame>
  );
}

async function isSignedIn(): Promise<boolean> {
  return callerFromCookies().then(
    () => true,
    () => false,
  );
}
