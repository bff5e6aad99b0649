"use client";

import { type ComponentProps, type Ref, useImperativeHandle, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";

const LINE_PX = 20;
const PAD_PX = 10;

export type EditorHandle = {
  /** Puts the cursor on a line, counted from 1, and brings it into view. */
  goTo: (line: number) => void;
};

export type LineMark = { line: number; tone: "fail" | "warn" };

type TextEditorProps = Omit<ComponentProps<"textarea">, "value" | "onChange" | "ref"> & {
  value: string;
  onChange: (value: string) => void;
  marks?: readonly LineMark[];
  handle?: Ref<EditorHandle>;
};

/** A text in fixed width with numbered lines. Tab leaves it, as it leaves every field. */
export function TextEditor({ value, onChange, marks = [], handle, className, ...props }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrolled, setScrolled] = useState(0);
  useImperativeHandle(handle, () => ({
    goTo(line) {
      const field = area.current;
      if (!field) return;
      const lines = field.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
      field.scrollTop = Math.max(0, (line - 1) * LINE_PX - field.clientHeight / 3);
      field.scrollLeft = 0;
    },
  }));
  const count = value.split("\n").length;
  return (
    <div className={cn("field-box items-stretch gap-0 overflow-hidden p-0", className)}>
      <div
        aria-hidden
        className="relative shrink-0 overflow-hidden border-r border-border-soft bg-muted font-mono text-xs text-subtle-foreground select-none"
        style={{ width: `calc(${Math.max(2, String(count).length)}ch + 28px)` }}
      >
        <div
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${PAD_PX - scrolled}px)`, lineHeight: `${LINE_PX}px` }}
        >
          {marks.map(({ line, tone }) => (
            <span
              key={line}
              className={cn("absolute inset-x-0 h-5", tone === "fail" ? "bg-fail-soft" : "bg-warn-soft")}
              style={{ top: (line - 1) * LINE_PX }}
            >
              <i
                className={cn(
                  "absolute top-1.5 left-1 size-2",
                  tone === "fail" ? "rounded-[1px] bg-fail-mark" : "rotate-45 scale-[.8] bg-warn-mark",
                )}
              />
            </span>
          ))}
          <pre className="relative pr-2 text-right">{numbers(count)}</pre>
        </div>
      </div>
      <textarea
        ref={area}
        value={value}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className="block min-w-0 flex-1 resize-none overflow-auto bg-transparent px-3 py-2.5 font-mono text-xs leading-5 whitespace-pre outline-none max-md:text-[16px]"
        style={{ lineHeight: `${LINE_PX}px` }}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
    </div>
  );
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, at) => at + 1).join("\n");
}
