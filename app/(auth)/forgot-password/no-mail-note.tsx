import { Info } from "lucide-react";
import { CopyButton } from "@/components/marks/copy-button";
import { Alert } from "@/components/ui/alert";

const COMMAND = "npm run reset-password -- EMAIL";

/** Without a mail server the way back in leads through people. */
export function NoMailNote() {
  return (
    <>
      <Alert variant="primary">
        <Info aria-hidden />
        <div className="min-w-0">
          <b>This instance cannot send mail.</b> Ask an admin of it for a link to choose a new password.
        </div>
      </Alert>
      <div className="grid gap-2 text-muted-foreground">
        <p>
          Are you the one who runs it? In its folder, on the machine it runs on, this makes a link for one
          person:
        </p>
        <div className="flex items-center rounded-md border bg-card py-0.5 pr-0.5 pl-2.5 text-foreground">
          <code className="min-w-0 flex-1 break-words">{COMMAND}</code>
          <CopyButton text={COMMAND} label="Copy the command" />
        </div>
        <p>
          To have it sent by mail, set <code>SMTP_URL</code> and <code>SMTP_FROM</code>.
        </p>
      </div>
    </>
  );
}
