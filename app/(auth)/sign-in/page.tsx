import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { FailAlert } from "@/components/marks/fail-alert";
import { Alert } from "@/components/ui/alert";
import {
  asksForSignIn,
  configuredProviders,
  openedHost,
  passkeysWorkAt,
  setupNeeded,
  signsInByCloud,
} from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { Frame } from "../frame";
import { beginCloudAction, signInAction } from "./actions";
import { CloudButton } from "./cloud-button";
import { FirstAdminNote } from "./first-admin-note";
import { internalPath } from "./internal-path";
import { OnlyHereNote } from "./only-here-note";
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
  const refused = providerWords(query.error);
  return (
    <Frame title="Sign in" below={host && `to ${host}`} footer={footerOf(fresh)}>
      {query.password === "changed" && (
        <Alert variant="ok">
          <CircleCheck aria-hidden />
          <div>Your password is changed. Sign in with the new one.</div>
        </Alert>
      )}
      {refused && <FailAlert standing>{refused}</FailAlert>}
      <Ways next={next} host={openedHost(asked)} fresh={fresh} />
    </Frame>
  );
}

function footerOf(fresh: boolean): string | undefined {
  if (signsInByCloud()) return "Your account is the one of the cloud.";
  if (!asksForSignIn()) return undefined;
  return fresh ? "Once you are in, choose your first app." : "No account? Ask an admin of this instance.";
}

type WaysProps = { next: ReturnType<typeof internalPath>; host: string | null; fresh: boolean };

/** What there is to sign in with, as the mode of this instance has it. */
function Ways({ next, host, fresh }: WaysProps) {
  if (signsInByCloud()) return <CloudButton begin={beginCloudAction} />;
  if (!asksForSignIn()) return <OnlyHereNote />;
  if (fresh) return <FirstAdminNote />;
  const providers = configuredProviders();
  return (
    <>
      {passkeysWorkAt(host) && <PasskeyButton next={next} />}
      <SignInForm signIn={signInAction.bind(null, next)} />
      {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
    </>
  );
}

/** Whether a valid session came along; not knowing counts as no, and the form says the rest. */
async function isSignedIn(): Promise<boolean> {
  return callerFromCookies().then(
    () => true,
    () => false,
  );
}
