import type { Metadata } from "next";
import Link from "next/link";
import { FailAlert } from "@/components/marks/fail-alert";
import { Button } from "@/components/ui/button";
import { resetLinkWorks } from "@/lib/auth";
import { Frame } from "../frame";
import { resetAction } from "./actions";
import { ResetForm } from "./reset-form";

export const metadata: Metadata = { title: "Choose a new password" };

export default async function ResetPasswordPage({ searchParams }: PageProps<"/reset-password">) {
  const { token } = await searchParams;
  const works = typeof token === "string" && (await resetLinkWorks(token));
  return (
    <Frame
      title="Choose a new password"
      below={works ? "It signs you out everywhere." : undefined}
      footer={
        <Link href="/sign-in" className="underline underline-offset-3">
          Back to sign in
        </Link>
      }
    >
      {works ? <ResetForm reset={resetAction.bind(null, token)} /> : <DeadLink />}
    </Frame>
  );
}

function DeadLink() {
  return (
    <>
      <FailAlert standing>
        This link has been used, has expired or is incomplete. A link works once, within an hour.
      </FailAlert>
      <Button asChild size="lg">
        <Link href="/forgot-password">Ask for a new one</Link>
      </Button>
    </>
  );
}
