import { describedBy, FieldNotes } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import { PasswordInput } from "@/components/ui/password-input";
import { PASSWORD_WORDS } from "@/lib/auth/rules";

type NewPasswordProps = { label: string; wrong: string | undefined; autoFocus: boolean; busy: boolean };

/** A password that is chosen here, with the rule below; what is wrong says the rule once more. */
export function NewPassword({ label, wrong, autoFocus, busy }: NewPasswordProps) {
  const notes = wrong ? { error: wrong } : { help: PASSWORD_WORDS.help };
  return (
    <div className="grid gap-1.5">
      <Label htmlFor="password">{label}</Label>
      <PasswordInput
        id="password"
        name="password"
        what="password"
        boxClassName="min-h-10"
        autoComplete="new-password"
        autoFocus={autoFocus}
        readOnly={busy}
        aria-invalid={Boolean(wrong)}
        aria-describedby={describedBy("password", notes)}
      />
      <FieldNotes id="password" {...notes} />
    </div>
  );
}
