"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { CatalogEntry } from "@/lib/apps/schema";
import { AppCard } from "./app-card";

const AT_A_TIME = 60;

/** Cards, a screenful or two at a time: the next ones come as one scrolls near the end, or presses the button. */
export function CardGrid({ apps }: { apps: readonly CatalogEntry[] }) {
  const [shown, setShown] = useState(AT_A_TIME);
  const more = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!more.current || shown >= apps.length) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting && setShown((count) => count + AT_A_TIME),
      { rootMargin: "600px" },
    );
    observer.observe(more.current);
    return () => observer.disconnect();
  }, [shown, apps.length]);
  return (
    <>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-3 max-md:grid-cols-1 max-md:gap-2">
        {apps.slice(0, shown).map((app) => (
          <AppCard key={app.id} app={app} />
        ))}
      </div>
      {shown < apps.length && (
        <Button ref={more} className="mt-4" onClick={() => setShown(shown + AT_A_TIME)}>
          Show more ({apps.length - shown} left)
        </Button>
      )}
    </>
  );
}
