import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Sign } from "@/components/marks/sign";
import { setupNeeded } from "@/lib/auth";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { signInAction } from "./actions";
import { FirstAdminNote } from "./first-admin-note";
import { internalPath } from "./internal-path";
import { SeaChart } from "./sea-chart";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const next = internalPath((await searchParams).next);
  const host = (await headers()).get("host");
  if (await isSignedIn()) redirect(next);
  const fresh = await setupNeeded();
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <div className="grid grid-rows-[auto_1fr_auto] px-10 py-6 max-md:px-6 max-md:py-5">
        <header className="flex items-center gap-2 text-[15px] font-semibold">
          <Sign />
          Roadstead
        </header>
        <main id="main" className="m-auto grid w-full max-w-[360px] gap-5 py-10">
          <div>
            <h1>Sign in</h1>
            {host && <p className="mt-0.5 text-muted-foreground">to {host}</p>}
          </div>
          {fresh ? <FirstAdminNote /> : <SignInForm signIn={signInAction.bind(null, next)} />}
        </main>
        <footer className="text-xs text-subtle-foreground">
          {fresh ? "Once you are in, choose your first app." : "No account? Ask an admin of this instance."}
        </footer>
      </div>
      <SeaChart />
    </div>
  );
}

/** Whether a valid session came along; not knowing counts as no, and the form says the rest. */
async function isSignedIn(): Promise<boolean> {
  return callerFromCookies().then(
    () => true,
    () => false,
  );
}
