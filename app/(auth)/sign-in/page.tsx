import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { FailAlert } from "@/components/marks/fail-alert";
import { Alert } from "@/components/ui/alert";
import { configuredProviders, openedHost, passkeysWorkAt, setupNeeded } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { Frame } from "../frame";
import { signInAction } from "./actions";
import { FirstAdminNote } from "./first-admin-note";
import { internalPath } from "./internal-path";
import { PasskeyButton, ProviderButtons } from "./other-ways";
import { providerWords } from "./provider-words";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const query = await searchParams;
  const next = internalPath(query.next);
  const asked = await headers();
  const host = asked.get("host");
  if (await isSignedIn()) redirect(next);
  const fresh = await setupNeeded();
  const providers = configuredProviders();
  const refused = providerWords(query.error);
  return (
    <Frame
      title="Sign in"
      below={host && `to ${host}`}
      footer={
        fresh ? "Once you are in, choose your first app." : "No account? Ask an admin of this instance."
      }
    >
      {query.password === "changed" && (
        <Alert variant="ok">
          <CircleCheck aria-hidden />
          <div>Your password is changed. Sign in with the new one.</div>
        </Alert>
      )}
      {refused && <FailAlert standing>{refused}</FailAlert>}
      {fresh ? (
        <FirstAdminNote />
      ) : (
        <>
          {passkeysWorkAt(openedHost(asked)) && <PasskeyButton next={next} />}
          <SignInForm signIn={signInAction.bind(null, next)} />
          {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
        </>
      )}
    </Frame>
  );
}

/** Whether a valid session came along; not knowing counts as no, and the form says the rest. */
async function isSignedIn(): Promise<boolean> {
  return callerFromCookies().then(
    () => true,
    () => false,
  );
}
