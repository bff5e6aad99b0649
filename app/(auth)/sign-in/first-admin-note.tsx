import { Info } from "lucide-react";
import { CopyButton } from "@/components/marks/copy-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

const COMMAND = "npm run first-admin";

/** A fresh instance has nobody to sign in as yet. */
export function FirstAdminNote() {
  return (
    <>
      <Alert variant="primary">
        <Info aria-hidden />
        <div className="min-w-0">
          <b>This instance has no admin yet.</b> In its folder, on the machine it runs on, type:
          <div className="mt-2 flex items-center rounded-md border bg-card py-0.5 pr-0.5 pl-2.5">
            <code className="flex-1">{COMMAND}</code>
            <CopyButton text={COMMAND} label="Copy the command" />
          </div>
          <p className="mt-2 text-muted-foreground">
            It asks for a name, an e-mail address and a password. Then come back here and sign in.
          </p>
        </div>
      </Alert>
      <Button asChild size="lg">
        <a href="/sign-in">I have done that</a>
      </Button>
    </>
  );
}
