import type { ComponentProps } from "react";
import { describedBy, FieldNotes } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { DigitBoxes } from "./digit-boxes";

const KINDS = {
  code: {
    label: "Six-digit code",
    help: "A new code appears every 30 seconds. Each works once.",
    input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 9 },
  },
  recovery: {
    label: "Recovery code",
    help: undefined,
    input: { autoComplete: "off", autoCapitalize: "none", maxLength: 40 },
  },
} as const;

type CodeFieldProps = Omit<ComponentProps<"input">, "id" | "name" | "ref"> & {
  kind: keyof typeof KINDS;
  typed?: string;
  error: string | undefined;
};

/** The field for a code of the authenticator, or for a recovery code. */
export function CodeField({ kind, typed, error, ...props }: CodeFieldProps) {
  const { label, help, input } = KINDS[kind];
  const field = {
    id: "code",
    name: "code",
    spellCheck: false,
    autoFocus: true,
    defaultValue: typed,
    "aria-invalid": Boolean(error),
    "aria-describedby": describedBy("code", { help, error }),
    ...input,
    ...props,
  };
  return (
    <div className="grid gap-1.5">
      <Label htmlFor="code">{label}</Label>
      {kind === "code" ? (
        <DigitBoxes {...field} />
      ) : (
        <Input className="h-12 text-center font-mono text-base" {...field} />
      )}
      <FieldNotes id="code" help={help} error={error} />
    </div>
  );
}
