import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type QuietPageProps = { mark?: string; title: string; children: ReactNode; actions?: ReactNode };

/** Says one thing in the middle of the place: not found, failed, nothing here yet. */
export function QuietCard({ mark, title, children, actions }: QuietPageProps) {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-11 text-center">
      {mark && (
        <div className="text-[40px] leading-[44px] font-semibold tracking-[-0.02em] text-subtle-foreground">
          {mark}
        </div>
      )}
      <h1 className="text-md leading-6">{title}</h1>
      <div className="max-w-[52ch] text-muted-foreground">{children}</div>
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </Card>
  );
}
