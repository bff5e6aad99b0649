import { cn } from "@/components/ui/cn";

/** How something is: by shape, colour and word together. */
export type Tone = "ok" | "run" | "warn" | "fail" | "off";

const TEXT: Record<Tone, string> = {
  ok: "text-ok",
  run: "text-primary-text",
  warn: "text-warn",
  fail: "text-fail",
  off: "text-muted-foreground",
};

const MARK: Record<Tone, string> = {
  ok: "text-ok-mark",
  run: "text-primary",
  warn: "text-warn-mark",
  fail: "text-fail-mark",
  off: "text-off-mark",
};

function Shape({ tone }: { tone: Tone }) {
  switch (tone) {
    case "ok":
      return <circle cx="5" cy="5" r="4.5" fill="currentColor" />;
    case "run":
      return (
        <g className="origin-center animate-turn">
          <circle
            cx="5"
            cy="5"
            r="3.9"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeDasharray="16 9"
          />
        </g>
      );
    case "warn":
      return <path d="M5 .2 9.8 5 5 9.8.2 5z" fill="currentColor" />;
    case "fail":
      return <rect x=".8" y=".8" width="8.4" height="8.4" rx="1" fill="currentColor" />;
    case "off":
      return <circle cx="5" cy="5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.6" />;
  }
}

type StatusMarkProps = {
  tone: Tone;
  /** The word beside the mark, or its name where there is only room for the mark. */
  word: string;
  hideWord?: boolean;
  plain?: boolean;
  /** Takes the colour of the text around it; the mark keeps its own. */
  inherit?: boolean;
  className?: string;
};

export function StatusMark({ tone, word, hideWord, plain, inherit, className }: StatusMarkProps) {
  return (
    <span
      title={hideWord ? word : undefined}
      className={cn(
        "inline-flex shrink-0 items-center gap-[7px] text-sm whitespace-nowrap",
        !plain && "font-semibold",
        !inherit && TEXT[tone],
        className,
      )}
    >
      <svg viewBox="0 0 10 10" aria-hidden="true" className={cn("size-2.5 shrink-0", MARK[tone])}>
        <Shape tone={tone} />
      </svg>
      <span className={hideWord ? "sr-only" : undefined}>{word}</span>
    </span>
  );
}
