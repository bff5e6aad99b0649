"use client";

import { type CSSProperties, createContext, use } from "react";
import { cn } from "@/components/ui/cn";

/** Addresses of the logos that this instance holds, by slug. */
const Logos = createContext<Readonly<Record<string, string>>>({});
export const LogoProvider = Logos.Provider;

const SIZES = {
  xs: "size-5 rounded-[5px] text-[9px] [--logo:12px]",
  s: "size-7 rounded-[7px] text-[11px] [--logo:16px]",
  m: "size-10 rounded-[9px] text-[15px] [--logo:22px]",
  l: "size-12 rounded-[11px] text-[18px] [--logo:26px]",
};

type AppTileProps = {
  logo: string;
  name: string;
  size?: keyof typeof SIZES;
  dimmed?: boolean;
  className?: string;
};

/** An app's logo in one colour on a tinted tile, or its first letters. Decoration: the name stands beside it. */
export function AppTile({ logo, name, size = "m", dimmed, className }: AppTileProps) {
  const logos = use(Logos);
  // A slug may be the name of something that every object has.
  const address = Object.hasOwn(logos, logo) ? logos[logo] : undefined;
  const mask: CSSProperties | undefined = address
    ? { maskImage: `url(${JSON.stringify(address)})` }
    : undefined;
  return (
    <span
      aria-hidden="true"
      style={{ "--c": `var(--tile-${tileOf(logo)})` } as CSSProperties}
      className={cn(
        "grid shrink-0 place-items-center leading-none font-bold tracking-[-0.02em] text-(--c)",
        "bg-[color-mix(in_srgb,var(--c)_11%,var(--card))] shadow-[inset_0_0_0_1px_color-mix(in_srgb,var(--c)_22%,transparent)]",
        SIZES[size],
        // Letters must stay readable.
        dimmed && (mask ? "opacity-55 grayscale" : "grayscale"),
        className,
      )}
    >
      {mask ? (
        <span
          style={mask}
          className="size-(--logo) bg-current [mask-position:center] [mask-repeat:no-repeat] [mask-size:contain]"
        />
      ) : (
        monogram(name)
      )}
    </span>
  );
}

/** One of the seven tile colours, always the same for the same slug. */
function tileOf(slug: string): number {
  let sum = 0;
  for (const letter of slug) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 7001;
  return (sum % 7) + 1;
}

function monogram(name: string): string {
  const [first = "?", second = ""] = [...name.trim()];
  return (first.toUpperCase() + second.toLowerCase()).trim();
}
