import type { ReactNode } from "react";
import { Sign } from "@/components/marks/sign";

type ConsentFrameProps = { email: string; changePerson: () => Promise<void>; children: ReactNode };

/** One question in the middle of the page, and who is asked it. */
export function ConsentFrame({ email, changePerson, children }: ConsentFrameProps) {
  return (
    <div className="grid min-h-dvh justify-items-center px-4 py-10 max-md:px-3 max-md:py-6">
      <div className="m-auto grid w-full max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4">
        <header className="flex items-center justify-center gap-2 text-[15px] font-semibold">
          <Sign />
          Roadstead
        </header>
        <main id="main">{children}</main>
        <form
          action={changePerson}
          className="flex flex-wrap items-center justify-center gap-x-1.5 text-xs text-muted-foreground"
        >
          Signed in as {email}
          <span aria-hidden>·</span>
          <button type="submit" className="text-primary-text underline-offset-3 hover:underline">
            Not you?
          </button>
        </form>
      </div>
    </div>
  );
}
