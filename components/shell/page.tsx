import type { ReactNode } from "react";
import { Sign } from "@/components/marks/sign";
import { Breadcrumb, type Crumb } from "@/components/ui/breadcrumb";
import { CommandsButton } from "./commands-button";
import { EngineBanner } from "./engine-banner";

type PageProps = { crumbs: readonly Crumb[]; children: ReactNode };

/** A page of the dashboard: the bar at the top that says where one is, and the content under it. */
export function Page({ crumbs, children }: PageProps) {
  return (
    <div className="min-w-0">
      <header className="sticky top-0 z-20 flex h-(--topbar-height) items-center gap-3 border-b bg-background px-8 max-md:gap-2 max-md:px-4">
        <span className="md:hidden">
          <Sign size={24} />
        </span>
        <Breadcrumb items={crumbs} />
        <CommandsButton />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[calc(var(--content-max)+64px)] px-8 pt-7 pb-16 outline-none max-md:px-4 max-md:pt-5 max-md:pb-8"
      >
        <EngineBanner />
        {children}
      </main>
    </div>
  );
}

type PageHeadProps = { title: ReactNode; lead?: ReactNode; tile?: ReactNode; children?: ReactNode };

/** The head of a page: title, a line under it, and what can be done. */
export function PageHead({ title, lead, tile, children }: PageHeadProps) {
  return (
    <div className="mb-6 flex items-start justify-between gap-x-6 gap-y-4 max-md:mb-[18px] max-md:flex-col">
      <div className="flex min-w-0 items-center gap-3.5">
        {tile}
        <div className="min-w-0">
          <h1>{title}</h1>
          {lead && <div className="mt-0.5 text-muted-foreground">{lead}</div>}
        </div>
      </div>
      {children && <div className="flex shrink-0 flex-wrap items-center gap-2 max-md:w-full">{children}</div>}
    </div>
  );
}
