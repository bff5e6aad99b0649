import { Info } from "lucide-react";
import { Alert } from "@/components/ui/alert";

/** An instance without a sign-in is its own machine's alone; who reads this came from elsewhere. */
export function OnlyHereNote() {
  return (
    <Alert variant="primary">
      <Info aria-hidden />
      <div className="min-w-0">
        <b>This instance asks for no sign-in, and answers its own machine only.</b> Open it there, at its own
        address. To reach it from elsewhere, set <code>ROADSTEAD_AUTH_MODE=local</code> and restart it.
      </div>
    </Alert>
  );
}
