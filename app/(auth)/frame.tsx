import type { ReactNode } from "react";
import { Sign } from "@/components/marks/sign";
import { SeaChart } from "./sea-chart";

type FrameProps = { title: string; below?: ReactNode; footer?: ReactNode; children: ReactNode };

/** The quiet page of everything that is done before one is signed in: one task, and the chart beside it. */
export function Frame({ title, below, footer, children }: FrameProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <div className="grid grid-rows-[auto_1fr_auto] px-10 py-6 max-md:px-6 max-md:py-5">
        <header className="flex items-center gap-2 text-[15px] font-semibold">
          <Sign />
          Roadstead
        </header>
        <main id="main" className="m-auto grid w-full max-w-[360px] gap-5 py-10">
          <div>
            <h1>{title}</h1>
            {below && <p className="mt-0.5 text-muted-foreground">{below}</p>}
          </div>
          {children}
        </main>
        <footer className="text-xs text-subtle-foreground">{footer}</footer>
      </div>
      <SeaChart />
    </div>
  );
}
