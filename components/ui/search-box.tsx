"use client";

import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "./cn";
import { InputBox } from "./input";

type SearchBoxProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  large?: boolean;
  className?: string;
};

/** Filters a list as one types; `/` goes to it from anywhere in the page, Escape empties it. */
export function SearchBox({ label, placeholder, value, onChange, large, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement | null;
      const typing = target?.closest("input, textarea, select, [contenteditable], [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.current?.focus();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <InputBox className={cn(large && "min-h-11 text-[15px]", className)}>
      <Search aria-hidden className={cn("text-subtle-foreground", large && "size-5")} />
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
      />
      <kbd className="rounded-sm border bg-background px-[5px] text-[11px] leading-4 text-subtle-foreground max-md:hidden">
        /
      </kbd>
    </InputBox>
  );
}
